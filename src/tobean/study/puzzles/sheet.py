"""A puzzle in words: the position, the answers, and after the answer the solution with its reason."""

from collections.abc import Iterable
from typing import Final

from tobean.bots.coach.coach import Hint, lead_reason, reason_for, thalers
from tobean.bots.coach.evaluation import action_values
from tobean.bots.game_knowledge import knowledge_of
from tobean.i18n import label
from tobean.i18n.card_names import CardNamer
from tobean.i18n.catalogues import N_, text
from tobean.i18n.translator import Translator
from tobean.kernel.base.seats import NO_SEAT, seat_name
from tobean.kernel.chance import chance_from
from tobean.kernel.notation.parameters import TABLE
from tobean.kernel.observation.observation import Observation
from tobean.kernel.state.component_layout import LaidOutCards
from tobean.study.puzzles.puzzle import Puzzle

THEMES: Final[dict[str, str]] = N_(
    {
        "offer": "Which offer do you make?",
        "answer": "What do you answer?",
        "stop trading": "Go on trading?",
        "harvest": "What do you harvest?",
        "plant": "What do you plant, and where?",
        "wait": "Act or wait?",
        "last cards": "The draw pile runs out. What now?",
        "buy field": "Is a third field worth its price?",
    }
)
"""Questions by theme. Those about actions of one game are in the texts of its knowledge, as `puzzle VERB`."""
TEXTS: Final[dict[str, str]] = N_(
    {
        "seat": "You are player {seat}.",
        "hand": "Your hand, the front card first",
        "turned": "Turned over",
        "aside": "Set aside, to be planted",
        "aside of": "Set aside by player {seat}",
        "pile": "Cards in the draw pile",
        "run outs": "The draw pile has run out",
        "times": "{count} of {last}",
        "discard": "Top of the discard pile",
        "turn": "Whose turn it is",
        "middle": "On the table",
        "before you": "In front of you",
        "before": "In front of player {seat}",
        "offer": "Offer {number} by {player}",
        "deal": "{cards} for {wants}",
        "all": "{player} to all",
        "one": "{player} to {partner}",
        "farm": "{fields}; {cards} in hand; {thalers}",
        "player": "Player {seat}",
        "you": "You",
        "field": "field {number}: {cards}",
        "solved": "That is the best answer.",
        "missed": "There is a better answer.",
        "lead": "Games played on from here end better with it by about {gain} or more.",
    }
)
THALER: Final = "thaler"
"""Picture of the thalers of a scripted opponent, which the texts of the game's knowledge name as `puzzle rival`."""
VAGUE_REASONS: Final = ("as good as any", "has to be", "best", "special", "experience", "go on")
"""Reasons of the coach that explain nothing here."""


def theme_question(game: str, theme: str, language: str) -> str:
    """Return the question of a theme; a theme without one is asked as `wait`."""
    own = knowledge_of(game).texts().get(f"puzzle {theme}")
    return text(own or THEMES.get(theme, THEMES["wait"]), language, game)


