import type {Accumulator} from './accumulator.js';
import type {Ending, Items} from './items.js';
import {Sources} from './sources.js';
import {recordsOf, textOf, type WireRecord} from '../values.js';
import type {Mark} from '../../model/item.js';

/** Neighbouring text blocks, shown as one text item. */
interface Run {
  readonly id: string;
  readonly message: Accumulator;
  readonly indexes: number[];
}

/**
 * Draws text blocks. The API cuts a cited answer into many of them, and a list marker may stand in one
 * and its words in the next; so neighbours are joined, and the end of a cited block becomes a mark.
 */
export class Texts {
  readonly #items: Items;
  readonly #sources: Sources;
  readonly #runs = new Map<number, Run>();
  readonly #stopped = new Set<number>();
  #open: Run | undefined;

  constructor(items: Items) {
    this.#items = items;
    this.#sources = new Sources(items);
  }

  start(message: Accumulator, index: number): void {
    const text = textOf(message.block(index)?.block['text']);
    if (this.#open) this.#items.append(this.#open.id, 'text', text);
    this.#open ??= {id: this.#items.open('text', {text: text ?? ''}), message, indexes: []};
    this.#open.indexes.push(index);
    this.#runs.set(index, this.#open);
    this.#stopped.delete(index);
  }

  grow(index: number, delta: WireRecord): void {
    const run = this.#runs.get(index);
    if (!run) return;
    const atEnd = run.indexes.at(-1) === index;
    if (atEnd) this.#items.append(run.id, 'text', textOf(delta['text']));
    else this.#items.assign(run.id, {text: run.indexes.map(at => textAt(run, at)).join('')});
    if (!atEnd || this.#stopped.has(index)) this.#mark(run);
  }

  stop(index: number): void {
    const run = this.#runs.get(index);
    if (!run || this.#stopped.has(index)) return;
    this.#stopped.add(index);
    if (citationsAt(run, index).length > 0) this.#mark(run);
  }

  /** Something else is shown from here on: the next text is another one. */
  break(status: Ending = 'done'): void {
    if (this.#open) this.#items.close(this.#open.id, status);
    this.#open = undefined;
  }

  /** The message has ended; the numbers of the next one's blocks start again. */
  finish(status: Ending): void {
    for (const index of this.#runs.keys()) this.stop(index);
    this.break(status);
    this.#runs.clear();
    this.#stopped.clear();
  }

  /** The place of a mark is the end of its block, which is not known before the block has stopped. */
  #mark(run: Run): void {
    const marks: Mark[] = [];
    let offset = 0;
    for (const index of run.indexes) {
      offset += textAt(run, index).length;
      if (!this.#stopped.has(index)) continue;
      const cited = new Set(citationsAt(run, index).map(citation => this.#sources.cite(citation)));
      for (const {id, number} of cited) marks.push({offset, source: id, label: String(number)});
    }
    if (marks.length > 0) this.#items.assign(run.id, {marks});
  }
}

function textAt(run: Run, index: number): string {
  return textOf(run.message.block(index)?.block['text']) ?? '';
}

function citationsAt(run: Run, index: number): readonly WireRecord[] {
  return recordsOf(run.message.block(index)?.block['citations']);
}
