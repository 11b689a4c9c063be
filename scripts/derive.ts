// `npm run derive`: writes the files that are derived from the sources and committed: the data of the framework
// bindings, the sizes in the README, the site and the limitations, the page of codes, the table of protocols, the tables of
// labels. Tests compare them with the build and with the sources.
import {execFileSync} from 'node:child_process';
import {readFileSync, writeFileSync} from 'node:fs';
import {pathToFileURL} from 'node:url';
import prettier from 'prettier';
import {
  elementsOf,
  properties,
  readManifest,
  type CustomElementsManifest,
  type ElementDeclaration,
  type Member,
} from './manifest.js';
import {labelTables} from './label-table.js';
import {featureTable, protocolList} from './protocol-features.js';
import {answers, bundles, files, peers} from './size.js';

const quoted = (names: readonly string[]): string =>
  `[${names.map(name => `'${name}'`).join(', ')}]`;

/** The source of `src/frameworks/elements.ts`: the bindable members of each element. */
async function bindings(manifest: CustomElementsManifest): Promise<string> {
  const rows = elementsOf(manifest).map(element => {
    const settable = properties(element);
    const names = (test: (member: Member) => boolean): readonly string[] =>
      settable.filter(test).map(({name}) => name);
    return `'${element.tagName}': {
      attributes: ${quoted(names(({attribute}) => attribute !== undefined))},
      properties: ${quoted(names(({attribute}) => attribute === undefined))},
      events: ${quoted((element.events ?? []).map(({name}) => name))},
    },`;
  });
  const text = `/**
 * The bindable members of each element, by their names in its class: properties with an attribute, properties without one,
 * and events. \`npm run derive\` writes this file from the custom-elements manifest.
 */
export const elements = {${rows.join('\n')}} as const;`;
  const options = await prettier.resolveConfig('package.json');
  return prettier.format(text, {...options, parser: 'typescript'});
}

/** The types of all tags, by the files that declare them. */
const tagTypes = (elements: readonly ElementDeclaration[]): string =>
  [
    '// The types of all tags, independent of their registration. `npm run derive` writes it from the custom-elements manifest.',
    ...elements.map(({tagName}) => `export type * from './${tagName}/${tagName}.define.js';`),
    '',
  ].join('\n');

/** The limits of the downloads, with the sizes of comparable products. */
const sizes = (): string =>
  [
    '| what a page downloads | KB of gzip, at most |',
    '| --- | --- |',
    ...[...answers, ...bundles, ...files].map(({name, limit}) => `| ${name} | ${limit} |`),
    ...Object.entries(peers).map(([name, size]) => `| for comparison: ${name} | ${size} |`),
  ].join('\n');

/** The README with its table of sizes. Two comments enclose it. */
function readme(): string {
  const text = readFileSync('README.md', 'utf8');
  const placeholder = /(<!-- sizes: [^>]*-->\n)[^]*?(<!-- \/sizes -->)/;
  if (!placeholder.test(text)) throw new Error('The README has no placeholder for the sizes.');
  const sized = text.replace(
    placeholder,
    (_, start: string, end: string) => `${start}\n${sizes()}\n\n${end}`,
  );
  return withProtocols('README.md', withFigures(sized));
}

/** A text with the list of all protocols in the description of that feature. */
function withProtocols(file: string, text: string): string {
  const placeholder =
    /((?:\*\*|<h2>)Many protocols, one model(?:\.\*\*|<\/h2><p>) ?)[^.]+ (are read into the same conversation model\.)/;
  if (!placeholder.test(text)) throw new Error(`${file} does not list the protocols.`);
  return text.replace(
    placeholder,
    (_, start: string, end: string) => `${start}${protocolList()} ${end}`,
  );
}

/** The page of the protocols with the table of their features. */
function protocolPage(file: string): string {
  const placeholder = /^\| feature \|.*(?:\n\|.*)+/m;
  const text = readFileSync(file, 'utf8');
  if (!placeholder.test(text)) throw new Error(`${file} has no table of features.`);
  return text.replace(placeholder, featureTable);
}

