"""Bots: programs that play a seat from its observation and never see the table.

The registry, matches among bots and the knowledge that bots have of a game are here; each bot, the coach and the bots'
remarks have a package of their own.
"""

from tobean.bots.base import Bot, Remark, Talker
from tobean.bots.match import Match, play_match
from tobean.bots.registry import BOTS, bot_named, builtin_bot
from tobean.bots.voice.personalities import PERSONALITIES, Personality
from tobean.bots.voice.remark_text import remark_text

__all__ = [
    "BOTS",
    "PERSONALITIES",
    "Bot",
    "Match",
    "Personality",
    "Remark",
    "Talker",
    "bot_named",
    "builtin_bot",
    "play_match",
    "remark_text",
]
