import {ToolItems} from './tool-items.js';
import type {Calls} from './calls.js';
import type {DeltaPart} from './delta.js';
import {offsetOf, Sources} from './sources.js';
import {
  asArray,
  asRecord,
  asRecords,
  asText,
  defined,
  webUrl,
  type JsonRecord,
} from '../../values.js';
import type {Items} from '../decoder/items.js';
import type {Mark, MessageItem, TextItem} from '../../model/item.js';
import {jsonText, parseJson} from '../../json.js';
import type {FinalStatus} from '../../model/op.js';

type TextKind = 'text' | 'refusal' | 'thinking';

/** An item of text that is being written. */
interface OpenText {
  readonly id: string;
  readonly kind: TextKind;
  /** Where its text begins in the text of the completion. */
  readonly start: number;
  text: string;
}

/** A text that the next completion continues, as it is displayed. */
export type CutItem = Pick<TextItem, 'id' | 'text' | 'marks'>;

/**
 * Writes the parts of an answer as items. A new item begins where the kind of a part changes. Citations refer to the
 * text of a whole completion, so its text items are kept until the completion ends.
 */
export class AnswerItems {
  readonly calls: ToolItems;
  readonly #items: Items;
  readonly #sources: Sources;
  #texts: OpenText[] = [];
  #open: OpenText | undefined;
  #cut: CutItem | undefined;
  /** Where the completion begins in its texts, of which the first may continue another one. */
  #start = 0;
  /** Citations of the current completion, by address and range: servers repeat them. */
  #citations = new Map<string, JsonRecord>();
  /** Items of the tools that the server runs, by index. */
  readonly #executed = new Map<number, string>();
  readonly #images = new Set<string>();
  #isEmpty = true;

  /** `message` is continued: its sources keep their numbers. */
  constructor(items: Items, message?: MessageItem) {
    this.#items = items;
    this.calls = new ToolItems(items);
    this.#sources = new Sources(items);
    for (const child of message?.children ?? []) {
      if (child.kind === 'source') this.#sources.take(child);
    }
  }

  /** Whether the completion has displayed nothing but reasoning. */
  get isEmpty(): boolean {
    return this.#isEmpty;
  }

  /** Begins a completion; with `cut`, it continues the text of that item. */
  begin(cut?: CutItem): void {
    this.#cut = cut;
    this.#start = cut?.text.length ?? 0;
    this.#texts = [];
    this.#citations = new Map();
    this.#executed.clear();
    this.#isEmpty = cut === undefined;
    if (!cut) return;
    this.#items.assign(cut.id, {}, 'streaming');
    this.#open = {id: cut.id, kind: 'text', start: 0, text: cut.text};
    this.#texts.push(this.#open);
  }

  /** The completion repeats the text that it continues, so its citations count from the beginning of that. */
  repeat(): void {
    this.#start = 0;
  }

  write(part: DeltaPart, calls: Calls): void {
    switch (part.type) {
      case 'text':
      case 'refusal':
      case 'thinking':
        this.#write(part.type, part.text);
        break;
      case 'details':
        if (part.text !== '') this.#write('thinking', part.text);
        break;
      case 'call':
        this.#show();
        this.calls.change(calls.accept(part.fragment));
        break;
      case 'result':
        this.#show();
        this.calls.result(part.call, part.name, part.output);
        break;
      case 'executed':
        this.#execute(part.key, part.tool);
        break;
      case 'annotation':
        this.#cite(part.annotation);
        break;
      case 'image':
        this.#showImage(part.url);
        break;
      case 'kept':
    }
  }

  /** Adds sources that are not cited at a place of the text. */
  addSources(sources: readonly unknown[]): void {
    for (const source of sources) this.#sources.add(source);
  }

  /** Ends a completion, and its text with the status `text`. With `runsCalls`, its calls stay open. */
  settle(
    status: FinalStatus,
    {text, runsCalls}: {readonly text: FinalStatus; readonly runsCalls: boolean},
  ): void {
    this.#mark();
    this.#break(text);
    for (const id of this.#executed.values()) this.#items.close(id, status);
    this.calls.settle(runsCalls ? undefined : status === 'done' ? 'interrupted' : status);
  }

  #write(kind: TextKind, text: string): void {
    if (this.#open?.kind !== kind) {
      this.#break();
      const last = this.#texts.at(-1);
      const start = last ? last.start + (last.kind === 'text' ? last.text.length : 0) : 0;
      const id = this.#items.open(kind === 'thinking' ? 'thinking' : 'text', {text: ''});
      this.#open = {id, kind, start, text: ''};
      this.#texts.push(this.#open);
    }
    this.#open.text += text;
    this.#items.append(this.#open.id, 'text', text);
    if (kind !== 'thinking' && text.trim() !== '') this.#isEmpty = false;
  }

