"""Sentences as people type them, in all languages: shares read as meant, and shares answered with a question.

The data files have one sentence per line: a position, the sentence, and its readings in notation without hand
positions, any of which is correct. `call` stands for a call or a question to all, `ask B` for a question to one player,
`chat` for a line that is about no deal. `tests/support/chat/positions.py` describes the positions.

Where several offers are open, the reading of an answer ends with the maker's letter: `accept C`.
"""

import re

import pytest

import tobean
from tests.support.chat.positions import position
from tests.support.paths import CHAT_SENTENCES
from tobean.i18n import LANGUAGES
from tobean.kernel.observation.observation import observe
from tobean.session import Viewer
from tobean.session.chat.questions import DEAL, question_from_statement
from tobean.session.chat.trade_help import talk

FEWEST = {"en": 900, "de": 900, "fr": 350}
FEWEST_OTHERWISE = 150
"""Minimum number of sentences per language."""
SHARE = 0.97
"""Minimum share of sentences that are read as meant or answered with a question."""
READ = 0.88
"""Minimum share of sentences read as meant: a parser that only asks back is no help."""
MISREAD = 0.0
"""Maximum share of wrong readings, the worst outcome."""
ASKED = "asks back"
CHAT = "chat"


def sentences(language: str) -> list[tuple[str, str, list[str]]]:
    lines = (CHAT_SENTENCES / f"sentences_{language}.txt").read_text("utf-8").splitlines()
    parts = [[part.strip() for part in line.split("|")] for line in lines if not line.startswith("#")]
    return [(place, said, readings.split(" / ")) for place, said, readings in parts]


def outcome(place: str, said: str) -> str:
    """Reading of a sentence of Ben, in the format of the data files."""
    session = position(place).session
    answer = talk(session, Viewer(0, "en"), said)
    if answer["question"]:
        return asked(place, said)
    if answer["choices"] or answer.get("asks") or (answer["do"] and not answer["legal"]):
        assert answer["choices"] or answer["why"]
        return ASKED
    if not answer["do"]:
        return CHAT
    found = re.sub(r"@\d+|turned ", "", str(answer["do"])).removeprefix("A ")
    verb = found.split(" ")[0]
    if verb not in ("accept", "decline", "withdraw"):
        return in_order(re.sub(r"^counter \d+ to", "offer", found))
    offers = session.table.offers
    maker = next(offer.seat for offer in offers if offer.number == int(found.split()[1].strip(":")))
    return f"{verb} {'ABCD'[maker]}" if len(offers) > 1 else verb


def asked(place: str, said: str) -> str:
    session = position(place).session
    found = question_from_statement(said, observe(session.table, 0), session.names)
    assert found is not None
    whom = "call" if found.to < 0 else f"ask {'ABCD'[found.to]}"
    if found.form != DEAL:
        return f"{whom}: {found.form}"
    sides = [("have", found.gives), ("want", found.wants)]
    return in_order(f"{whom}: " + "; ".join(f"{word} {tobean.cards_text(kinds)}" for word, kinds in sides if kinds))


def in_order(reading: str) -> str:
    """The same reading with the cards of each side sorted and spelled out, as in "Green, Green"."""

    def sorted_cards(found: re.Match[str]) -> str:
        cards = re.sub(r"(\d) (\S+?)(?=,|$)", lambda many: ", ".join([many[2]] * int(many[1])), found[0])
        return ", ".join(sorted(cards.split(", ")))

    return re.sub(r"(?:\d )?[A-Z][a-z-]+(?:, (?:\d )?[A-Z][a-z-]+)*(?= for|;|$)", sorted_cards, reading)


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_are_read_correctly_or_queried(language: str) -> None:
    lines = sentences(language)
    assert len({(place, said) for place, said, _ in lines}) == len(lines) >= FEWEST.get(language, FEWEST_OTHERWISE)
    read = misread = lost = 0
    failures: list[str] = []
    for place, said, readings in lines:
        found = outcome(place, said)
        if found in [in_order(reading) for reading in readings]:
            read += 1
        elif found != ASKED or readings == [CHAT]:
            misread += found not in (CHAT, ASKED)
            lost += found == CHAT
            failures.append(f"{place} | {said} | {' / '.join(readings)}, not {found}")
    report = f"{read} of {len(lines)} read, {misread} misread, {lost} taken for chat:\n" + "\n".join(failures)
    assert len(failures) <= (1 - SHARE) * len(lines), report
    assert misread <= MISREAD * len(lines), report
    assert read >= READ * len(lines), report
