// Plays the golden games in Pyodide and compares them with the files: node golden.mjs PYTHON_FOLDER TESTS_FOLDER [GAME ...]
import path from "node:path";
import {load, unpackApp, unpacked} from "./pyodide.mjs";

const [packed, tests, ...games] = process.argv.slice(2);
const folder = await unpacked(packed);
const pyodide = await load(folder);
unpackApp(pyodide, folder);
pyodide.FS.mkdirTree("/project/tests");
pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, {root: tests}, "/project/tests");
// The bots of golden games are in a part of tobean that a site does not need.
pyodide.FS.mkdirTree("/app/tobean/research");
pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, {root: path.join(tests, "../src/tobean/research")}, "/app/tobean/research");
pyodide.globals.set("wanted", pyodide.toPy(games));
const differing = pyodide.runPython(`
import sys, time
sys.path[:0] = ["/app", "/project"]
import tobean.site.local.browser
from pathlib import Path
from tests.tools.golden_games import bots_of, golden_texts
from tobean.games import GAMES

golden = Path("/project/tests/data/golden")
differing, compared = [], 0
for game, rules in GAMES.items():
    for players in rules.players:
        if wanted and game not in wanted:
            continue
        begun = time.time()
        for name, text in golden_texts(game, players, bots_of(golden, game, players)).items():
            compared += 1
            if text.encode() != (golden / name).read_bytes():
                differing.append(name)
        print(f"{game} {players}: {time.time() - begun:.1f} s", flush=True)
print(f"{compared} files compared, {len(differing)} differ")
" ".join(differing)
`);
if (differing) {
  console.error(`these differ: ${differing}`);
  process.exit(1);
}
