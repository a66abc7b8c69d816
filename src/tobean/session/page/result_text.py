"""Result of a game, with the winners and the tie-break in words."""

from collections.abc import Sequence

from tobean.i18n.narrator import narrator_of, rival_name
from tobean.kernel.table import Table


def result_with_text(table: Table, names: Sequence[str], language: str) -> dict[str, object]:
    """Return the result of a finished game, with a sentence and its rule."""
    narrator = narrator_of(table.rules, language)
    result = table.result()
    reason = narrator.messages.win_reason(table, result)
    outcome = narrator.messages.outcomes[reason.outcome]
    best = max(result.thalers)
    tied = [seat for seat, thalers in enumerate(result.thalers) if thalers == best]
    rival = rival_name(table.rules, result.rival, language)
    count = result.rival_thalers if outcome.counted == "rivals" else best
    singular, plural = outcome.singular, outcome.text
    template = narrator.plural_text(singular, plural, count) if singular else narrator.text(plural)
    text = template.format(
        who=narrator.listed([names[seat] for seat in result.winners or tied]),
        tied=narrator.listed([names[seat] for seat in tied]),
        thalers=result.thalers_text(tied[0]) if len(tied) == 1 else best,
        start=names[table.start],
        scores=", ".join(f"{names[seat]} {reason.scores[seat]}" for seat in tied) if reason.scores else "",
        rival=rival,
        rivals=result.rival_thalers,
    )
    return {
        "thalers": result.thalers,
        "sums": [result.thaler_parts_text(seat) for seat in range(table.players)] if result.parts else [],
        "winners": result.winners,
        "ranks": result.ranks,
        "rival": result.rival,
        "rival_name": rival,
        "rival_thalers": result.rival_thalers,
        "text": text[:1].upper() + text[1:],
        "rule": outcome.rule,
    }
