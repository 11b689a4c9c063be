import {execFile} from 'node:child_process';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {changeTimeOf, fingerprint, readStored} from './cache.js';
import {testFolders} from './conformance/covering-tests.js';

/** The sources of the site. Examples can show any of them, and the accessibility report lists tests. */
const sources = ['demo', 'src', 'scripts', ...testFolders, 'CHANGELOG.md', 'package.json'];

/** The file with the site as rendered from a state of the sources; by default, from the present one. */
export function siteCache(
  root: string,
  key = fingerprint(root, sources),
): {readonly file: string; readonly key: string} {
  return {file: join(root, `node_modules/.cache/site/pages-${key}.json`), key};
}

type Pages = Readonly<Record<string, string>>;

/**
 * The rendered site in memory. A request renders it again if a source has changed. Servers share the result in a file, so
 * that only the first start after a change takes seconds.
 */
export class Site {
  readonly #root: string;
  #changeTimes: string | undefined;
  #key: string | undefined;
  #pages: Promise<Pages> | undefined;

  /** @param root The repository. */
  constructor(root: string) {
    this.#root = root;
  }

  /** The text of a page or a generated file below the root of the site; `undefined` if it does not exist. */
  async page(path: string): Promise<string | undefined> {
    const pages = await this.pages();
    return Object.hasOwn(pages, path) ? pages[path] : undefined;
  }

  /** The texts of all pages and generated files by path. Rejects if a source has an error. */
  pages(): Promise<Pages> {
    const changeTimes = fingerprint(this.#root, sources, changeTimeOf);
    if (this.#pages && changeTimes === this.#changeTimes) return this.#pages;
    this.#changeTimes = changeTimes;
    const {file, key} = siteCache(this.#root);
    if (this.#pages && key === this.#key) return this.#pages;
    this.#key = key;
    const pages = this.#render(file, key);
    pages.catch(() => (this.#key = this.#changeTimes = undefined));
    return (this.#pages = pages);
  }

  async #render(file: string, key: string): Promise<Pages> {
    const stored = readStored(file, key);
    if (stored) return stored as Pages;
    const program = ['--import', 'tsx', 'demo/site/render.ts', key];
    await promisify(execFile)(process.execPath, program, {cwd: this.#root});
    const rendered = readStored(file, key);
    if (!rendered) throw new Error('The site was not rendered.');
    return rendered as Pages;
  }
}
