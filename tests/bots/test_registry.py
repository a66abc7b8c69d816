"""Lookup of bots by name, and their descriptions."""

from pathlib import Path

import pytest

from tobean.bots import BOTS, PERSONALITIES, Remark, bot_named, builtin_bot, remark_text
from tobean.bots.bot_files import BOT_FILES
from tobean.bots.voice.phrases import COMMON, VOICES
from tobean.bots.voice.remark_text import OCCASIONS, variants
from tobean.i18n import LANGUAGES
from tobean.kernel.errors import BadInput

LAZY = """
class Lazy:
    name = "lazy"
    seconds = 1.0

    def choose(self, view, actions, chance):
        return actions[-1]

    def volunteer(self, view, actions, chance):
        return None
"""


@pytest.fixture
def lazy(tmp_path: Path) -> Path:
    path = tmp_path / "lazy.py"
    path.write_text(LAZY)
    return path


def test_builtin_bots() -> None:
    for name in BOTS:
        assert bot_named(name).name == name
        assert builtin_bot(name).name == name


def test_a_bot_from_a_file(lazy: Path) -> None:
    assert bot_named(str(lazy)).name == "lazy"
    assert bot_named(f"{lazy}:Lazy").name == "lazy"
    quick = bot_named(f"{lazy}:Lazy@0.25")
    assert getattr(quick, "seconds", None) == 0.25
    assert getattr(bot_named(str(lazy)), "seconds", None) == 1.0


def test_a_file_that_is_deleted_or_changed_after_loading(lazy: Path) -> None:
    """Other machines get what was loaded here. A submission needs the file as it is now."""
    loaded = lazy.read_bytes()
    bot_named(str(lazy))
    assert BOT_FILES.contents_of_bot(str(lazy)) == {str(lazy): loaded}
    lazy.write_text(LAZY + "# changed", encoding="utf-8")
    assert BOT_FILES.contents()[str(lazy)] == loaded
    assert BOT_FILES.contents_of_bot(str(lazy)) == {str(lazy): lazy.read_bytes()}
    lazy.unlink()
    assert BOT_FILES.contents()[str(lazy)] == loaded
    with pytest.raises(BadInput, match=r"lazy\.py: cannot be read: No such file"):
        BOT_FILES.contents_of_bot(str(lazy))
    with pytest.raises(BadInput, match="there is no file"):
        bot_named(str(lazy))


def test_a_file_with_two_bots_needs_a_class_name(tmp_path: Path) -> None:
    path = tmp_path / "two.py"
    path.write_text(LAZY + LAZY.replace("class Lazy", "class Idle"))
    with pytest.raises(BadInput, match="Idle, Lazy"):
        bot_named(str(path))
    assert type(bot_named(f"{path}:Idle")).__name__ == "Idle"


@pytest.mark.parametrize(
    "wish",
    [
        "nobody", "", "sprout@", "sprout@0", "sprout@-1", "sprout@soon", "sprout@1e999", "sprout@2", "sprout/generous",
        "sprout/", "no/such/file.py", "no/such/file.py:Bot", "sprout/generous@1",
    ],
)  # fmt: skip
def test_an_unknown_bot_or_option_is_refused(wish: str) -> None:
    with pytest.raises(BadInput):
        bot_named(wish)
    with pytest.raises(BadInput):
        builtin_bot(wish)


@pytest.mark.parametrize(
    "text",
    ["x = 1", "def f(:", "raise ValueError('no')", "class Half:\n    def choose(self): ...", LAZY[:20] + " pass"],
)
def test_a_file_without_a_bot_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "bad.py"
    path.write_text(text)
    with pytest.raises(BadInput, match="bad.py"):
        bot_named(str(path))


def test_a_class_with_required_arguments_or_without_a_name_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "odd.py"
    path.write_text(LAZY.replace('name = "lazy"', "def __init__(self, wanted): ..."))
    with pytest.raises(BadInput, match="cannot be made"):
        bot_named(str(path))
    path = tmp_path / "nameless.py"
    path.write_text(LAZY.replace('name = "lazy"', "pass"))
    with pytest.raises(BadInput, match="needs a name"):
        bot_named(str(path))


def test_builtin_bot_runs_no_files(lazy: Path) -> None:
    with pytest.raises(BadInput):
        builtin_bot(str(lazy))


def test_a_bot_of_an_installed_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "lazy_package.py").write_text(LAZY)
    about = tmp_path / "lazy_package-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: lazy-package\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[tobean.bots]\nlazy = lazy_package:Lazy\nlost = lazy_package:Lost\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert bot_named("lazy").name == "lazy"
    with pytest.raises(BadInput, match="cannot be loaded"):
        bot_named("lost")
    with pytest.raises(BadInput, match="lazy, lost"):
        bot_named("nobody")


def test_all_occasions_have_several_variants() -> None:
    for texts in COMMON.values():
        assert len(set(texts)) >= 3


def test_every_personality_has_a_voice() -> None:
    assert set(VOICES) == set(PERSONALITIES)
    for voice in VOICES.values():
        assert set(voice) <= set(OCCASIONS)


def test_remarks_are_short_and_complete_in_every_voice() -> None:
    for language in LANGUAGES:
        for voice in ["", *PERSONALITIES]:
            for occasion in OCCASIONS:
                said = {
                    remark_text(Remark(occasion, (0, 0, 1)), voice, language, count)
                    for count in range(len(variants(occasion, voice)))
                }
                assert len(said) == len(variants(occasion, voice))
                assert all(3 <= len(text) <= 90 and "{" not in text for text in said)


def test_a_remark_names_its_kinds() -> None:
    assert remark_text(Remark("no room", (0, 0)), "fair", "en") == "I have no room for 2 Blue."
    assert remark_text(Remark("no room", (0, 0)), "fair", "de") == "Für 2 Blaue Bohnen habe ich keinen Platz."


def test_unknown_remarks() -> None:
    with pytest.raises(BadInput, match="occasion"):
        remark_text(Remark("weather"))
    with pytest.raises(BadInput, match="language"):
        remark_text(Remark("accept"), "", "xx")


def test_faces_and_names_are_distinct() -> None:
    assert sorted(who.face for who in PERSONALITIES.values()) == list(range(1, 9))
    assert len({who.display_name for who in PERSONALITIES.values()}) == len(PERSONALITIES)
