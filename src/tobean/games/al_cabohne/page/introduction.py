"""The tutorials of Al Cabohne, for two players and for one."""

from typing import Final

from tobean.games.al_cabohne.events import BOSS_HARVESTED
from tobean.i18n.catalogues import N_
from tobean.kernel.events import DREW, HARVESTED, PLANTED
from tobean.session.lessons import common_lessons, lesson

MAFIA: Final = ".mafia"
PLANT_OWN: Final = lesson.is_prompted("plant own")

BOSSES: Final = lesson.Lesson(
    "bosses",
    N_(
        "The Bean Mafia plays along. Each of its bosses collects one kind and harvests as soon as that is worth "
        "enough: three thalers for Al, two for Don. To win you need more thalers than the mafia, and than your "
        "opponent."
    ),
    MAFIA,
    lesson.always,
)
BOSSES_ALONE: Final = lesson.Lesson(
    "bosses",
    N_(
        "The Bean Mafia plays against you. Each of its bosses collects one kind and harvests as soon as that is worth "
        "enough: three thalers for Al, two for Don, one for Joe. Their thalers count double, and you win with more."
    ),
    MAFIA,
    lesson.always,
)
PLANTING: Final = lesson.Lesson(
    "plant",
    N_(
        "Your turn! The front card must be planted. Tap one of your fields, or drag the card there. A kind that you "
        "grow already goes on that field."
    ),
    lesson.FIELDS,
    PLANT_OWN,
    lesson.own_event(PLANTED),
)
SECOND_CARD: Final = lesson.Lesson(
    "second card",
    N_(
        "What you are asked always shows up here. Now you may plant the next card, too, on another field or with its "
        "own kind; otherwise pass. The letter with a number behind a sentence is its rule: tap it to read the rule."
    ),
    lesson.PROMPT,
    lesson.is_prompted("plant own, second"),
)
NO_ROOM: Final = lesson.Lesson(
    "no room",
    N_(
        "No field takes your front card: harvest one first, by the button on the field. A field with a single card is "
        "protected while another of yours has more."
    ),
    lesson.FIELDS,
    lesson.all_of(PLANT_OWN, lesson.lacks_legal("plant")),
    lesson.own_event(HARVESTED),
)
REVEALED: Final = lesson.Lesson(
    "revealed",
    N_(
        "Three cards were revealed; what a boss collects he has taken at once. Plant what you like of these: tap a "
        "card, then a field, or a boss, who takes his own kind. What you leave lying is for your opponent."
    ),
    lesson.TURNED,
    lesson.is_prompted("plant revealed"),
)
REVEALED_ALONE: Final = lesson.Lesson(
    "revealed",
    N_(
        "Three cards were revealed; what a boss collects he has taken at once. All of these must be planted: tap a "
        "card, then a field, or a boss, who takes his own kind."
    ),
    lesson.TURNED,
    lesson.is_prompted("plant revealed, all"),
)
FEEDING: Final = lesson.Lesson(
    "feeding",
    N_(
        "You may give bosses cards from your hand as well. A boss who has just harvested is empty and takes whatever "
        "nobody collects yet: a way to get rid of a card that stands in your way. Then go on."
    ),
    MAFIA,
    lesson.is_prompted("plant revealed", "plant revealed, all", "plant revealed, planted"),
)
TAX: Final = lesson.Lesson(
    "tax",
    N_(
        "Now the mafia collects its tax: a boss who collects a kind that you grow takes one card of it from your "
        "field. If you would rather harvest that field, do it now; otherwise go on."
    ),
    lesson.FIELDS,
    lesson.is_prompted("tax"),
)
LEFTOVERS: Final = lesson.Lesson(
    "leftovers",
    N_("Your opponent left these cards. Plant them, kind by kind, or put them on the discard pile."),
    lesson.TURNED,
    lesson.is_prompted("leftovers"),
)
BOSS_HARVEST: Final = lesson.Lesson(
    "boss harvest",
    N_(
        "A boss has harvested: these thalers are the mafia's, and his field is empty. The player who feeds him next "
        "decides what he collects."
    ),
    MAFIA,
    lesson.any_player_event(BOSS_HARVESTED),
)
HARVEST: Final = lesson.Lesson(
    "harvest",
    N_(
        "A harvest! As many cards as it paid were turned over: these are your thalers. A thaler keeps its bean on the "
        "other side, so that bean is out of the deck; the rest went to the discard pile. In this game you harvest in "
        "your own turn only, and not while cards are being revealed."
    ),
    lesson.THALERS,
    lesson.own_event(HARVESTED),
)
DRAWING_ALONE: Final = lesson.Lesson(
    "pile",
    N_(
        "At the end of your turn you drew two cards from this pile to the back of your hand. The pile is played once: "
        "when it has run out, you finish your turn, and the game ends."
    ),
    lesson.PILES,
    lesson.own_event(DREW),
)
CLOSING: Final = N_(
    "The game is over. You win with more thalers than the mafia and than your opponent; level with the mafia is not "
    "enough. If you play alone you face three bosses, and their thalers count double."
)
CLOSING_ALONE: Final = N_(
    "The game is over. You win with more thalers than the mafia, whose thalers count double; level is not enough. "
    "How many games can you win in a row?"
)

INTRODUCTION: Final = lesson.Introduction(
    (
        common_lessons.THE_HAND,
        BOSSES,
        NO_ROOM,
        PLANTING,
        SECOND_CARD,
        REVEALED,
        FEEDING,
        LEFTOVERS,
        TAX,
        BOSS_HARVEST,
        HARVEST,
        common_lessons.BEANOMETER,
        common_lessons.DRAWING,
        common_lessons.LAST_ROUND,
    ),
    CLOSING,
    pile=50,
)
INTRODUCTION_ALONE: Final = lesson.Introduction(
    (
        common_lessons.THE_HAND,
        BOSSES_ALONE,
        NO_ROOM,
        PLANTING,
        SECOND_CARD,
        REVEALED_ALONE,
        FEEDING,
        TAX,
        BOSS_HARVEST,
        HARVEST,
        common_lessons.BEANOMETER,
        DRAWING_ALONE,
        common_lessons.LAST_ROUND,
    ),
    CLOSING_ALONE,
    pile=50,
)
