"""Whole matches of Mus: the exchange, the lances with their betting, the count, round after round, game after game.

A :class:`State` is what lies on the table and what has been said in the round; a :class:`Move` is a call or an
exchange. Who wins a lance, how betting ends and what a round pays is judged elsewhere.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Annotated, Literal, NamedTuple, cast, get_args

from rules_engine.cards import SPANISH, Card
from rules_engine.match import HIDDEN, Playable, Setup, drawn, seat_of, shuffled
from rules_engine.mus import bets, rules
from rules_engine.mus.bets import MIN_ENVIDO, Betting, Call, CallName, Outcome
from rules_engine.mus.count import Tally, count, refusal
from rules_engine.mus.hands import Lance, Variant, counted, has_juego, pares
from rules_engine.mus.lances import SEATS, Table, contest, holders, speaking_order, team_of
from rules_engine.mus.questions import FOUR_HANDS, SEAT
from rules_engine.reading import Cards, Fault, shown
from rules_engine.reasons import Plain, Reason

PACK = tuple(Card(rank, suit) for suit in SPANISH.suits for rank in SPANISH.ranks)
HAND = 4
"""The cards of a hand."""

Name = Literal["mus", "no_hay_mus", "discard", "paso", "envido", "raise", "quiero", "no_quiero", "ordago"]
NAMES: tuple[Name, ...] = get_args(Name)
Phase = Literal["mus", "discard", "grande", "chica", "pares", "juego", "punto", "count"]
"""What is going on: the players say whether they want an exchange, or exchange; a lance; all is said and counted."""
Hands = tuple[tuple[Card, ...], ...]
FACE_DOWN = tuple((HIDDEN,) * size for size in range(len(PACK) + 1))
"""Cards face down, by their number."""
NOTHING: Hands = ((), (), (), ())
EVERYBODY = frozenset(SEATS)
MOST_DIGITS = 6


class Move(NamedTuple):
    """A call, with the *amount* in points that envido stakes or a raise adds, or an exchange of *cards*."""

    seat: int
    name: Name
    amount: int | None = None
    cards: tuple[Card, ...] = ()

    def __str__(self) -> str:
        more = self.cards if self.amount is None else (self.amount,)
        return " ".join((str(self.seat), self.name, *map(str, more)))


class Said(NamedTuple):
    """What everybody has heard or seen in a round: who said what, and when.

    *amount* is in points, or the number of cards that were put away.
    """

    phase: Phase
    seat: int
    name: Name
    amount: int | None = None


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal written out: the hands by seat, and the rest of the pack, the next card first.

    The mano is left out where it is the player who follows from the round before; in a first deal it is drawn then.
    """

    hands: Annotated[Hands, FOUR_HANDS]
    mano: Annotated[int | None, SEAT] = None
    pack: Annotated[tuple[Card, ...], Cards(SPANISH)] = ()

    def faults(self) -> Iterator[Fault]:
        """Give the fault of a card that occurs more often than in a pack."""
        dealt = [card for hand in self.hands for card in hand]
        for path, cards in (("hands", dealt), ("pack", [*dealt, *self.pack])):
            card = SPANISH.excess(cards)
            if card is not None:
                yield Fault(path, "pack_exceeded", {"card": str(card), "copies": SPANISH.copies(card)})
                return


class State(NamedTuple):
    """A position of a match, or what a seat knows of it.

    *score* is that of the present game, *before* what it was when the round began, *games* how many each team has won;
    *opening* tells that the round is the first of its game. *former* was the mano of the round before. *discards* are
    the cards put away, by seat. *said* is what everybody has heard in this round, of its exchanges only the last one,
    *outcomes* how its lances ended so far; *pares* and *juego* are the seats that have declared them, in speaking
    order, None before that. *shuffles* counts how often discards became the pack in this round, *shuffled* tells of the
    last exchange how many cards were served before that and how many were shuffled. *decided* is the lance of an
    accepted órdago and its winner, once it has ended the match. *deals* are those written out that are still to come.
    """

    variant: Variant
    seed: int | None
    deals: tuple[Deal, ...]
    mano: int
    score: tuple[int, int]
    before: tuple[int, int]
    to_move: int | None = None
    won_by: int | None = None
    decided: tuple[Lance, int] | None = None
    games: tuple[int, int] = (0, 0)
    deal: int = 0
    opening: bool = True
    former: int | None = None
    phase: Phase = "count"
    hands: Hands = NOTHING
    pack: tuple[Card, ...] = ()
    discards: Hands = NOTHING
    shuffles: int = 0
    shuffled: tuple[int, int] | None = None
    said: tuple[Said, ...] = ()
    betting: Betting | None = None
    outcomes: tuple[tuple[Lance, Outcome], ...] = ()
    pares: tuple[int, ...] | None = None
    juego: tuple[int, ...] | None = None


