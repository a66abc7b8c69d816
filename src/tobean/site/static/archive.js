// The files of a ZIP archive without compression, as `tobean site` writes it, as a file system of Python.

const END = 0x06054b50;
const END_LENGTH = 22;
const ENTRY_LENGTH = 46;
const LOCAL_LENGTH = 30;
const FOLDER_MODE = 0o40555;
const FILE_MODE = 0o100444;
const NOT_FOUND = 44;
const INVALID = 28;
const UNREADABLE = 29;
const BLOCK = 4096;
/** Python compares times of files and folders to see whether something has changed: nothing ever does. */
const TIME = new Date(0);

/** Yields the path of each file with its content, which shares the memory of the archive. */
function* entries(archive) {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const end = archive.byteLength - END_LENGTH;
  if (end < 0 || view.getUint32(end, true) !== END) throw new Error("this is no archive, or not the whole of it");
  const texts = new TextDecoder();
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    const size = view.getUint32(at + 24, true);
    const nameLength = view.getUint16(at + 28, true);
    const path = texts.decode(archive.subarray(at + ENTRY_LENGTH, at + ENTRY_LENGTH + nameLength));
    const local = view.getUint32(at + 42, true);
    const start = local + LOCAL_LENGTH + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    yield [path, archive.subarray(start, start + size)];
    at += ENTRY_LENGTH + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
}

export {entries};

/** Files by name, and folders as maps. */
function tree(files) {
  const root = new Map();
  for (const [path, content] of files) {
    const names = path.split("/");
    const file = names.pop();
    let folder = root;
    for (const name of names) {
      if (!folder.has(name)) folder.set(name, new Map());
      folder = folder.get(name);
    }
    folder.set(file, content);
  }
  return root;
}

/** A file whose content is loaded later; `read` returns it at once. */
export class LazyFile {
  constructor(length, read) {
    this.length = length;
    this.read = read;
  }
}

/** Mounts files, to be read only. A file costs nothing until Python asks for it. */
export function mountFiles(FS, files, place) {
  const createNode = (parent, name, content) => {
    const isFolder = content instanceof Map;
    const node = FS.createNode(parent, name, isFolder ? FOLDER_MODE : FILE_MODE, 0);
    Object.assign(node, {content, node_ops: nodeOps, stream_ops: streamOps});
    return node;
  };
  const nodeOps = {
    getattr({id, mode, content}) {
      const size = content instanceof Map ? BLOCK : content.length;
      return {dev: 1, ino: id, mode, nlink: 1, uid: 0, gid: 0, rdev: 0, size, atime: TIME, mtime: TIME, ctime: TIME, blksize: BLOCK, blocks: Math.ceil(size / BLOCK)};
    },
    lookup(parent, name) {
      const content = parent.content.get(name);
      if (!content) throw new FS.ErrnoError(NOT_FOUND);
      return createNode(parent, name, content);
    },
    readdir: ({content}) => [".", "..", ...content.keys()],
  };
  const bytesOf = (node) => {
    if (!(node.content instanceof LazyFile)) return node.content;
    try {
      return (node.content = node.content.read());
    } catch (error) {
      console.error(error);
      throw new FS.ErrnoError(UNREADABLE);
    }
  };
  const streamOps = {
    read({node}, buffer, offset, length, position) {
      const part = bytesOf(node).subarray(position, position + length);
      buffer.set(part, offset);
      return part.length;
    },
    llseek({node, position}, offset, whence) {
      const found = offset + (whence === 1 ? position : whence === 2 ? node.content.length : 0);
      if (found < 0) throw new FS.ErrnoError(INVALID);
      return found;
    },
  };
  FS.mkdirTree(place);
  FS.mount({mount: () => createNode(null, "/", tree(files))}, {}, place);
}
