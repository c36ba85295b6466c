"""The rules of Basra that judging may cite, and the data that each of their sentences takes.

Each id is that of a rule text in ``docs/rules/basra``. The suite checks that both lists agree: no reason without its
sentence, no sentence without its reason.

Data: *play* is the card played; *cards*, *left*, *jacks* are lists of floor cards, *groups* a list of such lists,
*buried* cards put under the pack; *value* and *sum* are card values; *count*, *fewer* and *most* are numbers of cards,
*captures* of possible captures, *basras* of basras; *team* is 0 or 1; *seat*, *dealer*, *before* and *to_move* are
seats, 0 to 3; *points*, *target*, *a*, *b* are points, as *fewer* is of basra.both-reach; *name*, *of*, *first* and
*second* are names of players.
"""

from __future__ import annotations

from rules_engine.reasons import Rule

# What a card takes
SAME_RANK = Rule("basra.same-rank", {"": ("play", "cards")})
KINGS_AND_QUEENS = Rule("basra.kings-and-queens", {"": ("play", "cards"), "left": ("play", "left")})
GROUPS = Rule("basra.groups", {"": ("play", "value", "groups"), "not": ("play", "value", "cards")})
NO_VALUE = Rule("basra.no-value", {"floor": ("cards",), "played": ("play",)})
ALL_GROUPS = Rule("basra.all-groups", {"": ("play", "count"), "left": ("play", "left")})
MOST_CARDS = Rule("basra.most-cards", {"": ("cards", "fewer", "most"), "take": ("count", "most")})
CHOICE = Rule("basra.choice", {"": ("captures", "most"), "name": ("play", "captures")})
KOMI_ON_FLOOR = Rule("basra.komi-on-floor", {"": ("play",)})
JACK_SWEEPS = Rule("basra.jack-sweeps", {"": ("play", "count"), "left": ("play", "left")})
KOMI_SWEEPS = Rule("basra.komi-sweeps", {"": ("count",), "left": ("left",)})
LAY = Rule("basra.lay", {"empty": ("play",), "nothing": ("play",)})
BURNT = Rule("basra.burnt", {"": ("play",)})
MUST_TAKE = Rule("basra.must-take", {"": ("play",)})
LAY_FREELY = Rule("basra.lay-freely", {"": ("play",)})
FREE_CAPTURE = Rule(
    "basra.free-capture", {"may": ("play",), "take": ("play", "cards"), "nothing": ("play",), "name": ("play",)}
)

# Basras
BASRA = Rule("basra.basra", {"rank": ("play",), "groups": ("play", "value"), "not": ("left",)})
BASRA_POINTS = Rule("basra.basra-points", {"": ("points",)})
JACK_BASRA = Rule("basra.jack-basra", {"": ("play",)})
JACK_BASRA_SEVERAL = Rule("basra.jack-basra.several", {"": ("play", "jacks")})
JACK_BASRA_NONE = Rule("basra.jack-basra.none", {"capture": ("play",), "score": ("team", "basras")})
JACK_BASRA_HIGHER = Rule("basra.jack-basra.higher", {"capture": ("points",), "score": ("team", "basras", "points")})
JACK_NO_BASRA = Rule("basra.jack-no-basra", {"": ("play", "cards")})
KOMI_BASRA = Rule("basra.komi-basra", {"": ("value", "groups"), "not": ("cards",)})
KOMI_FACE_CARDS = Rule("basra.komi-face-cards", {"": ("cards",)})
KOMI_SUM_10 = Rule("basra.komi.sum-10", {"": ("sum",), "over": ("sum",)})
KOMI_SINGLE_CARD = Rule("basra.komi.single-card", {"": ("cards",), "several": ("count",)})
KOMI_NEVER = Rule("basra.komi.never", {"": ()})
LAST_CARD = Rule("basra.last-card", {"": ("play",)})

# The count
MAJORITY = Rule("basra.majority", {"": ("team", "count", "points")})
MAJORITY_TIE = Rule("basra.majority.tie", {"": ("count",)})
TIE_CARRY = Rule("basra.tie-carry", {"carry": ("points",), "paid": ("team", "points")})
BASRAS = Rule("basra.basras", {"": ("team", "basras", "points")})
CARD_POINTS_LEVANT = Rule("basra.card-points-levant", {"": ("team", "cards", "points"), "sheet": ("team", "points")})

# The course of a match
DIRECTION = Rule("basra.direction", {"first": ("dealer", "seat"), "next": ("before", "seat")})
TURNS = Rule("basra.turns", {"dealt": ("count",), "not": ("seat", "to_move"), "hand": ("play",), "floor": ("cards",)})
NEXT_DEALER = Rule("basra.next-dealer", {"": ("before", "dealer")})
LEFTOVER = Rule("basra.leftover", {"": ("team", "cards")})
LEFTOVER_NOBODY = Rule("basra.leftover.nobody", {"": ("cards",)})
ROUND_ADDED = Rule("basra.round-added", {"": ("a", "b")})
ROUNDS = Rule("basra.rounds", {"": ("target",)})
TARGET = Rule("basra.target", {"": ("team", "points", "target")})
BOTH_REACH = Rule("basra.both-reach", {"": ("team", "points", "fewer"), "equal": ("points",)})

# The deal and the seats
BURY = Rule("basra.bury", {"none": (), "": ("buried",), "again": ("buried",)})
PARTNERS = Rule("basra.partners", {"": ("team", "first", "second")})
JOINING = Rule("basra.joining", {"first": ("name", "team", "seat"), "partner": ("name", "of", "seat")})
TWO_PLAYERS = Rule("basra.two-players", {"": ("first", "second")})

# Advice
TIP_COUNT_CARDS = Rule("basra.tip.count-cards", {"": ("play", "count", "held")})
TIP_FULL_FLOOR = Rule("basra.tip.full-floor", {"sweep": ("play", "count"), "keep": ("kept", "count")})
TIP_LAST_CARD = Rule("basra.tip.last-card", {"": ("play",)})
TIP_KOMI_LATE = Rule("basra.tip.komi-late", {"": ("cards",)})
TIP_EMPTY_FLOOR = Rule("basra.tip.empty-floor", {"": ("play", "out")})
TIP_NO_GIFT = Rule("basra.tip.no-gift", {"none": ("play",), "few": ("play", "cards"), "little": ("play",)})
