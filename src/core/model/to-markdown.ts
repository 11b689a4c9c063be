import {jsonText, parseJson} from '../json.js';
import {Footnotes} from './footnotes.js';
import type {Item, Phase, RequestItem, ToolItem} from './item.js';
import {englishLabels, type MarkdownLabels} from './markdown-labels.js';
import {closed, fence, inline, link, prose, quote, textOf} from './markdown-text.js';
import {UniqueLabels} from './unique-labels.js';
import {hasPassword} from './passwords.js';
import {toolLogs, toolTitle} from './select.js';

export interface ToMarkdownOptions {
  /** Whether reasoning is included, as a quote. The default is `false`. */
  readonly thinking?: boolean;
  /**
   * `folded`: one line for each call (the default); `full`: also its phases, input, live output and result; `none`:
   * neither calls nor the items that they produced.
   */
  readonly tools?: 'folded' | 'full' | 'none';
  /** Whether step titles are included as headings. The default is `true`. */
  readonly steps?: boolean;
  /** Replaces English labels. */
  readonly labels?: Partial<MarkdownLabels>;
}

/**
 * Exports a run or a part of it as Markdown (CommonMark with footnotes): the answer unchanged, steps as headings, tool
 * calls and questions as quotes, cited sources as footnotes and other sources as a list. Names, titles and errors are
 * escaped. Never throws.
 */
export const toMarkdown = (item: Item, options: ToMarkdownOptions = {}): string =>
  partOfMarkdown(item, options, new UniqueLabels());

/** The same for a part of a document with other parts, which share the labels of footnotes and links. */
export function partOfMarkdown(
  item: Item,
  {thinking = false, tools = 'folded', steps = true, labels = {}}: ToMarkdownOptions,
  unique: UniqueLabels,
): string {
  const footnotes = new Footnotes(item, unique);
  const writer = new MarkdownWriter(
    {thinking, tools, steps, labels: {...englishLabels, ...labels}},
    footnotes,
    unique,
  );
  const blocks = writer.blocks(item);
  const {definitions, uncited} = footnotes;
  if (uncited.length > 0) blocks.push(`**${writer.labels.sources}**`, uncited.join('\n'));
  if (definitions.length > 0) blocks.push(definitions.join('\n'));
  return blocks.filter(block => block !== '').join('\n\n');
}

class MarkdownWriter {
  readonly labels: MarkdownLabels;
  readonly #settings: Required<ToMarkdownOptions>;
  readonly #footnotes: Footnotes;
  readonly #unique: UniqueLabels;

  constructor(
    settings: Required<ToMarkdownOptions> & {labels: MarkdownLabels},
    notes: Footnotes,
    unique: UniqueLabels,
  ) {
    this.labels = settings.labels;
    this.#settings = settings;
    this.#footnotes = notes;
    this.#unique = unique;
  }

  /** The blocks of an item and its descendants; without recursion, because items may be nested very deep. */
  blocks(top: Item): string[] {
    const blocks: string[] = [];
    const stack = [{item: top, level: 3}];
    for (let next = stack.pop(); next; next = stack.pop()) {
      const {item, level} = next;
      if (item.kind === 'tool' && this.#settings.tools === 'none') continue;
      const block = this.#block(item, level);
      blocks.push(block);
      const below = item.kind === 'step' && block !== '' ? Math.min(6, level + 1) : level;
      for (let at = item.children.length - 1; at >= 0; at--) {
        const child = item.children[at];
        if (child) stack.push({item: child, level: below});
      }
    }
    return blocks;
  }

  #block(item: Item, level: number): string {
    const {labels} = this;
    switch (item.kind) {
      case 'step':
        return this.#heading(item, level);
      case 'text': {
        const text = this.#written(this.#footnotes.cite(item));
        return item.author?.name ? `**${inline(item.author.name)}:**\n\n${text}` : text;
      }
      case 'thinking':
        return this.#settings.thinking && item.text ? quote(this.#written(textOf(item.text))) : '';
      case 'tool':
        return quote(this.#tool(item));
      case 'checkpoint':
        return `*${labels.checkpoint}: ${inline(item.name)}*`;
      case 'request':
        return quote(this.#question(item));
      case 'file':
        return link(item.name, item.url);
      case 'notice':
        return item.text ? quote(prose(item.text)) : '';
      case 'error': {
        const error = `**${labels.error}:** ${prose(item.text ?? item.code)}`;
        return quote(joined([error, prose(item.advice ?? '')]));
      }
      default:
        return ''; // a message, a source, or a custom kind: only its children are written
    }
  }

  /** A text of the agent, which neither defines labels of earlier ones nor contains what follows it. */
  #written(text: string): string {
    return closed(this.#unique.rename(text));
  }

  #heading({number, title, single = false}: Extract<Item, {kind: 'step'}>, level: number): string {
    if (!this.#settings.steps || single || !title) return '';
    const count = number === undefined ? '' : `${this.labels.step} ${number}: `;
    return `${'#'.repeat(level)} ${count}${inline(title)}`;
  }

  #tool(item: ToolItem): string {
    const outcome = this.labels[item.denied === true ? 'denied' : item.status];
    const line = `**${inline(toolTitle(item))}** (${outcome})`;
    const summary = item.error ? `${line}: ${inline(item.error)}` : line;
    if (this.#settings.tools !== 'full') return summary;
    return joined([
      summary,
      phases(item.phases),
      code(item.input),
      ...toolLogs(item).map(({key, text}) => `${inline(key)}:\n\n${code(text)}`),
      code(item.output),
    ]);
  }

  #question({prompt, answer, schema}: RequestItem): string {
    const {labels} = this;
    const asked = labelled(labels.question, this.#written(textOf(prompt)));
    if (!answer || hasPassword(schema)) return asked;
    const {input} = answer;
    const given = typeof input === 'string' ? prose(input) : code(jsonText(input, 2) ?? '');
    return joined([asked, labelled(labels.answer, given)]);
  }
}

const joined = (parts: readonly string[]): string => parts.filter(part => part !== '').join('\n\n');

/**
 * A label before a text. A text of several lines may begin with a list or a fence, which must be at the start of a
 * line.
 */
function labelled(label: string, text: string): string {
  const space = text.includes('\n') ? '\n\n' : ' ';
  return `**${label}:**${text === '' ? '' : space}${text}`;
}

function phases(list: unknown): string {
  if (!Array.isArray(list)) return '';
  return list
    .filter((phase): phase is Phase => typeof phase === 'object' && phase !== null)
    .map(({name, message}) => `- ${inline(message ? `${name}: ${message}` : name)}`)
    .join('\n');
}

/** A code block, marked as JSON if it is JSON; an empty string for an empty value. */
function code(text: unknown): string {
  if (typeof text !== 'string' || text === '') return '';
  const value = parseJson(text);
  return fence(text, typeof value === 'object' && value !== null ? 'json' : '');
}
