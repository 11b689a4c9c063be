import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';

type Engine = 'Chromium' | 'Firefox' | 'WebKit' | 'Node.js';

export interface CoveringTest {
  /** Its path in the repository. */
  readonly file: string;
  /** The titles of its `describe` blocks and its own, without tags. A `…` stands for a value. */
  readonly title: string;
  readonly engines: readonly Engine[];
  /** Numbers of criteria of WCAG. */
  readonly criteria: readonly string[];
  /** Numbers of clauses of EN 301 549. */
  readonly clauses: readonly string[];
  /** Whether it runs axe. */
  readonly axe: boolean;
}

/** Folders of tests, with the engines in which `npm run test:all` runs their files. */
const folders: Readonly<Record<string, readonly Engine[]>> = {
  'test/elements': ['Chromium', 'Firefox', 'WebKit'],
  'test/modules': ['Chromium', 'Firefox', 'WebKit'],
  'test/e2e': ['Chromium'],
  'test/long': ['Chromium'],
  'test/built': ['Chromium'],
  'test/core': ['Node.js'],
};

export const testFolders: readonly string[] = Object.keys(folders);

const titlePattern = /^( *)(describe|it)\(\s*(['"`])((?:\\.|(?!\3)[^\\])*)\3/gm;
const axePattern = /\.accessible\(|findings\(/;

/** The numbers in the tags of a title: `[WCAG 1.3.1, 4.1.2]`, `[EN 11.7]`. */
const tagged = (title: string, standard: 'WCAG' | 'EN'): readonly string[] =>
  Array.from(title.matchAll(new RegExp(`\\[${standard} ([\\d., ]+)\\]`, 'g'))).flatMap(
    ([, numbers = '']) => numbers.split(/,\s*/),
  );

const readable = (title: string): string =>
  title
    .replace(/ ?\[(WCAG|EN) [^\]]*\]/g, '')
    .replace(/\$\{[^}]*\}/g, '…')
    .replace(/\\(.)/g, '$1');

/** The tests in a file that name a criterion or run axe. Blocks are recognized by the indentation that Prettier gives them. */
export function testsIn(file: string, text: string, engines: readonly Engine[]): CoveringTest[] {
  const found: CoveringTest[] = [];
  const blocks: {readonly indent: number; readonly title: string}[] = [];
  const matches = [...text.matchAll(titlePattern)];
  for (const [
    at,
    {
      0: {length},
      1: spaces = '',
      2: kind,
      4: title = '',
      index,
    },
  ] of matches.entries()) {
    while ((blocks.at(-1)?.indent ?? -1) >= spaces.length) blocks.pop();
    if (kind === 'describe') {
      blocks.push({indent: spaces.length, title});
      continue;
    }
    const body = text.slice(index + length, matches[at + 1]?.index);
    const titles = [...blocks.map(block => block.title), title];
    const tags = titles.join(' ');
    const criteria = tagged(tags, 'WCAG');
    const clauses = tagged(tags, 'EN');
    const axe = axePattern.test(body);
    if (!axe && criteria.length + clauses.length === 0) continue;
    found.push({file, title: titles.map(readable).join(': '), engines, criteria, clauses, axe});
  }
  return found;
}

/** All tests of the repository that name a criterion or run axe. */
export function coveringTests(root: string): readonly CoveringTest[] {
  return Object.entries(folders).flatMap(([folder, engines]) =>
    readdirSync(join(root, folder), {recursive: true, encoding: 'utf8'})
      .map(name => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter(file => file.endsWith('.test.ts'))
      .sort()
      .flatMap(file => testsIn(file, readFileSync(join(root, file), 'utf8'), engines)),
  );
}
