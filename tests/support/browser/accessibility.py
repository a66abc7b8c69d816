"""Accessibility check of the current page with axe."""

from importlib.resources import files

from tests.support.browser.player import Player

AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")


def findings(player: Player, rules: list[str] | None = None) -> list[str]:
    """Violations of these rules of axe, of all rules by default. axe skips what is not painted."""
    assert player.page.evaluate("() => getComputedStyle(document.documentElement).opacity") == "1", "painted=True"
    player.page.evaluate("() => document.getAnimations().forEach((animation) => animation.finish())")  # final colours
    if not player.page.evaluate("() => 'axe' in window"):
        player.page.evaluate(AXE)
    options = {"resultTypes": ["violations"], **({"runOnly": rules} if rules else {})}
    found = player.page.evaluate("(options) => axe.run(document, options)", options)
    return [f"{each['id']}: {[node['target'] for node in each['nodes']]}" for each in found["violations"]]
