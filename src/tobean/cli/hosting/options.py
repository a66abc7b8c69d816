"""Settings of a server from flags, the environment or a file, in this order of precedence.

Every option `--public-url` declared with `setting` can also be given as `TOBEAN_PUBLIC_URL`, or as a line `public-url =
"..."` in the TOML file that `--config` or `TOBEAN_CONFIG` names.
"""

import difflib
import math
import os
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import click
from click.core import ParameterSource

from tobean.kernel.errors import BadInput

MAX_FILE_SIZE: Final = 100_000
FILE: Final = click.Path(dir_okay=False, path_type=Path)
FOLDER: Final = click.Path(file_okay=False, path_type=Path)


def data_folder() -> Path:
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "tobean"


VARIABLE_PREFIX: Final = "TOBEAN_"
OTHER_VARIABLES: Final = frozenset(
    (
        "TOBEAN_CONFIG",
        "TOBEAN_LANG",
        "TOBEAN_LOCALE",
        # For building and testing.
        "TOBEAN_CHROMIUM",
        "TOBEAN_COMPILE",
        "TOBEAN_EXPECT_COMPILED",
        "TOBEAN_FUZZ",
        "TOBEAN_OPTIMIZE",
        "TOBEAN_POSTGRES",
        # For Caddy, in deploy/compose.yaml.
        "TOBEAN_DOMAIN",
    )
)
"""Variables that are not server settings but may be set where a server is started."""


def variable_of(name: str) -> str:
    """Return the environment variable of a setting such as `public-url`."""
    return VARIABLE_PREFIX + name.replace("-", "_").upper()


def refuse_unknown_variables() -> None:
    """Raise `BadInput` if the environment has a variable with the prefix that is unknown."""
    known = OTHER_VARIABLES | {variable_of(name) for name in SETTING_NAMES}
    unknown = sorted(name for name in os.environ if name.startswith(VARIABLE_PREFIX) and name not in known)
    if not unknown:
        return
    alike = difflib.get_close_matches(unknown[0], sorted(known), 1)
    if alike:
        raise BadInput(
            "the environment sets {name}, which is no setting; did you mean {alike}?", name=unknown[0], alike=alike[0]
        )
    raise BadInput("the environment sets {name}, which is no setting; remove it", name=unknown[0])


class Number(click.FloatRange):
    """A number in a range; rejects `nan`, which click accepts."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        found = super().convert(value, param, ctx)
        if not math.isfinite(found):
            self.fail(f"{value!r} is not a number.", param, ctx)
        return found


def setting(flag: str, **details: Any) -> Callable[[Any], Any]:
    """Declare an option that can also be set in the environment and in a file."""
    return click.option(flag, envvar=variable_of(flag.lstrip("-")), **details)


def read_file(ctx: click.Context, option: click.Parameter, path: Path | None) -> None:
    """Use the settings of a file as defaults."""
    if path is None or ctx.resilient_parsing:
        return
    try:
        text = path.read_bytes()[: MAX_FILE_SIZE + 1].decode()
        found = tomllib.loads(text if len(text) <= MAX_FILE_SIZE else "?")
    except OSError as error:
        raise BadInput("{path}: the settings cannot be read: {reason}", path=path, reason=error.strerror) from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadInput("{path}: the settings cannot be read: {reason}", path=path, reason=error) from error
    settings = filter(is_setting, ctx.command.params)
    known = {name: str(option.name) for option in settings for name in names_in_file(option)}
    unknown = sorted(found.keys() - known.keys() - SETTING_NAMES)
    if unknown:
        alike = difflib.get_close_matches(unknown[0], known.keys() | SETTING_NAMES, 1)
        if alike:
            raise BadInput(
                "{path}: there is no setting {name!r}; did you mean {alike!r}?",
                path=path,
                name=unknown[0],
                alike=alike[0],
            )
        raise BadInput("{path}: there is no setting {name!r}", path=path, name=unknown[0])
    ctx.default_map = {known[name]: value for name, value in found.items() if name in known}


def is_setting(option: click.Parameter) -> bool:
    return bool(option.envvar) and option.name != "config"


def names_in_file(option: click.Parameter) -> list[str]:
    return [name.lstrip("-") for name in option.opts]


SETTING_NAMES: Final[set[str]] = set()
"""Names of all settings: several commands read the same file, and each uses a part of it."""


def with_config_file(command: click.Command) -> click.Command:
    """Register the settings of a command as valid in the shared file."""
    for option in filter(is_setting, command.params):
        SETTING_NAMES.update(names_in_file(option))
    return command


def with_storage_options(command: Any) -> Any:
    for option in reversed(
        (
            click.option(
                "--config",
                type=FILE,
                envvar="TOBEAN_CONFIG",
                is_eager=True,
                expose_value=False,
                callback=read_file,
                help="TOML file with settings, named like the options without dashes.",
            ),
            setting("--data", type=FOLDER, help="Folder for the database and the key."),
            setting(
                "--database",
                metavar="URL",
                callback=without_password,
                help="sqlite:///file or postgresql://user@host/name; by default a file in the data folder.",
            ),
            setting("--database-password-file", type=FILE, help="File with the password of the database."),
            setting(
                "--archive",
                default="",
                metavar="PLACE",
                help="Folder or s3://bucket/path for finished games; with SQLite by default in the data folder.",
            ),
        )
    ):
        command = option(command)
    return command


def without_password(ctx: click.Context, option: click.Parameter, url: str | None) -> str | None:
    """Reject a password on the command line, which every user of the machine can read in the process list."""
    is_on_command_line = ctx.get_parameter_source(str(option.name)) is ParameterSource.COMMANDLINE
    if url and is_on_command_line and ":" in url.partition("://")[2].rpartition("@")[0]:
        raise BadInput(
            "a password on the command line can be read by everybody on this machine; put the URL into TOBEAN_DATABASE "
            "or the file of --config, or the password into --database-password-file"
        )
    return url


def with_password(url: str | None, file: Path | None) -> str | None:
    if file is None or not url:
        return url
    from sqlalchemy import make_url
    from sqlalchemy.exc import ArgumentError

    try:
        password = file.read_text(encoding="utf-8").strip()
        return make_url(url).set(password=password).render_as_string(hide_password=False)
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput("{path}: the password cannot be read: {reason}", path=file, reason=error) from error
    except ArgumentError as error:
        raise BadInput("this is not a database URL; write sqlite:///file or postgresql://user@host/name") from error
