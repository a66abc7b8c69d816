"""Language models as players: whole games of scripted models, a local endpoint with all its failures, transcripts."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

import tobean
from tests.support.cli import Run, single_error_line
from tests.support.model_endpoint import KEY, Endpoint, first_listed, running_endpoint
from tobean.bots import bot_named
from tobean.cli.measuring.models_table import read_prices
from tobean.research.models.model_client import (
    FunctionModel,
    Message,
    ModelFailed,
    Reply,
    estimated_reply,
    offline_model,
)
from tobean.research.models.model_game import ModelFixture, ModelGame
from tobean.research.models.prompts import known_prompts, prompt_named
from tobean.research.models.transcript import BadTranscript, Transcript, complete_lines

FIXTURE = ModelFixture("al-cabohne", 2, 0, "miser", "models 1")


def model_game(path: Path, model: Any, fixture: ModelFixture = FIXTURE, **more: Any) -> ModelGame:
    bots = {seat: bot_named(fixture.against) for seat in range(fixture.players) if seat != fixture.seat}
    transcript = Transcript(path, {"fixture": asdict(fixture), "model": "test"})
    return ModelGame(fixture, model, bots, prompt_named("v1"), transcript, **more)


def lines_of(path: Path, kind: str) -> list[dict[str, Any]]:
    return [line for line in complete_lines(path) if line["type"] == kind]


# --- games -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fixture", [FIXTURE, ModelFixture("bohnanza", 3, 2, "sprout", "7", volunteers=True)])
def test_a_scripted_model_plays_a_whole_game(fixture: ModelFixture, tmp_path: Path) -> None:
    result = model_game(tmp_path / "game.jsonl", offline_model("scripted:random"), fixture).play()
    record = tobean.parse_record(result["record"])
    assert record.final().result().thalers == tuple(result["thalers"])
    counts = result["counts"]
    calls = lines_of(tmp_path / "game.jsonl", "call")
    assert counts["requests"] == counts["decisions"] == len(calls) > 10
    assert counts["refused"] == counts["forfeited"] == 0
    assert counts["read"] == sum(call["reply"]["read"] for call in calls)
    assert counts["estimated"] == len(calls)
    system, _ = calls[0]["messages"]
    assert system["role"] == "system"
    assert "You are" in system["content"]
    assert "# The rules" in system["content"]
    assert "{" not in system["content"].partition("# The rules")[0]
    assert [message["role"] for message in calls[1]["messages"]] == ["user"]  # the rules are recorded once
    again = model_game(tmp_path / "again.jsonl", offline_model("scripted:random"), fixture).play()
    assert {**again, "counts": {**again["counts"], "seconds": 0}} == {**result, "counts": {**counts, "seconds": 0}}


def test_requests_contain_the_recent_decisions(tmp_path: Path) -> None:
    lengths = []

    def complete(messages: list[Message]) -> str:
        lengths.append(len(messages))
        assert [message["role"] for message in messages][:2] == ["system", "user"]
        return first_listed(messages)

    model_game(tmp_path / "game.jsonl", FunctionModel(complete, "test"), memory=2).play()
    assert lengths[:4] == [2, 4, 6, 6]
    assert max(lengths) == 6


def test_refused_answers_are_explained_counted_and_forfeited(tmp_path: Path) -> None:
    seen: list[str] = []

    def complete(messages: list[Message]) -> str:
        seen.append(messages[-1]["content"])
        return first_listed(messages) if len(seen) % 3 == 0 and len(seen) % 12 else "[dance]"

    result = model_game(tmp_path / "game.jsonl", FunctionModel(complete, "test"), retries=2).play()
    counts = result["counts"]
    assert seen[1].startswith("Refused, nothing has changed: ")
    assert seen[3].startswith("You are")
    assert counts["requests"] == len(seen) == 3 * counts["decisions"]
    assert counts["forfeited"] == counts["decisions"] // 4
    assert counts["refused"] == 2 * counts["decisions"] + counts["forfeited"]
    assert not result["forfeited"]


def test_five_forfeited_decisions_in_a_row_forfeit_the_game(tmp_path: Path) -> None:
    """The model is not asked any more, and fallback moves end the game. A legal answer in between begins anew."""
    legal = {5, 10}  # answers number 5 and 10: four decisions are forfeited before each
    asked = 0

    def complete(messages: list[Message]) -> str:
        nonlocal asked
        asked += 1
        return first_listed(messages) if asked in legal else "[dance]"

    result = model_game(tmp_path / "game.jsonl", FunctionModel(complete, "test"), retries=0).play()
    assert result["forfeited"] is True
    assert asked == result["counts"]["decisions"] == 15
    assert result["counts"]["forfeited"] == 13
    assert tobean.parse_record(result["record"]).final().result().thalers == tuple(result["thalers"])


@pytest.mark.parametrize("answer", [None, "", " \n"])
def test_a_model_that_says_nothing_is_refused(answer: str | None, tmp_path: Path) -> None:
    spoken: list[str] = []

    def complete(messages: list[Message]) -> str | None:
        spoken.extend(message["content"] for message in messages if message["role"] == "assistant")
        return answer

    counts = model_game(tmp_path / "game.jsonl", FunctionModel(complete, "test"), retries=1).play()["counts"]
    assert (counts["refused"], counts["forfeited"]) == (10, 5)
    assert set(spoken) == {"(no answer)"}  # some endpoints refuse empty messages


def test_promises_and_messages_are_counted(tmp_path: Path) -> None:
    fixture = ModelFixture("bohnanza", 3, 0, "miser", "5")
    talk = iter(["[say: hello]", "[promise Ben: Red]", "[promise Ben: 2 Soy]", "[say: once more]"])
    model = FunctionModel(lambda messages: next(talk, "") or first_listed(messages), "test")
    game = model_game(tmp_path / "game.jsonl", model, fixture)
    counts = game.play()["counts"]
    assert counts["messages"] == 3  # the fourth before one action is too many
    assert counts["refused"] == 1
    assert (counts["promised"], counts["honoured"], counts["broken"], counts["open"]) == (2, 0, 2, 0)
    assert [message.text for message in game.table.messages] == ["hello"]


def test_a_model_that_breaks_down_ends_the_game(tmp_path: Path) -> None:
    def broken(messages: list[Message]) -> str:
        raise RuntimeError("out of memory")

    with pytest.raises(ModelFailed, match="test raised RuntimeError: out of memory"):
        model_game(tmp_path / "game.jsonl", FunctionModel(broken, "test")).play()
    wrong: Any = lambda messages: 1  # noqa: E731
    with pytest.raises(ModelFailed, match="is not a string"):
        model_game(tmp_path / "other.jsonl", FunctionModel(wrong, "test")).play()


# --- transcripts -------------------------------------------------------------------------------------------------


class StopsAfter:
    """A model that fails after some requests."""

    def __init__(self, requests: int) -> None:
        self.requests = requests

    def complete(self, messages: list[Message], seed: str) -> Reply:
        if not self.requests:
            raise ModelFailed("the end")
        self.requests -= 1
        return estimated_reply(messages, first_listed(messages))


def test_an_interrupted_game_continues_without_asking_again(tmp_path: Path) -> None:
    whole = model_game(tmp_path / "whole.jsonl", StopsAfter(10_000)).play()
    path = tmp_path / "game.jsonl"
    with pytest.raises(ModelFailed):
        model_game(path, StopsAfter(6)).play()
    assert len(lines_of(path, "call")) == 6
    path.write_text(path.read_text() + '{"type": "call", "requ')  # the program was killed while it wrote
    with pytest.raises(ModelFailed):
        model_game(path, StopsAfter(3)).play()
    assert len(lines_of(path, "call")) == 9
    assert model_game(path, StopsAfter(whole["counts"]["requests"] - 9)).play() == whole
    assert path.read_text() == (tmp_path / "whole.jsonl").read_text()
    assert Transcript(path, {"fixture": asdict(FIXTURE), "model": "test"}).result == {"type": "result", **whole}


def test_transcripts_of_other_runs_and_damaged_ones_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with pytest.raises(ModelFailed):
        model_game(path, StopsAfter(3)).play()
    kept = path.read_text()
    with pytest.raises(BadTranscript, match="played with model 'test', not 'other'"):
        Transcript(path, {"fixture": asdict(FIXTURE), "model": "other"})
    assert path.read_text() == kept
    lines = kept.splitlines()
    for damaged in ("nothing of the kind\n", '{"type": "call"}\n', f'{lines[0]}\n{{"type": "dance"}}\n', "[]\n"):
        path.write_text(damaged)
        with pytest.raises(BadTranscript, match="not a transcript"):
            model_game(path, StopsAfter(3))
    call = json.loads(lines[1])
    path.write_text("\n".join([lines[0], json.dumps({**call, "request": "0"}), *lines[2:]]) + "\n")
    with pytest.raises(BadTranscript, match="another way"):
        model_game(path, StopsAfter(3)).play()


# --- prompts and the command -------------------------------------------------------------------------------------


@pytest.fixture
def endpoint(monkeypatch: pytest.MonkeyPatch) -> Iterator[Endpoint]:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with running_endpoint() as server:
        yield server


def test_published_prompts_never_change() -> None:
    """A changed prompt gets a new file, so that results stay comparable."""
    assert {name: prompt_named(name).digest for name in known_prompts()} == {"v1": "2fe90ddb6cb3a921"}


def test_prompts_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.md"
    path.write_text("{name}: {rules} {cards} {unknown}")
    prompt = prompt_named(str(path))
    assert prompt.version == "mine.md"
    assert prompt.filled(name="Ada", rules="{cards}?", cards="Red") == "Ada: {cards}? Red {unknown}"
    path.write_text("play well")
    with pytest.raises(tobean.BadInput, match="contains {rules}, {name}"):
        prompt_named(str(path))
    path.write_bytes(b"\xff")
    with pytest.raises(tobean.BadInput, match="not text in UTF-8"):
        prompt_named(str(path))
    with pytest.raises(tobean.BadInput, match="unknown prompt 'v99'; known prompts: v1"):
        prompt_named("v99")


@pytest.mark.long
def test_the_command_plays_an_endpoint_and_resumes(run: Run, endpoint: Endpoint, tmp_path: Path) -> None:
    out = tmp_path / "runs"
    args = (
        "models", "play", "openai:bean-1", "--out", out, "--base-url", endpoint.url, "-g", "al-cabohne", "-p", 2,
        "-a", "miser-1", "-n", 2, "--option", "temperature=0", "-q", "--attempts", 1,
    )  # fmt: skip
    code, printed, errors = run(*args)
    assert (code, errors) == (0, "")
    assert "openai" in printed  # a narrow terminal breaks the name
    files = sorted(out.iterdir())
    assert [path.name for path in files] == ["al-cabohne-2-miser-1-0001.jsonl", "al-cabohne-2-miser-1-0002.jsonl"]
    assert KEY not in printed + "".join(path.read_text() for path in files)
    requests = len(endpoint.requests)
    assert run(*args)[0] == 0
    assert len(endpoint.requests) == requests  # all games are finished
    text = files[1].read_text()
    files[1].write_text("".join(f"{line}\n" for line in text.splitlines()[:-5]))
    endpoint.failures = [(401, {}, "KEY")]
    refused = run(*args)
    assert "refuses the key" in single_error_line(refused, 1)
    assert KEY not in refused[2]
    assert run(*args)[0] == 0
    assert json.loads(files[1].read_text().splitlines()[-1])["record"] == json.loads(text.splitlines()[-1])["record"]
    assert len(endpoint.requests) == requests + 4 + 1
    assert "played with options" in single_error_line(run(*args, "--option", "max_tokens=9"))
    prices = tmp_path / "prices.toml"
    prices.write_text('["openai:bean-1"]\nread = 1000000\nwritten = 0\n')
    code, printed, _ = run("models", "table", out, "--prices", prices, "--json")
    [row] = json.loads(printed)
    assert row["games"] == 2
    assert row["cost"] == row["read"] == 100 * row["requests"]
    assert row["wins"]["low"] < row["wins"]["high"]
    assert row["margin_interval"] is None
    files[1].write_text("".join(f"{line}\n" for line in text.splitlines()[:-1]))
    code, printed, _ = run("models", "table", out)
    assert "Unfinished games, which are in no figure: 1" in printed
    assert run("models", "table", out, "--markdown")[1].startswith("|  | model | prompt |")


def play_models(run: Run, tmp_path: Path, *names: str) -> list[Path]:
    """Let models play two games each; returns their folders."""
    folders = []
    for number, name in enumerate(names):
        folders.append(tmp_path / str(number))
        args = ("--out", folders[-1], "-g", "al-cabohne", "-p", 2, "-a", "sprout-1", "-n", 2, "-q")
        assert run("models", "play", name, *args)[0] == 0
    return folders


def ranks(run: Run, *folders: Path) -> list[int | None]:
    return [row["rank"] for row in json.loads(run("models", "table", *folders, "--json")[1])]


def test_a_forfeited_game_counts_as_the_worst_result_of_its_setting(run: Run, tmp_path: Path) -> None:
    silent, first = play_models(run, tmp_path, "scripted:random", "scripted:first")
    others = []
    for path in silent.iterdir():
        header, *_, result = complete_lines(path)
        path.write_text(f"{json.dumps(header)}\n{json.dumps({**result, 'forfeited': True})}\n")
    for path in (*silent.iterdir(), *first.iterdir()):
        header, *_, result = complete_lines(path)
        others.append((result["thalers"][1 - header["fixture"]["seat"]] + result["rival"]) / 2)
    _, printed, _ = run("models", "table", silent, first, "--json")
    forfeited, played = json.loads(printed)
    assert (forfeited["games"], forfeited["forfeited_games"], played["forfeited_games"]) == (2, 2, 0)
    assert forfeited["margin"] == -max(others) < played["margin"]
    assert forfeited["wins"]["value"] == 0.0
    assert (played["rank"], forfeited["rank"]) == (1, 2)
    for option in ((), ("--markdown",)):
        assert "Forfeited games, which count as the worst result: 2" in run("models", "table", silent, *option)[1]


def test_unfinished_runs_and_models_with_code_of_their_own_are_unranked(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mymodel.py").write_text("def complete(messages):\n    return None\n")
    scripted = ("scripted:random", "scripted:first")
    random, first, mine = play_models(run, tmp_path, *scripted, str(tmp_path / "mymodel.py"))
    assert sorted(ranks(run, random, first, mine), key=str) == [1, 2, None]
    assert ranks(run, mine) == [None]
    assert "Unranked because it runs its own code here: " in run("models", "table", mine)[1]
    path = next(first.iterdir())
    path.write_text(path.read_text().rpartition('{"type": "result"')[0])
    assert ranks(run, random, first) == [1, None]
    assert "Unranked because of unfinished games: scripted:first" in run("models", "table", first)[1]


def test_a_forfeited_game_prints_a_warning(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mymodel.py"
    path.write_text("def complete(messages):\n    return None\n")
    args = ("-g", "al-cabohne", "-p", 1, "-a", "miser-1", "-n", 1, "-q")
    code, _, errors = run("models", "play", path, "--out", tmp_path / "runs", *args)
    assert code == 0
    assert errors == (
        "al-cabohne-1-miser-1-0001.jsonl: the model gave no legal answer for 5 decisions in a row"
        " and has forfeited the game.\n"
    )


def test_a_model_in_a_file(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mymodel.py"
    path.write_text("def complete(messages):\n    return '[1]'\n")
    args = ("-g", "al-cabohne", "-p", 1, "-a", "miser-1", "-n", 1, "-q")
    assert run("models", "play", path, "--out", tmp_path / "runs", *args)[0] == 0
    path.with_name("other.py").write_text("answer = 42\n")
    assert "has no function complete" in single_error_line(
        run("models", "play", path.with_name("other.py"), "--out", tmp_path / "other", *args)
    )


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        (("gpt",), "is not a model"),
        (("scripted:genius",), "known models: scripted:first, scripted:last, scripted:random"),
        (("scripted:random", "-g", "chess"), "chess"),
        (("scripted:random", "-p", 9), "players"),
        (("scripted:random", "-a", "nobody"), "unknown bot"),
        (("scripted:random", "--prompt", "v99"), "unknown prompt"),
        (("scripted:random", "--option", "temperature=0"), "are for models of an endpoint"),
        (("openai:bean-1", "--option", "temperature"), "is not NAME=VALUE"),
        (("openai:bean-1", "--option", "temperature=hot"), "is not NAME=VALUE"),
        (("openai:bean-1", "--key-variable", "NO_SUCH_KEY"), "the environment has no NO_SUCH_KEY"),
        (("openai:bean-1", "--base-url", "http://me:secret@localhost/v1"), "would be recorded"),
    ],
)
def test_bad_input(run: Run, tmp_path: Path, args: tuple[object, ...], reason: str) -> None:
    found = single_error_line(run("models", "play", *args, "--out", tmp_path / "runs", "-q"))
    assert reason in found
    assert "secret" not in found
    assert not (tmp_path / "runs").exists()


def test_rows_are_in_the_order_of_the_folders(run: Run, tmp_path: Path) -> None:
    models = {"b": "scripted:last", "a": "scripted:first"}
    for folder, model in models.items():
        args = ("-g", "al-cabohne", "-p", 1, "-a", "miser-1", "-n", 1, "-q")
        assert run("models", "play", model, "--out", tmp_path / folder, *args)[0] == 0
    for order in (("a", "b"), ("b", "a")):
        _, printed, _ = run("models", "table", *[tmp_path / folder for folder in order], "--json")
        assert [row["model"] for row in json.loads(printed)] == [models[folder] for folder in order]


def test_tables_of_wrong_folders(run: Run, tmp_path: Path) -> None:
    assert "there are no transcripts" in single_error_line(run("models", "table", tmp_path))
    (tmp_path / "game.jsonl").write_text("{}\n")
    assert "is not a transcript" in single_error_line(run("models", "table", tmp_path))
    (tmp_path / "game.jsonl").write_text('{"type": "header", "format": "tobean model game 1"}\n')
    assert "is not a transcript" in single_error_line(run("models", "table", tmp_path))
    prices = tmp_path / "prices.toml"
    for text in ("read", '["openai:x"]\nread = 1\n', '["openai:x"]\nread = -1\nwritten = 1\n', "x = 3\n"):
        prices.write_text(text)
        with pytest.raises(tobean.BadInput, match="the prices cannot be read"):
            read_prices(prices)
