"""The lessons, in the order in which they are offered. Each needs texts and the ids of three or four proven puzzles."""

from typing import Final

from tobean.i18n.catalogues import N_
from tobean.puzzles.lessons.lesson import PuzzleLesson

LESSONS: Final = (
    PuzzleLesson(
        "queue",
        "bohnanza",
        N_("The hand is a queue"),
        (
            N_(
                "Cards stay in the order in which you drew them. The front card must be planted, whether it fits "
                "or not."
            ),
            N_(
                "So look at your next two or three cards: trade away what would cost you a field, and keep the "
                "field that the next card needs."
            ),
            N_("You may plant a second card. That brings the cards behind it forward."),
        ),
        ("8cd011379c", "a4f851ca62", "e113268cd1"),
        N_("Before you harvest or trade, read your hand from the front: the next card decides which field you need."),
    ),
    PuzzleLesson(
        "harvest",
        "bohnanza",
        N_("When to harvest"),
        (
            N_(
                "A field pays by its beanometer: often one more bean changes nothing, and sometimes it is worth "
                "a thaler."
            ),
            N_(
                "If a new bean needs a field, give up the one that pays now and has least to gain. A rare bean "
                "fills its field slowly; a common one goes on growing."
            ),
        ),
        ("1b04c84e6a", "d2098cd6af", "842ff632a3"),
        N_("Harvest the field that is at a step of its beanometer and unlikely to reach the next one soon."),
    ),
    PuzzleLesson(
        "gift",
        "bohnanza",
        N_("What a gift is worth"),
        (
            N_(
                "Beans that you cannot plant cost you a field. Giving them away for nothing may be the best deal "
                "you can make."
            ),
            N_(
                "For the same reason others are glad to give: ask for the bean that you need before you offer "
                "something for it."
            ),
            N_("But do not give cards away just because you are asked: what helps only the other side costs you."),
        ),
        ("eb6f1988de", "87220c1537", "2cf9ad801b"),
        N_("A gift is a deal: it is good if it saves you more than it gives to the other side. Asking costs nothing."),
    ),
    PuzzleLesson(
        "third-field",
        "bohnanza",
        N_("The third field"),
        (
            N_("With four or five players, a table can sell each player a third field, once, for three thalers."),
            N_(
                "It must earn more than it costs: early in the game it brings one or two more harvests, near the "
                "end it brings none."
            ),
        ),
        ("1dfb818f8f", "863421b69f"),
        N_("Count the turns that are left before you pay. Late in the game three thalers are worth more than a field."),
    ),
    PuzzleLesson(
        "pile",
        "bohnanza",
        N_("Counting the pile"),
        (
            N_(
                "The game ends when the draw pile has run out for the third time. A turn takes five cards: two "
                "are turned over, three are drawn."
            ),
            N_(
                "Divide the cards of the last pile by five, and you know how many turns are left. All fields are "
                "harvested at the end, so that a row that still fits needs no hurry."
            ),
        ),
        ("d6cc2840a9", "cbc2a0abc8", "62438ab7ad"),
        N_("In the last pile plan to the end: which fields will still grow, and which one can you spare?"),
    ),
    PuzzleLesson(
        "rabohnzel",
        "rabohnzel",
        N_("Rabohnzel: abilities and spells"),
        (
            N_(
                "After planting comes the magic phase: each kind on your fields may have an ability, once per "
                "field and turn. Four beans make many of them stronger."
            ),
            N_(
                "Magic beans activate your spells: one, or two with four beans on the field. Choose the spells "
                "that you can use in this turn."
            ),
        ),
        ("9e9996eba1", "f72e71e2c5", "422ca6becd"),
        N_("Activate a spell for the use that you see now, and use the ability before you harvest its field."),
    ),
    PuzzleLesson(
        "excalibohn",
        "excalibohn",
        N_("Excalibohn: the Magic bean in your hand"),
        (
            N_(
                "A Magic bean may be discarded from any position of your hand to activate a spell. It need not "
                "wait until it comes to the front."
            ),
            N_(
                "The right spell repairs your hand or your fields: the Beans spell makes two different beans one "
                "kind, the Flow spell plants several front cards."
            ),
        ),
        ("f85e3c8fcb", "f2ba2d3ff4", "b1477c2610"),
        N_("Ask what hurts most, the hand or the fields, and activate the spell against it."),
    ),
    PuzzleLesson(
        "al-cabohne",
        "al-cabohne",
        N_("Al Cabohne: feeding the Bean Mafia"),
        (
            N_(
                "Cards that you turn over and cannot use may go to a boss. Each boss harvests at his own "
                "threshold, and his thalers count against you."
            ),
            N_(
                "Give a boss what keeps his row short of the threshold, and choose which kind he collects: he "
                "takes a tax on that kind from your fields."
            ),
        ),
        ("7cd7b7ef0e", "cce46e8949", "07851d3455"),
        N_("Feed the boss with the single card that suits you least, rather than harvest a good field for it."),
    ),
    PuzzleLesson(
        "bohnedikt",
        "bohnedikt",
        N_("Bohnedikt: sacrifices"),
        (
            N_(
                "Your sacrifice card shows two kinds. If you have both, you may plant them on God’s acre at any "
                "time, whatever grows there, without a harvest."
            ),
            N_(
                "God’s acre pays for the kind planted last and for the number of all cards. So the order "
                "matters, and sometimes it is better to wait."
            ),
        ),
        ("c020a04bce", "5006fe9851", "01af3e19f5"),
        N_(
            "Sacrifice when it makes God’s acre longer under a kind that pays; keep the beans when they do more "
            "elsewhere."
        ),
    ),
)


def lesson_named(name: str) -> PuzzleLesson | None:
    return next((lesson for lesson in LESSONS if lesson.name == name), None)
