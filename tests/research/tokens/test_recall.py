"""Information states: the same text means the same legal actions, and a seat cannot tell sampled tables apart."""

import pytest

import tobean
from tests.support.engine.tables import ALL_VARIANTS
from tests.support.recall import count_clashes, decisions
from tobean.kernel.chance import chance_from
from tobean.kernel.observation.information_state import entry_text
from tobean.research.tokens.recall import RecordedGame
from tobean.research.tokens.setting import Setting
from tobean.research.tokens.token_game import TokenGame

every_variant = pytest.mark.parametrize(("game", "players"), ALL_VARIANTS)


@every_variant
def test_the_same_information_state_has_the_same_legal_tokens(game: str, players: int) -> None:
    count, _, clashes = count_clashes(Setting(game, players, talk_limit=1), games=1)
    assert count > 150
    assert clashes == 0


def test_events_alone_do_not_tell_states_apart() -> None:
    """Without own actions the count finds clashes, so it would find others as well."""

    def events_only(play: RecordedGame, seat: int) -> str:
        lines = [entry_text(event.seen_by(seat)) for event in play.game.table.events or []]
        return "\n".join(lines + play.game.setting.grammar.names(play.game.said_tokens))

    _, _, clashes = count_clashes(Setting("al-cabohne", 2, talk_limit=0), games=1, describe=events_only)
    assert clashes > 0


def test_a_history_lists_own_actions_and_grows() -> None:
    setting = Setting("al-cabohne", 2, talk_limit=0)
    before = ["", ""]
    for play in decisions(setting, chance_from(1), chance_from(2)):
        for seat in range(2):
            history = play.history(seat)
            assert history.startswith(before[seat])
            before[seat] = history
        state = play
    for seat in range(2):
        own = [line for line in before[seat].splitlines() if line.startswith(">")]
        assert own == [
            f"> {choice.action!r} (ply {choice.ply})" for choice in state.choices[:-1] if choice.seat == seat
        ]
        assert f"> {tobean.parse_action('AB'[seat] + ' go on')!r}" in before[seat]


def test_histories_are_the_same_with_and_without_intermediate_requests() -> None:
    setting = Setting("rabohnzel", 3, talk_limit=1, volunteers=True)
    for number, play in enumerate(decisions(setting, chance_from(1), chance_from(2))):
        if number % 7 == 0:
            copy = play.copy()
            copy.histories = RecordedGame(play.game).histories
            assert [copy.history(seat) for seat in range(3)] == [play.history(seat) for seat in range(3)]
        if number == 200:
            break
    assert any(choice.action is None for choice in play.choices)
    assert "> nothing (ply " in "".join([play.history(seat) for seat in range(3)])


@every_variant
def test_sampled_tables_have_the_same_information_state(game: str, players: int) -> None:
    setting = Setting(game, players, talk_limit=1, volunteers=players > 3)
    chance = chance_from(5)
    compared = differing = 0
    for number, play in enumerate(decisions(setting, chance_from(3), chance_from(4))):
        if number % 11 or number > 220:
            continue
        for seat in range(players):
            sampled = play.resample(seat, chance)
            if seat == play.game.seat:
                assert sampled.game.next_tokens == play.game.next_tokens
                assert sampled.information_state(seat) == play.information_state(seat)
            assert sampled.history(seat) == play.history(seat)
            assert sampled.game.features(seat) == play.game.features(seat)
            compared += 1
            differing += sampled.game.table.hands != play.game.table.hands
    assert compared > 20
    assert differing > 10 or players == 1  # the other seats have no hand


def test_a_sampled_table_can_be_played_to_the_end() -> None:
    setting = Setting("bohnanza", 3, talk_limit=1)
    chance = chance_from(6)
    for number, play in enumerate(decisions(setting, chance_from(3), chance_from(4))):
        if number == 100:
            break
    sampled = play.resample((play.game.seat + 1) % 3, chance)
    before = sampled.history(0), play.history(0), len(play.choices)
    while not sampled.game.over:
        if sampled.game.next_tokens:
            assert sampled.information_state(sampled.game.seat)
            sampled.say(chance.choice(sampled.game.next_tokens))
        else:
            sampled.draw(sampled.game.table.chance_outcomes()[0][0])
    assert sampled.history(0).startswith(before[0])
    assert (play.history(0), len(play.choices)) == before[1:]
    assert sampled.resample(0, 1).game.over


def test_tables_that_wait_for_chance_cannot_be_sampled() -> None:
    setting = Setting("bohnanza", 3)
    play = RecordedGame(TokenGame(setting, setting.explicit_table()))
    with pytest.raises(tobean.BadInput, match="waits for chance"):
        play.resample(0, 1)
    with pytest.raises(tobean.BadInput, match="collects events"):
        RecordedGame(TokenGame(setting, setting.new_table(1)))
