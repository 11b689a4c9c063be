import type {Accumulator} from './accumulator.js';
import type {FinalStatus, Items} from '../items.js';
import {AnthropicSources} from './sources.js';
import {asRecords, asText, type JsonRecord} from '../decode.js';
import type {Mark} from '../../model/item.js';

/** Adjacent text blocks, displayed as one text item. */
interface TextRun {
  readonly id: string;
  readonly message: Accumulator;
  readonly indexes: number[];
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

  start(message: Accumulator, index: number): void {
    const text = asText(message.block(index)?.block['text']);
    const known = this.#open ?? this.#resumeText();
    if (known) this.#items.append(known.id, 'text', text);
    this.#open ??= {
      ...(known ?? {id: this.#items.open('text', {text: text ?? ''}), before: '', marks: []}),
      message,
      indexes: [],
    };
    this.#open.indexes.push(index);
    this.#runs.set(index, this.#open);
    this.#stopped.delete(index);
  }

  grow(index: number, delta: JsonRecord): void {
    const run = this.#runs.get(index);
    if (!run) return;
    const atEnd = run.indexes.at(-1) === index;
    if (atEnd) this.#items.append(run.id, 'text', asText(delta['text']));
    else this.#items.assign(run.id, {text: textOfRun(run)});
    if (!atEnd || this.#stopped.has(index)) this.#mark(run);
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

  /**
   * Ends the message; the block indexes of the next one start again. `cut`: the next message may continue within a
   * word.
   */
  finish(status: FinalStatus, cut: boolean): void {
    const open = this.#open;
    const whole = this.#stopped.has(open?.indexes.at(-1) ?? -1);
    for (const index of this.#runs.keys()) this.stop(index);
    this.break(whole ? 'done' : status);
    if (open && cut) {
      this.#cut = {id: open.id, before: textOfRun(open), marks: this.#marksOf(open)};
    }
    this.#runs.clear();
    this.#stopped.clear();
  }

  /** Continues the text that was cut. */
  #resumeText(): Pick<TextRun, 'id' | 'before' | 'marks'> | undefined {
    const cut = this.#cut;
    if (cut) this.#items.assign(cut.id, {}, 'streaming');
    this.#cut = undefined;
    return cut;
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
      offset += textAt(run, index).length;
      if (!this.#stopped.has(index)) continue;
      const cited = new Set(citationsAt(run, index).map(citation => this.#sources.cite(citation)));
      for (const {id, number} of cited) marks.push({offset, source: id, label: String(number)});
    }
    return marks;
  }
}

function textOfRun(run: TextRun): string {
  return run.before + run.indexes.map(index => textAt(run, index)).join('');
}

function textAt(run: TextRun, index: number): string {
  return asText(run.message.block(index)?.block['text']) ?? '';
}

function citationsAt(run: TextRun, index: number): readonly JsonRecord[] {
  return asRecords(run.message.block(index)?.block['citations']);
}
