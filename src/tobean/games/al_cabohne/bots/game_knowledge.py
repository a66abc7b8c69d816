"""Knowledge of bots about Al Cabohne. It replaces most defaults, as the mafia plays along and there is no trading."""

from collections.abc import Mapping
from typing import Final

from mypy_extensions import mypyc_attr

from tobean.bots.coach.reason import Reason
from tobean.bots.game_knowledge import GameKnowledge, TrainingPosition
from tobean.bots.heuristics.farming import best_harvest, best_planting, grows_on_field, row_pay
from tobean.bots.mendel.net import Net
from tobean.games.al_cabohne.actions import Feed
from tobean.games.al_cabohne.bots.features import features_after
from tobean.games.al_cabohne.bots.judge import action_values_for_view, best_action_for_view
from tobean.games.al_cabohne.bots.net_search import net_choice, net_search, net_values
from tobean.games.al_cabohne.bots.search import search
from tobean.games.al_cabohne.bots.selfplay import fast_selfplay
from tobean.games.al_cabohne.bots.two_player_search import two_player_search
from tobean.games.al_cabohne.mafia import Mafia
from tobean.games.al_cabohne.phases import Tax
from tobean.i18n.catalogues import N_
from tobean.kernel.actions import Action, DiscardTurned, GoOn, Harvest, Pass, Plant
from tobean.kernel.chance import Chance
from tobean.kernel.notation.card_locations import TURNED
from tobean.kernel.observation.observation import Observation
from tobean.kernel.table import Table

TEXTS: Final = N_(
    {
        "puzzle rival": "Bean Mafia",
        "feed": "Give {cards} to the Bean Mafia: anything else is worse by about {gain} or more.",
        "puzzle feed": "What does the Bean Mafia get?",
    }
)


@mypyc_attr(allow_interpreted_subclasses=True)
class AlCabohneKnowledge(GameKnowledge):
    """Values an action by the state it leads to, in thalers (`judge.py`)."""

    def __init__(self) -> None:
        self.samples_per_try = (0.5, 2.0)
        """Sampled tables per try, alone and with two players."""
        self.candidate_margin = (0.5, 1.0)
        """Actions valued lower than the judge's choice by more thalers are left out; alone and with two players."""
        self.estimate_error = 3.0
        """Maximum error of the judge's values, in thalers; it counts where few tables have been sampled."""
        self.net_samples_per_try = 1.5
        """Sampled tables per try of the search with a value network, alone."""
        self.net_actions_per_try = 125.0
        """Actions of the judge per try of the search with a value network, with two players."""
        self.net_turns = (4, 2)
        """Turns of a rollout with a value network, alone and with two players."""
        self.net_candidate_margin = (0.5, 1.0)
        """Like `candidate_margin`, with a value network."""
        self.net_standard_errors = (1.0, 0.25)
        """Standard errors by which a rival must lead, with a value network; alone and with two players."""
        self.net_weight = (0.2, 0.5)
        """Weight of the value network against the judge, alone and with two players."""

    def values(self, view: Observation, actions: list[Action], chance: Chance) -> list[float] | None:
        return action_values_for_view(view, actions, chance)

    def choice(self, view: Observation, actions: list[Action], chance: Chance) -> Action | None:
        return best_action_for_view(view, actions, chance)

    def features_after(self, view: Observation, actions: list[Action], chance: Chance) -> list[list[int]] | None:
        return features_after(view, actions, chance)

    def fast_selfplay(
        self, table: Table, chance: Chance, mistakes: float, share: float
    ) -> list[TrainingPosition] | None:
        return fast_selfplay(table, chance, mistakes, share)

    def net_values(self, net: Net, view: Observation, actions: list[Action], chance: Chance) -> list[float] | None:
        return net_values(net, view, actions, chance, self.net_weight[view.players - 1])

    def net_choice(self, net: Net, view: Observation, actions: list[Action], chance: Chance) -> Action | None:
        return net_choice(net, view, actions, chance, self.net_weight[view.players - 1])

    def net_search(
        self, net: Net, view: Observation, actions: list[Action], chance: Chance, seconds: float, tries: float
    ) -> Action | None:
        index = view.players - 1
        turns, candidate_margin = self.net_turns[index], self.net_candidate_margin[index]
        net_weight, standard_errors = self.net_weight[index], self.net_standard_errors[index]
        if index:
            action_budget = int(tries * self.net_actions_per_try)
            return two_player_search(
                net, view, actions, chance, seconds, action_budget, turns, candidate_margin, net_weight, standard_errors
            )
        samples = int(tries * self.net_samples_per_try)
        return net_search(
            net, view, actions, chance, seconds, samples, turns, candidate_margin, net_weight, standard_errors
        )

    def miser_action(self, view: Observation, actions: list[Action]) -> Action | None:
        return miser_heuristic(view, actions)

    def sprout_action(self, view: Observation, actions: list[Action]) -> Action | None:
        return sprout_heuristic(view, actions)

    def search(
        self, view: Observation, actions: list[Action], chance: Chance, seconds: float, tries: float
    ) -> Action | None:
        index = view.players - 1
        return search(
            view,
            actions,
            chance,
            seconds,
            int(tries * self.samples_per_try[index]),
            self.candidate_margin[index],
            self.estimate_error,
        )

    def reason(self, view: Observation, action: Action, gain: float) -> Reason | None:
        return Reason("feed", gain, cards=(action.card,)) if isinstance(action, Feed) else None

    def texts(self) -> Mapping[str, str]:
        return TEXTS


