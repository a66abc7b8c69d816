"""Study of a replay: the curve of expected thalers, variations, and the alternatives to an action.

Everything is computed from what the viewer could know: with open cards, from all hands; otherwise from the observation
of the viewer's seat, or of a spectator.
"""

from collections.abc import Sequence
from typing import Final

from tobean.bots.coach.alternatives import alternatives
from tobean.bots.coach.playouts import OPEN_CARDS, expected_thalers
from tobean.i18n import label
from tobean.kernel.cards import cards_text
from tobean.kernel.observation.observation import observe
from tobean.kernel.table import Table
from tobean.session.replay import Replay, vary
from tobean.session.session import Session
from tobean.session.viewer import Viewer

MAX_POINTS: Final = 2
"""Points of a curve that are computed in one request."""


def knowledge_of(viewer: Viewer) -> int:
    return OPEN_CARDS if viewer.open else viewer.observer_seat


def seed_of(replay: Replay) -> str:
    """Return the seed of all estimates about a game: the same game always gets the same ones."""
    record = replay.record
    start = " ".join(record.position.values()) if record.position else cards_text(record.deal)
    return f"{record.game} {start}"


# --- the curve -------------------------------------------------------------------------------------------------------


def curve_plies(replay: Replay) -> list[int]:
    """Return the positions that are estimated: the first one of each turn, and the last one of the game."""
    return sorted({*replay.turns.values(), replay.plies})


def curve(replay: Replay, viewer: Viewer, first: int, trials: int = 0) -> dict[str, object]:
    """Return the next points of the curve from the one with the number `first` on.

    A point has its position, the expected final thalers of every seat (and of the rival, if the game has one), and
    their standard errors.
    """
    plies = curve_plies(replay)
    turns = {ply: turn for turn, ply in replay.turns.items()}
    points: list[dict[str, object]] = []
    for ply in plies[first : first + MAX_POINTS]:
        table = next(replay.sessions(ply)).table
        found = expected_thalers(table, knowledge_of(viewer), seed_of(replay), trials)
        points.append(
            {
                "ply": ply,
                "turn": turns.get(ply, table.turn),
                "thalers": [round(value.mean, 2) for value in found],
                "errors": [round(value.error, 2) for value in found],
            }
        )
    return {"points": points, "count": len(plies)}


# --- variations ------------------------------------------------------------------------------------------------------


def session_after(replay: Replay, ply: int, line: Sequence[str]) -> Session:
    """Return the session at a position, or after the actions `line` from there."""
    session = next(replay.sessions(ply))
    for _ in vary(session, line):
        pass
    return session


def variation(replay: Replay, viewer: Viewer, ply: int, line: Sequence[str]) -> dict[str, object]:
    """Return the positions of a variation, like the frames of a replay."""
    session = next(replay.sessions(ply))
    frames = [
        replay.frame(session, viewer, ply + number, session.moves[-1].action)
        for number, _ in enumerate(vary(session, line), start=1)
    ]
    return {"frames": frames}


def deciding_seats(table: Table) -> list[int]:
    """Return the seats that can act, the awaited one first."""
    seats = [seat for seat in range(table.players) if table.legal_actions(seat) or table.may_talk(seat)]
    return sorted(seats, key=lambda seat: seat != table.awaited)


def actions(
    replay: Replay, viewer: Viewer, seat: int | None, ply: int, line: Sequence[str], trials: int = 0
) -> dict[str, object]:
    """Return what a seat can do in a position, ranked, with the expected final thalers of this seat.

    Only with open cards can the viewer ask about another seat. Without `seat` it is the one that acted in the game.
    """
    session = session_after(replay, ply, line)
    table = session.table
    if table.over:
        return {"seat": None, "seats": [], "actions": []}
    moves = replay.record.moves
    played = moves[ply].action if not line and ply < len(moves) else None
    seats = deciding_seats(table) if viewer.open else [each for each in deciding_seats(table) if each == viewer.seat]
    if seat not in seats:
        seat = played.seat if played is not None and played.seat in seats else next(iter(seats), None)
    if seat is None:
        return {"seat": None, "seats": [], "actions": []}
    own = played if played is not None and played.seat == seat else None
    view = observe(table, seat)
    found: dict[str, dict[str, object]] = {}
    seed = f"{seed_of(replay)} {' '.join(line)}"
    for item in alternatives(table, seat, knowledge_of(viewer), seed, own, trials):
        words = label(item.action, table.rules, session.names_in(viewer.language), viewer.language, view)
        if words in found and item.action != own:
            continue  # another copy of the same card
        found[words] = {
            "do": repr(item.action),
            "label": words,
            "thalers": None if item.estimate is None else round(item.estimate.mean, 2),
            "error": None if item.estimate is None else round(item.estimate.error, 2),
            "close": item.estimate is not None and item.estimate.is_close,
            "played": item.action == own,
            **item.action.parts(),
        }
    return {"seat": seat, "seats": seats, "actions": list(found.values())}
