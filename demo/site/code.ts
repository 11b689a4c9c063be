import {readFile} from 'node:fs/promises';
import {extname, join} from 'node:path';
import {loadLanguage} from '../../src/modules/highlight/languages.js';
import {tokenize} from '../../src/modules/highlight/tokenize.js';
import {escape} from './markdown.js';

/** What may follow the language of a fence: where the code is taken from, and the page where it runs. */
interface Sample {
  readonly language: string;
  /** A path below `demo`, or below the repository if it begins with `/`; `#name` takes the region of that name only. */
  readonly file?: string | undefined;
  /** What the file is called in a project of the reader's; its own name by itself. */
  readonly as?: string | undefined;
  /** A page that runs it, below `demo`: it is shown, at work, above the code. */
  readonly live?: string | undefined;
  /** Whether that page wants more height. */
  readonly tall: boolean;
  /** Words for those who do not see the page that runs. */
  readonly title?: string | undefined;
}

/** Reads ` ```ts file=examples/x.ts#region live=examples/x.html tall title="A chat" `. */
function readSample(info: string): Sample {
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

/** Code as it is shown on a page: of the fence, or of the file that the fence names. Throws where there is no such file. */
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
      : `<iframe${tall ? ' class="tall"' : ''} src="${escape(link(live))}" title="At work: ${escape(label)}" loading="lazy"></iframe>`;
  const caption = name ? `<figcaption>${escape(name)}</figcaption>` : '';
  const code = await highlight(language || extname(name).slice(1), source);
  return `<figure class="sample">${frame}${caption}
<pre tabindex="0" role="group" aria-label="${escape(label)}"><code>${code}</code></pre></figure>`;
}

/** The file, or a region of it, without the indentation that all its lines share. */
async function readSource(root: string, file: string): Promise<string> {
  const [path = '', region] = file.split('#');
  const text = await readFile(join(root, path.startsWith('/') ? '.' : 'demo', path), 'utf8');
  if (region === undefined) return text.trimEnd();
  const lines = text.split('\n');
  const marks = (words: string) => (line: string) => line.includes(words);
  const start = lines.findIndex(marks(`region ${region}`));
  const end = lines.findIndex((line, at) => at > start && marks('endregion')(line));
  if (start < 0 || end < 0) throw new Error(`${path} has no region ${region}`);
  const kept = lines.slice(start + 1, end);
  const indent = Math.min(...kept.filter(line => line.trim()).map(line => line.search(/\S/)));
  return kept.map(line => line.slice(indent)).join('\n');
}

/** Code as HTML, with colours where the language is known. */
async function highlight(language: string, source: string): Promise<string> {
  const loaded = await loadLanguage(language);
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
