"""Rewards: what the seats of a finished game receive. All environments pay at the end of a game and 0 before it."""

from typing import Final

from tobean.kernel.errors import BadInput
from tobean.kernel.rules import Result

THALERS: Final = "thalers"
MARGIN: Final = "margin"
WIN: Final = "win"
WELFARE: Final = "welfare"
REWARDS: Final = (THALERS, MARGIN, WIN, WELFARE)
"""THALERS: own thalers. MARGIN: thalers ahead of the mean of the others. WELFARE: mean of the thalers of all seats, the
same for each of them. These three are divided by `SCALE`. WIN: 1 for a win, shared among winners, else 0."""
SCALE: Final = 10.0
"""Divisor of thalers, which brings returns into the range that learning algorithms expect."""


def check_reward(reward: str) -> None:
    if reward not in REWARDS:
        raise BadInput("{reward!r} is not a reward; there are: {known}", reward=reward, known=", ".join(REWARDS))


def returns_of(reward: str, result: Result) -> list[float]:
    """Return each seat's return.

    A scripted rival without a seat counts as one of the others for the margin, and not at all for the welfare.
    """
    thalers = [float(count) for count in result.thalers]
    seats = len(thalers)
    if reward == THALERS:
        return [own / SCALE for own in thalers]
    if reward == WIN:
        return [1.0 / len(result.winners) if seat in result.winners else 0.0 for seat in range(seats)]
    if reward == WELFARE:
        return [sum(thalers) / seats / SCALE] * seats
    if result.rival:
        thalers.append(float(result.rival_thalers))
    total = sum(thalers)
    others = max(1, len(thalers) - 1)
    return [(own - (total - own) / others) / SCALE for own in thalers[:seats]]
