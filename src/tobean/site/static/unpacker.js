// A worker that fetches and unpacks files while Python, in another one, is starting.
import {fetchUnpacked} from "./unpacking.js";

self.onmessage = async ({data: {number, url}}) => {
  try {
    const answer = await fetchUnpacked(url, {onBytes: (bytes) => self.postMessage({bytes})});
    const content = await answer.arrayBuffer();
    self.postMessage({number, content}, [content]);
  } catch (error) {
    self.postMessage({number, error: String(error)});
  }
};
