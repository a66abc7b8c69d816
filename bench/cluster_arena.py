"""Overhead of Ray: the same arena run by processes and by Ray, with the same number of workers.

    python bench/cluster_arena.py [--deals 60] [--workers 2] [--rounds 3]

Needs tobean[cluster]. Both run alternately, as separate commands; the time includes starting and stopping Ray, unless
it is running already (`ray start --head`). The reports must be identical.
"""

import argparse
import subprocess
import sys
from time import perf_counter


def run_arena(pool: str, deals: int, workers: int) -> tuple[float, bytes]:
    """Run the arena; returns the seconds and the report."""
    began = perf_counter()
    arena = ["arena", "merchant", "--against", "sprout", "--deals", f"{deals}", "--workers", f"{workers}"]
    command = [sys.executable, "-m", "tobean", *arena, "--no-times", "--json", "--cluster", pool]
    report = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
    return perf_counter() - began, report


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=60, help="deals of four games each")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3, help="number of runs of both")
    args = parser.parse_args()
    best = {"local": 0.0, "ray": 0.0}
    reports = set()
    for _ in range(args.rounds):
        for pool, known in best.items():
            seconds, report = run_arena(pool, args.deals, args.workers)
            best[pool] = min(known or seconds, seconds)
            reports.add(report)
            print(f"{pool:6} {seconds:7.1f} s  {4 * args.deals / seconds:6.1f} games/s", flush=True)
    cost = best["ray"] / best["local"] - 1
    print(f"best of {args.rounds}: Ray takes {cost:+.1%}; the reports {'agree' if len(reports) == 1 else 'DIFFER'}")


if __name__ == "__main__":
    main()
