"""Games and bots as the pages list them."""

from dataclasses import dataclass
from typing import Final

from tobean.bots import BOTS
from tobean.bots.registry import installed_bots
from tobean.games import GAMES
from tobean.i18n.catalogues import text
from tobean.i18n.narrator import game_messages_of
from tobean.kernel.rules import Rules
from tobean.server.language import GettextCatalogue
from tobean.server.tables.bot_seats import USUAL_LEVELS
from tobean.session.page.catalogue import key_of
from tobean.session.page.page_plugin import page_of


def _(text: str) -> str:
    """Mark a text for the catalogues; it is translated where it is shown."""
    return text


MAX_PICTURES: Final = 3
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
    return tuple(f"kind-{key_of(bean.kind)}" for bean in rules.beans[:MAX_PICTURES])


def option_text(rules: Rules, name: str, catalogue: GettextCatalogue) -> str:
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
    ] + [BotLevel(bot.name, bot.name, False) for bot in installed_bots()]


def bot_description(spec: str, catalogue: GettextCatalogue) -> str:
    """Describe a bot in words: "merchant, patient" for `merchant/patient`."""
    name, _slash, personality = spec.partition("@")[0].partition("/")
    return f"{name}, {catalogue.gettext(CHARACTERS.get(personality, personality))}" if personality else name
