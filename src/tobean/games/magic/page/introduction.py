"""The tutorial of Rabohnzel and Excalibohn: spells and swords."""

from typing import Final

from tobean.games.magic.events import ATTACKED, CAST, USED_ABILITY, WON_THALER
from tobean.i18n.catalogues import N_
from tobean.session.lessons import common_lessons
from tobean.session.lessons.lesson import (
    FIELDS,
    PROMPT,
    Introduction,
    Lesson,
    all_of,
    always,
    any_player_event,
    has_legal,
    is_prompted,
    own_event,
)

SPELLS: Final = ".spells.own"
TARGET_THALERS: Final = '[data-place="thalers-{target}"]'
BOTH_SIDES: Final = '.seat[data-seat="{seat}"], .seat[data-seat="{target}"]'

A_SPELL: Final = Lesson(
    "spell",
    N_(
        "This is your spell. It lies face down until a Magic bean activates it; then you can use it once. Tap it to "
        "read what it does. A harvest of two or more Cape beans brings another spell."
    ),
    SPELLS,
    always,
)
MAGIC_PHASE: Final = Lesson(
    "magic phase",
    N_(
        "After planting comes the magic phase: each of your fields may use the ability of its bean, once. Pluck takes "
        "a card from another player's hand, White draws one, Magic activates a spell, and Sword attacks a player for a "
        "thaler. Four Mean beans make the others lose thalers. Cape and Princess can do nothing here."
    ),
    PROMPT,
    is_prompted("magic"),
)
ABILITY: Final = Lesson(
    "ability",
    N_(
        "One of your beans can do something now. Press the button on its field and see what it would do; or leave it "
        "and go on."
    ),
    FIELDS,
    all_of(is_prompted("magic"), has_legal("use")),
    own_event(USED_ABILITY),
)
ACTIVE: Final = Lesson(
    "active",
    N_(
        "One of your spells is active. Tap it to use it, now or later in your turn: each has its moment. At the end of "
        "your turn it is turned face down again."
    ),
    SPELLS,
    has_legal("cast"),
    own_event(CAST),
)
ATTACK: Final = Lesson(
    "attack",
    N_(
        "Each thaler is a bean card turned over. An attacker draws one of the victim's thalers, and the bean on it "
        "decides: a Princess goes to the attacker, a Sword strikes back, a Pluck takes a card from the attacker's "
        "hand, a Magic bean activates one of the attacker's spells. With any other bean nothing happens."
    ),
    TARGET_THALERS,
    any_player_event(ATTACKED),
    tells=(ATTACKED, WON_THALER),
    spares=BOTH_SIDES,
)
CLOSING: Final = N_(
    "The game is over. Most thalers win; if there is a tie, the worth of the spells decides. A whole game goes "
    "through the pile three or four times: time enough for spells that nobody used today."
)

INTRODUCTION: Final = Introduction(
    (
        common_lessons.THE_HAND,
        A_SPELL,
        common_lessons.PLANTING,
        common_lessons.SECOND_CARD,
        MAGIC_PHASE,
        ABILITY,
        ACTIVE,
        *common_lessons.ABOUT_TRADING,
        *common_lessons.ABOUT_FIELDS,
        ATTACK,
        common_lessons.DRAWING,
        common_lessons.LAST_ROUND,
    ),
    CLOSING,
)
