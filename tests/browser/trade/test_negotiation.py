"""Two people trade in two browsers: an offer, a counter-offer with a specific copy of a card, an accepted deal."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.support.browser.games import seat_two_people
from tests.support.browser.player import Player, play_together


def pair_in(cards: list[str]) -> tuple[int, int] | None:
    """Positions of the first and the last card of a kind that is in the hand twice."""
    for card in cards:
        if cards.count(card) > 1:
            return cards.index(card), len(cards) - 1 - cards[::-1].index(card)
    return None


def must_end_trading(player: Player) -> bool:
    seen = player.read_state()
    return bool(seen["awaited"]) and any(do.endswith("end trading") for do in seen["actions"])


def test_a_deal_with_a_counter_offer_and_a_choice_of_copy(visitor: Callable[..., Player]) -> None:
    players = seat_two_people(visitor)[:2]

    def phase(player: Player) -> list[str]:
        return player.page.locator(".phases .turn, .phases .now").all_inner_texts()

    def trading() -> Player | None:
        for mine, theirs in (players, players[::-1]):
            if phase(mine) != phase(theirs):
                continue  # one of the pages has not drawn the last action yet
            if must_end_trading(mine) and mine.cards("turned") and pair_in(theirs.cards()):
                return mine
        return None

    ada = play_together(players, trading)
    ben = players[1] if ada is players[0] else players[0]
    pair = pair_in(ben.cards())
    assert pair is not None
    first, last = pair
    before = ben.cards()
    # Ada asks Ben for a gift of that kind.
    ada.page.get_by_role("button", name=f"{before[first]}: ask for one").click()
    ada.page.locator(".composer .pill", has_text=ben.page.locator(".dock .who").inner_text().split()[0]).click()
    ada.page.locator("[data-make=offer]").click()
    # Ben wants a card for it and gives the later one of his two.
    ben.page.locator("section.prompt [data-answer=counter]").click()
    ben.page.locator(".composer .give .lift").click()
    ben.card(last).click(position={"x": 6, "y": 20})  # in a full hand the next card covers the rest
    ben.page.get_by_role("button", name=f"{ada.cards('turned')[0]}: ask for one").click()
    ben.page.locator("[data-make=offer]").click()
    # Ada accepts.
    ada.page.locator("section.prompt [data-answer=accept]").click()
    expect(ben.page.locator("[data-rove=aside]")).to_have_count(1)
    assert ben.cards() == before[:last] + before[last + 1 :]
    expect(ada.page.locator(".log, [role=log]").first).to_contain_text("counters offer")


def test_typed_talk_becomes_an_offer(visitor: Callable[..., Player]) -> None:
    ada = visitor()
    ada.open_table("bohnanza", {1: "miser", 2: "miser"})
    ada.start()
    ada.play_until(lambda: must_end_trading(ada) and bool(ada.cards("turned")))
    kind = ada.cards("turned")[0]
    wanted = "Garden" if kind != "Garden" else "Red"
    ada.page.locator("#line").fill(f"{kind} for a {wanted}?")
    ada.page.locator("#line").press("Enter")
    chip = ada.page.locator(".reading")
    expect(chip).to_contain_text(kind)
    expect(chip).to_contain_text(wanted)
    chip.locator("[data-confirm]").click()
    expect(ada.page.locator(".log, [role=log]").first).to_contain_text(f"offers the table {kind} for {wanted}")
    ada.page.locator("#line").fill("what a lovely garden, is it not?")
    ada.page.locator("#line").press("Enter")
    ada.page.get_by_role("button", name="Just say it").click()  # it names a bean, so the page asks for confirmation
    ada.page.get_by_role("tab", name="Chat").click()
    expect(ada.page.locator("#tabpanel")).to_contain_text("what a lovely garden")


def test_a_harvest_out_of_turn(visitor: Callable[..., Player]) -> None:
    players = seat_two_people(visitor)[:2]

    def waiting_with_a_crop() -> Player | None:
        for player in players:
            idle = player.page.locator("section.prompt:not(.yours):not(.busy)").count() > 0
            if idle and player.page.locator(".fields.own [data-reap][aria-disabled=false]").count():
                return player
        return None

    harvester = play_together(players, waiting_with_a_crop)
    before = harvester.page.locator(".fields.own .row .slot").count()
    harvester.page.locator(".fields.own [data-reap][aria-disabled=false]").first.click()
    expect(harvester.page.locator(".log, [role=log]").first).to_contain_text("harvests")
    harvester.page.wait_for_function(
        "(before) => document.querySelectorAll('.fields.own .row .slot').length < before", arg=before
    )


@pytest.mark.parametrize(
    ("language", "reason", "rule"),
    [
        ("en", "You can plant only the front card of your hand now.", "must plant the card at the front of the hand"),
        (
            "de",
            "Du kannst jetzt nur deine vorderste Handkarte anbauen.",
            "muss die vorderste Karte seiner Hand anbauen",
        ),
    ],
)
def test_a_refused_action_cites_its_rule(visitor: Callable[..., Player], language: str, reason: str, rule: str) -> None:
    ada = visitor(language=language)
    ada.open_table("bohnanza", {1: "miser", 2: "miser"})
    ada.start()
    ada.wait()
    ada.card(3).click()
    notice = ada.page.locator("section.prompt .notice")
    expect(notice).to_contain_text(reason)
    link = notice.locator("a.rule")
    expect(link).to_have_attribute("href", "/rules/bohnanza#B3")
    with ada.page.expect_popup() as opened:
        link.click()
    expect(opened.value.locator("#B3")).to_contain_text(rule)
    expect(opened.value.locator("#B3")).to_be_in_viewport()
