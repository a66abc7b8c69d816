"""Names and chat as one visible line: hidden and overflowing characters are removed, ordinary text stays."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tobean.session.text import isolated, one_line, skeleton

ORDINARY = (
    "Nina",
    "Jürgen Ø. Łukasz",
    "O’Brien-Çelik",
    "Nguyễn Thị Ánh Tuyết",
    "สมชาย ที่น้ำปู่",
    "ढूँढ़ूँ में हूँ",
    "श्रीमती क्ष त्रिवेदी",
    "محمّدٌ الْعَرَبِيّ",
    "می‌خواهم",
    "र्‍य ক্‍ষ",
    "יוסף שָׁלוֹם",
    "སྒྲོལྨ རྒྱུ",
    "မြို့ ကျွန်ုပ်",
    "ស្ត្រី",
    "ශ්‍රී ලංකා",
    "தமிழ்",
    "한글 김민준",
    "山田太郎 葛󠄀城",
    "Ελένη Дмитрий Йожин",
    "ᠮᠣᠩᠭᠣᠯ",
    "🫘 👩‍👩‍👧‍👦 🏳️‍🌈 👍🏽 ❤️‍🔥 1️⃣ 🙂‍↔️ 👩🏽‍🌾 🇩🇪 ‼️",
    "a = b? 100 %! “quoted” – 5 €",
    "ﷺ ½ №",
)
FORBIDDEN = {"Cc", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Forbidden Unicode categories; of Cf only the two joiners are allowed, of the spaces only U+0020."""
TRICKY = (
    st.sampled_from("a\u0301é ก็\u0e35\u0e48ह\u0942\u0901\u093cم\u0651\u064e❤👩🏽1#葛ᠮⅷ\ufb01ßİ\u0345\u1e9b\u0323\u212b")
    | st.sampled_from("\u200b\u200c\u200d\u200e\u202e\u2066\u2069\ufe0f\ufe00\u180b\u20e3\ufeff\u00ad\u034f\u2028")
    | st.sampled_from("\u3164\u115f\u1160\u2800\u00a0\t\n\x00\x85\ud800\ue000\uffff\U000e0101\U000e0041 ")
    | st.characters()
)
LINES = st.text(TRICKY, max_size=40) | st.text(st.characters(), max_size=40)


@pytest.mark.parametrize("text", ORDINARY)
def test_ordinary_text_is_unchanged(text: str) -> None:
    assert one_line(text) == unicodedata.normalize("NFC", text)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Ni\u200bna\u2060\ufeff", "Nina"),
        ("\u202eevil\u202c \u2066x\u2069 \u200f\u200ey\u061c", "evil x y"),
        ("a\u2028b\u2029c\r\nd\te\u00a0f\u3000g", "a b c d e f g"),
        ("\u3164 \u115f\u1160\u2800\uffa0", ""),
        ("a\u3164\u2800b", "a b"),
        ("\x00\x07bell\x1b[31m\x7f", "bell[31m"),
        ("lone \ud800 half", "lone half"),
        ("\ue000\U000f0000private\ufdd0\U0010ffff", "private"),
        ("z\u0300\u0301\u0302\u0303\u0304a\u0336\u0337\u0338l", "z\u0300\u0301a\u0336\u0337l"),
        ("ก" + "็" * 20, "ก็็"),
        ("\u0301Nina", "Nina"),
        ("a \u0301b", "a b"),
        ("Ni\u200dna", "Nina"),
        ("نینا\u200c", "نینا"),
        ("\u200d🫘\u200d", "🫘"),
        ("Nina\ufe0f\ufe0f 7\ufe0f", "Nina 7"),
        ("❤\ufe0f\ufe0f\ufe0f", "❤\ufe0f"),
        ("soft\u00adhyphen and \U000e0041\U000e0042tags", "softhyphen and tags"),
        ("A\u030angstro\u0308m", "Ångström"),
        ("e\u200b\u0301", "é"),
        ("", ""),
    ],
)
def test_invisible_and_overflowing_characters_are_removed(text: str, line: str) -> None:
    assert one_line(text) == line


@given(LINES)
def test_a_line_is_one_line_of_visible_characters(text: str) -> None:
    line = one_line(text)
    assert one_line(line) == line
    assert line == unicodedata.normalize("NFC", line)
    assert "  " not in line
    assert line == line.strip()
    marks = 0
    for character in line:
        category = unicodedata.category(character)
        assert category not in FORBIDDEN, hex(ord(character))
        assert category != "Cf" or character in "\u200c\u200d", hex(ord(character))
        assert category != "Zs" or character == " "
        assert character not in "\u3164\u115f\u1160\u2800\uffa0\u034f"
        is_mark = category in ("Mn", "Me") and not unicodedata.name(character, "").startswith("VARIATION SELECTOR")
        marks = marks + 1 if is_mark else marks if character in "\u200c\u200d" else 0
        assert marks <= 4
    line.encode("utf-8")


@given(st.text(st.sampled_from("aeoǻ ") | st.characters(min_codepoint=0x300, max_codepoint=0x36F), max_size=30))
def test_a_letter_keeps_at_most_two_accents(text: str) -> None:
    in_a_row = 0
    for character in unicodedata.normalize("NFD", one_line(text)):
        in_a_row = in_a_row + 1 if "\u0300" <= character <= "\u036f" else 0
        assert in_a_row <= 2


@given(LINES)
def test_normalization_keeps_the_skeleton_of_a_name(text: str) -> None:
    assert skeleton(one_line(text)) == skeleton(text)


def test_names_that_look_alike() -> None:
    assert skeleton("Nina") == skeleton("NINA") == skeleton("Ｎｉｎａ") == skeleton("ni\u200bna") == skeleton("𝐍ina")
    assert skeleton("Straße") == skeleton("STRASSE")
    assert skeleton("می‌خواهم") == skeleton("میخواهم")
    assert skeleton("❤️") == skeleton("❤")
    assert skeleton("Nina") != skeleton("Niña")


def test_only_right_to_left_names_are_isolated() -> None:
    assert isolated("Nina") == "Nina"
    assert isolated("Jürgen 🫘") == "Jürgen 🫘"
    for name in ("יוסף", "محمد 2", "Nina محمد"):
        assert isolated(name) == f"\u2068{name}\u2069"
