"""Variants of a game in a settings file: fewer kinds, a shorter deck, smaller hands, fewer fields.

    game = "bohnanza"
    name = "Two kinds"
    players = 3
    fields = 1
    hand_size = 1
    turned_over = 1
    drawn = 1
    run_outs = 1
    last_chances = false

    [beans.Red]
    count = 3
    beanometer = [2, 3, 0, 0]

    [trade]
    active_only = true
    swaps_only = true

    [setting]
    talk_limit = 1

Kinds that the file does not list are left out of the game; numbers that it does not give stay as they are. Without
`last_chances` there are no decisions before cards are turned over or drawn. `[trade]` narrows the offers, `[setting]`
has the arguments of a `Setting`. The actions, phases and scores are those of the game: a variant is no new game.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from tobean.games import game_named
from tobean.games.card_set import beanometer, count_of, section
from tobean.kernel.actions import MakeOffer
from tobean.kernel.agenda import Step
from tobean.kernel.cards import KIND_NAMES, Bean
from tobean.kernel.errors import BadInput, Illegal, quoted
from tobean.kernel.notation.input_limits import MAX_CARDS
from tobean.kernel.phases.turn import BeforeDrawing, BeforeTurningOver, LastChance
from tobean.kernel.rules import Rules
from tobean.kernel.state.piles import Draw, TurnOver
from tobean.kernel.table import Table
from tobean.kernel.trade.trade_rules import TradeRules
from tobean.research.tokens.setting import Setting

LIMITS: Final = {
    "fields": (1, 3),
    "hand_size": (1, 20),
    "turned_over": (1, 10),
    "drawn": (1, 10),
    "run_outs": (1, 10),
}
"""The least and the largest value of each number of a file."""
KEYS: Final = ("game", "name", "players", "last_chances", "beans", "trade", "setting", *LIMITS)
SETTING_KEYS: Final = (
    "talk_limit", "volunteers", "most_given", "most_wanted", "most_called", "skip_forced", "reward",
)  # fmt: skip


class BadVariant(BadInput):
    """A settings file with which no game can be played."""


class NarrowTrade(TradeRules):
    """Fewer offers than T1 and T3 allow, so that a tree can be enumerated."""

    def __init__(self, active_only: bool, swaps_only: bool) -> None:
        self.active_only = active_only
        self.swaps_only = swaps_only

    def allows_offer(self, table: Table, action: MakeOffer) -> bool:
        if self.active_only and action.seat != table.active:
            return False
        return not self.swaps_only or (len(action.cards) == len(action.wants) == 1 and action.cards != action.wants)

    def check_offer(self, table: Table, action: MakeOffer) -> None:
        if self.active_only and action.seat != table.active:
            raise Illegal("T1", "In this variant only the active player makes offers.")
        if not self.allows_offer(table, action):
            raise Illegal("T3", "In this variant an offer is one card for one card of another kind.")


def read_variant(path: str | Path, **arguments: Any) -> Setting:
    """Read a settings file. `arguments` of `Setting` replace those of the file."""
    try:
        data = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise BadVariant("{path}: cannot be read: {reason}", path=path, reason=error.strerror) from error
    except ValueError as error:  # neither UTF-8 nor TOML
        raise BadVariant("{path}: is not a settings file: {reason}", path=path, reason=error) from error
    try:
        return variant_setting(data, **arguments)
    except BadInput as error:
        raise BadVariant("{path}: {reason}", path=path, reason=error) from error


def variant_setting(data: Mapping[str, Any], **arguments: Any) -> Setting:
    """Return the setting of a variant from the contents of its file."""
    setting = data.get("setting", {})
    if not isinstance(setting, Mapping):
        raise BadVariant("write [setting], and below it the arguments of a setting")
    check_known(data, KEYS)
    check_known(setting, SETTING_KEYS)
    rules = variant_rules(data)
    return Setting(rules, rules.players[0], **{**setting, **arguments})


def variant_rules(data: Mapping[str, Any]) -> Rules:
    base = game_named(str(data.get("game", "")))
    players = data.get("players", base.players[0])
    if players not in base.players or isinstance(players, bool) or base.turns:
        raise BadVariant("there is no variant of {title} for {players} players", title=base.title, players=players)
    number = {key: number_of(data, key) for key in LIMITS}
    trade = data.get("trade", {})
    if not isinstance(trade, Mapping):
        raise BadVariant("write [trade], and below it which offers there are")
    check_known(trade, ("active_only", "swaps_only"))
    active_only, swaps_only = flag_of(trade, "active_only", False), flag_of(trade, "swaps_only", False)
    last_chances = flag_of(data, "last_chances", True)
    beans = variant_beans(base, section(data, "beans"))
    hand_size = number["hand_size"] or base.hand_size
    dealt = base.cards_dealt_to(players) if base.cards_dealt else players * hand_size
    if not dealt < sum(bean.count for bean in beans) <= MAX_CARDS:
        raise BadVariant(
            "a variant of {title} for {players} players needs more than {least} cards and at most {most}",
            title=base.title,
            players=players,
            least=dealt,
            most=MAX_CARDS,
        )
    return replace(
        base,
        title=str(data.get("name", base.title)),
        beans=beans,
        players=(players,),
        fields=(number["fields"] or base.initial_fields(players),),
        max_fields=0 if number["fields"] else base.max_fields,
        options=() if number["fields"] else base.options,
        anytime_rules=() if number["fields"] else base.anytime_rules,
        hand_size=hand_size,
        cards_dealt=(dealt,),
        last_run_out=(number["run_outs"] or base.last_run_out[base.players.index(players)],),
        turn=tuple(
            changed_step(step, number["turned_over"], number["drawn"])
            for step in base.turn
            if last_chances or not isinstance(step, LastChance)
        ),
        trade_rules=NarrowTrade(active_only, swaps_only) if active_only or swaps_only else base.trade_rules,
    )


def changed_step(step: Step, turned_over: int, drawn: int) -> Step:
    """Return the same phase with other numbers of cards; 0 leaves a number as it is."""
    if turned_over and isinstance(step, TurnOver):
        return TurnOver(turned_over)
    if turned_over and isinstance(step, BeforeTurningOver):
        return BeforeTurningOver(turned_over)
    if drawn and isinstance(step, Draw):
        return Draw(drawn)
    if drawn and isinstance(step, BeforeDrawing):
        return BeforeDrawing(drawn)
    return step


def variant_beans(base: Rules, tables: Mapping[str, Mapping[str, object]]) -> tuple[Bean, ...]:
    """Return the listed kinds in the order of the game; all of them if the file lists none."""
    if not tables:
        return base.beans
    known = {KIND_NAMES[bean.kind]: bean for bean in base.beans if bean.steps}
    check_known(tables, tuple(known))
    beans = []
    for name, bean in known.items():
        if name in tables:
            check_known(tables[name], ("count", "beanometer"))
            steps = beanometer(name, tables[name].get("beanometer", list(bean.steps)))
            beans.append(replace(bean, count=count_of(name, tables[name], bean.count, 1), steps=steps))
    return tuple(beans)


def number_of(data: Mapping[str, Any], key: str) -> int:
    """Return a number of the file; 0 if it is not given."""
    if key not in data:
        return 0
    least, most = LIMITS[key]
    value = data[key]
    if type(value) is not int or not least <= value <= most:
        raise BadVariant(
            "{key} must be a number from {least} to {most}, not {given}",
            key=key,
            least=least,
            most=most,
            given=quoted(value),
        )
    return value


def flag_of(data: Mapping[str, Any], key: str, default: bool) -> bool:
    value = data.get(key, default)
    if not isinstance(value, bool):
        raise BadVariant("{key} must be true or false, not {given}", key=key, given=quoted(value))
    return value


def check_known(data: Mapping[str, Any], known: tuple[str, ...]) -> None:
    for key in data:
        if key not in known:
            raise BadVariant("there is no entry {given}; there are: {known}", given=quoted(key), known=", ".join(known))
