"""Setup of a table."""

import json
from collections.abc import Mapping
from typing import Final

import msgspec

from tobean.games import GAMES, game_with_cards
from tobean.i18n import LANGUAGES
from tobean.kernel.base.seats import SEAT_LETTERS
from tobean.kernel.component import Options
from tobean.kernel.errors import BadInput
from tobean.kernel.phases.setup import check_players, checked_options
from tobean.kernel.rules import Rules
from tobean.session.errors import BadSetup
from tobean.session.seats import Seat, check_bot_seat, checked_seat
from tobean.session.text import skeleton

LIVE: Final = "live"
DAYS: Final = "days"
PACES: Final = (LIVE, DAYS)
"""Live, or asynchronous over days."""

MIN_CLOCK: Final = 10
MAX_CLOCK: Final = 14 * 24 * 3600
MAX_TEMPO: Final = 400


class Setup(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table before its cards are dealt."""

    game: str
    seats: tuple[Seat, ...]
    options: Options = {}
    cards: str = ""
    """A custom card set, as JSON; empty for the game's cards."""
    pace: str = LIVE
    clock: int = 0
    """Seconds for each decision of a person; 0: no clock."""
    tempo: int = 100
    """Pauses of bots, in per cent of the normal ones; 0: none."""
    undo: bool = True
    """Whether people may undo what revealed nothing."""
    start: int = -1
    """The starting player; -1: by chance."""
    language: str = "en"
    """Language in which bots talk."""
    hints: bool = False
    """Whether people may ask the coach although other people play."""
    learning: bool = False
    """Whether this is an introduction: lessons are shown, and only the last run through the pile is played."""
    deal: str = ""
    """Key of the deal of the day from which all chance and the seeds of the bots derive (study/daily/deals.py); "": the
    cards are shuffled. Only its player may view the table before the end, and the coach helps only with `hints`."""

    def rules(self) -> Rules:
        return game_with_cards(self.game, self.cards)

    def public(self) -> dict[str, object]:
        """Return the public part, except the seats."""
        return {
            "game": self.game,
            "title": GAMES[self.game].title,
            "options": self.options,
            "cards": bool(self.cards),
            "pace": self.pace,
            "clock": self.clock,
            "tempo": self.tempo,
            "allow_undo": self.undo,
            "allow_hints": self.hints,
            "learning": self.learning,
        }


def checked_setup(setup: Setup) -> Setup:
    """Return the setup with all options filled in. Raises `BadSetup` if no game can be played with it."""
    try:
        rules = setup.rules()
        check_players(rules, len(setup.seats))
        options = checked_options(rules, setup.options)
    except BadInput as error:
        raise BadSetup("{reason}", reason=error) from error
    if setup.pace not in PACES:
        raise BadSetup("The pace is one of {known}, not {given}.", known=", ".join(PACES), given=setup.pace)
    if setup.clock and not MIN_CLOCK <= setup.clock <= MAX_CLOCK:
        raise BadSetup(
            "The clock is 0 (none) or {least} to {most} seconds, not {given}.",
            least=MIN_CLOCK,
            most=MAX_CLOCK,
            given=setup.clock,
        )
    if not 0 <= setup.tempo <= MAX_TEMPO:
        raise BadSetup("The tempo is 0 to {most} per cent, not {given}.", most=MAX_TEMPO, given=setup.tempo)
    if not -1 <= setup.start < len(setup.seats):
        raise BadSetup("The starting player must be one of the seats.")
    if setup.language not in LANGUAGES:
        raise BadSetup("The language is one of {known}, not {given}.", known=", ".join(LANGUAGES), given=setup.language)
    seats = tuple([checked_seat(seat) for seat in setup.seats])
    for seat in seats:
        if seat.bot:
            check_bot_seat(seat.bot, rules, len(seats))
    check_seat_names(seats)
    return msgspec.structs.replace(setup, seats=seats, options=options)


def check_seat_names(seats: tuple[Seat, ...] | list[Seat]) -> None:
    """Raise `BadSetup` if two names look alike or one is the letter of another seat. Open seats have no name yet."""
    letters = SEAT_LETTERS[: len(seats)]
    skeletons = [skeleton(seat.name) for seat in seats if seat.is_taken]
    for number, seat in enumerate(seats):
        if seat.is_taken and skeletons.count(skeleton(seat.name)) > 1:
            raise BadSetup("Another player has a name that looks like {name}: names must differ.", name=seat.name)
        if seat.name.upper() in tuple(letters) and seat.name.upper() != letters[number]:
            raise BadSetup("{name} is the letter of another seat and cannot be a name here.", name=seat.name)


def card_set_text(cards: Mapping[str, object] | None) -> str:
    return "" if cards is None else json.dumps(cards, sort_keys=True, ensure_ascii=False)
