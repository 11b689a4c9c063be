import type {Mark} from '../../../model/item.js';
import {CitationScanner, type Citation} from './citations.js';
import type {Restore} from '../../types.js';
import type {RunWriter} from '../run-writer.js';
import {TextBreak} from './text-break.js';
import {Trimmed} from './trimmed.js';

/** Maximum number of citations in a text; further ones stay text. */
const MAX_MARKS = 5_000;

/** Writes one text item: opens it with the first visible character, extracts citations, and trims both ends. */
export class TextWriter {
  readonly #writer: RunWriter;
  readonly #parent: string;
  readonly #trimmed = new Trimmed('lines');
  readonly #citations = new CitationScanner();
  #id: string | undefined;
  #length = 0;
  #shown = 0;
  readonly #marks: Mark[] = [];
  /** The source of the text, in case it must be cut. */
  #source: string[] = [];
  #break: TextBreak | undefined;

  constructor(writer: RunWriter, parent: string) {
    this.#writer = writer;
    this.#parent = parent;
  }

  save(): Restore {
    const [trimmed, citations] = [this.#trimmed.save(), this.#citations.save()];
    const [id, length, shown, marks] = [this.#id, this.#length, this.#shown, this.#marks.length];
    const [source, chunks] = [this.#source, this.#source.length];
    const [textBreak, restoreBreak] = [this.#break, this.#break?.save()];
    return () => {
      trimmed();
      citations();
      this.#id = id;
      this.#length = length;
      this.#shown = shown;
      this.#marks.length = marks;
      this.#source = source;
      this.#source.length = chunks;
      this.#break = textBreak;
      restoreBreak?.();
    };
  }

  /** The parent item of the text. */
  get parent(): string {
    return this.#parent;
  }

  /** Whether the text can end here. If not, it ends at the next blank line where Markdown allows that. */
  endSoon(): boolean {
    if (!this.#break) {
      this.#break = new TextBreak();
      this.#break.read(this.#source.join(''));
    }
    this.#source = [];
    return this.#break.isReady && !this.#citations.isHolding;
  }

  /** Appends text. Returns the text after the end of this item, if the item ended in it. */
  push(text: string): string | undefined {
    const end = this.#break?.find(text) ?? -1;
    if (!this.#break) this.#source.push(text);
    this.#read(end === -1 ? text : text.slice(0, end));
    return end === -1 ? undefined : text.slice(end);
  }

  end(): void {
    this.#write(this.#citations.flush());
    if (this.#id !== undefined) this.#writer.close(this.#id, 'done');
  }

  #read(text: string): void {
    for (const part of this.#citations.feed(text)) {
      if (typeof part === 'string') this.#write(part);
      else if (this.#marks.length < MAX_MARKS) this.#cite(part);
      else this.#write(part.source);
    }
    this.#showMarks();
  }

  #write(text: string): void {
    const certain = this.#trimmed.push(text);
    if (certain === '') return;
    this.#id ??= this.#writer.open('text', this.#parent, {text: ''});
    this.#writer.append(this.#id, 'text', certain);
    this.#length += certain.length;
  }

  #cite(citation: Citation): void {
    this.#id ??= this.#writer.open('text', this.#parent, {text: ''});
    const source = this.#writer.cite(citation).id;
    // Behind the white space before it: `open [1], and` does not become `open[1] , and`.
    const offset = this.#length + this.#trimmed.heldLength;
    this.#marks.push({offset, source, label: citation.label});
  }

  #showMarks(): void {
    if (this.#id === undefined || this.#marks.length === this.#shown) return;
    this.#shown = this.#marks.length;
    this.#writer.assign(this.#id, {marks: [...this.#marks]});
  }
}
