"""A bot that improves on its teacher by learning from the teacher's games.

At every choice it samples the hidden cards (`determinize`), tries each candidate action on these tables, lets copies of
the teacher play to the end of the turn, and lets its net estimate the outcome. It deviates from the teacher's choice if
another action looks better by more than a threshold. Random offers are among the candidates, so it learns to trade from
a teacher that hardly does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

import tobean
from tobean.bots.game_loop import play_until
from tobean.kernel.chance import chance_from

if TYPE_CHECKING:
    from small_net import Net
    from tobean.bots.base import Bot
    from tobean.kernel.actions import Action
    from tobean.kernel.chance import Chance
    from tobean.kernel.observation.observation import Observation
    from tobean.kernel.table import Table
    from tobean.research.tokens.setting import Setting

LARGEST_OFFER = 2
"""Maximum number of cards given and wanted in a random offer; larger ones are hardly ever accepted."""


def features(setting: Setting, table: Table, seat: int) -> Any:
    """The observation of a seat, as a row for the net."""
    return np.frombuffer(setting.layout.dense(tobean.observe(table, seat)), np.uint8)


class Learner:
    """Plays by a net."""

    def __init__(
        self, setting: Setting, net: Net, teacher: Bot, worlds: int = 8, offers: int = 0, doubt: float = 0.05
    ) -> None:
        self.name = "learner"
        self.setting = setting
        self.net = net
        self.teacher = teacher
        self.worlds = worlds
        self.offers = offers
        """Number of random offers tried at a choice."""
        self.doubt = doubt
        """Margin, in tens of thalers, by which an action has to look better than the teacher's choice."""

    def choose(self, view: Observation, actions: list[Action], chance: Chance) -> Action:
        teacher_choice = self.teacher.choose(view, actions, chance)
        candidates = [teacher_choice, *[action for action in actions if action != teacher_choice]]
        offers = self.offers if view.may_talk else 0
        if len(candidates) == 1 and not offers:
            return teacher_choice
        worlds = [tobean.determinize(view, chance) for _ in range(self.worlds)]
        for _ in range(offers):
            offer = worlds[0].sample_offer(view.seat, chance)
            if offer is not None and max(len(offer.cards), len(offer.wants)) <= LARGEST_OFFER:
                candidates.append(offer)
        values = self.values(worlds, candidates)
        best = int(values.argmax())
        return candidates[best] if values[best] > values[0] + self.doubt else teacher_choice

    def volunteer(self, view: Observation, actions: list[Action], chance: Chance) -> Action | None:
        return self.teacher.volunteer(view, actions, chance)

    def values(self, worlds: list[Table], candidates: list[Action]) -> Any:
        """The value of each candidate action, averaged over the sampled tables. On a table the chance is the same for
        all of them."""
        seat, setting = candidates[0].seat, self.setting
        team = [self.teacher] * setting.players
        rows = np.zeros((len(worlds), len(candidates), setting.layout.size), np.uint8)
        final_values: dict[tuple[int, int], float] = {}
        for number, world in enumerate(worlds):
            for candidate, action in enumerate(candidates):
                table = world.clone()
                table.apply(action)
                play_until(table, team, chance_from(number), table.apply, last_turn=world.turn)
                if table.over:
                    final_values[number, candidate] = setting.returns(table.result())[seat]
                else:
                    rows[number, candidate] = features(setting, table, seat)
        estimates = self.net(rows.reshape(-1, setting.layout.size)).reshape(len(worlds), len(candidates))
        for place, value in final_values.items():
            estimates[place] = value
        return estimates.mean(0)
