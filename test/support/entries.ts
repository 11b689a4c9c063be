import {readdirSync} from 'node:fs';

/** The used fields of `package.json`. */
export interface Manifest {
  readonly exports: Readonly<
    Record<string, string | {readonly types: string; readonly default?: string}>
  >;
  readonly sideEffects: readonly string[];
}

/** The tags of the elements that have a `.define.ts` file. */
export const tags = readdirSync('src/elements').filter(name => /^ubik-[a-z]+$/.test(name));

/** The optional modules; each is an entry. */
const modules = readdirSync('src/modules', {recursive: true, encoding: 'utf8'})
  .map(name => name.replaceAll('\\', '/'))
  .filter(name => /^([\w-]+(\/index)?|mcp-apps\/shell)\.ts$/.test(name))
  .map(name => name.replace('.ts', ''));

/** All paths that a pattern of the manifest matches. */
export function spread(path: string): readonly string[] {
  if (!path.includes('*') || path.includes('/cdn/')) return [path];
  const names = path.includes('/elements/') ? tags : modules;
  return names.map(name => path.replaceAll('*', name));
}

/** All entries that are code, by import specifier. */
export function entriesOf({exports}: Manifest): readonly string[] {
  return Object.entries(exports)
    .filter(([, entry]) => typeof entry !== 'string' && entry.default !== undefined)
    .flatMap(([name]) => spread(name))
    .map(name => name.replace(/^\./, 'ubik-chat'));
}
