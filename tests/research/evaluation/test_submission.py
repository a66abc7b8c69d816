"""Submissions and seeds: what was submitted cannot change, and the seed proves the order."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tobean.kernel.errors import BadInput
from tobean.research.evaluation.evaluation_round import check_round, draw_round, parse_round, round_text
from tobean.research.evaluation.submission import (
    Submission,
    all_variants,
    check_unchanged,
    chosen_variants,
    parse_submission,
    submission_of,
    submission_text,
)
from tobean.research.pools.code_digest import play_version

BOT = """
class Calm:
    name = "calm"

    def choose(self, view, actions, chance):
        return actions[0]

    def volunteer(self, view, actions, chance):
        return None
"""


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    path = tmp_path / "calm.py"
    path.write_text(BOT, encoding="utf-8")
    return path


def test_a_submission_holds_digests(bot: Path) -> None:
    found = submission_of(f"{bot}:Calm", (("bohnanza", 4),))
    assert list(found.files) == [str(bot)]
    assert len(found.files[str(bot)]) == 64
    assert found.tobean == play_version()
    assert parse_submission(submission_text(found), "mine") == found
    assert found.has_own_code
    builtin = submission_of("merchant", (("bohnanza", 4),))
    assert builtin.files == {}
    assert not builtin.has_own_code


def test_a_changed_bot_is_noticed(bot: Path) -> None:
    found = submission_of(str(bot), (("bohnanza", 4),))
    check_unchanged(found)
    bot.write_text(f"{BOT}\n# better\n", encoding="utf-8")
    with pytest.raises(BadInput, match="has changed since it was submitted"):
        check_unchanged(found)
    assert submission_of(str(bot), (("bohnanza", 4),)).digest != found.digest


def test_another_version_is_noticed() -> None:
    found = submission_of("miser", (("bohnanza", 4),))
    with pytest.raises(BadInput, match=r"submitted with tobean 0\.0\.9"):
        check_unchanged(replace(found, tobean="0.0.9 (abc)"))
    with pytest.raises(BadInput, match="unknown game 'chess'"):
        check_unchanged(replace(found, variants=(("chess", 2),)))
    with pytest.raises(BadInput, match="not for 9 players"):
        check_unchanged(replace(found, variants=(("bohnanza", 9),)))


def test_the_digest_covers_everything() -> None:
    found = submission_of("miser", (("bohnanza", 4),))
    others = [
        replace(found, bot="random"),
        replace(found, files={"miser": "0" * 64}),
        replace(found, variants=(("bohnanza", 5),)),
        replace(found, tobean="other"),
        replace(found, population=99),
    ]
    assert len({found.digest, *[other.digest for other in others]}) == 6


def test_variants_to_enter() -> None:
    assert chosen_variants((), ()) == all_variants()
    assert all(players > 1 for _, players in all_variants())
    assert chosen_variants(("bohnanza",), (4, 5)) == (("bohnanza", 4), ("bohnanza", 5))
    with pytest.raises(BadInput, match="tobean solo"):
        chosen_variants(("al-cabohne",), (1,))
    with pytest.raises(BadInput, match="unknown game 'chess'"):
        chosen_variants(("chess",), ())


@pytest.mark.parametrize(
    ("name", "reason"), [("nobody", "unknown bot"), ("miser+random", "one bot"), ("gone.py", "no file")]
)
def test_bots_that_cannot_be_submitted(name: str, reason: str) -> None:
    with pytest.raises(BadInput, match=reason):
        submission_of(name, (("bohnanza", 4),))


# --- rounds ------------------------------------------------------------------------------------------------


def entry(bot: str) -> Submission:
    return Submission(bot, {}, (("bohnanza", 4),), "1", 2)


def test_the_seed_depends_on_the_text_and_on_all_submissions() -> None:
    rounds = [
        draw_round([entry("a"), entry("b")], 5, named="x"),
        draw_round([entry("a"), entry("b")], 5, named="y"),
        draw_round([entry("a"), entry("c")], 5, named="x"),
        draw_round([entry("a")], 5, named="x"),
        draw_round([entry("a"), entry("b")], 6, named="x"),
        draw_round([entry("a"), entry("b")], 5, ("miser",), named="x"),
    ]
    assert len({found.seed for found in rounds}) == 6
    assert draw_round([entry("b"), entry("a")], 5, named="x").seed == rounds[0].seed
    assert draw_round([entry("a")], 5).seed != draw_round([entry("a")], 5).seed
    assert parse_round(round_text(rounds[5]), "round") == rounds[5]


def test_a_chosen_seed_is_noticed() -> None:
    data = json.loads(round_text(draw_round([entry("a")], 5, named="x")))
    for change in ({"seed": "0" * 32}, {"named": "y"}, {"submissions": {"0" * 64: "a"}}, {"deals": 6}):
        with pytest.raises(BadInput, match="round: this is not a tobean round: the seed does not follow"):
            parse_round(json.dumps({**data, **change}), "round")


def test_late_missing_and_changed_submissions_are_noticed() -> None:
    round_ = draw_round([entry("a"), entry("b")], 5, named="x")
    check_round(round_, [entry("b"), entry("a")])
    with pytest.raises(BadInput, match="the submission of b is missing"):
        check_round(round_, [entry("a")])
    with pytest.raises(BadInput, match="the submission of b is missing or was changed"):
        check_round(round_, [entry("a"), replace(entry("b"), tobean="2")])
    with pytest.raises(BadInput, match="c was submitted after the seed was drawn"):
        check_round(round_, [entry("a"), entry("b"), entry("c")])


def test_a_held_out_opponent_cannot_change(bot: Path) -> None:
    round_ = draw_round([entry("a")], 5, (str(bot),), named="x")
    check_round(round_, [entry("a")])
    bot.write_text(f"{BOT}\n# other\n", encoding="utf-8")
    with pytest.raises(BadInput, match="has changed since the seed was drawn"):
        check_round(round_, [entry("a")])


def test_rounds_need_submissions_and_a_seed() -> None:
    with pytest.raises(BadInput, match="no submission"):
        draw_round([], 5)
    with pytest.raises(BadInput, match="a seed is missing"):
        draw_round([entry("a")], 5, named="")