/** The page of languages with the tables of all labels, at its end. */
function languagePage(file: string): string {
  const [start, rest] = readFileSync(file, 'utf8').split(/(?<=\n## All labels\n\n[^\n]+\n\n)/);
  if (start === undefined || rest === undefined) throw new Error(`${file} has no list of labels.`);
  return `${start}${labelTables()}\n`;
}

/** The figures in sentences: the words before a figure, and the download whose limit it is. */
const figures: readonly (readonly [words: string, download: string])[] = [
  ['A first answer takes at most', 'first answer, ubik-chat.js'],
  ['a first answer from one takes at most', 'first answer, ubik-chat.standalone.js'],
  ['The core with one protocol is at most', 'core with one protocol'],
  ['the controller without a view at most', 'controller without a view'],
  ['The loader is', 'loader, with the button'],
  ['| the loader, which displays the button |', 'loader, with the button'],
  ['The module `mcp-apps` is at most', 'host of MCP Apps'],
  ['The first app that is opened loads at most', 'first MCP App that is opened'],
];

/** A text with the limits as the figures of its sentences. */
function withFigures(text: string): string {
  const limits = [...answers, ...bundles, ...files];
  return figures.reduce((changed, [words, download]) => {
    const limit = limits.find(({name}) => name === download)?.limit;
    if (limit === undefined) throw new Error(`There is no limit for ${download}.`);
    return changed.replaceAll(
      new RegExp(`(?<=${words.replace(/[|.]/g, '\\$&')} )[\\d.]*\\d`, 'g'),
      String(limit),
    );
  }, text);
}

/** A page of the site with the size of the chat in its comparison table. */
function withChatSize(file: string): string {
  const placeholder =
    /(\| \*\*(?:Ubik Chat\*\*|a first answer: the chat, its protocol and the Markdown view\*\*) \| \**)[\d.]+/;
  const text = readFileSync(file, 'utf8');
  if (!placeholder.test(text)) throw new Error(`${file} does not contain the size of the chat.`);
  return withFigures(text.replace(placeholder, `$1${answers[0]?.limit ?? ''}`));
}

/** The members of a union of string literals with their docstrings, as table rows. */
function codeRows(file: string, name: string): readonly string[] {
  const [, union = ''] = readFileSync(file, 'utf8').split(`export type ${name} =`);
  const [members = ''] = union.split(';\n');
  return [...members.matchAll(/(?:\/\*\* ([^*]+) \*\/\s*)?\| '([^']+)'/g)].map(([, text, code]) => {
    if (!text || !code)
      throw new Error(`A member of ${name} has no docstring on one line: ${code ?? ''}`);
    return `| \`${code}\` | ${text} |`;
  });
}

/** The page of codes. */
const codes = (): string =>
  [
    '# Errors and diagnostics',
    '',
    'An **error** ends a request or a run. `chat.lastError` and the event `ubik-error` have it as `{code, status, detail, advice, retryAfter, retryable}`, and with what a developer needs: `method`, `url`, `contentType`, `expected` and `received`. Methods of a controller reject with a `ChatError`, whose `info` is the same object. Each mistake of the set-up is also written to the console, once, in one line that says what to do. The codes of this library are below. A server can send codes of its own.',
    '',
    '| error code | meaning |',
    '| --- | --- |',
    ...codeRows('src/controller/error-codes.ts', 'ErrorCode'),
    '',
    'A **diagnostic** is an anomaly in a stream that did not stop the run. The event `ubik-diagnostic` and the inspector have it as `{code, message, data}`. Codes of a custom protocol begin with `x-`.',
    '',
    '| diagnostic code | meaning |',
    '| --- | --- |',
    ...codeRows('src/core/protocol/diagnostics.ts', 'DiagnosticCode'),
    '',
  ].join('\n');

/** The contents of the derived documents, by path, which need no manifest. */
export function derivedDocuments(): Readonly<Record<string, string>> {
  const documents = {
    'README.md': readme(),
    'demo/docs/codes.md': codes(),
    'demo/docs/languages.md': languagePage('demo/docs/languages.md'),
    'demo/docs/home.md': withProtocols('demo/docs/home.md', withChatSize('demo/docs/home.md')),
    'demo/docs/plain.md': withFigures(readFileSync('demo/docs/plain.md', 'utf8')),
    'demo/docs/performance.md': withChatSize('demo/docs/performance.md'),
    'demo/docs/protocols.md': protocolPage('demo/docs/protocols.md'),
    'docs/limitations.md': withFigures(readFileSync('docs/limitations.md', 'utf8')),
  };
  const all = Object.values(documents).join('\n');
  for (const [words] of figures) {
    if (!all.includes(words)) throw new Error(`No document has a figure after “${words}”.`);
  }
  return documents;
}

/** The contents of the derived files, by path. */
export async function derived(
  manifest: CustomElementsManifest,
): Promise<Readonly<Record<string, string>>> {
  return {
    'src/elements/tags.ts': tagTypes(elementsOf(manifest)),
    'src/frameworks/elements.ts': await bindings(manifest),
    ...derivedDocuments(),
  };
}

if (process.argv[1] && pathToFileURL(process.argv[1]).href === import.meta.url) {
  const analyze = ['analyze', '--config', 'scripts/cem.config.mjs', '--quiet'];
  execFileSync('npx', ['--no-install', 'cem', ...analyze], {stdio: 'inherit'});
  for (const [file, text] of Object.entries(await derived(readManifest()))) {
    writeFileSync(file, text);
  }
}
