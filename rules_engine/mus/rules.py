"""The rules of Mus that judging may cite, and the data that each of their sentences takes.

Each id is that of a rule text in ``docs/rules/mus``. The suite checks that both lists agree: no reason without its
sentence, no sentence without its reason.

Data: *winner*, *other*, *seat*, *mano*, *bettor* are seats 0 to 3, *seats* a list of them; *team* is 0 or 1; *points*,
*amount*, *total*, *target* are points; *sum* and *values* are card values; *ranks*, *better* and *worse* are ranks once
threes and twos count as kings and aces; *kind* is a kind of pares.

In a match besides: *former* is the mano of the round before, *cards* are cards as written, *count* and *left* numbers
of cards, *least* is the smallest amount, *won* the games won by each team, *games* how many of them win the match.
In advice: *share* are the deals won, of how many, *partner* is a seat.
"""

from __future__ import annotations

from rules_engine.reasons import Rule

# The cards
EIGHT_KINGS = Rule("mus.eight-kings", {"hand": ("ranks",), "lance": ("seats",)})
FOUR_KINGS = Rule("mus.four-kings", {"hand": ("ranks",), "lance": ("seats",)})
JUEGO_VALUES = Rule("mus.juego-values", {"hand": ("values", "sum"), "lance": ("seat", "values", "sum")})

# The lances
GRANDE = Rule("mus.grande", {"hand": ("ranks",), "lance": ("winner", "ranks")})
GRANDE_COMPARE = Rule("mus.grande.compare", {"": ("winner", "other", "place", "better", "worse")})
CHICA = Rule("mus.chica", {"hand": ("ranks",), "lance": ("winner", "ranks")})
CHICA_COMPARE = Rule("mus.chica.compare", {"": ("winner", "other", "place", "better", "worse")})
PARES = Rule("mus.pares", {"none": (), "hand": ("kind", "ranks"), "lance": ("winner", "kind", "ranks")})
PARES_ORDER = Rule("mus.pares.order", {"": ("winner", "kind", "other", "other_kind")})
PARES_COMPARE = Rule("mus.pares.compare", {"": ("winner", "other", "kind", "better", "worse")})
PARES_FOUR_ALIKE = Rule("mus.pares.four-alike", {"hand": ("rank",), "lance": ("seat", "rank")})
PARES_HOLDERS = Rule("mus.pares.holders", {"one": ("seat",), "some": ("seats",), "nobody": ()})
JUEGO = Rule("mus.juego", {"hand": ("sum",), "none": ("sum",), "one": ("seat",), "some": ("seats",), "nobody": ()})
JUEGO_ORDER = Rule("mus.juego.order", {"": ("winner", "sum", "other", "other_sum")})
ROYAL_31_SOTA = Rule("mus.royal-31.sota", {"": ("winner", "ranks")})
ROYAL_31_FIGURE = Rule("mus.royal-31.figure", {"": ("winner", "ranks")})
PUNTO = Rule("mus.punto", {"hand": ("sum",), "lance": ("winner", "sum")})
PUNTO_HIGHEST = Rule("mus.punto.highest", {"": ("winner", "sum", "other", "other_sum")})
PUNTO_NOBODY_HAS_JUEGO = Rule("mus.punto.nobody-has-juego", {"played": (), "blocked": ("seats",)})
TIE = Rule("mus.tie", {"": ("winner", "seats", "mano")})
TIE_BEST_HAND = Rule("mus.tie.best-hand", {"": ("winner", "team")})

# The exchange, and what goes on from round to round
MUS_OR_NOT = Rule("mus.mus-or-not", {"first": ("mano",), "next": ("seat",), "mus": ("seat",)})
EXCHANGE = Rule(
    "mus.exchange", {"agreed": (), "again": ("mano",), "not_agreed": ("seat",), "not_held": ("seat", "cards")}
)
EXCHANGE_ORDER = Rule("mus.exchange.order", {"": ("seat",)})
EXCHANGE_HOW_MANY = Rule("mus.exchange.how-many", {"": ("seat", "count"), "least": ("seat",)})
PACK_USED_UP = Rule("mus.exchange.pack-used-up", {"shuffled": ("left", "count"), "needed": ("count",)})
CUT = Rule("mus.cut", {"": ("seat",), "after": ("seat",)})
DIRECTION = Rule("mus.direction", {"": ("former", "mano")})
MUS_CORRIDO = Rule("mus.mus-corrido", {"moved": ("mano",), "cut": ("mano",)})
BEST_OF = Rule("mus.best-of", {"game": ("won",), "match": ("team", "games")})

