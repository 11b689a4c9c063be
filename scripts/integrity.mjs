// The subresource-integrity hash of each file that a page may load from elsewhere. The build writes them all to a file;
// `npm pack` puts those of the README's own snippets into it (`fill`), and takes them out again when it is done (`clear`).
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

/** In the README, the hash stands in the line after that of the file. */
function rewriteReadme(hashOf) {
  const readme = readFileSync('README.md', 'utf8');
  const snippet = /(\/cdn\/([\w.-]+\.js)"\s+integrity=")[^"]*/g;
  writeFileSync(
    'README.md',
    readme.replace(snippet, (_, start, file) => `${start}${hashOf(file)}`),
  );
}

if (pathToFileURL(process.argv[1]).href === import.meta.url) {
  const hashes = JSON.parse(readFileSync(list, 'utf8'));
  rewriteReadme(process.argv[2] === 'fill' ? file => hashes[file] : () => 'sha384-…');
}