# Beginning


def begin(setup: Setup, variant: Variant) -> State:
    """Return the first position of a match."""
    a, b = setup.score
    mano = 0 if setup.seed is None else drawn(4, setup.seed)
    state = State(variant, setup.seed, setup.deals, mano, (a, b), (a, b))
    won = [team for team in (0, 1) if setup.score[team] >= variant.target]
    return state._replace(won_by=won[0]) if won else _dealt(state)


def _dealt(state: State) -> State:
    """Return the position after a deal to the seat that is mano now, if there are cards."""
    mano = state.mano
    if state.deals:
        written, deals = state.deals[0], state.deals[1:]
        hands, pack = written.hands, written.pack
        mano = mano if written.mano is None else written.mano
    elif state.seed is not None:
        cards, deals = shuffled(PACK, state.seed, state.deal), ()
        dealt = {seat: cards[HAND * place : HAND * (place + 1)] for place, seat in enumerate(speaking_order(mano))}
        hands, pack = tuple([dealt[seat] for seat in SEATS]), cards[HAND * 4 :]
    else:
        return state
    return state._replace(to_move=mano, mano=mano, phase="mus", hands=hands, pack=pack, deals=deals)


# Legal moves


def legal_moves(state: State) -> Sequence[Move]:
    """Return all moves of the seat to move."""
    seat, betting = state.to_move, state.betting
    if seat is None:
        return ()
    if betting is not None:
        answering = betting.bettor is not None
        return _calls(seat, answering, betting.ordago, state.variant.min_raise, state.variant.target)
    return _asked(seat) if state.phase == "mus" else _exchanges(seat, state.hands[seat])


@functools.cache
def _asked(seat: int) -> tuple[Move, ...]:
    return Move(seat, "mus"), Move(seat, "no_hay_mus")


@functools.cache
def _calls(seat: int, answering: bool, ordago: bool, min_raise: int, target: int) -> tuple[Move, ...]:
    if not answering:
        bets = (Move(seat, "envido", n) for n in range(MIN_ENVIDO, target + 1))
        return Move(seat, "paso"), *bets, Move(seat, "ordago")
    answers = Move(seat, "quiero"), Move(seat, "no_quiero")
    if ordago:
        return answers
    return *answers, *(Move(seat, "raise", n) for n in range(min_raise, target + 1)), Move(seat, "ordago")


CHOICES = tuple(places for size in range(1, HAND + 1) for places in combinations(range(HAND), size))
"""The ways to choose cards of a hand, by their places."""


def _exchanges(seat: int, hand: tuple[Card, ...]) -> tuple[Move, ...]:
    """Return every choice of cards once: where suits are left out, equal cards are as good as one another."""
    chosen = [tuple([hand[place] for place in places]) for places in CHOICES]
    if len(set(hand)) < HAND:
        alike: dict[tuple[Card, ...], tuple[Card, ...]] = {}
        for cards in chosen:
            alike.setdefault(tuple(sorted(cards)), cards)
        chosen = list(alike.values())
    return tuple([Move(seat, "discard", None, cards) for cards in chosen])


# What is forbidden


def forbids(state: State, move: Move) -> tuple[Reason, ...]:
    """Return the rules that forbid a move, the deciding one first, or none if it is legal."""
    seat = move.seat
    if seat != state.to_move:
        return _out_of_turn(state, seat)
    if state.betting is not None:
        return _forbids_in_lance(state.betting, move)
    if state.phase == "discard":
        return _forbids_in_exchange(state, move)
    if move.name == "discard":
        return (rules.EXCHANGE("not_agreed", seat=seat),)
    return () if move.name in ("mus", "no_hay_mus") else turn(state)[-1:]


def _out_of_turn(state: State, seat: int) -> tuple[Reason, ...]:
    betting, ours = state.betting, turn(state)[-1:]
    rule = {"pares": rules.PARES_HOLDERS, "juego": rules.JUEGO}.get(state.phase)
    if betting is None or rule is None or seat in betting.order:
        return ours
    return holders(rule, betting.order), *ours


