"""Token policies as bots: the same observations and masks as in the environments, files, and faults."""

import json
import pickle
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any
from zipfile import ZipFile

import numpy as np
import onnx
import pytest

import tobean
from tests.support.cli import Run, single_error_line
from tests.support.engine.policy_nets import linear_net
from tests.support.engine.tables import VARIANTS
from tobean.bots.bot_files import BOT_FILES
from tobean.bots.game_loop import BotError
from tobean.bots.registry import (
    BOTS,
    bot_entries,
    bot_named,
    builtin_bot,
    check_bot_fits,
    install_bot,
)
from tobean.kernel.chance import chance_from
from tobean.research import PolicyBot, Setting, policy_bot
from tobean.research.evaluation.submission import check_unchanged, submission_of
from tobean.research.policies.policy_files import BadPolicy, metadata_text
from tobean.research.tokens.token_game import TokenGame


def random_policy(seed: int = 1) -> Callable[[Any, Any], Any]:
    rng = np.random.default_rng(seed)
    return lambda observation, mask: rng.choice(np.flatnonzero(mask))


@pytest.mark.parametrize(("game", "players"), VARIANTS)
@pytest.mark.parametrize("more", [{}, {"volunteers": True, "skip_forced": True}])
def test_a_policy_sees_what_it_sees_in_the_environments(game: str, players: int, more: dict[str, Any]) -> None:
    setting = Setting(game, players, talk_limit=2, **more)
    table = setting.new_table(f"{game} {players}")
    played = TokenGame(setting, table)
    rng = Random(1)
    said = 0

    def policy(observation: Any, mask: Any) -> int:
        nonlocal said
        said += 1
        assert observation.tobytes() == played.view(played.seat)
        assert mask.tobytes() == played.mask()
        token = rng.choice(played.next_tokens)
        played.say(token)
        return token

    bot = policy_bot(policy, setting, "copy")
    while not played.over and table.ply < 60:
        seat, ply, may_pass = played.seat, table.ply, played.volunteers
        before = said
        view, actions, twin = tobean.observe(table, seat), table.legal_actions(seat), table.clone()
        ask = bot.volunteer if may_pass else bot.choose
        action = ask(view, actions, chance_from(f"{ply} bot"))
        assert said > before
        if action is not None:
            twin.apply(action)  # raises if it is illegal at the real table
    assert said > 20


def test_matches_of_functions_repeat() -> None:
    setting = Setting("al-cabohne", 2)
    results = [
        tobean.play_match("al-cabohne", [policy_bot(random_policy(), setting, "a"), "miser"], seed=4) for _ in range(2)
    ]
    assert str(results[0].record) == str(results[1].record)
    assert results[0].record.players[0] == "a A"


def test_more_offers_than_in_the_setting() -> None:
    """Offers without a token are left out, those for other seats first, and the bot keeps to its own talk limit."""
    setting = Setting("bohnanza", 4, talk_limit=0)
    bot = policy_bot(random_policy(), setting, "quiet")
    most = setting.grammar.vocabulary.most_offers
    table = tobean.new_game("bohnanza", 4, seed=1, talk_limit=8)
    active = table.active
    while not table.may_talk(active):
        table.apply(table.legal_actions(table.awaited)[0])
    seat = (active + 1) % 4
    for number, kind in enumerate(table.requestable_kinds[:6]):
        to = tobean.TABLE if number == 5 else (active + 2 + number % 2) % 4
        table.apply(tobean.MakeOffer(active, to, (table.hands[active][0],), (0,), (kind,)))
    assert len(table.offers) == 6 > most
    view = tobean.observe(table, seat)
    left = bot.expressible_table(view, chance_from(1)).offers
    assert [offer.number for offer in left] == [3, 4, 5, 6]  # the last one is for all
    for chance in range(10):
        view = tobean.observe(table, active)
        action = bot.choose(view, table.legal_actions(active), chance_from(chance))
        assert not isinstance(action, tobean.MakeOffer | tobean.Call)
        table.clone().apply(action)


# --- faults ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (10**6, "said token 1000000, 'token 1000000', which is not legal here"),
        (-1, "which is not legal here"),
        (1.5, "a token is a whole number"),
        (None, "a token is a whole number"),
    ],
)
def test_an_illegal_token_is_a_fault(answer: object, reason: str) -> None:
    bot = policy_bot(lambda observation, mask: answer, Setting("bohnanza", 3), "wild")
    with pytest.raises(BotError, match=f"wild at seat A.*{reason}"):
        tobean.play_match("bohnanza", [bot, "miser", "miser"], seed=1)


