// `npm run derive`: what is written from the custom-elements manifest and kept in the tree: the table that the bindings
// of frameworks are made of, and the tables of the README. A test compares them with the manifest of the build.
import {writeFileSync} from 'node:fs';
import {pathToFileURL} from 'node:url';
import prettier from 'prettier';
import {elementsOf, properties, readManifest} from './manifest.mjs';
import {run} from './run.mjs';

const quoted = names => `[${names.map(name => `'${name}'`).join(', ')}]`;

/** The source of the table: what of each element can be bound, by the names of its class. */
async function bindings(manifest) {
  const rows = elementsOf(manifest).map(element => {
    const settable = properties(element);
    const names = wanted => settable.filter(wanted).map(({name}) => name);
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

/** The files that follow from a manifest: what each must hold. */
export async function derived(manifest) {
  return {'src/frameworks/elements.ts': await bindings(manifest)};
}

if (pathToFileURL(process.argv[1]).href === import.meta.url) {
  if (!run('cem', ['analyze', '--config', 'scripts/cem.config.mjs', '--quiet'])) process.exit(1);
  for (const [file, text] of Object.entries(await derived(readManifest()))) {
    writeFileSync(file, text);
  }
}
