"""Tries other parameters of the sage against merchants, on deals that no report uses.

python bench/tuning/tune_sage.py --game al-cabohne --players 2 --deals 20 "game.candidate_margin=(0.5, 1)" sage.ROUNDS=3

The parameters are constants of `sage`, `significance` and `candidates` in src/tobean/bots, and attributes of `game`,
the bots' game knowledge. Several in one setting are joined by `;`. The unchanged sage plays first, then each setting,
all on the same deals. Needs the compiled engine; a game takes half a minute.
"""

import argparse
from ast import literal_eval

from tobean.bots.game_knowledge import knowledge_of
from tobean.bots.merchant import candidates
from tobean.bots.merchant.merchant import Merchant
from tobean.bots.sage import sage, significance
from tobean.bots.sage.sage import Sage
from tune_merchant import measure_margin

ParameterChanges = list[tuple[object, str, object]]
"""The owner of each constant, its name and its new value."""


def parse_setting(setting: str, game: str) -> ParameterChanges:
    """Parse a setting such as `sage.ROUNDS=3; candidates.MAX_CANDIDATES=5`."""
    owners = {"sage": sage, "candidates": candidates, "significance": significance, "game": knowledge_of(game)}
    changes: ParameterChanges = []
    for part in setting.split(";"):
        path, _, value = part.partition("=")
        owner, _, constant = path.strip().partition(".")
        if owner not in owners or not hasattr(owners[owner], constant):
            raise SystemExit(f"{part.strip()!r}: write for example sage.ROUNDS=3 or candidates.MAX_CANDIDATES=5")
        try:
            changes.append((owners[owner], constant, literal_eval(value.strip())))
        except (SyntaxError, ValueError) as error:
            raise SystemExit(
                f"{part.strip()!r}: the value after = is neither a number nor a list of numbers"
            ) from error
    return changes


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("settings", nargs="*", metavar="SETTING")
    parser.add_argument("--game", default="bohnanza")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--deals", type=int, default=10)
    parser.add_argument("--seed", default="tuning the sage")
    parser.add_argument("--seconds", type=float, default=1.0)
    args = parser.parse_args()
    if args.players < 2:
        parser.error("at least two players are needed; use `tobean solo sage` for the solo game")
    changes_by_setting = [parse_setting(setting, args.game) for setting in args.settings]
    for name, changes in [("as it is", []), *zip(args.settings, changes_by_setting, strict=True)]:
        before = [(owner, constant, getattr(owner, constant)) for owner, constant, _ in changes]
        for owner, constant, value in changes:
            setattr(owner, constant, value)
        margin = measure_margin(lambda: Sage(args.seconds), Merchant, args.game, args.players, args.deals, args.seed)
        for owner, constant, value in before:
            setattr(owner, constant, value)
        print(f"{name}: {margin.mean:+.2f} ± {margin.error:.2f}, wins {margin.wins:.1%}", flush=True)


if __name__ == "__main__":
    main()
