"""Seats of bots: the usual level, and names and faces that are free at a table."""

import secrets
from collections.abc import Iterable
from typing import Final

from tobean.bots import BOTS, PERSONALITIES, Personality, builtin_bot
from tobean.kernel.errors import BadInput
from tobean.server.workers.worker import MAX_THOUGHT
from tobean.session.seats import MAX_FACES, Seat, bot_seat
from tobean.session.text import skeleton

USUAL_LEVELS: Final = ("merchant", "sprout")
NAMES: Final = ("Bohnifaz", "Bohnita", "Fabia", "Phaseolus", "Soyana", "Puffo", "Chilia", "Ackerlinde")
"""Names suggested to new visitors."""


def usual_level() -> str:
    return next(spec for spec in USUAL_LEVELS if spec in BOTS)


def random_name() -> str:
    return f"{secrets.choice(NAMES)} {secrets.randbelow(900) + 100}"


def unused_face(seats: Iterable[Seat]) -> int:
    """Return a random picture that no other seat has."""
    taken = {seat.face for seat in seats}
    return secrets.choice([face for face in range(1, MAX_FACES + 1) if face not in taken])


def checked_level(spec: str) -> str:
    """Return the spec of a built-in bot; raises `BadInput` if its time budget exceeds `MAX_THOUGHT`."""
    if getattr(builtin_bot(spec), "seconds", 0.0) > MAX_THOUGHT:
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
