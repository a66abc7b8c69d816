// Runs the Python examples of a page in a worker, with the Python of the static site beside the documentation.

const site = new URL("../play/", import.meta.url);
let worker = null;
let count = 0;
const waiting = new Map();

async function startWorker() {
  const {python, scripts} = await (await fetch(new URL("tobean-site.json", site))).json();
  const started = new Worker(new URL("example_worker.js", import.meta.url), {type: "module"});
  started.onmessage = ({data: {number, text, isOver}}) => waiting.get(number)?.(text, isOver);
  started.onerror = () => {
    worker = null;
    for (const show of waiting.values()) show("Python could not be loaded. Please reload the page.", true);
  };
  started.postMessage({python: new URL(python, site).href, scripts: new URL(scripts, site).href});
  return started;
}

for (const example of document.querySelectorAll("[data-example]")) {
  const [code, button, output] = ["textarea", "button", "output"].map((name) => example.querySelector(name));
  code.rows = code.value.trimEnd().split("\n").length + 1;
  button.addEventListener("click", async () => {
    button.disabled = true;
    output.textContent = "Python is starting …";
    count += 1;
    const number = count;
    waiting.set(number, (text, isOver) => {
      output.textContent = text;
      if (!isOver) return;
      waiting.delete(number);
      button.disabled = false;
    });
    worker ??= startWorker();
    (await worker).postMessage({number, code: code.value});
  });
}
