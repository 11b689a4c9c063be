import {readFile} from 'node:fs/promises';
import {extname, join} from 'node:path';
import {findLanguage} from '../../src/modules/highlight/languages.js';
import {tokenize} from '../../src/modules/highlight/tokenize.js';
import {escape} from './markdown.js';

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
}

/** Reads ` ```ts file=examples/x.ts#region live=examples/x.html tall title="A chat" `. */
function readSample(info: string): CodeSample {
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
  };
}

/** Renders a code sample: the text of the fence, or the file that it names. Throws if the file does not exist. */
export async function renderCode(
  root: string,
  info: string,
  text: string,
  link: (path: string) => string,
): Promise<string> {
  const {language, file, as, live, tall, title} = readSample(info);
  const source = file === undefined ? text : await readSource(root, file);
  const name = as ?? file?.replace(/#.*/, '').replace(/^\//, '') ?? '';
  const label = title ?? (name || `Code, ${language || 'text'}`);
  const frame =
    live === undefined
      ? ''
      : `<iframe${tall ? ' class="tall"' : ''} src="${escape(link(live))}" title="Live: ${escape(label)}" loading="lazy"></iframe>`;
  const caption = name ? `<figcaption>${escape(name)}</figcaption>` : '';
  const code = await highlight(language || extname(name).slice(1), source);
  return `<figure class="sample">${frame}${caption}
<pre tabindex="0" role="group" aria-label="${escape(label)}"><code>${code}</code></pre></figure>`;
}

/** Reads a file or a region of it, without common indentation. */
async function readSource(root: string, file: string): Promise<string> {
  const [path = '', region] = file.split('#');
  const text = await readFile(join(root, path.startsWith('/') ? '.' : 'demo', path), 'utf8');
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

/** Renders code as HTML, with syntax highlighting if the language is known. */
async function highlight(language: string, source: string): Promise<string> {
  const loaded = await findLanguage(language)?.load();
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
