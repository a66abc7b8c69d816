"""Held-out opponents: the same for a seed on every machine, different from seed to seed, and able to play."""

from dataclasses import fields

import pytest

from tobean.bots.mendel.parameters import MendelParameters
from tobean.bots.merchant.parameters import DEFAULT_PARAMETERS, MerchantParameters
from tobean.kernel.chance import chance_from
from tobean.kernel.errors import BadInput
from tobean.research.arena.arena_game import ArenaSetting, Fixture, play_fixture
from tobean.research.opponents import drawn, responders
from tobean.research.opponents.population import lab_bot
from tobean.research.opponents.reference.merchant import SECOND_PARAMETERS


def test_a_name_is_a_bot() -> None:
    name = drawn.drawn_name("spring", "merchant", 3)
    assert name == "drawn:spring:merchant:3"
    draws = [drawn.drawn_merchant_parameters(chance_from(text)) for text in (name, name, "drawn:spring:merchant:4")]
    assert draws[0] == draws[1] != draws[2]
    assert lab_bot(name).name == name
    # Pinned: a round played with this version can be repeated later.
    assert (round(draws[0].horizon, 4), draws[0].max_offers) == PINNED


PINNED = (4.0212, 5)


def test_ranges_contain_the_known_merchants() -> None:
    assert set(drawn.MERCHANT_RANGES) | set(drawn.MERCHANT_COUNTS) | set(drawn.MERCHANT_SWITCHES) <= {
        field.name for field in fields(MerchantParameters)
    }
    for name, (low, high) in drawn.MERCHANT_RANGES.items():
        for known in (DEFAULT_PARAMETERS, SECOND_PARAMETERS):
            assert low <= getattr(known, name) <= high, name
    assert set(drawn.MENDEL_RANGES) < {field.name for field in fields(MendelParameters)}


def test_drawn_parameters_stay_in_their_ranges_and_vary() -> None:
    found = [drawn.drawn_merchant_parameters(chance_from(f"{number}")) for number in range(50)]
    for name, (low, high) in drawn.MERCHANT_RANGES.items():
        values = [getattr(parameters, name) for parameters in found]
        assert low <= min(values) < low + (high - low) / 4
        assert high - (high - low) / 4 < max(values) <= high
    assert {parameters.max_calls for parameters in found} == {0, 1, 2}


@pytest.mark.parametrize("kind", drawn.KINDS)
def test_every_kind_plays(kind: str) -> None:
    lineup = (drawn.drawn_name("play", kind, 0), "miser-1")
    assert play_fixture(ArenaSetting("al-cabohne", 2, "drawn", {"talk_limit": 2}), Fixture(0, lineup)).fault == ""


@pytest.mark.long
@pytest.mark.parametrize("family", drawn.FAMILIES)
def test_every_family_trades(family: str) -> None:
    against = drawn.drawn_opponents(family, "play", 1, 3).split("+")
    outcome = play_fixture(
        ArenaSetting("bohnanza", 3, "drawn", {"talk_limit": 4}), Fixture(0, ("sprout-1", against[0], against[-1]))
    )
    assert outcome.fault == ""
    assert sum(outcome.accepted) > 0


def test_every_deal_has_different_opponents() -> None:
    for family in drawn.FAMILIES:
        assert drawn.drawn_opponents(family, "s", 0, 4) != drawn.drawn_opponents(family, "s", 1, 4)
        assert drawn.drawn_opponents(family, "s", 0, 4) != drawn.drawn_opponents(family, "t", 0, 4)
    strangers = drawn.drawn_opponents(drawn.STRANGERS, "s", 0, 4).split("+")
    assert len(set(strangers)) == 3
    assert not set(strangers) & set(drawn.drawn_opponents(drawn.STRANGERS, "s", 1, 4).split("+"))


@pytest.mark.parametrize(
    "name",
    ["drawn:", "drawn:s:merchant", "drawn::merchant:1", "drawn:s:wizard:1", "drawn:s:merchant:x", "responder:s:"],
)
def test_malformed_names_are_refused(name: str) -> None:
    with pytest.raises(BadInput, match=name):
        lab_bot(name)


# --- responders --------------------------------------------------------------------------------------------


def test_the_first_responders_are_merchants_with_each_trick() -> None:
    first = [responders.parse_responder_name(responders.first_name("s", number)) for number in range(6)]
    assert [trick for trick, _ in first[:5]] == list(responders.TRICKS)
    assert all(parameters == DEFAULT_PARAMETERS for _, parameters in first[:5])
    assert first[5][1] != DEFAULT_PARAMETERS
    bot = lab_bot("responder:s:1")
    assert (bot.name, type(bot).__name__) == ("responder:s:1", "Liar")


def test_mutants_inherit_most_parameters() -> None:
    parent = responders.parse_responder_name("responder:s:7")[1]
    shares: list[float] = []
    for number in range(20):
        child = responders.parse_responder_name(responders.mutant_name("responder:s:7", number))[1]
        assert child == responders.parse_responder_name(f"responder:s:7.{number}")[1]
        changed = [name for name in drawn.MERCHANT_RANGES if getattr(child, name) != getattr(parent, name)]
        shares.append(len(changed) / len(drawn.MERCHANT_RANGES))
    assert 0.2 < sum(shares) / len(shares) < 0.4
