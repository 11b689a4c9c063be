import {createHash} from 'node:crypto';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import {dirname, join} from 'node:path';

/** What a fingerprint contains of a file. */
type Reading = (file: string) => string | Buffer;

const contentOf: Reading = file => readFileSync(file);

/** The time of the last change: quicker to read than the content, and different after a change without an effect. */
export const changeTimeOf: Reading = file => String(statSync(file).mtimeMs);

/** A state of files: it differs if a file was added, removed or changed. `paths` are files and folders. */
export function fingerprint(root: string, paths: readonly string[], read = contentOf): string {
  const hash = createHash('sha256');
  const add = (path: string): void => {
    const file = join(root, path);
    const found = statSync(file, {throwIfNoEntry: false});
    hash.update(`${path}\n`);
    if (found?.isFile()) hash.update(read(file));
    if (!found?.isDirectory()) return;
    for (const name of readdirSync(file).sort())
      if (name !== 'node_modules' && !name.startsWith('.')) add(join(path, name));
  };
  paths.forEach(add);
  return hash.digest('base64url');
}

/** A value that was computed from a state of files, stored in a file. */
interface Stored {
  readonly key: string;
  readonly value: unknown;
}

/** The stored value of a state of files; undefined if there is none. */
export function readStored(file: string, key: string): unknown {
  try {
    const stored = JSON.parse(readFileSync(file, 'utf8')) as Stored;
    return stored.key === key ? stored.value : undefined;
  } catch {
    return undefined;
  }
}

/** Stores a value. Processes that read the file at the same time see the old or the new content. */
export function store(file: string, key: string, value: unknown): void {
  mkdirSync(dirname(file), {recursive: true});
  const written = `${file}.${process.pid}`;
  writeFileSync(written, JSON.stringify({key, value} satisfies Stored));
  renameSync(written, file);
}

/** Milliseconds for which a state is kept that a process may still read. */
const keptMs = 600_000;

/** Removes the rendered sites of earlier states. */
export function removeOld(folder: string): void {
  for (const name of readdirSync(folder).filter(name => name.startsWith('pages-'))) {
    const path = join(folder, name);
    const {mtimeMs = Infinity} = statSync(path, {throwIfNoEntry: false}) ?? {};
    if (Date.now() - mtimeMs > keptMs) rmSync(path, {force: true});
  }
}
