// Runs Python examples. The first message has the address of Python's folder, all others an example.

let python = "";
let started = null;

/** Files of Python are packed (tobean/site/static/python.js). */
async function unpacked(url) {
  const answer = await plainFetch(`${url}.packed`);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  const type = url.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
  return new Response(answer.body.pipeThrough(new DecompressionStream("gzip")), {headers: {"content-type": type}});
}

const plainFetch = self.fetch.bind(self);
self.fetch = (what, options) => {
  const url = String(what?.url ?? what);
  return url.startsWith(python) ? unpacked(url) : plainFetch(what, options);
};

async function start() {
  const {loadPyodide} = await import(`${python}pyodide.js`);
  const [pyodide, app] = await Promise.all([loadPyodide({indexURL: python}), unpacked(`${python}app.zip`).then((answer) => answer.arrayBuffer())]);
  pyodide.unpackArchive(app, "zip", {extractDir: "/app"});
  // Emscripten has no clock for one thread.
  pyodide.runPython("import sys, time; sys.path.insert(0, '/app'); time.thread_time = time.perf_counter");
  return pyodide;
}

self.onmessage = async ({data}) => {
  if (data.python) {
    ({python} = data);
    started = start();
    return;
  }
  const {number, code} = data;
  let text = "";
  try {
    const pyodide = await started;
    const batched = (line) => {
      text += `${line}\n`;
      self.postMessage({number, text, isOver: false});
    };
    pyodide.setStdout({batched});
    pyodide.setStderr({batched});
    pyodide.runPython(code, {globals: pyodide.toPy({__name__: "__main__"})});
  } catch (error) {
    text += String(error.message ?? error);
  }
  self.postMessage({number, text, isOver: true});
};
