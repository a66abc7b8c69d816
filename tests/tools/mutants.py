"""Mutation test: changes one place of the source at a time and counts the changes that the tests notice.

    python -m tests.tools.mutants --count 300 --seed 1 --jobs 2

First it runs the short tests with coverage and notes which test runs which line. Then it draws places from all of
src/tobean: a comparison, an arithmetic or logical operator, a number, a truth value. For each it changes that place in
a copy of the source and runs the tests of its line, up to `--most` of them. A change that no test notices survives;
one on a line that no test runs survives without a run. Needs pytest-cov. `--out FILE` lists every change as JSON.
"""

import argparse
import ast
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from queue import Queue

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src/tobean"
SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
}
SECONDS = 120
"""Time limit of a run. A change that makes an endless loop is noticed."""
SUITES_LEFT_OUT = ("browser", "postgres", "peers", "cluster", "deploy", "static_site", "project")


@dataclass(frozen=True)
class Change:
    """One changed place: the `number`th of its file that can be changed."""

    file: str
    number: int
    line: int
    before: str
    after: str


class Mutator(ast.NodeTransformer):
    """Visits all places of a module that can be changed, and changes the one with the number `target`."""

    def __init__(self, target: int = -1) -> None:
        self.target = target
        self.places: list[tuple[int, str, str]] = []

    def _replaced(self, node: ast.expr, changed: ast.expr) -> ast.expr:
        self.places.append((node.lineno, ast.unparse(node), ast.unparse(changed)))
        return ast.copy_location(changed, node) if len(self.places) - 1 == self.target else node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if node.value:
            node.value = self.visit(node.value)  # the annotation does not run
        return node

    def visit_arg(self, node: ast.arg) -> ast.AST:
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns, returns = None, node.returns
        self.generic_visit(node)
        node.returns = returns
        return node

    def visit_If(self, node: ast.If) -> ast.AST:
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return node
        return self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        swapped = SWAPS[type(node.ops[0])]()
        return self._replaced(node, ast.Compare(node.left, [swapped, *node.ops[1:]], node.comparators))  # type: ignore[list-item]

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        self.generic_visit(node)
        return self._replaced(node, ast.BoolOp(SWAPS[type(node.op)](), node.values))  # type: ignore[arg-type]

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        swap = SWAPS.get(type(node.op))
        is_text = any(
            isinstance(side, ast.JoinedStr | ast.Constant) and not number(side) for side in (node.left, node.right)
        )
        if swap is None or is_text:
            return node
        return self._replaced(node, ast.BinOp(node.left, swap(), node.right))  # type: ignore[arg-type]

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        return self._replaced(node, node.operand) if isinstance(node.op, ast.Not) else node

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        if isinstance(node.value, bool):
            return self._replaced(node, ast.Constant(not node.value))
        if isinstance(node.value, int | float):
            return self._replaced(node, ast.Constant(node.value + 1))
        return node


def number(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) in (int, float)


def changes(path: Path) -> Iterator[Change]:
    mutator = Mutator()
    mutator.visit(ast.parse(path.read_text("utf-8")))
    for index, (line, before, after) in enumerate(mutator.places):
        yield Change(str(path.relative_to(ROOT)), index, line, before, after)


def mutated(path: Path, index: int) -> str:
    tree = Mutator(index).visit(ast.parse(path.read_text("utf-8")))
    return ast.unparse(ast.fix_missing_locations(tree))


def measure_coverage(data_file: Path, jobs: int) -> None:
    """Run the short tests and write which test runs which line."""
    left_out = [f"--ignore=tests/{name}" for name in SUITES_LEFT_OUT]
    options = ["--cov=tobean", "--cov-branch", "--cov-context=test", "--cov-report=term"]
    command = [sys.executable, "-m", "pytest", "-q", "-n", str(jobs), "-m", "not long", *options, *left_out, "tests"]
    found = subprocess.run(command, cwd=ROOT, env=os.environ | {"COVERAGE_FILE": str(data_file)}, check=False)
    if found.returncode != 0:
        raise SystemExit("the tests fail without any change")


def tests_of(data_file: Path) -> dict[str, dict[int, list[str]]]:
    """Names of tests by file and line."""
    from coverage import CoverageData

    data = CoverageData(str(data_file))
    data.read()
    return {
        str(Path(file).resolve().relative_to(ROOT)): {
            line: sorted({each.partition("|")[0] for each in contexts if each})
            for line, contexts in data.contexts_by_lineno(file).items()
        }
        for file in data.measured_files()
    }


def chosen_tests(change: Change, lines: dict[int, list[str]], most: int) -> list[str]:
    """The tests of the line; of the file, if the line runs when the module is imported."""
    if change.line not in lines:
        return []
    found = lines[change.line] or sorted({name for names in lines.values() for name in names})
    return found if len(found) <= most else random.Random(change.number).sample(found, most)


def is_noticed(change: Change, names: list[str], copy: Path) -> bool:
    target = copy / Path(change.file).relative_to("src")
    original = target.read_text("utf-8")
    target.write_text(mutated(ROOT / change.file, change.number), "utf-8")
    options = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--no-header", "--timeout", str(SECONDS)]
    env = os.environ | {"PYTHONPATH": os.pathsep.join([str(copy), str(ROOT)]), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        command = [sys.executable, "-m", "pytest", *options, *names]
        found = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, check=False, timeout=SECONDS * 2)
    except subprocess.TimeoutExpired:
        return True
    finally:
        target.write_text(original, "utf-8")
    return found.returncode != 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 2)
    parser.add_argument("--most", type=int, default=60, help="tests run for a change")
    parser.add_argument("--coverage", type=Path, help="an existing coverage file with contexts")
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    places = [change for path in sorted(PACKAGE.rglob("*.py")) for change in changes(path)]
    drawn = random.Random(given.seed).sample(places, given.count)
    with tempfile.TemporaryDirectory() as folder:
        data_file = given.coverage or Path(folder, "coverage")
        if given.coverage is None or not data_file.exists():
            measure_coverage(data_file, given.jobs)
        lines = tests_of(data_file)
        copies: Queue[Path] = Queue()
        for index in range(given.jobs):
            copies.put(Path(shutil.copytree(ROOT / "src", Path(folder, f"copy-{index}"))))

        def noticed(change: Change) -> bool:
            names = chosen_tests(change, lines.get(change.file, {}), given.most)
            if not names:
                return False
            copy = copies.get()
            try:
                return is_noticed(change, names, copy)
            finally:
                copies.put(copy)

        results = []
        with ThreadPoolExecutor(given.jobs) as pool:
            for done, (change, result) in enumerate(zip(drawn, pool.map(noticed, drawn), strict=True), 1):
                results.append({**asdict(change), "noticed": result, "run": change.line in lines.get(change.file, {})})
                print(f"\r{done} of {given.count}", end="", file=sys.stderr, flush=True)
    caught = sum(each["noticed"] for each in results)
    not_run = sum(not each["run"] for each in results)
    print(
        f"\n{caught} of {given.count} changes noticed; {not_run} are on lines that no test runs ({len(places)} places)"
    )
    if given.out:
        given.out.write_text(json.dumps(results, indent=1), "utf-8")


if __name__ == "__main__":
    main()
