"""When a round may be closed, and with how many cards a turn may go on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from rules_engine.cards import Card
from rules_engine.mor200 import rules
from rules_engine.mor200.melds import Cards, classes, plain
from rules_engine.mor200.sequences import Variant, arrange, in_order, is_wild
from rules_engine.reasons import Judged, Reason


@dataclass(frozen=True, slots=True)
class Team:
    """What a team has on the table, and whether it has taken its 11-pile, or can no longer take it."""

    melds: tuple[Cards, ...]
    took_11: bool
    variant: Variant
    lost_11: bool = False


def closing_condition(melds: Sequence[Cards], variant: Variant) -> Judged[bool]:
    """Tell whether a team has what closing needs: a mor200 or mor1000, and a mor100 (mor200.close)."""
    found = classes(melds, variant)
    full, mor100 = found["mor200"] + found["mor1000"], found["mor100"]
    reasons = [rules.CLOSE_MOR200("has", count=full) if full else rules.CLOSE_MOR200("lacks")]
    if full and not found["mor200"]:
        reasons.append(rules.MOR1000_COUNTS("close"))
    reasons.append(rules.CLOSE_MOR100("has", count=mor100) if mor100 else rules.CLOSE_MOR100("lacks"))
    if full > 1 and not mor100:
        reasons.append(rules.NO_SECOND_MOR200(count=full))
    return Judged(full > 0 and mor100 > 0, tuple(reasons))


def judge_close(team: Team, hand: Cards, discard: Card | None) -> Judged[bool]:
    """Tell whether a player closes the round with the last discard, or with none where the variant allows it."""
    left = list(hand)
    if discard is not None:
        left.remove(discard)
    may, reasons = _last_card(team, left, discard)
    condition = closing_condition(team.melds, team.variant)
    closes = may and condition.value
    last = (rules.CLOSE("closes"), *_any_discard(discard)) if closes else ()
    return Judged(closes, (*reasons, *condition.because, *last))


def _last_card(team: Team, left: Cards, discard: Card | None) -> tuple[bool, list[Reason]]:
    """Tell whether the hand ends as closing wants it, whatever lies on the table."""
    reasons = [rules.CLOSE("cards_left", cards=plain(in_order(left)))] if left else []
    may = not left
    if discard is None and not team.variant.close_by_meld:
        may, reasons = False, [*reasons, rules.KEEP_ONE("close")]
    if not team.took_11:
        brings_it = team.variant.indirect_take and discard is not None and not left and not team.lost_11
        untaken = rules.INDIRECT_TAKE("close", card=str(discard)) if brings_it else rules.CLOSE_NEEDS_ELEVEN()
        return False, [*reasons, untaken]
    if may and discard is None:
        reasons.append(rules.CLOSE_BY_MELD())
    return may, reasons


def _any_discard(discard: Card | None) -> tuple[Reason, ...]:
    return (rules.ANY_DISCARD(card=str(discard)),) if discard is not None and is_wild(discard) else ()


def may_go_on(team: Team, left: Cards, laid: Literal["pile", "meld"] = "pile") -> Judged[bool]:
    """Tell whether a turn can end after cards were laid and these are *left* in the hand, before the discard.

    Two cards or more always do; the others only if the turn can reach a hand that ends it (rows 26, 28 and 29 of the
    rulings: mor200.leaves-one, mor200.keep-one, mor200.leaves-one-later). They were *laid* with the discard pile or
    from the hand alone.
    """
    if len(left) > 1:
        return Judged(True, ())
    if team.lost_11:
        return Judged(False, (rules.ELEVEN_BECOMES_STOCK("few", count=len(left)),))
    if not team.took_11:
        return _before_eleven(team, left)
    return _last_one(team, left[0]) if left else _none_left(team, laid)


def _before_eleven(team: Team, left: Cards) -> Judged[bool]:
    if not left:
        return Judged(True, (rules.ELEVEN_TAKEN(),))
    card = left[0]
    if any(arrange([*meld, card], team.variant) for meld in team.melds):
        return Judged(True, (rules.LEAVES_ONE("added", card=str(card)), rules.ELEVEN_TAKEN()))
    if team.variant.indirect_take:
        return Judged(True, (rules.INDIRECT_TAKE("pile", card=str(card)),))
    return Judged(False, (rules.LEAVES_ONE("blocked", card=str(card)),))


def _last_one(team: Team, card: Card) -> Judged[bool]:
    condition = closing_condition(team.melds, team.variant)
    if condition.value:
        return Judged(True, (*condition.because, rules.LEAVES_ONE_LATER("closes", card=str(card))))
    if team.variant.close_by_meld:
        for place, meld in enumerate(team.melds):
            added = [*team.melds[:place], [*meld, card], *team.melds[place + 1 :]]
            reached = closing_condition(added, team.variant)
            if reached.value and arrange(added[place], team.variant):
                return Judged(True, (*reached.because, rules.CLOSE_BY_MELD()))
    return Judged(False, (*condition.because, rules.LEAVES_ONE_LATER("blocked", card=str(card))))


def _none_left(team: Team, laid: Literal["pile", "meld"]) -> Judged[bool]:
    if not team.variant.close_by_meld:
        return Judged(False, (rules.KEEP_ONE(laid),))
    condition = closing_condition(team.melds, team.variant)
    return Judged(condition.value, (*condition.because, rules.CLOSE_BY_MELD()))
