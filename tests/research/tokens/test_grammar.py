"""Actions as tokens: every legal action of every game has exactly one spelling, and nothing else can be spelled."""

import pytest

import tobean
from tests.support.engine.tables import VARIANTS, new_test_table, random_walk
from tobean.kernel.actions import Action, Call, Harvest, MakeOffer
from tobean.research.tokens.grammar import Grammar
from tobean.research.tokens.vocabulary import BadToken

TALK_LIMIT = 5


def equivalent(one: Action, other: Action) -> bool:
    """Whether two actions are equivalent: the order of the kinds in a call does not matter."""
    if isinstance(one, Call) and isinstance(other, Call):
        return sorted(one.has) == sorted(other.has) and sorted(one.wants) == sorted(other.wants)
    return one == other


def check_spelling(grammar: Grammar, table: tobean.Table, action: Action) -> None:
    tokens = grammar.encode(table, action)
    assert len(tokens) <= grammar.longest
    partial_action = grammar.begin(table, action.seat)
    for number, token in enumerate(tokens):
        assert partial_action.action is None
        assert token in partial_action.next_tokens, (
            action,
            grammar.names(tokens),
            number,
            grammar.names(partial_action.next_tokens),
        )
        partial_action.say(token)
    assert partial_action.action is not None
    assert equivalent(partial_action.action, action)


@pytest.mark.parametrize(("game", "players"), VARIANTS)
def test_every_listed_action_has_a_spelling(game: str, players: int) -> None:
    grammar = Grammar(game, players, TALK_LIMIT)
    for ply, table in enumerate(random_walk(game, players, seed=players, talk_limit=TALK_LIMIT)):
        for seat in range(players):
            if (ply + seat) % 3 == 0:
                for action in table.legal_actions(seat)[:40]:
                    check_spelling(grammar, table, action)


@pytest.mark.parametrize(("game", "players"), VARIANTS)
def test_random_tokens_always_lead_to_a_legal_action(game: str, players: int) -> None:
    """A player with random tokens, at every seat: each sequence becomes a legal action."""
    grammar = Grammar(game, players, TALK_LIMIT, most_given=4, most_wanted=4, most_called=2)
    chance = tobean.chance_from(f"{game} {players}")
    table = new_test_table(game, players, seed=11, talk_limit=TALK_LIMIT)
    while not table.over:
        seats = table.may_act()
        seat = seats[chance.randbelow(len(seats))]
        partial_action = grammar.begin(table, seat)
        while partial_action.action is None:
            assert partial_action.next_tokens, grammar.names(partial_action.said_tokens)
            assert partial_action.next_tokens == sorted(set(partial_action.next_tokens))
            partial_action.say(partial_action.next_tokens[chance.randbelow(len(partial_action.next_tokens))])
        assert partial_action.next_tokens == []
        if not isinstance(partial_action.action, Call):
            assert grammar.encode(table, partial_action.action) == partial_action.said_tokens
        table.apply(partial_action.action)


@pytest.mark.parametrize(("game", "players"), VARIANTS)
def test_masks_reveal_nothing(game: str, players: int) -> None:
    """At tables that a seat cannot tell apart, its masks are equal (I3)."""
    grammar = Grammar(game, players, TALK_LIMIT)
    for ply, table in enumerate(random_walk(game, players, seed=players + 1, talk_limit=TALK_LIMIT)):
        if ply % 11 == 0:
            seat = ply // 11 % players
            other = tobean.determinize(tobean.observe(table, seat), ply)
            assert grammar.mask(other, seat) == grammar.mask(table, seat)


def test_sampled_offers_have_a_spelling() -> None:
    chance = tobean.chance_from(1)
    count = 0
    for seed, (game, players) in enumerate([("bohnanza", 5), ("bohnedikt", 4), ("excalibohn", 3)]):
        grammar = Grammar(game, players, TALK_LIMIT)
        for table in random_walk(game, players, seed, talk_limit=TALK_LIMIT):
            for seat in range(players):
                if table.may_talk(seat) and count < 600 * (seed + 1):
                    try:
                        offer = table.sample_offer(seat, chance)
                    except tobean.Illegal:
                        continue
                    check_spelling(grammar, table, offer)
                    count += 1
    assert count == 1800