  /** Ends the open text, because something else follows. */
  #break(status?: FinalStatus): void {
    if (this.#open) this.#items.close(this.#open.id, status);
    this.#open = undefined;
  }

  #show(): void {
    this.#break();
    this.#isEmpty = false;
  }

  #showImage(url: string): void {
    const mediaType = /^data:([a-z]+\/[a-z\d.+-]+)/i.exec(url)?.[1];
    const address = mediaType === undefined ? webUrl(url) : url;
    if (address === undefined || this.#images.has(address)) return;
    this.#images.add(address);
    this.#show();
    const name = `image.${mediaType?.split('/')[1] ?? 'png'}`;
    this.#items.open('file', {name, ...defined({mediaType}), url: address}, 'done');
  }

  /** Displays a tool that the server runs (Groq). Its result comes later, with the same index. */
  #execute(key: number, tool: JsonRecord): void {
    const {type, arguments: args, output, search_results: found} = tool;
    const results = asRecords(asRecord(found)['results'] ?? found);
    const result = textOf(output) ?? textOf(tool['code_results']) ?? textOf(found);
    const fields = defined({
      input: textOf(args),
      output: result,
      phases: results.length > 0 ? [searchPhase(args, results)] : undefined,
    });
    const status = result === undefined ? 'streaming' : 'done';
    const known = this.#executed.get(key);
    if (known !== undefined) this.#items.assign(known, fields, status);
    else {
      this.#show();
      const empty = {name: asText(type) ?? 'tool', input: '', output: '', log: ''};
      this.#executed.set(key, this.#items.open('tool', {...empty, ...fields}, status));
    }
    this.addSources(results);
  }

  #cite(annotation: JsonRecord): void {
    const citation = asRecord(
      annotation['url_citation'] ?? annotation['file_citation'] ?? annotation,
    );
    const key = ['url', 'file_id', 'index', 'start_index', 'end_index']
      .map(name => jsonText(citation[name]))
      .join(' ');
    if (this.#citations.has(key) || !this.#sources.add(citation)) return;
    this.#citations.set(key, citation);
    this.#mark();
  }

  /** Sets the marks of all citations. An early one has its place only when the text has arrived. */
  #mark(): void {
    if (this.#citations.size === 0) return;
    const texts = this.#texts.filter(({kind}) => kind === 'text');
    const whole = texts.map(({text}) => text).join('');
    const marks = new Map<string, readonly Mark[]>();
    for (const citation of this.#citations.values()) {
      const source = this.#sources.add(citation);
      const end = this.#start + offsetOf(whole.slice(this.#start), citation);
      const place = texts.findLast(({start}) => start < end) ?? texts[0];
      if (!source || !place) continue;
      const mark = {offset: end - place.start, source: source.id, label: String(source.number)};
      const before = place.id === this.#cut?.id ? this.#cut.marks : undefined;
      const known = marks.get(place.id) ?? before ?? [];
      // A completion that repeats the cut text may repeat its citations, too.
      const isKnown = known.some(
        ({offset, source: id}) => offset === mark.offset && id === mark.source,
      );
      marks.set(place.id, isKnown ? known : [...known, mark]);
    }
    for (const [id, list] of marks) {
      this.#items.assign(id, {marks: list.toSorted((a, b) => a.offset - b.offset)});
    }
  }
}

/** A web search as a phase. The names of queries and results are common to all protocols. */
function searchPhase(args: unknown, results: readonly JsonRecord[]) {
  const query = asText(asRecord(typeof args === 'string' ? parseJson(args) : args)['query']);
  const sources = results.map((found, index) => ({
    rank: index + 1,
    ...defined({title: asText(found['title']), url: asText(found['url'])}),
  }));
  const data = {...defined({query}), results_count: sources.length, sources};
  return {name: 'WEB_SEARCH', status: 'completed', data} as const;
}

/** Text as it is, any other value as JSON; `undefined` if there is nothing. */
function textOf(value: unknown): string | undefined {
  if (value == null || (Array.isArray(value) && asArray(value).length === 0)) return undefined;
  return typeof value === 'string' ? asText(value) : jsonText(value);
}
