"""Names of fields in the log, which databases keep forever: a renamed field would lose what old entries say."""

from typing import get_args

import msgspec

from tobean.session.log import entries

FIELDS = {
    "opened": ("at", "setup"),
    "seated": ("at", "seat", "now", "ends"),
    "started": ("at", "start", "deal", "deck", "edition", "position", "pile"),
    "acted": ("at", "do", "chance", "by", "fault"),
    "undone": ("at", "seat", "to"),
    "said": ("at", "seat", "name", "text", "bot", "meant", "answers", "person", "stand_in"),
    "wished": ("at", "seat", "kinds"),
    "ordered": ("at", "seat", "orders"),
    "learned": ("at", "seat", "lesson", "away"),
    "arranged": ("at", "seat", "answers", "shown"),
}


def test_fields_of_log_entries_keep_their_names() -> None:
    infos = [msgspec.inspect.type_info(entry) for entry in get_args(entries.Entry)]
    found = {info.tag: tuple(field.encode_name for field in info.fields) for info in infos}  # type: ignore[attr-defined]
    assert found == FIELDS
