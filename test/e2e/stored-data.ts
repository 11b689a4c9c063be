import type {BrowserContext, Page} from 'playwright-core';

declare global {
  /** Defined by `support/storage-uses.js`. */
  var storageUses: string[];
}

/** The part of the state of a browser that its types do not declare. */
interface StoredDatabases {
  readonly indexedDB?: readonly {
    readonly name: string;
    readonly stores: readonly {readonly name: string; readonly records: readonly unknown[]}[];
  }[];
}

/** What the pages of a context have stored, as `AREA KEY`: every area, and the names inside of the record of a chat. */
export async function storedItems(context: BrowserContext): Promise<ReadonlySet<string>> {
  const {origins, cookies} = await context.storageState({indexedDB: true});
  const found = new Set(cookies.map(({name}) => `cookie ${name}`));
  for (const origin of origins) {
    const {localStorage, indexedDB = []}: typeof origin & StoredDatabases = origin;
    for (const {name, value} of localStorage) {
      for (const inside of namesInside(name, value)) found.add(`localStorage ${inside}`);
    }
    for (const {name, stores} of indexedDB) {
      for (const store of stores) {
        if (store.records.length > 0) found.add(`IndexedDB ${name}/${store.name}`);
      }
    }
  }
  for (const page of context.pages()) {
    for (const key of await page.evaluate(() => Object.keys(sessionStorage))) {
      found.add(`sessionStorage ${key}`);
    }
    const caches = await page.evaluate(() => globalThis.caches.keys());
    for (const name of caches) found.add(`Cache ${name}`);
  }
  return found;
}

/** The names of the record of a chat; for any other key, the key. */
const namesInside = (key: string, value: string): readonly string[] =>
  key.startsWith('ubik-chat:') ? Object.keys(JSON.parse(value) as object) : [key];

/** The uses of storage since the page was loaded. */
export const storageUses = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => globalThis.storageUses);
