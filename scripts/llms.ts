// Writes the documentation for language models into the package: `dist/llms.txt`, `dist/llms-full.txt` and a skill.
import {mkdirSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {Declarations} from '../demo/site/declarations.js';
import {modelFiles} from '../demo/site/llms.js';
import {slug} from '../demo/site/markdown.js';
import {elementPages} from '../demo/site/reference.js';
import {siteData} from '../demo/site/site-data.js';
import {elementsOf, readManifest} from './manifest.js';

const root = process.cwd();
const {url} = siteData({});
const elements = elementPages(elementsOf(readManifest()), new Declarations(root));
/** Without a published site, links name a section of the complete text, which is beside the overview. */
const addressOf = (path: string, title: string): string =>
  url === undefined ? `llms-full.txt#${slug(title)}` : url + path;

for (const {path, text} of modelFiles(root, elements, addressOf)) {
  const file = join('dist', path);
  mkdirSync(dirname(file), {recursive: true});
  writeFileSync(file, text);
}
