import {OpWriter} from '../decoder/op-writer.js';
import {traitsOf} from '../../model/kinds.js';
import type {Fields} from '../../model/op.js';
import type {Kind, Status} from '../../model/item.js';
import type {Diagnostic, DiagnosticCode} from '../diagnostics.js';
import {defined} from '../../values.js';
import type {Restore} from '../types.js';
import type {Citation} from './text/citations.js';

/**
 * Writes the ops of one run. An id is a path (`run/step2/text1`), so that the same text produces the same ids however
 * it was split.
 */
export class RunWriter extends OpWriter {
  /** The status of items that are open when the run ends. */
  ending: 'interrupted' | 'stopped' | 'done' = 'interrupted';
  readonly #report: (diagnostic: Diagnostic) => void;
  #ordinals = new Map<string, number>();
  #sources = new Map<string, {readonly id: string}>();
  #numbers = new Set<number>();
  #nextNumber = 1;
  #question: string | undefined;

  constructor(run: string, report: (diagnostic: Diagnostic) => void) {
    super(run);
    this.#report = report;
  }

  /** Saves the state between two calls of `take`. */
  save(): Restore {
    const {ending} = this;
    const [ordinals, sources, numbers] = [
      new Map(this.#ordinals),
      new Map(this.#sources),
      new Set(this.#numbers),
    ];
    const [nextNumber, question] = [this.#nextNumber, this.#question];
    return () => {
      this.ending = ending;
      this.#ordinals = new Map(ordinals);
      this.#sources = new Map(sources);
      this.#numbers = new Set(numbers);
      this.#nextNumber = nextNumber;
      this.#question = question;
    };
  }

  /** Resets all counters, because the content of the run is written again. */
  restart(): void {
    this.#ordinals = new Map();
    this.#sources = new Map();
    this.#numbers = new Set();
    this.#nextNumber = 1;
    this.#question = undefined;
    this.clear();
  }

  warn(code: DiagnosticCode, message: string, facts?: unknown): void {
    this.#report(defined({code, message, data: facts}));
  }

  /** Opens the only item of a run that is one call of a tool. */
  openTool(fields: Fields<'tool'>): void {
    this.add({op: 'open', id: this.run, kind: 'tool', fields});
  }

  /** Opens the next item of its kind below a parent. */
  open<K extends Kind>(kind: K, parent: string, fields: Fields<K>, status?: Status): string {
    if (traitsOf(kind).continues) this.settle();
    else if (kind === 'error') this.settle('interrupted');
    const key = `${parent}/${kind}`;
    const ordinal = (this.#ordinals.get(key) ?? 0) + 1;
    this.#ordinals.set(key, ordinal);
    return this.openAs(`${key}${ordinal}`, kind, parent, fields, status);
  }

  /** Opens an item with a given id, because tool calls are identified by the server. */
  openAs<K extends Kind>(
    id: string,
    kind: K,
    parent: string,
    fields: Fields<K>,
    status: Status = 'streaming',
  ): string {
    this.add({op: 'open', id, kind, parent, status, fields});
    return id;
  }

  /** A question of the agent is open until the run continues. */
  ask(id: string): void {
    this.settle();
    this.#question = id;
  }

  /** The id of the question of the agent that waits for its answer. */
  get question(): string | undefined {
    return this.#question;
  }

  settle(status: 'done' | 'interrupted' = 'done'): void {
    if (this.#question !== undefined) this.close(this.#question, status);
    this.#question = undefined;
  }

  /** The source of a citation. Opens its item when it is first cited. */
  cite({kind, key, label, url, title, documentId}: Citation): {readonly id: string} {
    const name = `${kind}:${key}`;
    const known = this.#sources.get(name);
    if (known) return known;
    const number = kind === 'number' ? Number(key) : this.#freeNumber(label);
    this.#numbers.add(number);
    const id = `${this.run}/source:${name}`;
    const fields = defined({number, title: title ?? '', url, documentId});
    this.openAs(id, 'source', this.run, fields, 'done');
    const source = {id};
    this.#sources.set(name, source);
    return source;
  }

  /** The number of a source in the text, or the next free one if it has none or another source has the same. */
  #freeNumber(label: string): number {
    const labelled = /^[1-9]\d{0,5}$/.test(label) ? Number(label) : 0;
    if (labelled > 0 && !this.#numbers.has(labelled)) return labelled;
    while (this.#numbers.has(this.#nextNumber)) this.#nextNumber++;
    return this.#nextNumber;
  }
}