def test_each_multiset_has_one_spelling() -> None:
    grammar = Grammar("bohnanza", 3)
    table = tobean.new_game("bohnanza", players=3, seed=3)
    table.apply(table.legal_actions(0)[0])
    table.apply(tobean.Pass(0))
    hand = table.hands[0]
    offer = tobean.MakeOffer(0, tobean.TABLE, (hand[2], hand[0]), (2, 0), (tobean.kind_named("Soy"), 0))
    names = grammar.names(grammar.encode(table, offer))
    assert names == [
        "offer {to}: {cards@places} for {wants}",
        "all",
        "hand 1",
        f"card {tobean.name_of(hand[0])}",
        "hand 3",
        f"card {tobean.name_of(hand[2])}",
        "end",
        "wants Blue",
        "wants Soy",
        "end",
    ]
    decoded = grammar.decode(table, 0, grammar.encode(table, offer))
    assert isinstance(decoded, MakeOffer)
    assert decoded.places == (0, 2)


def test_the_order_of_discards_can_be_said() -> None:
    """K12: a row of two kinds, in the game with an additional rule (E5) and in one without."""
    for game in ("rabohnzel", "excalibohn"):
        table = new_test_table(game, 3, seed=1)
        magic = [bean.kind for bean in table.rules.beans]
        table.fields[0][0] = (magic[0], magic[1], magic[1])
        grammar = Grammar(game, 3)
        found = set()
        for first in grammar.begin(table, 0).next_tokens:
            if grammar.name(first).startswith("harvest {field}: discard"):
                for order in ((0, 1, 1), (1, 0, 1), (1, 1, 0), (0, 1), (1, 0), (1, 1)):
                    action = Harvest(0, 0, tuple(magic[index] for index in order))
                    if table.allows(action):
                        check_spelling(grammar, table, action)
                        found.add(order)
        assert len(found) >= 2, game


def test_actions_without_a_spelling_are_refused() -> None:
    grammar = Grammar("bohnanza", 3)
    table = tobean.new_game("bohnanza", players=3, seed=3)
    mask = grammar.mask(table, 0)
    assert sum(mask) == 1  # no card is planted yet, so the front card has to be
    for token in (grammar.end, -1, grammar.size, 10**9):
        with pytest.raises(BadToken, match="cannot be said here"):
            grammar.mask(table, 0, [token])
    action = table.legal_actions(0)[0]
    tokens = grammar.encode(table, action)
    assert grammar.decode(table, 0, tokens) == action
    with pytest.raises(BadToken, match="not complete"):
        grammar.decode(table, 0, tokens[:-1])
    with pytest.raises(BadToken, match="cannot be said here"):
        grammar.decode(table, 0, [*tokens, grammar.end])
    with pytest.raises(BadToken, match="for Bohnanza with 3 players"):
        grammar.mask(tobean.new_game("bohnanza", players=4), 0)
    with pytest.raises(BadToken, match="no token"):
        grammar.encode(table, tobean.Withdraw(0, 99))


def test_an_action_begun_before_another_one_is_refused() -> None:
    grammar = Grammar("bohnanza", 3)
    table = tobean.new_game("bohnanza", players=3, seed=3)
    partial_action = grammar.begin(table, 0)
    table.apply(table.legal_actions(0)[0])
    with pytest.raises(tobean.StaleAction, match="ply 0"):
        partial_action.say(partial_action.next_tokens[0])


def test_an_answer_has_more_tokens_if_copies_differ() -> None:
    table = tobean.new_game("bohnanza", players=3, seed=3)
    table.apply(table.legal_actions(0)[0])
    table.apply(tobean.Pass(0))
    soy = tobean.kind_named("Soy")
    table.hands[1][:] = [soy, 0, soy]
    table.apply(tobean.MakeOffer(0, 1, (), (), (soy,)))
    grammar = Grammar("bohnanza", 3)
    partial_action = grammar.begin(table, 1, grammar.encode(table, table.legal_actions(1)[0])[:2])
    assert grammar.names(partial_action.next_tokens) == ["hand 1", "hand 3"]
    partial_action.say(partial_action.next_tokens[1])
    assert partial_action.say_forced() == tobean.Accept(1, 1, (soy,), (2,))
