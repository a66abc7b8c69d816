"""Tries other constants of the sage against merchants, on deals that no report uses.

python bench/tune_sage.py --game al-cabohne --players 2 --deals 20 "sage.MAFIA_DOUBT=(0.5, 1.5)" candidates.DOUBT=1.0

Constants are those of `sage`, `candidates` and `proof` in src/tobean/bots; several in one setting are joined by `;`.
The sage as it is plays first, then each setting, all on the same deals. Wants the compiled engine; a game takes half a
minute.
"""

from __future__ import annotations

import argparse
from ast import literal_eval
from importlib import import_module

from tobean.bots.merchant.merchant import Merchant
from tobean.bots.sage.sage import Sage
from tune import margin

MODULES = ("sage", "candidates", "proof")


def assigned(setting: str) -> list[tuple[str, str, object]]:
    """The module, the constant and the value of each part of a setting."""
    found: list[tuple[str, str, object]] = []
    for part in setting.split(";"):
        path, _, value = part.partition("=")
        module, _, constant = path.strip().partition(".")
        if module not in MODULES or not constant.isupper() or not hasattr(module_named(module), constant):
            raise SystemExit(f"{part.strip()!r}: write for example sage.TRUST=0.3 or candidates.MOST=5")
        try:
            found.append((module, constant, literal_eval(value.strip())))
        except (SyntaxError, ValueError) as error:
            raise SystemExit(f"{part.strip()!r}: what stands after = is no number and no list of numbers") from error
    return found


def module_named(name: str) -> object:
    return import_module(f"tobean.bots.{name}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("settings", nargs="*", metavar="SETTING")
    parser.add_argument("--game", default="bohnanza")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--deals", type=int, default=10)
    parser.add_argument("--seed", default="tuning the sage")
    parser.add_argument("--seconds", type=float, default=1.0)
    given = parser.parse_args()
    if given.players < 2:
        parser.error("nobody plays against a sage that is alone; `tobean solo sage` measures it")
    changes = [assigned(setting) for setting in given.settings]
    for name, parts in [("as it is", []), *zip(given.settings, changes, strict=True)]:
        before = [getattr(module_named(module), constant) for module, constant, _ in parts]
        for module, constant, value in parts:
            setattr(module_named(module), constant, value)
        found = margin(lambda: Sage(given.seconds), Merchant, given.game, given.players, given.deals, given.seed)
        for (module, constant, _), value in zip(parts, before, strict=True):
            setattr(module_named(module), constant, value)
        print(f"{name}: {found.mean:+.2f} ± {found.error:.2f}, wins {found.wins:.1%}", flush=True)


if __name__ == "__main__":
    main()
