// `npm run derive`: writes the files that are derived from the custom-elements manifest and committed: the data of the
// framework bindings, the sizes in the README and the site. A test compares them with the manifest of the build.
import {readFileSync, writeFileSync} from 'node:fs';
import {pathToFileURL} from 'node:url';
import prettier from 'prettier';
import {elementsOf, properties, readManifest} from './manifest.mjs';
import {run} from './run.mjs';
import {bundles, parts, peers} from './sizes.mjs';

const quoted = names => `[${names.map(name => `'${name}'`).join(', ')}]`;

/** The source of `src/frameworks/elements.ts`: the bindable members of each element. */
async function bindings(manifest) {
  const rows = elementsOf(manifest).map(element => {
    const settable = properties(element);
    const names = test => settable.filter(test).map(({name}) => name);
    return `'${element.tagName}': {
      attributes: ${quoted(names(({attribute}) => attribute))},
      properties: ${quoted(names(({attribute}) => !attribute))},
      events: ${quoted((element.events ?? []).map(({name}) => name))},
    },`;
  });
  const text = `/**
 * What can be bound on each element, by the names of its class: properties that are attributes too, properties that are
 * none, and its events. \`npm run derive\` writes it from the custom-elements manifest.
 */
export const elements = {${rows.join('\n')}} as const;`;
  const options = await prettier.resolveConfig('package.json');
  return prettier.format(text, {...options, parser: 'typescript'});
}

/** The types of all tags, by the files that declare them. */
const tagTypes = elements =>
  [
    '// The types of all tags, independent of their registration. `npm run derive` writes it from the custom-elements manifest.',
    ...elements.map(({tagName}) => `export type * from './${tagName}/${tagName}.define.js';`),
    '',
  ].join('\n');

/** Size ceilings of the downloads, with the sizes of comparable products. */
const sizes = () =>
  [
    '| what a page downloads | KB of gzip, at most |',
    '| --- | --- |',
    ...bundles.filter(({files}) => files).map(row => `| ${row.name} | ${row.ceiling} |`),
    ...parts.map(({name, ceiling}) => `| when needed: ${name} | ${ceiling} |`),
    ...Object.entries(peers).map(([name, size]) => `| for comparison: ${name} | ${size} |`),
  ].join('\n');

/** The README with its table of sizes. Two comments enclose it. */
function readme() {
  const text = readFileSync('README.md', 'utf8');
  const placeholder = /(<!-- sizes: [^>]*-->\n)[^]*?(<!-- \/sizes -->)/;
  if (!placeholder.test(text)) throw new Error('The README has no placeholder for the sizes.');
  return text.replace(placeholder, (_, start, end) => `${start}\n${sizes()}\n\n${end}`);
}

/** A page of the site with the size of the chat in its comparison table. */
function withChatSize(file) {
  const placeholder =
    /(\| \*\*(?:Ubik Chat\*\*|the chat, with its protocol and Markdown\*\*) \| \**)\d+/;
  const text = readFileSync(file, 'utf8');
  if (!placeholder.test(text)) throw new Error(`${file} does not contain the size of the chat.`);
  const {ceiling} = bundles.find(({files = []}) => files.length > 1);
  return text.replace(placeholder, `$1${ceiling}`);
}

/** The contents of the derived files, by path. */
export async function derived(manifest) {
  return {
    'src/elements/tags.ts': tagTypes(elementsOf(manifest)),
    'src/frameworks/elements.ts': await bindings(manifest),
    'README.md': readme(),
    'demo/docs/home.md': withChatSize('demo/docs/home.md'),
    'demo/docs/performance.md': withChatSize('demo/docs/performance.md'),
  };
}

if (pathToFileURL(process.argv[1]).href === import.meta.url) {
  if (!run('cem', ['analyze', '--config', 'scripts/cem.config.mjs', '--quiet'])) process.exit(1);
  for (const [file, text] of Object.entries(await derived(readManifest()))) {
    writeFileSync(file, text);
  }
}
