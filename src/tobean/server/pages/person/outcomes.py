"""What a form has deleted, in words on the page that follows: the address of that page names it."""

from collections.abc import Mapping
from typing import Final

from tobean.i18n.catalogues import N_

ERASED: Final = "erased"
FORGOTTEN: Final = "forgotten"
FORGOTTEN_EVERYWHERE: Final = "forgotten-everywhere"
UNSURE: Final = "unsure"
CLEARED: Final = "cleared"
DELETED: Final = "deleted"
NOT_CLEARED: Final = "not-cleared"

TEXTS: Final[Mapping[str, str]] = N_(
    {
        ERASED: "Everything about you has been deleted. Your moves stay, under a pseudonym.",
        FORGOTTEN: "This device has forgotten you. If you come back, you are a new person here.",
        FORGOTTEN_EVERYWHERE: "All your devices have forgotten you. If you come back, you are a new person here.",
        UNSURE: "Nothing has been deleted: tick “I am sure.” first.",
        CLEARED: "Taken off your list. Others keep the game, and links to it still work.",
        DELETED: "Deleted from this device. Finished games still count in your figures.",
        NOT_CLEARED: "Nothing was taken off your list: other people play there, or it was gone already.",
    }
)
STRANGERS_ONLY: Final = (ERASED, FORGOTTEN, FORGOTTEN_EVERYWHERE)
"""Not shown to a visitor who is still known: a link from elsewhere could pretend it."""


def with_outcome(path: str, outcome: str) -> str:
    return f"{path}?done={outcome}"


def outcome_text(outcome: str, is_known: bool) -> str:
    """Return the English sentence about an outcome; empty if there is none to tell this visitor."""
    return "" if is_known and outcome in STRANGERS_ONLY else TEXTS.get(outcome, "")
