"""The games and bots as the pages present them."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tobean.bots import BOTS, PERSONALITIES, house_bot
from tobean.games import GAMES
from tobean.kernel.errors import BadInput
from tobean.play.session.seats import MOST_FACES, Seat, bot_seat
from tobean.play.session.text import skeleton

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tobean.bots import Personality
    from tobean.server.people.language import Catalogue


def _(text: str) -> str:
    """Marks a text for the catalogues; it is translated where it is shown."""
    return text


BLURBS: Final = {
    "bohnanza": _("The classic: your hand is a queue, so haggle what you cannot plant away."),
    "rabohnzel": _("Beans that can do something, and secret spells for the right moment."),
    "excalibohn": _("Swords that strike back, mean beans and eleven spells."),
    "al-cabohne": _("One or two players against the Bean Mafia, which grows along and takes its share."),
    "bohnedikt": _("A monastery, edicts that bend the rules of trading, and sacrifices."),
}
PICTURES: Final = {
    "bohnanza": ("kind-blue", "kind-chili", "kind-soy"),
    "rabohnzel": ("kind-princess", "kind-cape", "kind-white"),
    "excalibohn": ("kind-mean", "kind-sword", "kind-magic"),
    "al-cabohne": ("boss-al", "boss-don", "boss-joe"),
    "bohnedikt": ("kind-edict", "kind-green", "kind-garden"),
}
OPTIONS: Final = {
    "third_field": _("everybody may once buy a third field for three thalers"),
}
LEVELS: Final = (
    ("sprout", _("easy")),
    ("merchant", _("good")),
    ("sage@1", _("strong")),
    ("miser", _("never trades")),
    ("random", _("clueless")),
)
USUAL_LEVELS: Final = ("merchant", "sprout")
LONGEST_THOUGHT: Final = 5.0
"""So many seconds a bot may have of its own at a table of the server."""
QR_MASK: Final = 2
"""Any of the eight can be read; to look for the prettiest takes most of the time that a QR code takes."""
NAMES: Final = ("Bohnifaz", "Bohnita", "Fabia", "Phaseolus", "Soyana", "Puffo", "Chilia", "Ackerlinde")
"""For whoever cannot think of one."""


@dataclass(frozen=True)
class Game:
    """A game on the shelf."""

    name: str
    title: str
    words: str
    players: str
    pictures: tuple[str, ...]


@dataclass(frozen=True)
class Level:
    """A bot that can be chosen."""

    spec: str
    name: str
    usual: bool


def shelf(words: Catalogue) -> list[Game]:
    found: list[Game] = []
    for game in GAMES.values():
        fewest, most = min(game.players), max(game.players)
        players = words.gettext("{fewest} to {most} players").format(fewest=fewest, most=most)
        blurb = words.gettext(BLURBS[game.name]) if game.name in BLURBS else game.edition
        found.append(Game(game.name, game.title, blurb, players, PICTURES.get(game.name, ("kind-blue",))))
    return found


def levels(words: Catalogue) -> list[Level]:
    """The bots that there are, from the easy one on; one is the usual choice."""
    there = [(spec, name) for spec, name in LEVELS if spec.partition("@")[0] in BOTS]
    usual = next(spec for spec in USUAL_LEVELS if any(spec == each for each, _name in there))
    return [Level(spec, f"{words.gettext(name)} ({spec.partition('@')[0]})", spec == usual) for spec, name in there]


def usual_level() -> str:
    return next(spec for spec in USUAL_LEVELS if spec in BOTS)


def some_name() -> str:
    return f"{secrets.choice(NAMES)} {secrets.randbelow(900) + 100}"


def free_face(seats: Iterable[Seat]) -> int:
    """A portrait that nobody at the table has."""
    taken = {seat.face for seat in seats}
    return secrets.choice([face for face in range(1, MOST_FACES + 1) if face not in taken])


def checked_level(spec: str) -> str:
    """A bot of the house that does not think for longer than bots may here."""
    if getattr(house_bot(spec), "seconds", 0.0) > LONGEST_THOUGHT:
        raise BadInput(_("A bot thinks for at most 5 seconds here."))
    return spec


def bot_at(spec: str, seats: Iterable[Seat]) -> Seat:
    """A seat for a bot of this level: somebody whose name and face nobody at the table has yet."""
    checked_level(spec)
    there = list(seats)
    names, faces = {skeleton(seat.name) for seat in there}, {seat.face for seat in there}
    free = [who for who in PERSONALITIES.values() if skeleton(who.called) not in names and who.face not in faces]
    who = secrets.choice(free)
    return bot_seat(who.called, with_personality(spec, who), who.face)


def with_personality(spec: str, who: Personality) -> str:
    """The level played by this character, if it is one that has characters."""
    name, at, seconds = spec.partition("@")
    if name not in BOTS or "/" in name or not hasattr(BOTS[name](), "personality"):
        return spec
    return f"{name}/{who.name}{at}{seconds}"
