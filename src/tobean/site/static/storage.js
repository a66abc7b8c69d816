// IndexedDB as texts by store and key, for `tobean.site.local.browser.BrowserStorage`.

const NAME = "tobean";
const VERSION = 1;
const STORES = ["log", "tables", "records", "facts"];

let opened = null;

/** Name of the error of a database that a newer version of the site has changed. */
export const OUTDATED = "VersionError";

/** Opens the database; rejects where a browser has none, for example in some private windows. `onOutdated` is called when
 * a newer version of the site, in another tab, wants to change the stores. */
export function open(onOutdated = () => {}) {
  opened ??= new Promise((resolve, reject) => {
    const asking = indexedDB.open(NAME, VERSION);
    asking.onupgradeneeded = () => {
      for (const store of STORES) if (!asking.result.objectStoreNames.contains(store)) asking.result.createObjectStore(store);
    };
    asking.onsuccess = () => {
      // The other tab would wait for this one.
      asking.result.onversionchange = () => {
        asking.result.close();
        onOutdated();
      };
      resolve(asking.result);
    };
    asking.onerror = () => reject(asking.error);
    asking.onblocked = () => reject(new Error("blocked"));
  });
  return opened;
}

const done = (asking) =>
  new Promise((resolve, reject) => {
    asking.onsuccess = () => resolve(asking.result);
    asking.onerror = () => reject(asking.error);
  });

/** The value of a key as JSON, null if there is none. */
export async function read(store, key) {
  const database = await open();
  return JSON.stringify((await done(database.transaction(store).objectStore(store).get(key))) ?? null);
}

/** The keys with a prefix, sorted, and their values: pairs as JSON. */
export async function readAll(store, prefix) {
  const database = await open();
  const range = prefix ? IDBKeyRange.bound(prefix, `${prefix}\uffff`) : null;
  const objects = database.transaction(store).objectStore(store);
  const [keys, values] = await Promise.all([done(objects.getAllKeys(range)), done(objects.getAll(range))]);
  return JSON.stringify(keys.map((key, index) => [key, values[index]]));
}

/** Name of the error of a change that was decided on a value that another tab has replaced. */
const CONFLICT = "ConstraintError";

/** Makes all changes in one transaction. Returns the name of the error, "" once everything is stored. */
export async function write(changes) {
  const list = JSON.parse(changes);
  if (list.length === 0) return "";
  let conflict = false;
  try {
    const database = await open();
    const stores = [...new Set(list.map(([store]) => store))];
    const transaction = database.transaction(stores, "readwrite", {durability: "strict"});
    const ended = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onerror = () => reject(transaction.error);
      transaction.onabort = () => reject(transaction.error ?? new Error("abort"));
    });
    for (const [store, key, value, isNew, old] of list) {
      const objects = transaction.objectStore(store);
      if (old !== null) {
        objects.get(key).onsuccess = ({target}) => {
          if (target.result === old) return;
          conflict = true;
          transaction.abort();
        };
      }
      if (value === null) objects.delete(key);
      else if (isNew) objects.add(value, key);
      else objects.put(value, key);
    }
    await ended;
    return "";
  } catch (error) {
    return conflict ? CONFLICT : error?.name || "Error";
  }
}