class Rater:
    """A network with fixed logits."""

    def __init__(self, *values: float) -> None:
        self.values = values

    def logits(self, observation: Any) -> Any:
        return np.array(self.values)


def test_logits_are_masked_and_checked() -> None:
    setting = Setting("bohnanza", 3)
    for values, reason in (
        ([float("nan")] * setting.tokens, "with a finite number"),
        ([float("-inf")] * setting.tokens, "with a finite number"),
        ([0.0], f"rates 1 tokens; there are {setting.tokens}"),
    ):
        bot = PolicyBot(Rater(*values), setting, "net")
        with pytest.raises(BotError, match=reason):
            tobean.play_match("bohnanza", [bot, "miser", "miser"], seed=1)
    wanted = PolicyBot(Rater(*range(setting.tokens)), setting, "net")  # the highest legal token is the best
    sampled = PolicyBot(Rater(*[0.0] * setting.tokens), setting, "net", temperature=1.0)
    assert tobean.play_match("bohnanza", [wanted, sampled, "miser"], seed=1).result.thalers
    mask = np.array([0, 1, 1, 0] + [0] * (setting.tokens - 4), np.uint8)
    chance = chance_from(1)
    draws = {sampled.best_token(np.zeros(setting.tokens), mask, 0, chance) for _ in range(50)}
    assert draws == {1, 2}


def test_policies_for_other_games_and_cards_are_refused() -> None:
    bot = policy_bot(random_policy(), Setting("bohnanza", 3), "three")
    with pytest.raises(tobean.BadInput, match="for Bohnanza with 3 players, not for Bohnanza with 4"):
        tobean.play_match("bohnanza", [bot] * 4, seed=1)
    with pytest.raises(tobean.BadInput, match="not for Rabohnzel with 3"):
        check_bot_fits(bot, tobean.GAMES["rabohnzel"], 3)
    check_bot_fits(bot, tobean.GAMES["bohnanza"], 3)
    check_bot_fits(bot_named("miser"), tobean.GAMES["rabohnzel"], 3)


def test_invalid_arguments() -> None:
    setting = Setting("bohnanza", 3)
    with pytest.raises(tobean.BadInput, match="needs the setting"):
        policy_bot(random_policy())
    with pytest.raises(tobean.BadInput, match="not int"):
        policy_bot(3, setting)
    with pytest.raises(tobean.BadInput, match="has its own setting"):
        policy_bot("net.onnx", setting)
    for temperature in (-1.0, float("nan"), float("inf")):
        with pytest.raises(tobean.BadInput, match="temperature"):
            policy_bot(random_policy(), setting, temperature=temperature)


# --- files -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "players"), [("bohnanza", 3), ("al-cabohne", 2)])
def test_an_onnx_file_plays_whole_games_in_the_arena(run: Run, tmp_path: Path, game: str, players: int) -> None:
    net = linear_net(tmp_path / "net.onnx", Setting(game, players))
    args = ("arena", net, "--against", "random-1", "-g", game, "-p", players, "-d", 1, "-w", 1, "-q", "--json")
    code, out, _ = run(*args)
    assert code == 0, out
    found = json.loads(out)
    assert not found["faults"]
    assert str(net) in out


