"""`tobean site`: the whole game as a folder of static files."""

from pathlib import Path

import click

from tobean.cli.language import say
from tobean.cli.output import EXIT_OK


@click.command(short_help="Write the whole game as static files that any web server can serve.")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option(
    "--runtime",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Folder with the downloads of Pyodide and msgspec, instead of the network.",
)
@click.option("--sources", is_flag=True, help="Keep Python's sources instead of bytecode: first visits take longer.")
def site(folder: Path, runtime: Path | None, sources: bool) -> int:
    """Write static files to FOLDER: all pages, all installed games, and Python for the browser, which runs the tables.

    Any web server or pages host can serve the folder, at any path. An earlier site in FOLDER is replaced.
    The first run downloads Pyodide (6 MB) and keeps it in the cache of the user.
    Node or Python 3.14 compiles the modules for the browser; without either, first visits take longer.

    \b
    Examples:
      tobean site public/
      python -m http.server --directory public/

    Exit codes: 0 fine, 2 the folder holds something else, or a download failed.
    """
    from tobean.site.build import check_folder, write_site
    from tobean.site.compiler import find_compiler
    from tobean.site.runtime import find_runtime

    check_folder(folder)
    found = find_runtime(runtime)
    compiler = None if sources else find_compiler(found)
    if compiler is None and not sources:
        click.echo(
            say("Neither Node nor Python 3.14 was found, so first visits to the site will take longer."), err=True
        )
    report = write_site(folder, found, compiler)
    click.echo(
        say(
            "{folder}: {files} files, {size:.1f} MB, {packed:.1f} MB compressed",
            folder=str(folder),
            files=report.files,
            size=report.size / 1e6,
            packed=report.packed / 1e6,
        )
    )
    return EXIT_OK
