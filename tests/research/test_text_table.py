"""A table for language models: prompts, answers of all kinds, helpful errors."""

import pytest

import tobean
from tests.support.engine.tables import VARIANTS
from tobean.bots import bot_named
from tobean.research.environments.text import TextTable


@pytest.mark.parametrize(("game", "players"), [variant for variant in VARIANTS if variant[1] < 4])
def test_a_whole_game_by_numbers(game: str, players: int) -> None:
    table = TextTable(game, players, seed=3, talk_limit=1)
    chance = tobean.chance_from(1)
    prompts = 0
    while not table.over:
        prompt = table.prompt()
        listed = table.listed()
        assert f"{len(listed)}. " in prompt
        assert table.answer(f"I think.\n[{1 + chance.randbelow(len(listed))}]") == ""
        prompts += 1
    assert table.prompt().startswith("The game is over")
    assert prompts < len(table.game.record.moves)  # forced moves need no prompt
    with pytest.raises(tobean.BadInput, match="game is over"):
        table.answer("1")


def trading(language: str = "en") -> TextTable:
    """A table at which the first seat may trade."""
    table = TextTable("bohnanza", 3, seed=3, language=language)
    while not table.table.may_talk(table.seat):
        table.answer("1")
    return table


def test_offers_in_words_and_in_notation() -> None:
    for words in (True, False):
        table = trading()
        seat, view = table.seat, tobean.observe(table.table, table.seat)
        card = tobean.name_of(view.turned[0])
        text = f"{card} for a Red?" if words else f"offer all: turned {card} for Red"
        assert table.answer(text) == ""
        [offer] = table.table.offers
        assert (offer.seat, offer.cards) == (seat, (view.turned[0],))
        assert table.seat != seat
        assert f"{table.names[seat]} offers" in table.prompt()


def test_a_refusal_says_why_and_changes_nothing() -> None:
    table = trading()
    before = table.table.clone()
    for text, reason in (
        ("99", "there is no action 99"),
        ("accept 4", "T7"),
        ("harvest 3", "K6"),
        ("B end trading", "seat A only"),
        ("my kingdom for a horse", "I do not know the word"),
        ("", "found no bean"),
        ("[]", "."),
        ("say: " + "x" * 500, "at most 400"),
        ("nothing", "found no bean"),
    ):
        assert reason in table.answer(text), text
    assert table.table == before
    assert table.seat == before.awaited


def test_free_talk_is_received_and_not_binding() -> None:
    table = trading()
    before = table.table.clone()
    assert table.answer("say: I never break a promise.") == ""
    assert table.table == before
    assert table.messages[0].text == "I never break a promise."
    table.answer("end trading")
    while table.seat in (before.awaited,):
        table.answer("1")
    assert "Ada says: I never break a promise." in table.prompt()


def test_other_seats_may_be_bots_and_volunteers_may_pass() -> None:
    table = TextTable("bohnanza", 3, seed=5, bots={1: bot_named("sprout"), 2: bot_named("miser")}, volunteers=True)
    passed = 0
    while not table.over:
        assert table.seat == 0
        if table.may_pass:
            assert "0. Nothing" in table.prompt()
            passed += 1
        assert table.answer("nothing" if table.may_pass else "1") == ""
    assert passed


def test_no_prompt_reveals_a_secret() -> None:
    """Other hands stay hidden, in the state and in the events (I1)."""
    table = TextTable("bohnanza", 3, seed=5, talk_limit=0)
    for _ in range(30):
        if table.over:
            break
        prompt = table.prompt()
        for seat in range(3):
            if seat != table.seat:
                assert f"hand {'ABC'[seat]}: {len(table.table.hands[seat])} ?" in prompt or not table.table.hands[seat]
        table.answer("1")


def test_a_table_in_german() -> None:
    table = trading("de")
    prompt = table.prompt()
    assert prompt.startswith("Du bist Ada")
    assert "Blaue Bohne" in prompt or "Bohne" in prompt
    assert "K6" in table.answer("harvest 3")


def test_promises_are_not_binding_and_are_counted() -> None:
    table = trading()
    before = table.table.clone()
    turned = tobean.name_of(table.table.turned[0])
    for text in ("promise Ada: Red", "promise Ben: a horse", "promise Zoe: Red", "promise Ben:"):
        assert table.answer(text) != "", text
    assert table.answer(f"promise Ben: {turned}") == ""
    assert table.answer("promise Cleo: 3 Red") == ""
    assert table.table == before
    assert "Ada promises Cleo: 3 Red" in table.prompt()
    assert table.answer(f"offer B: turned {turned} for nothing") == ""
    while table.commitments.count(0, "open") == 2:
        assert table.answer("accept 1" if table.seat == 1 else "decline 1") == ""
    assert [promise.state for promise in table.commitments.entries] == ["honoured", "open"]
    turn = table.table.turn
    while table.table.turn <= turn + 3:
        assert table.answer("nothing" if table.may_pass else "1") == ""
    assert [promise.state for promise in table.commitments.entries] == ["honoured", "broken"]
    assert table.commitments.kept_share(0) == 0.5
    assert table.commitments.kept_share(1) is None


def test_a_player_without_budget_is_not_asked_any_more() -> None:
    bots = {1: bot_named("sprout"), 2: bot_named("miser")}
    table = TextTable("bohnanza", 3, seed=5, bots=bots, budget=3000)
    table.answer("I have no idea")
    while not table.over:
        table.prompt()
        table.answer("[1]")
    usage = table.usage[0]
    assert usage.prompts < 20
    assert usage.answers == usage.prompts + 1
    assert usage.refused == 1
    assert usage.written < 40
    assert 3000 <= usage.tokens < 5000
    assert table.table.over
