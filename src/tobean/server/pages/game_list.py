"""The games and bots as the pages present them."""

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
    """Marks a text for the catalogues; it is translated where it is shown."""
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
"""The personalities of bots as words; a bot of another package may have others, which are shown as they are."""
USUAL_LEVELS: Final = ("merchant", "sprout")
LONGEST_THOUGHT: Final = 5.0
"""So many seconds a bot may have of its own at a table of the server."""
NAMES: Final = ("Bohnifaz", "Bohnita", "Fabia", "Phaseolus", "Soyana", "Puffo", "Chilia", "Ackerlinde")
"""For whoever cannot think of one."""


@dataclass(frozen=True)
class GameEntry:
    """A game on the shelf."""

    name: str
    title: str
    words: str
    players: str
    pictures: tuple[str, ...]
    counts: tuple[int, ...]
    """How many can play it."""
    usual: int
    """How many play it if nobody says."""


@dataclass(frozen=True)
class BotLevel:
    """A bot that can be chosen."""

    spec: str
    name: str
    usual: bool


def shelf(words: GettextCatalogue) -> list[GameEntry]:
    """All games, those of the house first."""
    return [game_entry(rules, words) for rules in GAMES.values()]


def game_entry(rules: Rules, words: GettextCatalogue) -> GameEntry:
    fewest, most = min(rules.players), max(rules.players)
    players = words.gettext("{fewest} to {most} players") if fewest < most else words.gettext("{most} players")
    players = players.format(fewest=fewest, most=most)
    blurb = game_messages_of(rules).blurb
    told = text(blurb, words.language, rules.name) if blurb else rules.edition
    pictures = page_of(rules.name).pictures or pictures_for(rules)
    return GameEntry(rules.name, rules.title, told, players, pictures, tuple(rules.players), usual_players(rules))


def usual_players(rules: Rules) -> int:
    """Four at the table, or as near to that as the game allows."""
    return min(rules.players, key=lambda players: abs(players - (2 if max(rules.players) <= 2 else 4)))


def pictures_for(rules: Rules) -> tuple[str, ...]:
    """Some of its cards, for a game that does not say how it wants to be shown."""
    return tuple(f"kind-{key_of(bean.kind)}" for bean in rules.beans[:MOST_PICTURES])


def option_text(rules: Rules, name: str, words: GettextCatalogue) -> str:
    """What an option of a game means."""
    meaning = next((option.meaning for option in rules.options if option.name == name), name)
    return text(game_messages_of(rules).options.get(name, meaning), words.language, rules.name)


def banner() -> tuple[str, ...]:
    """The pictures on top of the front page."""
    return next((page_of(game).banner for game in GAMES if page_of(game).banner), ())


def levels(words: GettextCatalogue) -> list[BotLevel]:
    """The bots that there are, from the easy one on; one is the usual choice."""
    there = [(spec, name) for spec, name in LEVELS if spec.partition("@")[0] in BOTS]
    usual = next(spec for spec in USUAL_LEVELS if any(spec == each for each, _name in there))
    return [BotLevel(spec, f"{words.gettext(name)} ({spec.partition('@')[0]})", spec == usual) for spec, name in there]


def bot_description(spec: str, words: GettextCatalogue) -> str:
    """A bot in words: "merchant, patient" for `merchant/patient`."""
    name, _slash, character = spec.partition("@")[0].partition("/")
    return f"{name}, {words.gettext(CHARACTERS.get(character, character))}" if character else name


def usual_level() -> str:
    return next(spec for spec in USUAL_LEVELS if spec in BOTS)


def random_name() -> str:
    return f"{secrets.choice(NAMES)} {secrets.randbelow(900) + 100}"


def unused_face(seats: Iterable[Seat]) -> int:
    """A portrait that nobody at the table has."""
    taken = {seat.face for seat in seats}
    return secrets.choice([face for face in range(1, MOST_FACES + 1) if face not in taken])


def checked_level(spec: str) -> str:
    """A bot of the house that does not think for longer than bots may here."""
    if getattr(builtin_bot(spec), "seconds", 0.0) > LONGEST_THOUGHT:
        raise BadInput("A bot thinks for at most 5 seconds here.")
    return spec


def new_bot_seat(spec: str, seats: Iterable[Seat]) -> Seat:
    """A seat for a bot of this level: somebody whose name and face nobody at the table has yet."""
    checked_level(spec)
    there = list(seats)
    names, faces = {skeleton(seat.name) for seat in there}, {seat.face for seat in there}
    free = [who for who in PERSONALITIES.values() if skeleton(who.display_name) not in names and who.face not in faces]
    who = secrets.choice(free)
    return bot_seat(who.display_name, with_personality(spec, who), who.face)


def bot_called(name: str, spec: str, seats: Iterable[Seat]) -> Seat:
    """A seat for a bot of this level and name: with the face and the character of that name, if its face is free."""
    there = list(seats)
    faces = {seat.face for seat in there}
    for who in PERSONALITIES.values():
        if who.display_name == name and who.face not in faces:
            return bot_seat(name, with_personality(spec, who), who.face)
    bot = new_bot_seat(spec, there)
    return bot_seat(name, bot.bot, bot.face)


def with_personality(spec: str, who: Personality) -> str:
    """The level played by this character, if it is one that has characters."""
    name, at, seconds = spec.partition("@")
    if name not in BOTS or "/" in name or not hasattr(BOTS[name](), "personality"):
        return spec
    return f"{name}/{who.name}{at}{seconds}"
