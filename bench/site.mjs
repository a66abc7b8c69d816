// Processor time of the steps of a static site and of its bots' decisions in Pyodide, in Node: node bench/site.mjs SITE/python/MARK [BOT ...]
import {load, unpackApp, unpacked} from "../tests/static_site/pyodide.mjs";

const [packed, ...bots] = process.argv.slice(2);
const folder = await unpacked(packed);
const DECISIONS = 200;

let before = process.cpuUsage();

function lap(name) {
  const {user, system} = process.cpuUsage(before);
  console.log(`${name}: ${((user + system) / 1e6).toFixed(2)} s`);
  before = process.cpuUsage();
}

const pyodide = await load(folder);
lap("load Pyodide");
unpackApp(pyodide, folder);
pyodide.runPython("import sys; sys.path.insert(0, '/app')");
lap("unpack tobean");
pyodide.runPython("import tobean.site.local.browser");
lap("import bots and sessions");
pyodide.runPython("import tobean.site.local.app, tobean.site.local.sockets");
lap("import pages and tables");

// The clock of the bots runs four times as fast as this processor works, like on a processor that is four times slower.
const SLOWER = 4;
globalThis.processorSeconds = () => {
  const {user, system} = process.cpuUsage();
  return (user + system) / 1e6;
};
pyodide.globals.set("SLOWER", SLOWER);
pyodide.runPython(`
import sys, time
from js import processorSeconds
import tobean
from tobean.bots import bot_named

for module in [module for name, module in sys.modules.items() if name == "time" or name.startswith("tobean.")]:
    if hasattr(module, "thread_time"):
        module.thread_time = lambda: SLOWER * processorSeconds()

class Timed:
    """A bot whose decisions are measured."""

    def __init__(self, bot, seconds):
        self.bot, self.name, self.measured = bot, bot.name, seconds

    def choose(self, view, actions, chance):
        return self.timed(self.bot.choose, view, actions, chance)

    def volunteer(self, view, actions, chance):
        return self.timed(self.bot.volunteer, view, actions, chance)

    def timed(self, decide, *what):
        begun = time.thread_time()
        action = decide(*what)
        self.measured.append(time.thread_time() - begun)
        return action

def measure(spec, game, players, decisions):
    seconds, seed = [], 0
    while len(seconds) < decisions:
        bots = [Timed(bot_named(spec), seconds), *["merchant"] * (players - 1)]
        tobean.play_match(game, bots, seed=seed, until=lambda table: len(seconds) >= decisions)
        seed += 1
    seconds.sort()
    at = lambda share: seconds[int(share * (len(seconds) - 1))]
    print(f"{spec}, {game} with {players}: {len(seconds)} decisions, median {at(0.5):.3f} s, p95 {at(0.95):.3f} s, longest {seconds[-1]:.3f} s", flush=True)
`);
console.log(`decisions on a processor ${SLOWER} times slower:`);
for (const spec of bots.length ? bots : ["merchant", "mendel@1", "sage@1"]) {
  pyodide.runPython(`measure("${spec}", "bohnanza", 4, ${DECISIONS}); measure("${spec}", "al-cabohne", 2, ${DECISIONS})`);
}