def _forbids_in_exchange(state: State, move: Move) -> tuple[Reason, ...]:
    seat, hand = move.seat, list(state.hands[move.seat])
    if move.name != "discard":
        return (rules.EXCHANGE_ORDER(seat=seat),)
    if not move.cards:
        return (rules.EXCHANGE_HOW_MANY("least", seat=seat),)
    missing: list[Plain] = []
    for card in move.cards:
        if card in hand:
            hand.remove(card)
        else:
            missing.append(str(card))
    return (rules.EXCHANGE("not_held", seat=seat, cards=missing),) if missing else ()


def _forbids_in_lance(betting: Betting, move: Move) -> tuple[Reason, ...]:
    if move.name in ("mus", "no_hay_mus", "discard"):
        return (rules.CUT("after", seat=move.seat),)
    call = call_of(move)
    fault = bets.fault_of(betting, call)
    if fault is not None:
        return (_reason(fault, call),)
    if call.amount is not None and call.amount > betting.target:
        return (rules.BET_LIMITS("too_much", amount=call.amount, target=betting.target),)
    return ()


def call_of(move: Move) -> Call:
    """Return a move made in a lance as a call of its betting."""
    return Call(move.seat, cast(CallName, move.name), move.amount)


def _reason(fault: Fault, call: Call) -> Reason:
    """Return the rule that a call breaks as a reason."""
    seat, name, amount = call
    if fault.kind == "bet_over_ordago":
        return rules.ORDAGO_RULES(seat=seat)
    if fault.kind == "bet_must_answer":
        return (rules.PASO if name == "paso" else rules.ENVIDO)("standing", seat=seat)
    if fault.kind == "bet_nothing_to_answer":
        rule = {"raise": rules.RAISE, "quiero": rules.QUIERO}.get(name, rules.NO_QUIERO)
        return rule("nothing", seat=seat)
    assert fault.kind == "bet_below_minimum", fault
    return rules.BET_LIMITS("too_little", amount=amount, least=fault.data["least"])


# What moves do


def apply(state: State, move: Move) -> State:
    """Return the position after a legal move, with the deal and the count that may follow."""
    if state.betting is not None:
        now = called(state, move)
        return now if now.phase != "count" else _next_round(now, tally_of(now))
    if move.name == "discard":
        return _exchanged(state, move)
    said = (*state.said, Said("mus", move.seat, move.name))
    if move.name == "no_hay_mus":
        mano = move.seat if state.opening and state.variant.mus_corrido else state.mano
        return _lance(state._replace(mano=mano, said=said), "grande", EVERYBODY)
    following = (move.seat + 1) % 4
    if following == state.mano:  # what was said before the last exchange no longer tells anybody anything
        return state._replace(to_move=following, phase="discard", said=said[-4:])
    return state._replace(to_move=following, said=said)


def _exchanged(state: State, move: Move) -> State:
    """Return the position after a player has put cards away; after the last one all are served."""
    seat, hand = move.seat, list(state.hands[move.seat])
    for card in move.cards:
        hand.remove(card)
    hands = (*state.hands[:seat], tuple(hand), *state.hands[seat + 1 :])
    away = (*state.discards[seat], *move.cards)
    discards = (*state.discards[:seat], away, *state.discards[seat + 1 :])
    said = (*state.said, Said("discard", seat, "discard", len(move.cards)))
    following = (seat + 1) % 4
    now = state._replace(to_move=following, hands=hands, discards=discards, said=said)
    return now if following != state.mano else _served(now)


def _served(state: State) -> State:
    """Serve all players in speaking order; what the pack lacks comes from the discards, shuffled."""
    needed, left = _needed(state), len(state.pack)
    pack, discards, shuffles, again = state.pack, state.discards, state.shuffles, None
    if needed > left:
        if state.seed is None:
            return state._replace(to_move=None)
        old = tuple(card for cards in discards for card in cards)
        shuffles, again = shuffles + 1, (left, len(old))
        pack, discards = pack + shuffled(old, state.seed, state.deal, shuffles), ((),) * 4
    hands, place = list(state.hands), 0
    for seat in speaking_order(state.mano):
        to = place + HAND - len(hands[seat])
        hands[seat] += pack[place:to]
        place = to
    mano = (state.mano + 1) % 4 if state.opening and state.variant.mus_corrido else state.mano
    return state._replace(
        to_move=mano, mano=mano, phase="mus", hands=tuple(hands), pack=pack[place:], discards=discards,
        shuffles=shuffles, shuffled=again,
    )  # fmt: skip


def _needed(state: State) -> int:
    return 4 * HAND - sum(map(len, state.hands))


