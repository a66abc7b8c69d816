"""The process in which bots think: reads requests from standard input, writes answers to standard output.

A request brings a twin of the table, made from what the bot's seat may know; the table itself stays in the server.
"""

from __future__ import annotations

import sys
from typing import Any

import msgspec

from tobean.bots import house_bot
from tobean.bots.base import Talker
from tobean.kernel.chance import chance_from
from tobean.record.tabletext import restore
from tobean.view.observation import observe


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """What the bot does: an action in notation, or nothing."""
    bot = house_bot(str(request["bot"]))
    seat = int(request["seat"])
    table = restore(request["twin"])
    view = observe(table, seat)
    actions = table.legal_actions(seat)
    chance = chance_from(str(request["seed"]))
    action = bot.volunteer(view, actions, chance) if request["volunteer"] else bot.choose(view, actions, chance)
    remark = bot.remark() if isinstance(bot, Talker) else None
    found: dict[str, Any] = {"do": None if action is None else repr(action)}
    if remark is not None:
        found["remark"] = {"occasion": remark.occasion, "kinds": remark.kinds}
    return found


def main() -> None:
    output = sys.stdout.buffer
    # Nothing else may write between the answers.
    sys.stdout = sys.stderr
    for line in sys.stdin.buffer:
        try:
            found = answer(msgspec.json.decode(line, type=dict[str, Any]))
        except Exception as error:  # a bot may fail in every way there is; the server plays on without it
            found = {"fault": f"{type(error).__name__}: {error}"}
        output.write(msgspec.json.encode(found) + b"\n")
        output.flush()


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        pass
