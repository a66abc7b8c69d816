"""Players that are programs. They see observations, never the table."""

from tobean.bots.base import Bot, Remark, Talker
from tobean.bots.naming import BOTS, bot_named, house_bot
from tobean.bots.playing import Match, play_match
from tobean.bots.voice.personalities import PERSONALITIES, Personality
from tobean.bots.voice.talk import spoken

__all__ = [
    "BOTS",
    "PERSONALITIES",
    "Bot",
    "Match",
    "Personality",
    "Remark",
    "Talker",
    "bot_named",
    "house_bot",
    "play_match",
    "spoken",
]