def _lance(state: State, lance: Lance, eligible: frozenset[int]) -> State:
    """Return the position in which a lance begins; one that cannot be betted is passed over."""
    betting = _opened(state.mano, eligible, state.variant.min_raise, state.variant.target)
    now = state._replace(to_move=betting.to_speak, phase=lance, betting=betting)
    return now if betting.outcome is None else _closed(now, betting.outcome)


_opened = functools.lru_cache(1024)(bets.opening)
_after = functools.lru_cache(1 << 14)(bets.after)


def called(state: State, move: Move) -> State:
    """Return the position after a call in a lance; if it ends the round, before the count."""
    assert state.betting is not None
    betting = _after(state.betting, call_of(move))
    said = (*state.said, Said(state.phase, move.seat, move.name, move.amount))
    now = state._replace(to_move=betting.to_speak, betting=betting, said=said)
    return now if betting.outcome is None else _closed(now, betting.outcome)


def _closed(state: State, outcome: Outcome) -> State:
    """Return the position after the betting of a lance has ended: the next lance, or the end of the round."""
    lance: Lance = state.phase  # type: ignore[assignment]
    state = state._replace(outcomes=(*state.outcomes, (lance, outcome)))
    if outcome.refused is not None:
        paid = _paid(state, outcome)
        state = state._replace(score=paid.score)
        if paid.won_by is not None:
            return _counting(state)
    if outcome.ordago or lance in ("juego", "punto"):
        return _counting(state)
    if lance == "grande":
        return _lance(state, "chica", EVERYBODY)
    if lance == "chica":
        seats = _declared(state, "pares")
        return _lance(state._replace(pares=seats), "pares", frozenset(seats))
    seats = _declared(state, "juego")
    return _lance(state._replace(juego=seats), "juego" if seats else "punto", frozenset(seats) or EVERYBODY)


def _paid(state: State, outcome: Outcome) -> Tally:
    lance: Lance = state.phase  # type: ignore[assignment]
    return refusal(Tally(state.variant.target, state.score), lance, outcome)


def _declared(state: State, lance: Lance) -> tuple[int, ...]:
    """Return the seats that hold pares, or juego, in speaking order."""
    order = speaking_order(state.mano)
    return tuple([seat for seat in order if _holds(state.hands[seat], state.variant, lance)])


@functools.lru_cache(1 << 14)
def _holds(hand: tuple[Card, ...], variant: Variant, lance: Lance) -> bool:
    ranks = counted(hand, variant)
    return bool(pares(ranks)) if lance == "pares" else has_juego(ranks)


def _counting(state: State) -> State:
    return state._replace(phase="count", betting=None)


def tally_of(state: State) -> Tally:
    """Return the count of a round in which all is said."""
    return count(_table(state), state.before, dict(state.outcomes))


def _next_round(state: State, tally: Tally) -> State:
    """Return the position after the count: the next round, in the same game or a new one, or the end of the match."""
    team, (a, b) = tally.won_by, state.games
    games = state.games if team is None else (a + 1, b) if team == 0 else (a, b + 1)
    if team is not None and games[team] == needed_games(state.variant):
        return state._replace(score=tally.score, games=games, won_by=team, decided=_decided(state))
    score = tally.score if team is None else (0, 0)
    return _dealt(
        State(
            state.variant, state.seed, state.deals, (state.mano + 1) % 4, score, score,
            games=games, deal=state.deal + 1, opening=team is not None, former=state.mano,
        )
    )  # fmt: skip


def _decided(state: State) -> tuple[Lance, int] | None:
    """Return the lance of an accepted órdago that ended the round, and its winner."""
    lance, outcome = state.outcomes[-1]
    found = contest(_table(state), lance) if outcome.ordago else None
    return (lance, found.winner) if found else None


def _table(state: State) -> Table:
    return Table(dict(enumerate(state.hands)), state.mano, state.variant)


def needed_games(variant: Variant) -> int:
    """Return how many games win the match (mus.best-of)."""
    return variant.games // 2 + 1


# Reasons


def why(state: State, move: Move) -> tuple[Reason, ...]:
    """Return the rules by which a legal move does what it does, as far as everybody may know."""
    seat = move.seat
    if state.betting is not None:
        return _why_in_lance(state, state.betting, move)
    if move.name == "discard":
        much = rules.EXCHANGE_HOW_MANY(seat=seat, count=len(move.cards))
        last = (seat + 1) % 4 == state.mano
        return much, *(_reshuffled(state, len(move.cards)) if last else ())
    if move.name == "no_hay_mus":
        corrido = state.opening and state.variant.mus_corrido
        return rules.CUT(seat=seat), *((rules.MUS_CORRIDO("cut", mano=seat),) if corrido else ())
    agreed = (seat + 1) % 4 == state.mano
    return rules.MUS_OR_NOT("mus", seat=seat), *((rules.EXCHANGE("agreed"),) if agreed else ())


