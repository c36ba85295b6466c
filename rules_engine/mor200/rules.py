"""The rules of Mor 200 that judging may cite, and the data that each of their sentences takes.

Each id is that of a rule text in ``docs/rules/mor200``. The suite checks that both lists agree: no reason without its
sentence, no sentence without its reason.

Data: *card*, *top* are cards and *cards*, *others* lists of them; *place* is the card that a substitute stands for,
*missing* a list of places that nothing fills; *suit* is S, H, D or C, *rank* a rank; *was* and *now* are classes of
sequences; *count* is a number of cards, sequences or ways, *number* that of a sequence on the table; *values* are card
values; *points* are points; *team* is 0 or 1, *seat* and *to_move* are seats.
"""

from __future__ import annotations

from rules_engine.reasons import Rule

# Turns
TURN = Rule(
    "mor200.turn",
    {
        "take": (),
        "meld": (),
        "take_first": (),
        "taken": (),
        "other_seat": ("seat", "to_move"),
        "not_in_hand": ("cards",),
    },
)
DIRECTION = Rule("mor200.direction", {"first": ("seat",), "next": ("seat",)})
DRAW = Rule("mor200.draw", {"": ()})
MUST_DISCARD = Rule("mor200.must-discard", {"": ("card",)})
STOCK_OUT = Rule("mor200.stock-out", {"turn": (), "pass": (), "no_draw": (), "no_pass": ("count",)})
ELEVEN_BECOMES_STOCK = Rule("mor200.eleven-becomes-stock", {"now": ("team",), "few": ("count",)})

# What a sequence is
SEQUENCE = Rule("mor200.sequence", {"": ("suit", "cards")})
AT_LEAST_THREE = Rule("mor200.at-least-three", {"": ("count",)})
ONE_SUIT = Rule("mor200.one-suit", {"": ("cards", "others")})
NO_SETS = Rule("mor200.no-sets", {"set": ("cards",), "twice": ("cards",)})
CONSECUTIVE = Rule("mor200.consecutive", {"": ("missing",)})
LONGEST = Rule("mor200.longest", {"": ("count",)})
ACE = Rule("mor200.ace", {"low": ("card",), "high": ("card",), "both": ("card",), "two": ("missing",)})
ACE_FITS_BOTH = Rule("mor200.ace.fits-both", {"": ("card",)})
NO_WRAP = Rule("mor200.no-wrap", {"": ("card",)})

# Twos, jokers, substitutes
NATURAL_TWO = Rule("mor200.natural-two", {"": ("card",)})
TWO_OFF_PLACE = Rule("mor200.two-off-place", {"": ("card", "place")})
FOREIGN_TWO = Rule("mor200.foreign-two", {"": ("card", "place")})
JOKER = Rule("mor200.joker", {"": ("place",)})
ONE_SUBSTITUTE = Rule("mor200.one-substitute", {"": ("cards",)})
TWO_AND_SUBSTITUTE = Rule("mor200.two-and-substitute", {"": ("card", "place")})
SUBSTITUTE_PLACE = Rule("mor200.substitute-place", {"gap": ("place",), "high": ("place",), "low": ("place",)})
TWO_SUBSTITUTES = Rule("mor200.two-substitutes", {"long": ("cards",), "short": ("cards",), "more": ("cards",)})

# The classes, card points and bonuses
PLAIN = Rule("mor200.plain-sequence", {"": ("count",)})
MOR100 = Rule("mor200.mor100", {"": ("count", "card")})
MOR200 = Rule("mor200.mor200", {"": ("count",)})
MOR1000 = Rule("mor200.mor1000", {"": ()})
THIRTEEN = Rule("mor200.thirteen", {"": ("missing",)})
FOURTEEN_SUBSTITUTE = Rule("mor200.fourteen-substitute", {"": ("card", "place")})
CARD_POINTS = Rule("mor200.card-points", {"meld": ("values", "points"), "score": ("team", "points")})
TWO_VALUE = Rule("mor200.two-value", {"": ("cards", "points")})
SHORT_POINTS = Rule("mor200.short-points", {"": ("points",)})
BONUS = Rule("mor200.bonus", {"meld": ("now", "points"), "score": ("team", "now", "count", "points")})
ONE_BONUS = Rule("mor200.one-bonus", {"": ("points",)})