# --- rules of thumb for `miser` and `sprout` -----------------------------------------------------------------


def miser_heuristic(view: Observation, actions: list[Action]) -> Action:
    """Plant where a kind grows or a field is empty, give the rest to the mafia, harvest only when necessary.

    Alone, where all revealed cards have to be planted (A17), harvest a field that pays rather than feed the mafia.
    """
    planting = best_planting(view, actions)
    if isinstance(planting, Plant):
        passing = next((action for action in actions if isinstance(action, Pass)), None)
        if passing is None or view.fields[view.seat][planting.field]:
            return planting
    if view.turned and view.players == 1:
        harvest = best_harvest(view, actions)
        if harvest is not None and row_pay(view, view.fields[view.seat][harvest.field]):
            return harvest
    for action_type in (Pass, GoOn, Feed, DiscardTurned):
        for action in actions:
            if isinstance(action, action_type):
                return action
    return best_harvest(view, actions) or actions[0]


def sprout_heuristic(view: Observation, actions: list[Action]) -> Action:
    """Harvest complete rows and those that the tax threatens, plant all it can, feed the mafia the worst cards."""
    for action in actions:
        if isinstance(action, Harvest) and (
            is_complete(view, action.field) or is_threatened_by_tax(view, action.field)
        ):
            return action
    planting = best_planting(view, actions)
    if planting is not None:
        return planting
    feeds = [action for action in actions if isinstance(action, Feed)]
    gifts = [feed for feed in feeds if feed.place == TURNED]
    harvest = best_harvest(view, actions)
    if view.turned and harvest is not None and row_pay(view, view.fields[view.seat][harvest.field]):
        return harvest
    if gifts:
        return min(gifts, key=lambda feed: feeding_cost(view, feed))
    for action in actions:
        if isinstance(action, (Pass, GoOn)):
            return action
    if feeds:
        return min(feeds, key=lambda feed: feeding_cost(view, feed))
    return miser_heuristic(view, actions)


def is_complete(view: Observation, field: int) -> bool:
    """Whether more cards cannot increase the pay of this row."""
    row = view.fields[view.seat][field]
    return bool(row) and row_pay(view, row, more=20) == row_pay(view, row)


def is_threatened_by_tax(view: Observation, field: int) -> bool:
    """Whether the tax would cost this row a payout step (A5); False while no tax is due."""
    row = view.fields[view.seat][field]
    return (
        isinstance(view.agenda[-1], Tax)
        and is_collected(view, row[-1])
        and row_pay(view, row) > row_pay(view, row, more=-1)
    )  # fmt: skip


def is_collected(view: Observation, card: int) -> bool:
    mafia = view.component
    return isinstance(mafia, Mafia) and any(row and row[-1] == card for row in mafia.rows)


def feeding_cost(view: Observation, feed: Feed) -> float:
    """Rank cards to give away: those that grow here, rare ones and those further back in the hand cost more."""
    bean = next(bean for bean in view.rules.beans if bean.kind == feed.card)
    return (
        (2.0 if grows_on_field(view, view.seat, feed.card) else 0.0)
        + 10.0 / bean.steps[0] / bean.count
        + 0.01 * feed.place
    )
