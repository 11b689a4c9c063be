import {readFileSync} from 'node:fs';
import {extname, join} from 'node:path';
import {
  findLanguage,
  type Loaded,
} from '../../src/elements/ubik-markdown/highlighting/languages.js';
import {tokenize} from '../../src/elements/ubik-markdown/highlighting/tokenize.js';
import {escape} from './escape.js';

/** Options after the language of a fence: the file of the code, and the page that runs it. */
interface CodeSample {
  readonly language: string;
  /** A path below `demo`, or below the repository if it starts with `/`; `#name` selects a region. */
  readonly file?: string | undefined;
  /** The displayed file name; default: the path. */
  readonly as?: string | undefined;
  /** A page below `demo` that runs the code; displayed above it. */
  readonly live?: string | undefined;
  /** Whether the frame of that page is higher. */
  readonly tall: boolean;
  /** The accessible name of the frame and the code. */
  readonly title?: string | undefined;
  /** The label of the tab, if neighbouring samples are alternatives. */
  readonly tab?: string | undefined;
}

/** Reads ` ```ts file=examples/x.ts#region live=examples/x.html tall title="A chat" tab=React `. */
export function readSample(info: string): CodeSample {
  const option = (name: string): string | undefined => {
    const found = new RegExp(`\\b${name}=(?:"([^"]*)"|(\\S+))`).exec(info);
    return found?.[1] ?? found?.[2];
  };
  return {
    language: /^\w*/.exec(info)?.[0] ?? '',
    file: option('file'),
    as: option('as'),
    live: option('live'),
    tall: /\btall\b/.test(info),
    title: option('title'),
    tab: option('tab'),
  };
}

const highlighted = 'ts tsx js json html css sh vue svelte astro python sql xml yaml'.split(' ');

const languages = new Map<string, Loaded>();

/** Loads the languages of the documentation: Markdown is rendered synchronously. */
export async function loadLanguages(): Promise<void> {
  for (const name of highlighted) {
    const loaded = await findLanguage(name)?.load();
    if (loaded) languages.set(name, loaded);
  }
}

/** The code of a sample: the text of the fence, or the file that it names. Throws if the file does not exist. */
export function sourceOf(root: string, info: string, text: string): string {
  const {file} = readSample(info);
  return file === undefined ? text.trimEnd() : readSource(root, file);
}

/** Renders a code sample. `up` is the relative path of the root of the site. */
export function renderSample(root: string, info: string, text: string, up: string): string {
  const {language, file, as, live, tall, title} = readSample(info);
  const source = sourceOf(root, info, text);
  const name = as ?? file?.replace(/#.*/, '').replace(/^\//, '') ?? '';
  const label = title ?? (name || `Code, ${language || 'text'}`);
  const frame =
    live === undefined
      ? ''
      : `<iframe${tall ? ' class="tall"' : ''} data-src="${escape(up + live)}" title="Live: ${escape(label)}"></iframe>`;
  const caption = name ? `<figcaption>${escape(name)}</figcaption>` : '';
  const code = highlight(language || extname(name).slice(1), source);
  return `<figure class="sample">${frame}${caption}
<pre tabindex="0" role="group" aria-label="${escape(label)}"><code>${code}</code></pre></figure>\n`;
}

/** Reads a file or a region of it, without common indentation. */
function readSource(root: string, file: string): string {
  const [path = '', region] = file.split('#');
  const text = readFileSync(join(root, path.startsWith('/') ? '.' : 'demo', path), 'utf8');
  return withPackageNames(root, regionOf(text, path, region));
}

function regionOf(text: string, path: string, region: string | undefined): string {
  if (region === undefined) return text.trimEnd();
  const lines = text.split('\n');
  const contains = (text: string) => (line: string) => line.includes(text);
  const start = lines.findIndex(contains(`region ${region}`));
  const end = lines.findIndex((line, at) => at > start && contains('endregion')(line));
  if (start < 0 || end < 0) throw new Error(`${path} has no region ${region}`);
  const kept = lines.slice(start + 1, end);
  const indent = Math.min(...kept.filter(line => line.trim()).map(line => line.search(/\S/)));
  return kept.map(line => line.slice(indent)).join('\n');
}

/**
 * The code as in a project that has installed the packages: it imports entries of this package, not sources, and an older
 * version of the AI SDK under its own name.
 */
function withPackageNames(root: string, code: string): string {
  return code
    .replace(/'ai[56]'/g, "'ai'")
    .replace(/'(?:\.\.\/)+src\/([^']+)\.js'/g, (_, source: string) => {
      const [, module] = /^modules\/(.+)$/.exec(source) ?? [];
      const entries = entriesOf(root);
      const target = module === undefined ? `./dist/${source}.js` : './dist/modules/*.js';
      const name =
        source === 'widget' ? 'ubik-chat' : entries.get(target)?.replace('*', module ?? '');
      if (name === undefined) throw new Error(`No entry of the package exports src/${source}.ts`);
      return `'${name}'`;
    });
}

/** The names of the package's entries, by their built file. */
function entriesOf(root: string): ReadonlyMap<string, string> {
  const {exports: entries} = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    exports: Readonly<Record<string, string | {readonly default: string}>>;
  };
  return new Map(
    Object.entries(entries).map(([name, target]) => [
      typeof target === 'string' ? target : target.default,
      name.replace(/^\./, 'ubik-chat'),
    ]),
  );
}

/** Renders code as HTML, with syntax highlighting if the language is known. */
function highlight(language: string, source: string): string {
  const loaded = languages.get(language);
  if (!loaded) return escape(source);
  const state = loaded.language.startState?.(2) ?? {};
  return source
    .split('\n')
    .map(line => {
      let html = '';
      let end = 0;
      for (const {style, from, to} of tokenize(line, state, loaded)) {
        html += `${escape(line.slice(end, from))}<span class="token-${style}">${escape(line.slice(from, to))}</span>`;
        end = to;
      }
      return html + escape(line.slice(end));
    })
    .join('\n');
}
