"""`tobean review`: the value of each deal of a game, and missed opportunities."""

from dataclasses import asdict

import click

from tobean.bots.coach.review import Review
from tobean.bots.coach.review import review as review_game
from tobean.bots.coach.review_text import review_sections
from tobean.cli.language import language_option
from tobean.cli.output import EXIT_OK, json_option, print_json, printable_name, read_text
from tobean.kernel.cards import KIND_NAMES
from tobean.kernel.errors import BadRecord, GameNotInstalled
from tobean.record.record import parse_record


@click.command(short_help="Evaluate the deals of a game and list missed ones.")
@click.argument("file")
@language_option("Language of the sentences.")
@json_option
def review(file: str, lang: str, as_json: bool) -> int:
    """Evaluate the record FILE (`-`: standard input) with the value network of the bot `mendel`.

    Prints the value of each deal to both sides in expected thalers, judged by what each of them could see, and the
    three biggest missed deals and harvests.

    \b
    Examples:
      tobean review game.record
      tobean review game.record --lang de
      tobean sim --games 1 --records games && tobean review games/*.record --json

    Exit codes: 0 fine, 2 the record is missing or broken (the line is named).
    """
    text = read_text(file)
    try:
        found = review_game(parse_record(text))
    except (BadRecord, GameNotInstalled) as error:
        raise BadRecord("{file}: {reason}", file=printable_name(file), reason=error) from error
    if as_json:
        print_json(review_data(found))
    else:
        click.echo("\n".join(review_lines(found, lang)))
    return EXIT_OK


def review_lines(review: Review, lang: str) -> list[str]:
    lines: list[str] = []
    for heading, section in review_sections(review, lang):
        lines += [heading, *[f"  {sentence}" for sentence, _ in section], ""]
    return lines[:-1]


def review_data(review: Review) -> dict[str, object]:
    """Return the review as JSON; cards by their English names."""

    def named(entry: dict[str, object]) -> dict[str, object]:
        plain: dict[str, object] = {}
        for key, value in entry.items():
            if isinstance(value, float):
                plain[key] = round(value, 3)
            else:
                plain[key] = [KIND_NAMES[card] for card in value] if isinstance(value, tuple) else value
        return plain

    return {
        "players": list(review.players),
        "deals": [named(asdict(deal)) for deal in review.deals],
        "balance": [round(gain, 3) for gain in review.balance()],
        "missed_deals": [named(asdict(deal)) for deal in review.missed_deals],
        "missed_harvests": [named(asdict(miss)) for miss in review.missed_harvests],
    }
