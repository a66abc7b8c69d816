// Unpacks files of Python, which are compressed with Zstandard: not every web server compresses what it sends.
import {Decompress, decompress} from "./vendor/fzstd/fzstd.js";

const PACKED = ".packed";

/** Unpacks a stream of bytes. */
function unpackingStream() {
  let decompressor = null;
  return new TransformStream({
    start(controller) {
      decompressor = new Decompress((part) => controller.enqueue(part));
    },
    transform(part) {
      decompressor.push(part);
    },
    flush() {
      decompressor.push(new Uint8Array(0), true);
    },
  });
}

/** Passes bytes on and tells how many there are. */
function countingStream(onBytes, onEnd) {
  return new TransformStream({
    transform(part, controller) {
      onBytes(part.byteLength);
      controller.enqueue(part);
    },
    flush: onEnd,
  });
}

/** Fetches a file; resolves to a response with its unpacked content. */
export async function fetchUnpacked(url, {type = "application/octet-stream", onBytes = () => {}, onEnd = () => {}} = {}) {
  const answer = await fetch(url + PACKED);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  const body = answer.body.pipeThrough(countingStream(onBytes, onEnd)).pipeThrough(unpackingStream());
  return new Response(body, {headers: {"content-type": type}});
}

/** Fetches and unpacks a file while everything else in this worker waits. */
export function readNow(url) {
  const request = new XMLHttpRequest();
  request.open("GET", url + PACKED, false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status !== 200) throw new Error(`${url}: ${request.status}`);
  return decompress(new Uint8Array(request.response));
}
