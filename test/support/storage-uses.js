// Records each use of a storage area of the page in `storageUses`: `AREA KEY` for reading or writing, of every area.

globalThis.storageUses = [];

/** Calls `note` with the arguments of each call of a method, before the method. */
function watch(prototype, name, note) {
  const original = prototype?.[name];
  if (typeof original !== 'function') return;
  prototype[name] = function (...values) {
    globalThis.storageUses.push(note.call(this, ...values));
    return original.apply(this, values);
  };
}

function areaOf(storage) {
  return storage === globalThis.localStorage ? 'localStorage' : 'sessionStorage';
}

for (const name of ['getItem', 'setItem', 'removeItem']) {
  watch(Storage.prototype, name, function (key) {
    return `${areaOf(this)} ${name} ${key}`;
  });
}
watch(IDBFactory.prototype, 'open', name => `indexedDB open ${name}`);
watch(globalThis.CacheStorage?.prototype, 'open', name => `caches open ${name}`);
watch(globalThis.StorageManager?.prototype, 'getDirectory', () => 'files open');
watch(globalThis.CookieStore?.prototype, 'set', () => 'cookies set');

const cookie = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie');
Object.defineProperty(Document.prototype, 'cookie', {
  ...cookie,
  set(text) {
    globalThis.storageUses.push(`cookies set ${text}`);
    cookie.set.call(this, text);
  },
});
