"""An MCP server: a language model plays at a local table against bots, with four tools and the rules as context."""

from typing import Any, Final

from tobean.bots.registry import BOTS, bot_named, names_from_packages
from tobean.extras import with_install_hint
from tobean.games.registry import GAMES
from tobean.i18n import error_text
from tobean.i18n.catalogues import N_, SOURCE
from tobean.i18n.catalogues import text as translated
from tobean.kernel.base.seats import SEAT_LETTERS
from tobean.kernel.errors import BadInput, TobeanError
from tobean.research.environments.text import TextTable
from tobean.session.text_seat import TextSeat

try:
    from mcp.server import MCPServer
except ModuleNotFoundError as missing:
    raise with_install_hint(missing) from missing

TEXTS: Final[dict[str, str]] = N_(
    {
        "instructions": "Play a card game: new_game, then look and act until the game is over. Games, with their "
        "numbers of players: {games}. Bots: {bots}.",
        "no table": "There is no table yet: call new_game first.",
    }
)
SEAT: Final = 0
"""The model plays seat A; the bots follow clockwise."""


def check_bot(name: str) -> None:
    """Check that a bot is built in or installed, and has no options. A model must not run files as programs or choose
    bots that think for hours."""
    known = [*BOTS, *sorted(names_from_packages())]
    if name.partition("/")[0] not in known:
        raise BadInput("unknown bot {name!r}; known: {known}", name=name, known=", ".join(known))


class ModelTable:
    """The table of one client; its methods are the tools."""

    def __init__(self, language: str = SOURCE) -> None:
        self.language = language
        self.seat = TextSeat(SEAT, language)
        self.table: TextTable | None = None

    def message(self, key: str, **arguments: object) -> str:
        return translated(TEXTS[key], self.language, None).format(**arguments)

    def new_game(
        self, game: str = "", players: int = 4, seed: int = 0, bot: str = "merchant", talk_limit: int = 3
    ) -> str:
        """Deal a new game against bots, and read the rules, the cards and the first position."""
        try:
            check_bot(bot)
            bots = {seat: bot_named(bot) for seat in range(min(players, len(SEAT_LETTERS))) if seat != SEAT}
            table = TextTable(game, players, seed, bots, True, talk_limit, self.language)
        except TobeanError as error:
            return self.refused(error)
        self.table = table
        return "\n\n".join([table.rules(), self.seat.words("cards"), table.cards(), table.prompt()])

    def look(self) -> str:
        """Show what you see, what has happened since you last looked, and what you can do."""
        return self.message("no table") if self.table is None else self.table.prompt()

    def act(self, answer: str) -> str:
        """Answer: the number of a listed action, an offer in words or notation, or `say: ...` to the others."""
        if self.table is None:
            return self.message("no table")
        if not self.table.over:
            refused = self.table.answer(answer)
            if refused:
                return self.seat.words("refused", reason=refused)
        return self.table.prompt()

    def rule(self, number: str) -> str:
        """Show the text of a numbered rule, for example T6."""
        return self.seat.rule(number)

    def refused(self, error: TobeanError) -> str:
        return self.seat.words("refused", reason=error_text(error, (), self.language))


def create_server(language: str = SOURCE) -> Any:
    """Create a server with one table. `create_server().run()` communicates over standard input and output."""
    table = ModelTable(language)
    games = ", ".join(f"{game} ({'/'.join(map(str, rules.players))})" for game, rules in GAMES.items())
    mcp_server = MCPServer("tobean", instructions=table.message("instructions", games=games, bots=", ".join(BOTS)))
    for tool in (table.new_game, table.look, table.act, table.rule):
        mcp_server.tool()(tool)
    return mcp_server
