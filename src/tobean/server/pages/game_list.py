"""Games and bots as the pages list them."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tobean.bots import BOTS, PERSONALITIES, builtin_bot
from tobean.games import GAMES
from tobean.i18n.catalogues import text
from tobean.i18n.narrator import game_messages_of
from tobean.kernel.errors import BadInput
from tobean.play.page.catalogue import key_of
from tobean.play.page.page_plugin import page_of
from tobean.play.session.seats import MOST_FACES, Seat, bot_seat
from tobean.play.session.text import skeleton

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tobean.bots import Personality
    from tobean.kernel.rules import Rules
    from tobean.server.people.language import GettextCatalogue


def _(text: str) -> str:
    """Mark a text for the catalogues; it is translated where it is shown."""
    return text


MOST_PICTURES: Final = 3
LEVELS: Final = (
    ("sprout", _("easy")),
    ("merchant", _("good")),
    ("sage@1", _("strong")),
    ("mendel@1", _("strongest")),
    ("miser", _("never trades")),
    ("random", _("clueless")),
)
CHARACTERS: Final = {
    "fair": _("fair"),
    "generous": _("generous"),
    "tough": _("tough"),
    "patient": _("patient"),
    "chatty": _("chatty"),
    "quiet": _("quiet"),
    "careful": _("careful"),
    "bold": _("bold"),
}
"""Words for the personalities of bots; personalities of bots from other packages are shown untranslated."""
USUAL_LEVELS: Final = ("merchant", "sprout")
LONGEST_THOUGHT: Final = 5.0
"""Longest time budget, in seconds, of a bot at a table of the server."""
NAMES: Final = ("Bohnifaz", "Bohnita", "Fabia", "Phaseolus", "Soyana", "Puffo", "Chilia", "Ackerlinde")
"""Names suggested to new visitors."""


@dataclass(frozen=True)
class GameEntry:
    """A game in the list of games."""

    name: str
    title: str
    blurb: str
    players: str
    """Number of players, in words."""
    pictures: tuple[str, ...]
    counts: tuple[int, ...]
    """Possible numbers of players."""
    default_players: int


@dataclass(frozen=True)
class BotLevel:
    """A bot that can be chosen as an opponent."""

    spec: str
    name: str
    is_default: bool


def game_list(catalogue: GettextCatalogue) -> list[GameEntry]:
    """Return all games, the built-in ones first."""
    return [game_entry(rules, catalogue) for rules in GAMES.values()]


def game_entry(rules: Rules, catalogue: GettextCatalogue) -> GameEntry:
    fewest, most = min(rules.players), max(rules.players)
    players = catalogue.gettext("{fewest} to {most} players") if fewest < most else catalogue.gettext("{most} players")
    players = players.format(fewest=fewest, most=most)
    english = game_messages_of(rules).blurb
    blurb = text(english, catalogue.language, rules.name) if english else rules.edition
    pictures = page_of(rules.name).pictures or pictures_for(rules)
    return GameEntry(rules.name, rules.title, blurb, players, pictures, tuple(rules.players), usual_players(rules))


def usual_players(rules: Rules) -> int:
    """Return the default number of players: four (two in a game for at most two), or the nearest possible number."""
    return min(rules.players, key=lambda players: abs(players - (2 if max(rules.players) <= 2 else 4)))


def pictures_for(rules: Rules) -> tuple[str, ...]:
    """Return some of its cards, for a game that names no pictures."""
    return tuple(f"kind-{key_of(bean.kind)}" for bean in rules.beans[:MOST_PICTURES])


def option_text(rules: Rules, name: str, catalogue: GettextCatalogue) -> str:
    """Return the description of an option of a game."""
    meaning = next((option.meaning for option in rules.options if option.name == name), name)
    return text(game_messages_of(rules).options.get(name, meaning), catalogue.language, rules.name)


def banner() -> tuple[str, ...]:
    """Return the pictures at the top of the front page."""
    return next((page_of(game).banner for game in GAMES if page_of(game).banner), ())


def levels(catalogue: GettextCatalogue) -> list[BotLevel]:
    """Return the available bots, from the easiest on; one of them is the default."""
    available = [(spec, name) for spec, name in LEVELS if spec.partition("@")[0] in BOTS]
    default = next(spec for spec in USUAL_LEVELS if any(spec == other for other, _name in available))
    return [
        BotLevel(spec, f"{catalogue.gettext(name)} ({spec.partition('@')[0]})", spec == default)
        for spec, name in available
    ]


def bot_description(spec: str, catalogue: GettextCatalogue) -> str:
    """Describe a bot in words: "merchant, patient" for `merchant/patient`."""
    name, _slash, personality = spec.partition("@")[0].partition("/")
    return f"{name}, {catalogue.gettext(CHARACTERS.get(personality, personality))}" if personality else name


def usual_level() -> str:
    return next(spec for spec in USUAL_LEVELS if spec in BOTS)


def random_name() -> str:
    return f"{secrets.choice(NAMES)} {secrets.randbelow(900) + 100}"


def unused_face(seats: Iterable[Seat]) -> int:
    """Return a random picture that no other seat has."""
    taken = {seat.face for seat in seats}
    return secrets.choice([face for face in range(1, MOST_FACES + 1) if face not in taken])


def checked_level(spec: str) -> str:
    """Return the spec of a built-in bot; raises `BadInput` if its time budget exceeds `LONGEST_THOUGHT`."""
    if getattr(builtin_bot(spec), "seconds", 0.0) > LONGEST_THOUGHT:
        raise BadInput("A bot thinks for at most 5 seconds here.")
    return spec


def new_bot_seat(spec: str, seats: Iterable[Seat]) -> Seat:
    """Return a seat for a bot of this level, with a personality whose name and face no other seat has."""
    checked_level(spec)
    taken = list(seats)
    names, faces = {skeleton(seat.name) for seat in taken}, {seat.face for seat in taken}
    unused = [
        personality
        for personality in PERSONALITIES.values()
        if skeleton(personality.display_name) not in names and personality.face not in faces
    ]
    personality = secrets.choice(unused)
    return bot_seat(personality.display_name, with_personality(spec, personality), personality.face)


def named_bot_seat(name: str, spec: str, seats: Iterable[Seat]) -> Seat:
    """Return a seat for a bot with this name, with the face and personality of that name unless the face is taken."""
    taken = list(seats)
    faces = {seat.face for seat in taken}
    for personality in PERSONALITIES.values():
        if personality.display_name == name and personality.face not in faces:
            return bot_seat(name, with_personality(spec, personality), personality.face)
    bot = new_bot_seat(spec, taken)
    return bot_seat(name, bot.bot, bot.face)


def with_personality(spec: str, personality: Personality) -> str:
    """Add a personality to the spec of a bot, if this bot has personalities and the spec names none."""
    name, at, seconds = spec.partition("@")
    if name not in BOTS or "/" in name or not hasattr(BOTS[name](), "personality"):
        return spec
    return f"{name}/{personality.name}{at}{seconds}"
