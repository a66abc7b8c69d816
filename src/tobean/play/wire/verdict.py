"""Who has won and why: the result with its tie-break in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from tobean.games.al_cabohne.texts import RIVALS
from tobean.games.magic.component import Magic
from tobean.games.magic.spells import VALUES
from tobean.speech.telling import language_named

if TYPE_CHECKING:
    from tobean.kernel.rules import Result
    from tobean.kernel.table import Table

TEXTS: Final = {
    "en": {
        "most": "{who} wins with the most thalers: {thalers}.",
        "furthest": "{tied} have {thalers} thalers each. In a tie whoever sits furthest from the starting player, "
        "clockwise, wins. {start} started, so {who} wins.",
        "spells": "{tied} have {thalers} thalers each. In a tie the {coins} on the own spell cards decide: {worths}. "
        "{who} wins.",
        "spells, shared": "{tied} have {thalers} thalers each. In a tie the {coins} on the own spell cards decide: "
        "{worths}. {who} share the win.",
        "richer": "{who} wins with {thalers} thalers, more than {rival} with {rivals}.",
        "richer, doubled": "{who} wins with {thalers} thalers, more than {rival} with {rivals} (counted double).",
        "rival": "{rival} wins with {rivals} thalers: nobody has more.",
        "rival, doubled": "{rival} wins with {rivals} thalers (counted double); {tied} has {thalers}.",
        "level": "{rival} has {rivals} thalers, and nobody has more: {tied} as many. To be level with {rival} is not "
        "enough, so {rival} wins.",
        "level, doubled": "{rival} has {rivals} thalers (counted double), {tied} as many. To be level with {rival} is "
        "not enough, so {rival} wins.",
        "both": "{tied} have {thalers} thalers each, more than {rival} with {rivals}: they share the win.",
    },
    "de": {
        "most": "{who} gewinnt mit den meisten Talern: {thalers}.",
        "furthest": "{tied} haben je {thalers} Taler. Bei Gleichstand gewinnt, wer im Uhrzeigersinn am weitesten vom "
        "Startspieler entfernt sitzt. {start} hat begonnen, also gewinnt {who}.",
        "spells": "{tied} haben je {thalers} Taler. Bei Gleichstand entscheiden die {coins} auf den eigenen "
        "Zauberkarten: {worths}. {who} gewinnt.",
        "spells, shared": "{tied} haben je {thalers} Taler. Bei Gleichstand entscheiden die {coins} auf den eigenen "
        "Zauberkarten: {worths}. {who} gewinnen gemeinsam.",
        "richer": "{who} gewinnt mit {thalers} Talern, mehr als {rival} mit {rivals}.",
        "richer, doubled": "{who} gewinnt mit {thalers} Talern, mehr als {rival} mit {rivals} (doppelt gezählt).",
        "rival": "{rival} gewinnt mit {rivals} Talern: Niemand hat mehr.",
        "rival, doubled": "{rival} gewinnt mit {rivals} Talern (doppelt gezählt); {tied} hat {thalers}.",
        "level": "{rival} hat {rivals} Taler, und niemand hat mehr: {tied} ebenso viele. Gleichauf mit der Mafia zu "
        "liegen reicht nicht, also gewinnt {rival}.",
        "level, doubled": "{rival} hat {rivals} Taler (doppelt gezählt), {tied} ebenso viele. Gleichauf mit der Mafia "
        "zu liegen reicht nicht, also gewinnt {rival}.",
        "both": "{tied} haben je {thalers} Taler, mehr als {rival} mit {rivals}: Sie gewinnen gemeinsam.",
    },
}

COINS: Final = {
    "rabohnzel": {"en": "pfennigs", "de": "Pfennige"},
    "excalibohn": {"en": "groschen", "de": "Groschen"},
}
"""What spell cards are worth (R4, E4)."""

RULES: Final = {
    "bohnanza": ("B8", "B9"),
    "bohnedikt": ("B8", "B9"),
    "rabohnzel": ("R4", "R4"),
    "excalibohn": ("E4", "E4"),
    "al-cabohne": ("A15", "A19"),
}
"""The rule for the result and the one for a tie, in Al Cabohne that of the solo game."""


def verdict(table: Table, names: Sequence[str], language: str) -> dict[str, object]:
    """The result of a game that is over, with a sentence and its rule."""
    result = table.result()
    name = reason(table, result)
    best = max(result.thalers)
    tied = [seat for seat, thalers in enumerate(result.thalers) if thalers == best]
    first_rule, tie_rule = RULES.get(table.rules.name, ("B8", "B9"))
    rival = RIVALS[language].get(result.rival, result.rival) if result.rival else ""
    text = TEXTS[language][name].format(
        who=listed_names([names[seat] for seat in result.winners or tied], language),
        tied=listed_names([names[seat] for seat in tied], language),
        thalers=best,
        start=names[table.start],
        coins=COINS.get(table.rules.name, {}).get(language, ""),
        worths=", ".join(f"{names[seat]} {spells_worth(table, seat)}" for seat in tied),
        rival=rival,
        rivals=result.rival_thalers,
    )
    return {
        "thalers": result.thalers,
        "winners": result.winners,
        "ranks": result.ranks,
        "rival": result.rival,
        "rival_name": rival,
        "rival_thalers": result.rival_thalers,
        "text": text[:1].upper() + text[1:],
        "rule": first_rule if name in ("most", "richer", "rival", "level", "both") else tie_rule,
    }


def reason(table: Table, result: Result) -> str:
    """Which sentence tells the result."""
    doubled = ", doubled" if table.players == 1 else ""
    best = max(result.thalers)
    if result.rival:
        if not result.winners:
            return f"{'level' if best == result.rival_thalers else 'rival'}{doubled}"
        return f"richer{doubled}" if len(result.winners) == 1 else "both"
    if result.thalers.count(best) == 1:
        return "most"
    if not isinstance(table.component, Magic):
        return "furthest"
    return "spells" if len(result.winners) == 1 else "spells, shared"


def spells_worth(table: Table, seat: int) -> int:
    """What the own spells count in a tie (R4, E4)."""
    if not isinstance(table.component, Magic):
        return 0
    return sum(VALUES[card.spell] for card in table.component.spells[seat] if not card.borrowed)


def listed_names(names: Sequence[str], language: str) -> str:
    last = language_named(language).last_and
    return last.join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
