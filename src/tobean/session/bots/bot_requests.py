"""Requests to a bot in a worker: a determinized table goes out, an action in notation comes back.

The table sent is one that the bot's seat cannot tell from the real one (`determinize`), so a request contains no
secrets.
"""

from collections.abc import Mapping
from typing import Final, cast

from tobean.bots import Bot, Remark, Talker, builtin_bot
from tobean.bots.base import ALL_PEOPLE, Opponents
from tobean.bots.merchant.parameters import DEFAULT_PARAMETERS
from tobean.bots.merchant.refusal_reasons import refusal_remark
from tobean.bots.merchant.replies import reply
from tobean.bots.merchant.trade_remarks import spare_kinds_remark, wanted_kinds_remark
from tobean.kernel.actions import Action, Decline, MakeOffer
from tobean.kernel.cards import cards_text
from tobean.kernel.chance import chance_from
from tobean.kernel.errors import BadInput
from tobean.kernel.notation.card_locations import TURNED
from tobean.kernel.observation.determinize import determinize
from tobean.kernel.observation.observation import Observation, observe
from tobean.kernel.table import Table
from tobean.kernel.trade.offers import Offer
from tobean.record.notation import parse_kinds
from tobean.record.table_text import restore, snapshot
from tobean.session.chat.questions import GOODS, REASON, WISHES

CHOOSE: Final = "choose"
VOLUNTEER: Final = "volunteer"
REPLY: Final = "reply"
"""Mode of a request to reply to a question: the bot makes an offer, says what it wants, or why it refuses."""

STATELESS: Final = "stateless"
"""Key of a request to a new bot without caches, so that its answer depends on the request alone."""

MAX_BOT_TALK: Final = 6
"""Maximum number of offers and calls of a bot in a turn, so that people are not flooded."""


def determinized_table(table: Table, seat: int, seed: int | str) -> dict[str, object]:
    """Return a table that looks the same as this one to the seat, as a JSON object."""
    twin = determinize(observe(table, seat), seed)
    limit = twin.options["talk_limit"]
    twin.set_talk_limit(MAX_BOT_TALK if limit is None else min(int(limit), MAX_BOT_TALK))
    return snapshot(twin)


def build_request(
    table: Table, seat: int, bot: str, mode: str, seed: int | str, opponents: Opponents = ALL_PEOPLE
) -> dict[str, object]:
    """Build the JSON request with which a worker runs a bot."""
    return {
        "bot": bot,
        "mode": mode,
        "seat": seat,
        "seed": seed,
        "people": opponents.treated_as_human,
        "spared": opponents.left_alone,
        "unasked": [cards_text(kinds) for kinds in opponents.kept_kinds],
        "guests": opponents.human_players,
        "fitting": opponents.no_harvest_offers,
        "twin": determinized_table(table, seat, seed),
    }


def run_request(request: Mapping[str, object], bot: Bot | None = None) -> dict[str, object]:
    """Run a bot on a request, in a worker. `bot` is an instance used before for the same seat.

    The answer has `do` (notation, or null for nothing) and optionally `remark`. Any failure is the bot's fault and is
    raised as an exception.
    """
    seat, seed = request["seat"], request["seed"]
    if not isinstance(seat, int) or not isinstance(seed, (int, str)):
        raise BadInput("a question to a bot has a seat and a seed")
    bot = bot or builtin_bot(str(request["bot"]))
    opponents = opponents_in(request)
    if hasattr(bot, "opponents"):
        bot.opponents = opponents
    table = restore(request["twin"])
    if request["mode"] == REPLY:
        return reply_to(observe(table, seat), cast("Mapping[str, object]", request["asked"]), bot, opponents.kept_kinds)
    view, actions, chance = observe(table, seat), table.legal_actions(seat), chance_from(f"think {seed}")
    policy = bot.volunteer if request["mode"] == VOLUNTEER else bot.choose
    chosen: object = policy(view, actions, chance)
    if chosen is not None and not isinstance(chosen, Action):
        raise BadInput("{name} answered {chosen!r}, which is not an action", name=bot.name, chosen=chosen)
    response: dict[str, object] = {"do": None if chosen is None else repr(chosen)}
    if isinstance(bot, Talker):
        remark = cast("Talker", bot).remark()
        if remark is not None:
            response.update(remark=remark_data(remark)["remark"])
    elif isinstance(chosen, Decline):
        offer = next(offer for offer in view.offers if offer.number == chosen.number)
        response.update(remark=remark_data(refusal_remark(view, offer))["remark"])
    return response


def reply_to(
    view: Observation, question: Mapping[str, object], bot: Bot, kept_kinds: tuple[tuple[int, ...], ...]
) -> dict[str, object]:
    """Return the bot's reply to a question: a remark, and an offer if the bot makes one."""
    asker, form = question["seat"], question["form"]
    if not isinstance(asker, int):
        raise BadInput("a question to a bot has a seat")
    gives, wants = parse_kinds(str(question["gives"])), parse_kinds(str(question["wants"]))
    if form == WISHES:
        return remark_data(wanted_kinds_remark(view))
    if form == GOODS:
        return remark_data(spare_kinds_remark(view))
    if form == REASON:
        return remark_data(refusal_remark(view, Offer(0, asker, view.seat, gives, (TURNED,) * len(gives), wants, 0, 0)))
    response = reply(view, asker, gives, wants, getattr(bot, "parameters", DEFAULT_PARAMETERS), kept_kinds)
    if isinstance(response, Remark):
        return remark_data(response)
    return {**remark_data(offer_remark(response, gives)), "do": repr(response)}


def offer_remark(offer: MakeOffer, given: tuple[int, ...]) -> Remark:
    """Return the remark that accompanies an offer to a player with these kinds to give."""
    if not offer.wants:
        return Remark("my gift", offer.cards)
    if not given or not all(kind in given for kind in offer.wants):
        return Remark("my price", offer.wants)  # "for it" would refer to the card that the player named
    return Remark("my bid", offer.cards) if offer.cards else Remark("as a gift", offer.wants)


def remark_data(remark: Remark) -> dict[str, object]:
    return {"do": None, "remark": {"occasion": remark.occasion, "kinds": cards_text(remark.kinds)}}


def opponents_in(request: Mapping[str, object]) -> Opponents:
    kept_kinds = request["unasked"]
    seats = [request.get(name, 0) for name in ("people", "spared", "guests", "fitting")]
    if not isinstance(kept_kinds, list) or not all(isinstance(bits, int) for bits in seats):
        raise BadInput("a question to a bot says who sits at the table")
    people, left_alone, human_players, no_harvest_offers = cast("list[int]", seats)
    kept = tuple([parse_kinds(str(kinds)) for kinds in kept_kinds])
    return Opponents(people, left_alone, kept, human_players, no_harvest_offers)
