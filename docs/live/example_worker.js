// Runs Python examples. The first message has the addresses of Python and of its scripts, all others an example.

let started = null;

/** `python` and `scripts` are the folders of Python and of the scripts of the static site (tobean/site/static/python.js). */
async function start({python, scripts}) {
  const [{loadPyodide}, {fetchUnpacked}] = await Promise.all([import(`${python}pyodide.js`), import(`${scripts}unpacking.js`)]);
  const plainFetch = self.fetch.bind(self);
  self.fetch = (what, options) => {
    const url = String(what?.url ?? what);
    if (!url.startsWith(python) || url.endsWith(".packed")) return plainFetch(what, options);
    return fetchUnpacked(url, {type: url.endsWith(".wasm") ? "application/wasm" : undefined});
  };
  const bytes = async (name) => (await fetchUnpacked(python + name)).arrayBuffer();
  const {lock, library} = await (await fetchUnpacked(`${python}index.json`)).json();
  const [pyodide, content, ...archives] = await Promise.all([
    loadPyodide({indexURL: python, lockFileContents: lock, packageBaseUrl: python}),
    bytes("library.so"),
    bytes("app.zip"),
    bytes("later.zip"),
  ]);
  for (const archive of archives) pyodide.unpackArchive(archive, "zip", {extractDir: "/app"});
  pyodide.FS.writeFile(`/app/${library}`, new Uint8Array(content));
  // Emscripten has no per-thread clock.
  pyodide.runPython("import sys, time; sys.path.insert(0, '/app'); time.thread_time = time.perf_counter");
  return pyodide;
}

self.onmessage = async ({data}) => {
  if (data.python) {
    started = start(data);
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
