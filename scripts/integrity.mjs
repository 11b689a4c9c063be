// Subresource-integrity hashes of the files of the CDN folder. The build writes them to a file; `npm pack` writes them into
// the README before packing (`fill`) and removes them afterwards (`clear`).
import {createHash} from 'node:crypto';
import {readFileSync, writeFileSync} from 'node:fs';
import {pathToFileURL} from 'node:url';
import {filesBelow} from './run.mjs';

const folder = 'dist/cdn';
const list = `${folder}/integrity.json`;

/** Hashes by path below the folder. */
export function writeIntegrity() {
  const entries = filesBelow(folder, '.js').map(file => {
    const hash = createHash('sha384').update(readFileSync(file)).digest('base64');
    return [file.slice(folder.length + 1), `sha384-${hash}`];
  });
  writeFileSync(list, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`);
}

const placeholder = 'sha384-…';

/**
 * Writes the hashes into the script tags of the README, or placeholders without `hashes`. The import map has one entry for
 * the folder, which is replaced by an entry for each file.
 */
function rewriteReadme(hashes) {
  const script = /(\/cdn\/([\w.-]+\.js)"\s+integrity=")[^"]*/g;
  const map = /(\{"integrity": \{)"([^"]*\/cdn\/)[^}]*/g;
  const readme = readFileSync('README.md', 'utf8')
    .replace(script, (_, start, file) => start + (hashes?.[file] ?? placeholder))
    .replace(map, (_, start, folder) => {
      const entries = Object.entries(hashes ?? {'': placeholder});
      return start + entries.map(([file, hash]) => `"${folder}${file}": "${hash}"`).join(', ');
    });
  writeFileSync('README.md', readme);
}

if (pathToFileURL(process.argv[1]).href === import.meta.url) {
  const hashes = JSON.parse(readFileSync(list, 'utf8'));
  rewriteReadme(process.argv[2] === 'fill' ? hashes : undefined);
}