def _reshuffled(state: State, more: int) -> tuple[Reason, ...]:
    """Cite that an exchange needs the discards, once *more* cards are put away, if it does."""
    left = len(state.pack)
    if _needed(state) + more <= left:
        return ()
    return (rules.PACK_USED_UP("shuffled", left=left, count=more + sum(map(len, state.discards))),)


def _why_in_lance(state: State, betting: Betting, move: Move) -> tuple[Reason, ...]:
    call = call_of(move)
    now = bets.after(betting, call)
    because = (*bets.why(betting, call, now), *bets.ending(now))
    if call.call == "paso" and now.outcome is None:
        return rules.PASO(seat=call.seat), *bets.who_speaks(now, state.mano)
    if now.outcome is None or now.outcome.refused is None:
        return because
    return (*because, *_paid(state, now.outcome).because[1:])


def turn(state: State) -> tuple[Reason, ...]:
    """Return the rules by which the seat to move is to move, or by which the match is over."""
    if state.to_move is None:
        return _over(state) if state.won_by is not None else _used_up(state)
    if state.betting is not None:
        lance: Lance = state.phase  # type: ignore[assignment]
        spoken = bets.who_may(lance, state.betting.order), bets.who_speaks(state.betting, state.mano)
        return *_skipped(state), *_opens(state), *spoken[0], *spoken[1]
    if state.phase == "discard":
        return rules.EXCHANGE("agreed"), rules.EXCHANGE_ORDER(seat=state.to_move)
    if state.to_move != state.mano:
        return (rules.MUS_OR_NOT("next", seat=state.to_move),)
    first = rules.MUS_OR_NOT("first", mano=state.mano)
    return (*(_again(state) if state.said else _new_round(state)), first)


def _again(state: State) -> tuple[Reason, ...]:
    short: tuple[Reason, ...] = ()
    if state.shuffled is not None:
        left, number = state.shuffled
        short = (rules.PACK_USED_UP("shuffled", left=left, count=number),)
    corrido = state.opening and state.variant.mus_corrido
    moved = (rules.MUS_CORRIDO("moved", mano=state.mano),) if corrido else ()
    return *short, *moved, rules.EXCHANGE("again", mano=state.mano)


def _new_round(state: State) -> tuple[Reason, ...]:
    won = (rules.BEST_OF("game", won=[*state.games]),) if state.opening and any(state.games) else ()
    moved = state.former is not None and (state.former + 1) % 4 == state.mano
    return *won, *((rules.DIRECTION(former=state.former, mano=state.mano),) if moved else ())


def _untouched(state: State) -> bool:
    """Tell whether nobody has spoken in the lance yet."""
    return state.betting is not None and state.betting.bettor is None and not state.betting.passed


def _opens(state: State) -> tuple[Reason, ...]:
    """Cite who cut mus where the first lance opens, and that nobody has juego where punto does."""
    if state.phase == "punto":
        return (rules.PUNTO_NOBODY_HAS_JUEGO("played"),)
    if state.phase != "grande" or not _untouched(state):
        return ()
    cutter = state.said[-1].seat
    corrido = state.opening and state.variant.mus_corrido
    return rules.CUT(seat=cutter), *((rules.MUS_CORRIDO("cut", mano=cutter),) if corrido else ())


def _skipped(state: State) -> tuple[Reason, ...]:
    """Cite why pares was passed over where the lance after it opens."""
    if state.pares is None or not _untouched(state) or len({team_of(seat) for seat in state.pares}) == 2:
        return ()
    return bets.who_may("pares", state.pares)


def _used_up(state: State) -> tuple[Reason, ...]:
    if state.phase == "discard":
        return (rules.PACK_USED_UP("needed", count=_needed(state) - len(state.pack)),)
    return (rules.DIRECTION(former=state.former, mano=state.mano),)


def _over(state: State) -> tuple[Reason, ...]:
    team = state.won_by
    assert team is not None
    if state.decided is not None:
        lance, winner = state.decided
        won = rules.ORDAGO_WINS_GAME(lance=lance, winner=winner, team=team)
    else:
        won = Tally(state.variant.target, state.score).win(team).because[-1]
    number = needed_games(state.variant)
    return won, *((rules.BEST_OF("match", team=team, games=number),) if number > 1 else ())


