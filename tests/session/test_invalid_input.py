"""A session answers any invalid input with an error in the viewer's language, and does not change."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tobean
from tests.support.sessions import play_randomly, session_state, setup_of, started_session
from tobean.i18n import error_text
from tobean.session import BadLog, Viewer, parse_entry
from tobean.session.chat.trade_help import preview, talk
from tobean.session.wire.messages import encode, why


def test_a_refusal_reads_in_both_languages() -> None:
    session, _ = started_session(setup_of("bohnanza", 3))
    with pytest.raises(tobean.TobeanError) as caught:
        session.say(0, "Timon", "", 1.0)
    assert error_text(caught.value, session.names, "en") == "A line of chat has 1 to 400 characters."
    assert error_text(caught.value, session.names, "de") == "Eine Zeile hat 1 bis 400 Zeichen."


SESSION, LOG = started_session(setup_of("bohnanza", 4), 5)
for _ in play_randomly(SESSION, LOG, 5, most=60):
    pass
VERBS = [
    "plant",
    "offer all:",
    "offer B: ",
    "accept",
    "decline",
    "call:",
    "harvest",
    "counter 1 to A:",
    "use",
    "cast",
    "invoke",
]
WORDS = [
    "A",
    "B",
    "Red",
    "Soy@1",
    "turned",
    "for",
    "nothing",
    "1",
    "2",
    "-1",
    "@",
    "have",
    "want",
    ";",
    ":",
    "²",
    "ß",
    "0",
]
scribble = st.one_of(
    st.text(max_size=60),
    st.builds(
        lambda verb, words: f"A {verb} {' '.join(words)}", st.sampled_from(VERBS), st.lists(st.sampled_from(WORDS))
    ),
    st.builds(
        " ".join, st.lists(st.sampled_from([*WORDS, "gegen", "suche", "gift", "Nina", "anyone", "2x", "(", "%s"]))
    ),
)


@pytest.mark.long
@settings(max_examples=300)
@given(scribble)
def test_random_input_is_answered(text: str) -> None:
    before = session_state(SESSION)
    viewer = Viewer(0, "de")
    for answer in (why, talk):
        encode(answer(SESSION, viewer, text))
    try:
        encode(preview(SESSION, viewer, text))
    except tobean.TobeanError as error:
        assert error_text(error, SESSION.names, "de")
    try:
        action = SESSION.read(0, text)
        SESSION.table.check(action)
    except tobean.TobeanError:
        with pytest.raises(tobean.TobeanError):
            SESSION.act(0, text, SESSION.version, 1e9, 1)
    with pytest.raises(tobean.TobeanError):
        SESSION.order(0, [text, "have Kidney"], 1e9)
    assert session_state(SESSION) == before


@settings(max_examples=200)
@given(st.one_of(st.binary(max_size=80), st.text(max_size=80)))
def test_a_line_that_is_not_an_entry_is_refused(line: bytes | str) -> None:
    with pytest.raises(BadLog):
        parse_entry(line)
