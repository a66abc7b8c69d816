"""`tobean daily`: the deals of a day, and the line to share about a finished one."""

import time

import click

from tobean.cli.language import labelled, say, wording
from tobean.cli.output import EXIT_OK, json_option, print_json, printable_name, read_text
from tobean.kernel.errors import BadInput, TobeanError
from tobean.record.record import parse_record
from tobean.study.daily.bot_games import result_of
from tobean.study.daily.deals import (
    SERIES,
    Deal,
    daily_games,
    day_at,
    deal_of_record,
    end_of,
    number_of,
    opponents,
    parse_day,
)
from tobean.study.daily.sharing import share_line, title_of


@click.command(short_help="List the deals of the day.")
@click.argument("record", required=False)
@click.option("--day", metavar="DATE", help="Another day than today, such as 2026-11-16.")
@json_option
def daily(record: str | None, day: str | None, as_json: bool) -> int:
    """List today's deals of the day, which a server shows at /daily. A day begins at midnight UTC.

    With a RECORD of a finished game of a deal, print the line to share about it instead.

    \b
    Examples:
      tobean daily
      tobean daily --day 2026-11-16
      tobean daily game.record

    Exit codes: 0 fine, 2 there is no deal of that day, or the file is missing, broken or not a finished deal.
    """
    now = time.time()
    today = day_at(now)
    if record is not None:
        click.echo(line_about(record, day_text=day, now=now))
        return EXIT_OK
    chosen = today if day is None else parse_day(day, today)
    deals = [Deal(chosen, game) for game in daily_games().values()]
    if as_json:
        print_json(
            {
                "number": number_of(chosen),
                "day": chosen.isoformat(),
                "series": SERIES,
                "deals": [
                    {
                        "key": deal.key,
                        "game": deal.game.game,
                        "players": deal.game.players,
                        "opponents": [bot for _, bot, _ in opponents(deal)],
                    }
                    for deal in deals
                ],
            }
        )
        return EXIT_OK
    click.echo(
        labelled(say("Deal of the day no. {number}", number=number_of(chosen)), f"{wording().day(chosen)} (UTC)")
    )
    for deal in deals:
        names = ", ".join(f"{name} ({bot})" for name, bot, _ in opponents(deal))
        title = title_of(deal.game, wording())
        click.echo(f"  {labelled(title, names) if names else title}")
    left = int(end_of(today).timestamp() - now)
    click.echo(say("The next deals come in {hours} h {minutes} min.", hours=left // 3600, minutes=left % 3600 // 60))
    return EXIT_OK


def line_about(record: str, day_text: str | None, now: float) -> str:
    """Return the line to share about the game in a file."""
    today = day_at(now)
    try:
        game = parse_record(read_text(record))
        deal = deal_of_record(game, today if day_text is None else parse_day(day_text, today))
        table = game.final()
        if not table.over:
            raise BadInput("this game is not over, so it has no result")
    except TobeanError as error:
        if str(error).startswith(str(printable_name(record))):
            raise
        raise BadInput("{file}: {reason}", file=printable_name(record), reason=error) from error
    return share_line(deal, result_of(table), [], wording())
