import type {Item, Mark, RequestItem, SourceItem, TextItem, ToolItem} from './item.js';
import {toolLogs, walk} from './select.js';

export interface ToMarkdownOptions {
  /** Reasoning is not part of the answer; `true` quotes it. */
  readonly thinking?: boolean;
  /** `folded`: a line for each call (the default); `full`: with input, live output and result; `none`. */
  readonly tools?: 'folded' | 'full' | 'none';
  /** Step titles as headings (the default), or only what the steps produced. */
  readonly steps?: boolean;
}

type Settings = Required<ToMarkdownOptions>;

/** A run as Markdown that is ready to render, copy or keep: steps, tools folded, sources as footnotes. */
export function toMarkdown(
  item: Item,
  {thinking = false, tools = 'folded', steps = true}: ToMarkdownOptions = {},
): string {
  const sources = new Map<string, SourceItem>();
  for (const child of walk({children: [item]})) {
    if (child.kind === 'source') sources.set(child.id, child);
  }
  const body = tell(item, {thinking, tools, steps}, sources);
  const notes = [...sources.values()].sort((a, b) => a.number - b.number).map(footnote);
  return [...body, ...(notes.length > 0 ? [notes.join('\n')] : [])].join('\n\n');
}

type Sources = ReadonlyMap<string, SourceItem>;

function tell(item: Item, settings: Settings, sources: Sources): string[] {
  const below = (): string[] => item.children.flatMap(child => tell(child, settings, sources));
  switch (item.kind) {
    case 'message':
      return below();
    case 'step': {
      const told = !settings.steps || item.single || item.title === '';
      return told ? below() : [`### ${stepTitle(item.number, item.title)}`, ...below()];
    }
    case 'text':
      return item.text === '' ? [] : [cited(item, sources)];
    case 'thinking':
      return settings.thinking && item.text !== '' ? [quote(item.text)] : [];
    case 'tool':
      return [...(settings.tools === 'none' ? [] : [tool(item, settings)]), ...below()];
    case 'checkpoint':
      return [`*Checkpoint: ${escape(item.name)}*`, ...below()];
    case 'request':
      return [question(item)];
    case 'file':
      return [item.url === undefined ? escape(item.name) : link(item.name, item.url)];
    case 'notice':
      return item.text ? [quote(escape(item.text))] : [];
    case 'error':
      return [quote(`**Error:** ${escape(item.text ?? item.code)}`)];
    case 'source':
      return [];
    default:
      return below(); // a kind that others added: what it holds is told
  }
}

const stepTitle = (number: number | undefined, title: string): string =>
  number === undefined ? escape(title) : `Step ${number}: ${escape(title)}`;

function cited({text, marks = []}: TextItem, sources: Sources): string {
  let told = '';
  let from = 0;
  for (const {offset, source} of inOrder(marks)) {
    const number = sources.get(source)?.number;
    told += text.slice(from, offset) + (number === undefined ? '' : `[^${number}]`);
    from = offset;
  }
  return told + text.slice(from);
}

const inOrder = (marks: readonly Mark[]): readonly Mark[] =>
  [...marks].sort((a, b) => a.offset - b.offset);

function tool(item: ToolItem, {tools}: Settings): string {
  const line = `**${escape(item.title ?? item.name)}** (${item.status})`;
  if (tools !== 'full') return quote(item.error ? `${line}: ${escape(item.error)}` : line);
  const parts = [
    line,
    item.input && fence(item.input, 'json'),
    ...toolLogs(item).map(({key, text}) => `${escape(key)}:\n\n${fence(text, '')}`),
    item.output && fence(item.output, ''),
  ];
  return quote(parts.filter(part => part !== '').join('\n\n'));
}

function question({prompt, answer}: RequestItem): string {
  if (!answer) return quote(`**Question:** ${prompt}`);
  const given = typeof answer.input === 'string' ? answer.input : JSON.stringify(answer.input);
  return quote(`**Question:** ${prompt}\n\n**Answer:** ${escape(given)}`);
}

function footnote({number, title, url, documentId}: SourceItem): string {
  const name = title || (url ?? documentId ?? '');
  return `[^${number}]: ${url === undefined ? escape(name) : link(name, url)}`;
}

const quote = (text: string): string => text.replace(/^/gm, '> ').replace(/[ \t]+$/gm, '');

const link = (text: string, url: string): string =>
  /^https?:/i.test(url)
    ? `[${escape(text)}](<${url.replace(/[<>\s]/g, encodeURIComponent)}>)`
    : escape(text);

const escape = (text: string): string => text.replace(/[\\`*_[\]<>#|~]/g, '\\$&');

function fence(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const marks = '`'.repeat(longest + 1);
  return `${marks}${language}\n${text.replace(/\n$/, '')}\n${marks}`;
}
