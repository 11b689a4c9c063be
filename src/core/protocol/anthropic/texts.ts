import type {Accumulator} from './accumulator.js';
import type {AnthropicMessage} from './events.js';
import type {Items} from '../decoder/items.js';
import {CONTINUABLE} from './notices.js';
import {AnthropicSources} from './sources.js';
import {asRecords, asText, type JsonRecord} from '../../values.js';
import {appendText, joinedTexts, type JoinedTexts} from '../decoder/join-texts.js';
import type {Item, Mark} from '../../model/item.js';
import {isPart} from '../../model/kinds.js';
import type {FinalStatus} from '../../model/op.js';

/** Adjacent text blocks, displayed as one text item. */
interface TextRun extends JoinedTexts {
  readonly message: Accumulator;
  /** The text of an earlier message that was cut, which this run continues. */
  readonly before: string;
  readonly marks: readonly Mark[];
}

/**
 * Writes text blocks. The API splits a cited answer into many blocks, possibly between a list marker and its text, so
 * adjacent blocks are joined, and the end of a cited block becomes a mark.
 */
export class Texts {
  readonly #items: Items;
  readonly #sources: AnthropicSources;
  readonly #runs = new Map<number, TextRun>();
  readonly #stopped = new Set<number>();
  #open: TextRun | undefined;
  #cut: Pick<TextRun, 'id' | 'before' | 'marks'> | undefined;

  constructor(items: Items) {
    this.#items = items;
    this.#sources = new AnthropicSources(items);
  }

  /** Continues the texts and the sources of earlier messages. */
  restore(items: readonly Item[], messages: readonly AnthropicMessage[]): void {
    this.#sources.restore(
      items.flatMap(({kind, id}) => (kind === 'source' ? [id] : [])),
      messages.flatMap(({content}) => content.flatMap(block => asRecords(block['citations']))),
    );
    const reason = messages.at(-1)?.stop_reason ?? null;
    const last = items.findLast(isPart);
    if (last?.kind !== 'text' || !(reason === null || CONTINUABLE.has(reason))) return;
    this.#cut = {id: last.id, before: last.text, marks: last.marks ?? []};
  }

  start(message: Accumulator, index: number): void {
    const run = (this.#open ??= this.#openRun(message, index));
    run.indexes.push(index);
    this.#runs.set(index, run);
    this.#stopped.delete(index);
    this.#append(run, asText(message.block(index)?.block['text']) ?? '');
  }

  grow(index: number, delta: JsonRecord): void {
    const run = this.#runs.get(index);
    if (!run) return;
    // A cited block continues the sentence before it.
    const joins = delta['citation'] !== undefined && (run.breaks.get(index) ?? '') !== '';
    if (joins) run.breaks.set(index, '');
    const atEnd = run.indexes.at(-1) === index && !joins;
    if (atEnd) this.#append(run, asText(delta['text']) ?? '');
    else this.#items.assign(run.id, {text: textOfRun(run)});
    if (!atEnd || this.#stopped.has(index)) this.#mark(run);
  }

  #append(run: TextRun, text: string): void {
    appendText(this.#items, run, text, {
      textAt: index => textAt(run, index),
      isCited: index => hasCitations(run, index),
      wholeText: () => textOfRun(run),
    });
  }

  stop(index: number): void {
    const run = this.#runs.get(index);
    if (!run || this.#stopped.has(index)) return;
    this.#stopped.add(index);
    if (citationsAt(run, index).length > 0) this.#mark(run);
  }

  /** Ends the current text, because another block follows. */
  break(status: FinalStatus = 'done'): void {
    if (this.#open) this.#items.close(this.#open.id, status);
    this.#open = this.#cut = undefined;
  }

  /** Begins a message, whose block indexes start again. */
  begin(): void {
    this.#runs.clear();
    this.#stopped.clear();
  }

  /** Ends the message. `cut`: the next message may continue within a word. */
  finish(status: FinalStatus, cut: boolean): void {
    const open = this.#open;
    const whole = this.#stopped.has(open?.indexes.at(-1) ?? -1);
    for (const index of this.#runs.keys()) this.stop(index);
    if (!open) return;
    this.break(whole ? 'done' : status);
    if (cut) this.#cut = {id: open.id, before: textOfRun(open), marks: this.#marksOf(open)};
  }

  /** Begins a text, or continues the one that was cut. */
  #openRun(message: Accumulator, index: number): TextRun {
    const cut = this.#cut;
    if (cut) this.#items.assign(cut.id, {}, 'streaming');
    this.#cut = undefined;
    const {id, before, marks} = cut ?? {
      id: this.#items.open('text', {text: ''}),
      before: '',
      marks: [],
    };
    return {...joinedTexts(id, index, before), message, before, marks};
  }

  #mark(run: TextRun): void {
    const marks = this.#marksOf(run);
    if (marks.length > 0) this.#items.assign(run.id, {marks});
  }

  /** The marks of a run. A mark is at the end of its block, which is known when the block has stopped. */
  #marksOf(run: TextRun): readonly Mark[] {
    const marks = [...run.marks];
    let offset = run.before.length;
    for (const index of run.indexes) {
      offset += (run.breaks.get(index) ?? '').length + textAt(run, index).length;
      if (!this.#stopped.has(index)) continue;
      const cited = new Set(citationsAt(run, index).map(citation => this.#sources.cite(citation)));
      for (const {id, number} of cited) marks.push({offset, source: id, label: String(number)});
    }
    return marks;
  }
}

function textOfRun(run: TextRun): string {
  const parts = run.indexes.map(index => (run.breaks.get(index) ?? '') + textAt(run, index));
  return run.before + parts.join('');
}

function textAt(run: TextRun, index: number): string {
  return asText(run.message.block(index)?.block['text']) ?? '';
}

/** Whether a block is cited; its citations arrive after its text, but its start has the field. */
const hasCitations = (run: TextRun, index: number): boolean =>
  Array.isArray(run.message.block(index)?.block['citations']);

function citationsAt(run: TextRun, index: number): readonly JsonRecord[] {
  return asRecords(run.message.block(index)?.block['citations']);
}
