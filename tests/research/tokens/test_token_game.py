"""Games played token by token, single and in batches."""

import pickle

import pytest

import tobean
from tests.support.engine.tables import VARIANTS
from tobean.bots.turn_policy import TurnPolicy
from tobean.research.tokens.batch import GameBatch
from tobean.research.tokens.setting import Setting
from tobean.research.tokens.token_game import CHANCE, TokenGame
from tobean.research.tokens.vocabulary import BadToken


@pytest.mark.parametrize(("game", "players"), VARIANTS)
def test_a_whole_game_token_by_token(game: str, players: int) -> None:
    setting = Setting(game, players, volunteers=players > 3)
    chance = tobean.chance_from(1)
    play = TokenGame(setting, setting.new_table(players))
    completed = 0
    while not play.over:
        assert play.next_tokens
        token = play.next_tokens[chance.randbelow(len(play.next_tokens))]
        mask = play.mask()
        assert mask[token] == 1
        assert sum(mask) == len(play.next_tokens)
        said, action = play.partial_action, None
        if token != setting.grammar.nothing:
            spelled = setting.grammar.begin(play.table, play.seat, play.said_tokens)
            action = spelled.say(token) or spelled.say_forced()
        is_complete = play.say(token)
        assert said is not None
        assert repr(said.action) == repr(action)
        assert is_complete or play.said_tokens == spelled.said_tokens
        completed += is_complete
    assert completed > 20
    returns = play.returns()
    assert len(returns) == players
    if not play.table.result().rival:
        assert sum(returns) == pytest.approx(0)


def state_of(play: TokenGame) -> tuple[object, ...]:
    return play.table, play.seat, play.next_tokens, play.said_tokens


def test_a_copy_is_independent() -> None:
    setting = Setting("bohnanza", 3, volunteers=True)
    play = TokenGame(setting, setting.new_table(4))
    chance = tobean.chance_from(2)
    for _ in range(400):
        play.say(play.next_tokens[chance.randbelow(len(play.next_tokens))])
    copy = play.copy()
    assert state_of(copy) == state_of(play)
    first, second = tobean.chance_from(3), tobean.chance_from(3)
    before = play.table.clone()
    while not copy.over:
        copy.say(copy.next_tokens[first.randbelow(len(copy.next_tokens))])
    assert play.table == before
    while not play.over:
        play.say(play.next_tokens[second.randbelow(len(play.next_tokens))])
    assert play.table == copy.table


@pytest.mark.parametrize(("game", "players"), [("bohnanza", 3), ("al-cabohne", 1), ("excalibohn", 4)])
def test_a_pickled_game_continues_where_it_was(game: str, players: int) -> None:
    """OpenSpiel copies states by pickling; a compiled class has no default support for it."""
    setting = Setting(game, players, volunteers=players > 1)
    play = TokenGame(setting, setting.new_table(4))
    chance = tobean.chance_from(2)
    for _ in range(131):
        play.say(play.next_tokens[chance.randbelow(len(play.next_tokens))])
    copy = pickle.loads(pickle.dumps(play))
    assert state_of(copy) == state_of(play)
    first, second = tobean.chance_from(3), tobean.chance_from(3)
    while not play.over:
        play.say(play.next_tokens[first.randbelow(len(play.next_tokens))])
        copy.say(copy.next_tokens[second.randbelow(len(copy.next_tokens))])
    assert copy.over
    assert copy.table == play.table


def test_volunteers_are_those_of_the_turn_policy() -> None:
    """A player that passes whenever possible is asked in the order of `TurnPolicy`, wherever there is a choice."""
    setting = Setting("bohnanza", 4, volunteers=True)
    play = TokenGame(setting, setting.new_table(4))
    table = setting.new_table(4)
    drive = TurnPolicy(table)
    while not play.over:
        asked = drive.next_decision()
        assert asked is not None
        if asked.is_optional and not setting.grammar.begin(table, asked.seat).next_tokens:
            continue
        assert (asked.seat, asked.is_optional) == (play.seat, play.volunteers)
        if asked.is_optional:
            assert play.next_tokens[-1] == setting.grammar.nothing
            play.say(setting.grammar.nothing)
            continue
        partial_action = setting.grammar.begin(table, asked.seat)
        while not play.say(play.next_tokens[0]):
            pass
        while partial_action.action is None:
            partial_action.say(partial_action.next_tokens[0])
        table.apply(partial_action.action)
        assert table == play.table
    assert drive.next_decision() is None