# Adding to a sequence
ADD = Rule(
    "mor200.add",
    {
        "same": ("cards", "now"),
        "changed": ("cards", "was", "now"),
        "illegal": ("cards", "was"),
        "none": ("number", "count"),
    },
)
SUBSTITUTE_MOVES = Rule("mor200.substitute-moves", {"": ("card", "was", "place")})
MOR100_TO_MOR200 = Rule("mor200.mor100-to-mor200", {"": ("card",)})
MOR200_TO_MOR100 = Rule("mor200.mor200-to-mor100", {"": ("card",)})

# Taking the discard pile
TAKE_PILE = Rule(
    "mor200.take-pile",
    {
        "with": ("top", "cards"),
        "not": ("top", "cards"),
        "ways": ("top", "count"),
        "none": ("top",),
        "empty": (),
        "other": ("top", "card"),
    },
)
NEW_SEQUENCE = Rule("mor200.new-sequence", {"few": ("top", "count"), "table": ("top",)})
PILE_SUBSTITUTE = Rule("mor200.pile-substitute", {"hand": ("card", "place"), "top": ("card", "place")})
ONE_CARD_IN_HAND = Rule("mor200.one-card-in-hand", {"": ("count",)})
NEW_OR_EXTEND = Rule("mor200.new-or-extend", {"": ("top", "cards")})

# Never exactly one card, and the 11-pile
LEAVES_ONE = Rule("mor200.leaves-one", {"blocked": ("card",), "added": ("card",), "discard": ("card",)})
LEAVES_ONE_LATER = Rule("mor200.leaves-one-later", {"blocked": ("card",), "closes": ("card",)})
ELEVEN_TAKEN = Rule("mor200.eleven-taken", {"": ()})
LAST_CARD = Rule("mor200.eleven.last-card", {"": ("card",)})
INDIRECT_TAKE = Rule("mor200.indirect-take", {"pile": ("card",), "close": ("card",)})

# Closing
CLOSE = Rule("mor200.close", {"closes": (), "cards_left": ("cards",)})
CLOSE_MOR200 = Rule("mor200.close.mor200", {"has": ("count",), "lacks": ()})
CLOSE_MOR100 = Rule("mor200.close.mor100", {"has": ("count",), "lacks": ()})
MOR1000_COUNTS = Rule("mor200.mor1000-counts", {"close": (), "score": ("team",)})
NO_SECOND_MOR200 = Rule("mor200.no-second-mor200", {"": ("count",)})
CLOSE_NEEDS_ELEVEN = Rule("mor200.close-needs-eleven", {"": ()})
KEEP_ONE = Rule("mor200.keep-one", {"pile": (), "meld": (), "close": ()})
ANY_DISCARD = Rule("mor200.any-discard", {"": ("card",)})
CLOSE_BY_MELD = Rule("mor200.close-by-meld", {"": ()})

# The score of a round
CLOSING_BONUS = Rule("mor200.closing-bonus", {"": ("team", "points")})
UNTAKEN_11 = Rule("mor200.untaken-11", {"": ("team", "points")})
NO_MOR200 = Rule("mor200.no-mor200", {"": ("team", "points")})
MOR100_ALONE = Rule("mor200.mor100-alone", {"": ("team", "count")})
HANDS = Rule("mor200.hands", {"": ("team", "values", "points"), "sheet": ("team", "points")})
PARTNERS_CARDS = Rule("mor200.partners-cards", {"": ("team", "points")})
NEGATIVE = Rule("mor200.negative", {"": ("team", "points")})

# The match
TARGET = Rule("mor200.target", {"won": ("team", "points"), "open": ("points",)})
BOTH_REACH = Rule("mor200.both-reach", {"higher": ("team", "points"), "tie": ("points",)})

# Advice: why a computer player chooses what it does
TIP_MOR200 = Rule("mor200.tip.mor200-first", {"completes": ("cards", "points"), "grows": ("cards", "count")})
TIP_SUBSTITUTES = Rule("mor200.tip.substitutes", {"mor100": ("cards",), "kept": ("cards",)})
TIP_ELEVEN = Rule("mor200.tip.eleven", {"all": (), "near": ("count",)})
TIP_PARTNER = Rule("mor200.tip.partner", {"add": ("cards",), "few": ("count",)})
TIP_DISCARDS = Rule("mor200.tip.discards", {"useless": ("card",), "safe": ("card", "others"), "least": ("card",)})
TIP_PILE = Rule("mor200.tip.pile", {"worth": ("count",), "leave": ("top",)})
TIP_LAY = Rule("mor200.tip.lay", {"": ("points",)})
TIP_CLOSE = Rule("mor200.tip.close", {"now": (), "wait": ("count",), "behind": ()})
TIP_STOCK = Rule("mor200.tip.stock", {"": ("count",)})
