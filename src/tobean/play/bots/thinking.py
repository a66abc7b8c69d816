"""Asking a bot somewhere else: a twin of the table goes out, a move in notation comes back.

The twin is a table that the bot's seat cannot tell from the real one (`determinize`), so whoever gets hold of it learns
no secrets.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, cast

from tobean.bots import Talker, house_bot
from tobean.kernel.actions import Action
from tobean.kernel.cards import cards_text
from tobean.kernel.chance import chance_from
from tobean.kernel.errors import BadInput
from tobean.record.tabletext import restore, snapshot
from tobean.view.determinize import determinize
from tobean.view.observation import observe

if TYPE_CHECKING:
    from tobean.bots import Bot
    from tobean.kernel.table import Table

CHOOSE: Final = "choose"
VOLUNTEER: Final = "volunteer"

BOT_TALK: Final = 6
"""So many offers and calls a bot makes in a turn at the most: nobody likes to be flooded."""


def twin_of(table: Table, seat: int, seed: int | str) -> dict[str, object]:
    """A table that looks just like this one to the seat, as a JSON object."""
    twin = determinize(observe(table, seat), seed)
    limit = twin.options["talk_limit"]
    twin.limit_talk(BOT_TALK if limit is None else min(int(limit), BOT_TALK))
    return snapshot(twin)


def question(table: Table, seat: int, bot: str, mode: str, seed: int | str) -> dict[str, object]:
    """What a worker needs to let a bot think; JSON."""
    return {"bot": bot, "mode": mode, "seat": seat, "seed": seed, "twin": twin_of(table, seat, seed)}


def answer(request: Mapping[str, object], bot: Bot | None = None) -> dict[str, object]:
    """Let the bot think; runs in a worker. `bot` is one that was asked before for the same seat.

    The answer has `do` (notation, or null for nothing) and perhaps `remark`. Whatever goes wrong is the bot's fault and
    comes out as an exception.
    """
    seat, seed = request["seat"], request["seed"]
    if not isinstance(seat, int) or not isinstance(seed, (int, str)):
        raise BadInput("a question to a bot has a seat and a seed")
    bot = bot or house_bot(str(request["bot"]))
    table = restore(request["twin"])
    view, actions, chance = observe(table, seat), table.legal_actions(seat), chance_from(f"think {seed}")
    asked = bot.volunteer if request["mode"] == VOLUNTEER else bot.choose
    chosen: object = asked(view, actions, chance)
    if chosen is not None and not isinstance(chosen, Action):
        raise BadInput("{name} answered {chosen!r}, which is not an action", name=bot.name, chosen=chosen)
    found: dict[str, object] = {"do": None if chosen is None else repr(chosen)}
    if isinstance(bot, Talker):
        remark = cast("Talker", bot).remark()
        if remark is not None:
            found["remark"] = {"occasion": remark.occasion, "kinds": cards_text(remark.kinds)}
    return found