def test_said_tokens_are_observed_by_their_seat_only() -> None:
    setting = Setting("bohnanza", 3)
    play = TokenGame(setting, setting.new_table(1))
    while play.setting.grammar.offer not in play.next_tokens:
        play.say(play.next_tokens[0])
    play.say(setting.grammar.offer)
    said = play.view(play.seat)[setting.layout.size :]
    assert {token for token in range(setting.tokens) if said[token]} == set(play.said_tokens)
    other = (play.seat + 1) % 3
    assert sum(play.view(other)[setting.layout.size :]) == 0
    assert play.view(other)[: setting.layout.size] == setting.layout.dense(tobean.observe(play.table, other))


def test_a_setting_can_be_pickled() -> None:
    setting = Setting("bohnedikt", 3, volunteers=True, reward="win")
    other = pickle.loads(pickle.dumps(setting))
    assert repr(other) == repr(setting)
    assert (other.volunteers, other.reward, other.options) == (True, "win", setting.options)


def test_a_wrong_token_changes_nothing() -> None:
    setting = Setting("bohnanza", 3)
    play = TokenGame(setting, setting.new_table(1))
    before = play.table.clone()
    for token in (setting.grammar.nothing, setting.grammar.end, -1, setting.tokens):
        with pytest.raises(BadToken, match="cannot be said here"):
            play.say(token)
    assert play.table == before
    assert play.said_tokens == []
    with pytest.raises(tobean.BadInput, match="not a reward"):
        Setting("bohnanza", reward="fame")


def test_forced_moves_can_be_skipped() -> None:
    asked = {}
    for skip in (False, True):
        setting = Setting("bohnanza", 3, talk_limit=0, skip_forced=skip)
        play = TokenGame(setting, setting.new_table(1))
        asked[skip] = 0
        while not play.over:
            assert not skip or len(play.next_tokens) > 1
            play.say(play.next_tokens[0])
            asked[skip] += 1
    assert asked[True] < asked[False]


def test_chance_outcomes_can_be_set() -> None:
    setting = Setting("bohnanza", 3)
    play = TokenGame(setting, setting.explicit_table())
    chance = tobean.chance_from(5)
    draws = 0
    while not play.over:
        if play.seat == CHANCE:
            assert play.next_tokens == []
            with pytest.raises(BadToken, match="nobody is asked"):
                play.say(0)
            outcomes = play.table.chance_outcomes()
            play.draw(outcomes[chance.randbelow(len(outcomes))][0])
            draws += 1
        else:
            play.say(play.next_tokens[chance.randbelow(len(play.next_tokens))])
    assert draws > 100


def test_a_batch_plays_the_same_games_as_single_tables() -> None:
    setting = Setting("bohnanza", 3)
    batch = GameBatch(setting, 3, seed="x")
    alone = [TokenGame(setting, setting.new_table(f"x {deal}")) for deal in range(3)]
    chance = tobean.chance_from(6)
    ended: list[tuple[int, list[float]]] = []
    while not ended:
        tokens = []
        for number, play in enumerate(alone):
            row = batch.masks[number * setting.tokens : (number + 1) * setting.tokens]
            assert [token for token in range(setting.tokens) if row[token]] == play.next_tokens
            assert batch.seats[number] == play.seat
            view = batch.views[number * setting.size : (number + 1) * setting.size]
            assert bytes(view) == play.view(play.seat)
            tokens.append(play.next_tokens[chance.randbelow(len(play.next_tokens))])
        ended = batch.step(tokens)
        for play, token in zip(alone, tokens, strict=True):
            play.say(token)
    for number, returns in ended:
        assert alone[number].over
        assert alone[number].returns() == returns
        assert batch.games[number].table.ply == 0
    with pytest.raises(BadToken, match="3 tables and 1 tokens"):
        batch.step([0])
