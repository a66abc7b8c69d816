"""Rounds: the seed of an evaluation, derived from submissions that were fixed before.

The seed of the deals and of the held-out opponents is a digest of a text named after submission and of all submissions.
So it is known to none of the authors beforehand, and the order can be checked afterwards: another submission would have
led to another seed.
"""

import json
import secrets
from dataclasses import dataclass
from typing import Any, Final

from tobean.kernel.errors import BadInput
from tobean.research.evaluation.json_fields import count, file_text, parse_file, text, texts
from tobean.research.evaluation.submission import Submission, Variant, file_digests, sha256
from tobean.research.opponents.population import lab_bot

KIND: Final = "tobean round"
FORMAT: Final = 1
SEED_LENGTH: Final = 32
"""Hexadecimal digits of a seed."""


@dataclass(frozen=True)
class Round:
    """The seed, the deals and the held-out bots on which all submissions of a round are evaluated."""

    named: str
    """The text named after submission."""
    submissions: dict[str, str]
    """Bots by the digests of their submissions."""
    deals: int
    opponents: dict[str, str]
    """Held-out bots from files, with the SHA-256 of each."""
    seed: str

    def data(self) -> dict[str, Any]:
        return {
            KIND: FORMAT,
            "named": self.named,
            "submissions": self.submissions,
            "deals": self.deals,
            "opponents": self.opponents,
            "seed": self.seed,
        }


def derived_seed(named: str, submissions: dict[str, str], deals: int, opponents: dict[str, str]) -> str:
    data = [named, sorted(submissions), deals, opponents]
    return sha256(json.dumps(data, sort_keys=True, separators=(",", ":")).encode())[:SEED_LENGTH]


def draw_round(
    submissions: list[Submission], deals: int, opponents: tuple[str, ...] = (), named: str | None = None
) -> Round:
    """Fix the seed of a round. Without a named text it comes from the operating system."""
    if not submissions:
        raise BadInput("there is no submission yet: see tobean leaderboard submit")
    named = secrets.token_hex(16) if named is None else named
    if not named:
        raise BadInput("a seed is missing")
    held_out = {name: opponent_digest(name) for name in opponents}
    digests = {submission.digest: submission.bot for submission in submissions}
    return Round(named, digests, deals, held_out, derived_seed(named, digests, deals, held_out))


def opponent_digest(name: str) -> str:
    """Return the SHA-256 of the file of a held-out bot, or a dash for a bot without one."""
    if "+" in name:
        raise BadInput("{name}: an opponent is one bot, and its name has no +", name=name)
    lab_bot(name)
    return "+".join(file_digests(name).values()) or "-"


def check_round(round_: Round, submissions: list[Submission]) -> None:
    """Raise `BadInput` unless these are the submissions of the round, and its opponents are unchanged."""
    given = {submission.digest: submission.bot for submission in submissions}
    for digest, bot in round_.submissions.items():
        if given.pop(digest, None) is None:
            raise BadInput("the submission of {bot} is missing or was changed after the seed was drawn", bot=bot)
    for bot in given.values():
        raise BadInput("{bot} was submitted after the seed was drawn: submit it for another round", bot=bot)
    for name, digest in round_.opponents.items():
        if opponent_digest(name) != digest:
            raise BadInput("the opponent {name} has changed since the seed was drawn", name=name)


def variants_of(submissions: list[Submission]) -> tuple[Variant, ...]:
    """Return the variants of all submissions, in the order of the first one that has each."""
    return tuple(dict.fromkeys(variant for submission in submissions for variant in submission.variants))


def round_text(round_: Round) -> str:
    return file_text(round_.data())


def parse_round(content: str, name: str) -> Round:
    return parse_file(content, name, KIND, FORMAT, round_from)


def round_from(data: dict[str, Any]) -> Round:
    round_ = Round(
        text(data["named"]), texts(data["submissions"]), count(data["deals"]), texts(data["opponents"]),
        text(data["seed"]),
    )  # fmt: skip
    if derived_seed(round_.named, round_.submissions, round_.deals, round_.opponents) != round_.seed:
        raise ValueError("the seed does not follow from the submissions")
    return round_