# The bets
MANO_OPENS = Rule("mus.mano-opens", {"first": ("mano", "seat"), "next": ("seat",)})
ONE_SIDE_ONLY = Rule("mus.one-side-only", {"": ("team",), "nobody": ()})
ALL_PASS = Rule(
    "mus.all-pass", {"bet": (), "count": ("lance", "winner", "team", "points"), "sheet": ("lance", "team", "points")}
)
PASO = Rule("mus.paso", {"": ("seat",), "standing": ("seat",)})
ENVIDO = Rule("mus.envido", {"": ("seat", "amount"), "standing": ("seat",)})
RAISE = Rule("mus.raise", {"": ("seat", "amount", "total"), "nothing": ("seat",)})
BET_LIMITS = Rule(
    "mus.bet-limits",
    {
        "least": ("seat", "amount"),
        "most": ("seat", "total"),
        "too_little": ("amount", "least"),
        "too_much": ("amount", "target"),
    },
)
MIN_RAISE_1 = Rule("mus.min-raise-1", {"": ("seat", "amount")})
WHO_ANSWERS = Rule("mus.who-answers", {"opponent": ("bettor", "seat"), "partner": ("first", "seat")})
RAISE_ANSWERED = Rule("mus.raise-answered", {"": ("bettor", "seat")})
PASSED_MAY_ANSWER = Rule("mus.passed-may-answer", {"": ("seat",)})
QUIERO = Rule(
    "mus.quiero",
    {
        "bet": ("seat", "points"),
        "count": ("lance", "winner", "team", "points"),
        "nothing": ("seat",),
        "sheet": ("lance", "team", "points"),
    },
)
NO_QUIERO = Rule(
    "mus.no-quiero",
    {"bet": ("refusing", "team", "points"), "count": ("lance", "team", "points"), "nothing": ("seat",)},
)
REFUSAL_VALUE = Rule("mus.refusal-value", {"first": ("points",), "standing": ("points",)})
ORDAGO = Rule("mus.ordago", {"called": ("seat",), "accepted": ("seat",)})
ORDAGO_RULES = Rule("mus.ordago.rules", {"": ("seat",)})

# The count
ORDAGO_WINS_GAME = Rule("mus.ordago.wins-game", {"": ("lance", "winner", "team"), "sheet": ("lance", "team")})
ORDAGO_VOIDS_STAKES = Rule("mus.ordago.voids-stakes", {"": ("lance",)})
ALL_PASS_NO_EXTRA = Rule("mus.all-pass.no-extra", {"": ("lance", "team")})
PARES_BONUS = Rule("mus.pares-bonus", {"": ("seat", "kind", "points")})
PARES_BONUS_DUPLES = Rule("mus.pares-bonus.duples", {"": ("seat", "points")})
JUEGO_BONUS = Rule("mus.juego-bonus", {"": ("seat", "sum", "points"), "sheet": ("seat", "points")})
BOTH_PARTNERS = Rule("mus.both-partners", {"": ("lance", "team", "points")})
PUNTO_BONUS = Rule("mus.punto-bonus", {"": ("team", "points")})
REFUSED_BONUS = Rule("mus.refused-bonus", {"": ("lance", "team")})
UNCONTESTED = Rule("mus.uncontested", {"": ("lance", "team")})
COUNT_STOPS = Rule("mus.count.order", {"": ("lance", "team")})
TARGET = Rule("mus.target", {"": ("team", "total", "target"), "open": ("target",)})
SHORTER_GAME = Rule("mus.shorter-game", {"": ("team", "total", "target"), "open": ("target",)})

# The chances
ODDS = Rule("mus.odds", {"": ("count", "mano")})

# Advice
TIP_KINGS = Rule("mus.tip.three-kings", {"": ("ranks",)})
TIP_EXCHANGE = Rule("mus.tip.exchange", {"keep": ("cards",), "nothing": (), "cut": (), "mus": ()})
TIP_BLUFF = Rule("mus.tip.bluff", {"": ("lance",)})
TIP_MANO = Rule("mus.tip.mano", {"first": ("mano",), "last": ("seat",)})
TIP_THIRTY_ONE = Rule("mus.tip.thirty-one", {"keep": ("cards",), "hold": (), "less": ("sum",)})
TIP_ORDAGO = Rule(
    "mus.tip.ordago", {"certain": ("lance", "share"), "refuse": ("points",), "last": ("points",), "behind": ()}
)
TIP_PARTNER = Rule("mus.tip.partner", {"answers": ("partner",), "chance": ("lance", "share")})
MISTAKE_THREES = Rule("mus.mistake.threes", {"": ("cards",)})
MISTAKE_ORDAGO = Rule("mus.mistake.ordago", {"": ()})