def test_a_file_with_a_policy_is_a_bot(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mypolicy.py"
    path.write_text(
        "from tobean.research import Setting, policy_bot\n"
        "setting = Setting('bohnanza', 3)\n"
        "bot = policy_bot(lambda observation, mask: mask.argmax(), setting)\n"
        "second = policy_bot(lambda observation, mask: -1, setting, 'second')\n"
    )
    assert bot_named(str(path)).name == str(path)
    assert bot_named(f"{path}:second").name == "second"
    assert bot_named(str(path)) is not bot_named(str(path))
    code, out, _ = run("sim", "-n", 1, "-p", 3, "-b", f"{path},miser,miser", "-w", 1, "-q")
    assert code == 0, out
    code, out, _ = run("arena", f"{path}:second", "-a", "miser", "-p", 3, "-d", 1, "-w", 1, "-q")
    assert code == 1
    assert "which is not legal here" in out
    assert "not for Bohnanza with 4" in single_error_line(run("arena", path, "-a", "miser", "-p", 4, "-d", 1))
    assert "not for Bohnanza with 4" in single_error_line(run("sim", "-n", 1, "-p", 4, "-b", path))


def test_wrong_files_are_refused(tmp_path: Path) -> None:
    setting = Setting("bohnanza", 3)
    path = tmp_path / "net.onnx"
    for change, reason in (
        ({"format": "tobean policy 9"}, "another format"),
        ({"grammar": 99}, "other encodings"),
        ({"size": 7}, "other encodings"),
        ({"setting": {"game": "chess"}}, "chess"),
        ({"setting": None}, "net.onnx"),
        ({"temperature": "hot"}, "hot"),
    ):
        with pytest.raises(BadPolicy, match=reason):
            bot_named(str(linear_net(path, setting, change)))
    path.write_bytes(b"nothing of the kind")
    with pytest.raises(BadPolicy, match="not an ONNX file that can be run .save_onnx writes one"):
        bot_named(str(path))
    model = onnx.load(linear_net(path, setting))
    del model.metadata_props[:]
    onnx.save(model, str(path))
    with pytest.raises(BadPolicy, match="does not say for which game"):
        policy_bot(path)
    with pytest.raises(tobean.BadInput, match="there is no file"):
        bot_named(str(tmp_path / "none.onnx"))
    with pytest.raises(BadPolicy, match="names its game"):
        metadata_text(Setting(tobean.GAMES["bohnanza"], 3), 0.0)


class TouchesWhenLoaded:
    """A pickle that writes a file when it is loaded."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[Any, ...]:
        return Path.touch, (self.path,)


def test_files_that_run_code_when_they_are_loaded_are_refused(run: Run, tmp_path: Path) -> None:
    touched = tmp_path / "touched"
    for name in ("net.pt2", "net.pt", "net.pth", "net.pkl"):
        path = tmp_path / name
        with ZipFile(path, "w") as archive:
            archive.writestr("data/sample_inputs/model.pt", pickle.dumps(TouchesWhenLoaded(touched)))
        for load in (bot_named, policy_bot, partial(install_bot, "rookie")):
            with pytest.raises(tobean.BadInput, match="not a file of a bot.*save_onnx"):
                load(str(path))
    assert "save_onnx" in single_error_line(run("arena", tmp_path / "net.pt2", "-a", "miser", "-p", 3, "-d", 1))
    assert not touched.exists()


def test_files_that_a_python_file_loads_belong_to_its_bot(tmp_path: Path) -> None:
    """They are sent to other machines, and a submission has their digests."""
    net = linear_net(tmp_path / "net.onnx", Setting("bohnanza", 3))
    program = tmp_path / "mine.py"
    program.write_text(f"from tobean.research import policy_bot\nbot = policy_bot({str(net)!r})\n", encoding="utf-8")
    submission = submission_of(str(program), (("bohnanza", 3),))
    assert set(submission.files) == {str(program), str(net)}
    assert BOT_FILES.contents_of_bot(str(program))[str(net)] == net.read_bytes()
    assert set(submission_of(str(net), (("bohnanza", 3),)).files) == {str(net)}
    check_unchanged(submission)
    linear_net(net, Setting("bohnanza", 3, talk_limit=1))
    with pytest.raises(tobean.BadInput, match="has changed since it was submitted"):
        check_unchanged(submission)


def test_a_policy_is_not_submitted_for_other_games(run: Run, tmp_path: Path) -> None:
    net = linear_net(tmp_path / "net.onnx", Setting("bohnanza", 3))
    folder = tmp_path / "round"
    assert "not for Bohnanza with 4" in single_error_line(run("leaderboard", "submit", folder, net, "-g", "bohnanza"))
    assert not folder.exists()
    assert run("leaderboard", "submit", folder, net, "-g", "bohnanza", "-p", 3)[0] == 0


def test_operators_install_bots_from_files(tmp_path: Path) -> None:
    net = str(linear_net(tmp_path / "net.onnx", Setting("bohnanza", 3)))
    with pytest.raises(tobean.BadInput, match="unknown bot 'rookie'"):
        builtin_bot("rookie")
    with pytest.raises(tobean.BadInput, match="unknown bot"):
        builtin_bot(net)  # visitors cannot name files
    for name, file, reason in (
        ("merchant", net, "cannot be the name"),
        ("Rookie", net, "cannot be the name"),
        ("rookie@1", net, "cannot be the name"),
        ("rookie", "merchant", "is not a file of a bot"),
        ("rookie", str(tmp_path / "none.onnx"), "there is no file"),
    ):
        with pytest.raises(tobean.BadInput, match=reason):
            install_bot(name, file)
    assert "rookie" not in BOTS
    install_bot("rookie", net)
    install_bot("rookie", net)  # every process of a server does that
    try:
        assert builtin_bot("rookie").name == "rookie"
        assert bot_entries() == [f"rookie={net}"]
    finally:
        del BOTS["rookie"]
