import {readdirSync} from 'node:fs';

/** What the package says of itself. */
export interface Manifest {
  readonly exports: Readonly<
    Record<string, string | {readonly types: string; readonly default?: string}>
  >;
  readonly sideEffects: readonly string[];
}

/** The tags of the elements that are registered by files of their own. */
export const tags = readdirSync('src/elements').filter(name => /^ubik-[a-z]+$/.test(name));

/** The optional modules, each an entry of its own. */
const modules = readdirSync('src/modules')
  .filter(name => name.endsWith('.ts'))
  .map(name => name.replace('.ts', ''));

/** A path of the manifest, and every path that it stands for. */
export function spread(path: string): readonly string[] {
  if (!path.includes('*') || path.includes('/cdn/')) return [path];
  const names = path.includes('/modules/') ? modules : tags;
  return names.map(name => path.replaceAll('*', name));
}

/** Every entry that is code, by the name that a user imports. */
export function entriesOf({exports}: Manifest): readonly string[] {
  return Object.entries(exports)
    .filter(([, entry]) => typeof entry !== 'string' && entry.default !== undefined)
    .flatMap(([name]) => spread(name))
    .map(name => name.replace(/^\./, 'ubik-chat'));
}
