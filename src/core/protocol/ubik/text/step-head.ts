import {defined} from '../../../values.js';
import type {Restore} from '../../types.js';
import type {RunWriter} from '../run-writer.js';

/** The fields in the first line of a step. */
export interface Head {
  readonly number?: number;
  readonly title: string;
  readonly completed: boolean;
  readonly single: boolean;
}

/** Maximum length of a head. */
const MAX_HEAD = 2_000;

const HEAD = /^Step (\d+):[ \t]?(.*?)( ✓)?$/;

export function readHeadLine(
  line: string,
): {readonly number: number; readonly title: string; readonly completed: boolean} | undefined {
  const match = HEAD.exec(line.trimEnd());
  if (!match) return undefined;
  return {number: Number(match[1]), title: match[2] ?? '', completed: match[3] !== undefined};
}

/**
 * Reads the first line of a step's text. It is a head if it has the form `Step n: …`, or if the single-step flag
 * precedes it; otherwise it is text.
 */
export class StepHead {
  readonly #show: (head: Head) => void;
  #line = '';
  #read = false;
  #flagged = false;
  #completed = false;

  constructor(show: (head: Head) => void) {
    this.#show = show;
  }

  save(): Restore {
    const [line, read, flagged, completed] = [
      this.#line,
      this.#read,
      this.#flagged,
      this.#completed,
    ];
    return () => {
      this.#line = line;
      this.#read = read;
      this.#flagged = flagged;
      this.#completed = completed;
    };
  }

  flag(): void {
    this.#flagged = true;
    if (this.#read) this.#show({title: '', completed: this.#completed, single: true});
  }

  take(text: string): string {
    if (this.#read) return text;
    const line = (this.#line + text).trimStart();
    const end = line.slice(0, MAX_HEAD).indexOf('\n');
    if (end !== -1) return this.#decide(line.slice(0, end), line.slice(end + 1));
    if (line.length >= MAX_HEAD) {
      this.#read = true;
      return line;
    }
    this.#line = line;
    return '';
  }

  /** Ends an incomplete first line, because a tag follows. Returns the text if the line is not a head. */
  end(): string {
    const line = this.#line.trim();
    return this.#read || line === '' ? '' : this.#decide(line, '').trimEnd();
  }

  get completed(): boolean {
    return this.#completed;
  }

  #decide(line: string, rest: string): string {
    this.#read = true;
    const head = readHeadLine(line);
    if (head) {
      this.#completed = head.completed;
      this.#show({...head, single: this.#flagged});
      return rest;
    }
    if (this.#flagged) this.#show({title: line.trim(), completed: false, single: true});
    return this.#flagged ? rest : `${line}\n${rest}`;
  }
}

export function readHead(writer: RunWriter, id: string, {number, title, single}: Head): void {
  writer.assign(
    id,
    defined({number, title: title === '' ? undefined : title, single: single ? true : undefined}),
  );
}