class PuzzleSheet:
    """The texts of one puzzle in one language."""

    def __init__(self, puzzle: Puzzle, language: str) -> None:
        self.puzzle = puzzle
        self.language = language
        self.view: Observation = puzzle.view()
        self.actions = puzzle.actions()
        self.namer = CardNamer(language, None, puzzle.game)
        self.names = [seat_name(seat) for seat in range(self.view.players)]
        self.answers = [label(action, self.view.rules, self.names, language, self.view) for action in self.actions]

    def text(self, english: str) -> str:
        return text(english, self.language, self.puzzle.game)

    def theme_question(self) -> str:
        return theme_question(self.puzzle.game, self.puzzle.theme, self.language)

    def seat_text(self) -> str:
        return self.text(TEXTS["seat"]).format(seat=seat_name(self.puzzle.seat))

    def position(self) -> list[tuple[str, str]]:
        """Return what the seat sees, as names and values."""
        view, namer = self.view, self.namer
        lines = [
            (self.text(TEXTS["hand"]), self.card_list(view.hand)),
            (self.text(TEXTS["turned"]), self.card_list(view.turned)),
        ]
        for seat in [view.seat, *(seat for seat in range(view.players) if seat != view.seat)]:
            name = TEXTS["aside" if seat == view.seat else "aside of"]
            lines.append((self.text(name).format(seat=seat_name(seat)), self.card_list(view.aside[seat])))
        lines += [(self.text(TEXTS["pile"]), str(view.draw_size)), (self.text(TEXTS["run outs"]), self.run_outs())]
        lines += [(self.text(TEXTS["discard"]), self.card_list(view.discard[-1:]))]
        lines += [(self.text(TEXTS["turn"]), self.player(view.active))]
        lines += [(self.player(seat), self.farm(seat)) for seat in range(view.players)]
        if view.component is not None:
            lines += [self.component_cards(cards) for cards in view.component.card_layout(view.options)]
        for offer in view.offers:
            partner = self.text(TEXTS["all" if offer.to == TABLE else "one"]).format(
                player=seat_name(offer.seat), partner="" if offer.to == TABLE else seat_name(offer.to)
            )
            deal = self.text(TEXTS["deal"]).format(cards=namer.label(offer.cards), wants=namer.label(offer.wants))
            lines.append((self.text(TEXTS["offer"]).format(number=offer.number, player=partner), deal))
        return [(name, value) for name, value in lines if value]

    def player(self, seat: int) -> str:
        return self.text(TEXTS["you" if seat == self.view.seat else "player"]).format(seat=seat_name(seat))

    def component_cards(self, cards: LaidOutCards) -> tuple[str, str]:
        """Return cards that only this game has, as a name and a value."""
        if cards.seat != NO_SEAT:
            name = TEXTS["before you" if cards.seat == self.view.seat else "before"]
            return self.text(name).format(seat=seat_name(cards.seat)), self.namer.label(cards.cards)
        if cards.picture == THALER:
            rival = knowledge_of(self.puzzle.game).texts()["puzzle rival"]
            return self.text(rival), self.namer.grammar.thalers(int(cards.label))
        return cards.label or self.text(TEXTS["middle"]), self.namer.label(cards.cards)

    def card_list(self, cards: Iterable[int]) -> str:
        return ", ".join(self.namer.label((card,)) for card in cards)

    def run_outs(self) -> str:
        """Return how often the draw pile has run out, and at which time the game ends: `1 of 3 times`."""
        last = self.view.rules.last_run_out[self.view.rules.players.index(self.view.players)]
        return self.text(TEXTS["times"]).format(count=self.view.run_outs, last=last)

    def pile_text(self) -> str:
        """Return the size of the draw pile and its run-outs, from which a solver can tell how many turns are left."""
        translator = Translator(self.language)
        size = translator.labelled(self.text(TEXTS["pile"]), str(self.view.draw_size))
        return f"{size}. {translator.labelled(self.text(TEXTS['run outs']), self.run_outs())}."

    def farm(self, seat: int) -> str:
        """Return the fields of a seat, the size of its hand, and its thalers."""
        fields = [
            self.text(TEXTS["field"]).format(number=number, cards=self.namer.label(row))
            for number, row in enumerate(self.view.fields[seat], start=1)
        ]
        return self.text(TEXTS["farm"]).format(
            fields="; ".join(fields),
            cards=len(self.view.hands[seat]),
            thalers=self.namer.grammar.thalers(len(self.view.thalers[seat])),
        )

    def question(self) -> list[str]:
        """Return the lines of the position and the numbered answers."""
        translator = Translator(self.language)
        position = [translator.labelled(name, value) for name, value in self.position()]
        asked = f"{self.seat_text()} {self.theme_question()}"
        return [*position, asked, *[f"  {number}  {answer}" for number, answer in enumerate(self.answers, start=1)]]

    def solution(self, answer: int) -> list[str]:
        """Return the verdict on an answer, the reason for the best one, and the values of all."""
        best = self.puzzle.best
        verdict = [self.verdict(answer), *([] if answer == best else [f"  {self.answers[best]}"]), self.reason()]
        translator = Translator(self.language)
        values = [translator.labelled(name, value) for name, value in zip(self.answers, self.values(), strict=True)]
        return [*verdict, *[f"  {line}" for line in values]]

    def verdict(self, answer: int) -> str:
        return self.text(TEXTS["solved" if answer == self.puzzle.best else "missed"])

    def values(self) -> list[str]:
        """Return the expected final thalers of all answers."""
        return [thalers(answer.value, self.language) for answer in self.puzzle.answers]

    def reason(self) -> str:
        """Return how far the best answer leads, and the coach's reason for it where that agrees with the search."""
        lead = self.text(TEXTS["lead"]).format(gain=thalers(self.puzzle.gap, self.language))
        action = self.actions[self.puzzle.best]
        chance = chance_from(self.view.ply)
        values = action_values(self.view, self.actions, chance)
        if values is not None and max(values) > values[self.puzzle.best]:
            return lead
        reason = (
            reason_for(self.view, action, chance)
            if values is None
            else lead_reason(self.view, self.actions, action, values)
        )
        if reason.name in VAGUE_REASONS:
            return lead
        return f"{lead} {Hint(action, reason, self.puzzle.game).sentence(self.names, self.language)}"
