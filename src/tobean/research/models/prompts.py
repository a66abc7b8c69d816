"""System prompts of language models, in files with a version. A published prompt never changes: a new text gets a new
file."""

import hashlib
import re
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Final

from tobean.kernel.errors import BadInput

FOLDER: Final = files("tobean.research.models") / "prompts"
DEFAULT_PROMPT: Final = "v1"
REQUIRED: Final = ("{rules}", "{name}")
MAX_LENGTH: Final = 100_000
DIGEST_LENGTH: Final = 16


@dataclass(frozen=True)
class Prompt:
    """A template for the system prompt."""

    version: str
    """Name of its file."""
    text: str

    @property
    def digest(self) -> str:
        """Digest of the text, which identifies the prompt in transcripts and tables."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:DIGEST_LENGTH]

    def filled(self, **values: object) -> str:
        """Return the text with its placeholders `{game}`, `{players}`, `{name}`, `{rules}` and `{cards}` replaced."""
        known = "|".join(map(re.escape, values))
        return re.sub(rf"\{{({known})\}}", lambda found: str(values[found[1]]), self.text)


def known_prompts() -> list[str]:
    return sorted(path.name.removesuffix(".md") for path in FOLDER.iterdir() if path.name.endswith(".md"))


def prompt_named(name: str) -> Prompt:
    """Return a prompt by its version, or from a file of one's own."""
    if name in known_prompts():
        return Prompt(name, (FOLDER / f"{name}.md").read_text(encoding="utf-8"))
    path = Path(name)
    if not path.is_file():
        raise BadInput(
            "unknown prompt {name!r}; known prompts: {known}, or a file", name=name, known=", ".join(known_prompts())
        )
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise BadInput("{file}: this is not text in UTF-8", file=name) from error
    for placeholder in REQUIRED:
        if placeholder not in text or len(text) > MAX_LENGTH:
            raise BadInput(
                "{file}: a prompt has at most {most} characters and contains {placeholders}",
                file=name,
                most=MAX_LENGTH,
                placeholders=", ".join(REQUIRED),
            )
    return Prompt(path.name, text)