# Views


def view(state: State, seat: int | None) -> State:
    """Return what a seat may know, or everybody: own cards, own discards, and all that was said."""
    return state._replace(
        hands=tuple([hand if at == seat else FACE_DOWN[len(hand)] for at, hand in enumerate(state.hands)]),
        pack=FACE_DOWN[len(state.pack)],
        discards=tuple([away if at == seat else FACE_DOWN[len(away)] for at, away in enumerate(state.discards)]),
        seed=None,
        deals=(),
    )


def places(state: State) -> Mapping[str, Sequence[Card]]:
    """Return where every card is."""
    return {
        **{f"hands[{seat}]": hand for seat, hand in enumerate(state.hands)},
        "pack": state.pack,
        **{f"discards[{seat}]": cards for seat, cards in enumerate(state.discards)},
    }


def plain(state: State) -> dict[str, Plain]:
    """Return a state as JSON values; of cards face down only their number."""
    said: list[Plain] = [[each.phase, each.seat, each.name, each.amount] for each in state.said]
    return {
        "deal": state.deal,
        "phase": state.phase,
        "mano": state.mano,
        "games": [*state.games],
        "hands": {
            str(seat): [str(card) for card in hand] for seat, hand in enumerate(state.hands) if HIDDEN not in hand
        },
        "cards": [len(hand) for hand in state.hands],
        "pack": len(state.pack),
        "discards": [len(away) for away in state.discards],
        "said": said,
        "stake": state.betting.stake if state.betting is not None else 0,
        "lances": {lance: outcome.plain() for lance, outcome in state.outcomes},
        "pares": None if state.pares is None else [*state.pares],
        "juego": None if state.juego is None else [*state.juego],
    }


# Reading


EXAMPLES: Mapping[str, str] = {"mus": "mus", "discard": "discard R 7"}


def read(state: State, text: str) -> Move | Fault:
    """Read a move's text. Cards may stand in any order and without suits; they are looked for in the seat's hand."""
    found = seat_of(text, "0 mus")
    if isinstance(found, Fault):
        return found
    seat, words = found
    name, rest = _name(words)
    move = None
    if name == "discard":
        move = _exchange(seat, rest, state.hands[seat])
    elif name in ("envido", "raise"):
        least = MIN_ENVIDO if name == "envido" else state.variant.min_raise
        amount = _amount(rest) if rest else least
        move = None if amount is None else Move(seat, name, amount)
    elif name is not None and not rest:
        move = Move(seat, name)
    if move is None:
        example = f"{seat} {EXAMPLES.get(state.phase, 'envido 2')}"
        return Fault("", "unreadable_move", {"move": shown(text), "example": example})
    return move


def _name(words: list[str]) -> tuple[Name | None, list[str]]:
    """Split a move's words into its name, which may be written with spaces or hyphens, and the rest."""
    for length in range(len(words), 0, -1):
        spelt = "_".join(words[:length]).lower().replace("-", "_")
        for name in NAMES:
            if name == spelt:
                return name, words[length:]
    return None, []


def _amount(words: list[str]) -> int | None:
    if len(words) != 1 or not words[0].isdecimal() or len(words[0]) > MOST_DIGITS:
        return None
    return int(words[0])


def _exchange(seat: int, words: list[str], hand: tuple[Card, ...]) -> Move | None:
    cards = [SPANISH.card(word) for word in words]
    if None in cards or len(cards) > HAND:
        return None
    return Move(seat, "discard", None, _in_hand([card for card in cards if card is not None], hand))


def _in_hand(cards: list[Card], hand: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards of a hand that are meant, in its order, and behind them those that it lacks."""
    free, lacking = dict(enumerate(hand)), list[Card]()
    taken: list[int] = []
    # Cards that are written exactly as they are held come first, then those by their rank alone.
    for card in sorted(cards, key=lambda each: each not in hand):
        fits = [place for place, held in free.items() if held == card] or [
            place for place, held in free.items() if held.rank == card.rank and not (held.suit and card.suit)
        ]
        if fits:
            taken.append(fits[0])
            del free[fits[0]]
        else:
            lacking.append(card)
    return tuple([hand[place] for place in sorted(taken)] + lacking)


MATCH: Playable[State, Move] = Playable(
    Deal, Variant, begin, legal_moves, forbids, why, turn, apply, view, read, plain, places
)
