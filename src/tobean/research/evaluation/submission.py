"""Submissions: which bot enters which games, fixed by digests before the seed of the evaluation exists."""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tobean.bots.bot_files import BOT_FILES
from tobean.bots.registry import check_bot_fits, names_from_packages, split_time_budget
from tobean.games import game_named
from tobean.games.registry import GAMES
from tobean.kernel.errors import BadInput
from tobean.research.evaluation.json_fields import count, entries, file_text, parse_file, text, texts
from tobean.research.opponents.population import POPULATION_VERSION, lab_bot
from tobean.research.pools.code_digest import play_version
from tobean.research.pools.payload import files_of, third_party_packages

KIND: Final = "tobean submission"
FORMAT: Final = 1
NET_SUFFIXES: Final = (".json", ".onnx")
"""Endings of files that contain a network and no code."""

Variant = tuple[str, int]
"""A game and a number of players."""


@dataclass(frozen=True)
class Submission:
    """A bot and everything it consists of, by digest."""

    bot: str
    """Its name on the command line."""
    files: dict[str, str]
    """SHA-256 of its files by path, and of the installed packages that provide bots by name."""
    variants: tuple[Variant, ...]
    tobean: str
    """Version of tobean with the digest of the sources that decide play."""
    population: int

    def data(self) -> dict[str, Any]:
        return {
            KIND: FORMAT,
            "bot": self.bot,
            "files": self.files,
            "variants": [list(variant) for variant in self.variants],
            "tobean": self.tobean,
            "population": self.population,
        }

    @property
    def has_own_code(self) -> bool:
        """Whether the bot runs code of its own: it shares a process with the table, so it could read all hands."""
        return not all(file.endswith(NET_SUFFIXES) for file in self.files)

    @property
    def digest(self) -> str:
        """SHA-256 of the submission. A change of the bot or of the games changes it."""
        return sha256(json.dumps(self.data(), sort_keys=True, separators=(",", ":")).encode())


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def all_variants() -> tuple[Variant, ...]:
    """Return every game with every number of players but one."""
    return tuple((name, players) for name, rules in GAMES.items() for players in rules.players if players > 1)


def chosen_variants(games: tuple[str, ...], counts: tuple[int, ...]) -> tuple[Variant, ...]:
    """Return the variants of these games and numbers of players; without any, all of them."""
    for game in games:
        game_named(game)
    found = tuple(
        (game, players)
        for game, players in all_variants()
        if (not games or game in games) and (not counts or players in counts)
    )
    for players in counts:
        if all(players != other for _, other in found):
            raise BadInput("none of these games is for {players} players; one player: see tobean solo", players=players)
    return found


def submission_of(bot: str, variants: tuple[Variant, ...]) -> Submission:
    """Return the submission of a bot. Creates the bot first, so that a faulty or unsuitable one is refused now."""
    if "+" in bot:
        raise BadInput("{bot}: a submission is one bot, and its name has no +", bot=bot)
    check_plays(bot, variants)
    return Submission(bot, file_digests(bot), variants, play_version(), POPULATION_VERSION)


def check_plays(bot: str, variants: tuple[Variant, ...]) -> None:
    """Raise `BadInput` unless the bot can be created and plays all these variants."""
    made = lab_bot(bot)
    for game, players in variants:
        check_bot_fits(made, game_named(game), players)


def file_digests(bot: str) -> dict[str, str]:
    """Return the digests of the files or the installed package that a bot comes from; none for a built-in bot."""
    name, _ = split_time_budget(bot)
    found = {path: sha256(content) for path, content in BOT_FILES.contents_of_bot(name).items()}
    is_from_package = not found and name.partition("/")[0] in names_from_packages()
    if is_from_package:
        for module in third_party_packages():
            content = hashlib.sha256()
            for path, archived_name in files_of(module):
                content.update(f"{archived_name}\n".encode())
                content.update(path.read_bytes())
            found[module] = content.hexdigest()
    if not found and (is_from_package or Path(name).exists()):
        raise BadInput("{bot}: it is not known which files this bot consists of", bot=bot)
    return found


def check_unchanged(submission: Submission) -> None:
    """Raise `BadInput` unless this machine has exactly what was submitted."""
    if submission.tobean != play_version():
        raise BadInput(
            "{bot} was submitted with tobean {given}, and this is {own}: submit it again",
            bot=submission.bot,
            given=submission.tobean,
            own=play_version(),
        )
    for game, players in submission.variants:
        if players not in game_named(game).players:
            raise BadInput("{game} is not for {players} players", game=game, players=players)
    check_plays(submission.bot, submission.variants)
    if file_digests(submission.bot) != submission.files:
        raise BadInput(
            "{bot} has changed since it was submitted: submit it again for another round", bot=submission.bot
        )


def submission_text(submission: Submission) -> str:
    return file_text(submission.data())


def parse_submission(content: str, name: str) -> Submission:
    return parse_file(content, name, KIND, FORMAT, submission_from)


def submission_from(data: dict[str, Any]) -> Submission:
    return Submission(
        text(data["bot"]),
        texts(data["files"]),
        tuple((text(game), count(players)) for game, players in entries(data["variants"])),
        text(data["tobean"]),
        count(data["population"]),
    )
