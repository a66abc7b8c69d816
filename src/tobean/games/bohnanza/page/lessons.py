"""Lessons of Bohnanza: what helps in all games."""

from typing import Final

from tobean.i18n.catalogues import N_
from tobean.session.lessons.puzzle_lesson import PuzzleLesson

LESSONS: Final = (
    PuzzleLesson(
        "queue",
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
        N_("The third field"),
        (
            N_("With four or five players, a table can sell each player a third field, once, for three thalers."),
            N_(
                "It must earn more than it costs: early in the game it brings one or two more harvests, near the "
                "end it brings none."
            ),
        ),
        ("7f94b025b7", "920f51eeba", "863421b69f", "1dfb818f8f"),
        N_("Count the turns that are left before you pay. Late in the game three thalers are worth more than a field."),
    ),
    PuzzleLesson(
        "pile",
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
)
