import type {Frame} from '../../sse/frame.js';
import type {Diagnostic, DiagnosticCode} from '../diagnostics.js';
import type {FrameChunk, Protocol} from '../types.js';

/** Limits of the buffer. The Ubik Agent API guide states none. */
export interface DeltaLimits {
  /** Maximum number of incomplete groups; beyond it, the oldest is dropped. */
  readonly groups: number;
  /** Maximum number of chunks of a group. */
  readonly chunks: number;
  /** Maximum length of a group in UTF-16 code units. */
  readonly length: number;
  /** How often a joined frame may itself be a chunk. */
  readonly levels: number;
}

const LIMITS: DeltaLimits = {groups: 64, chunks: 10_000, length: 32 * 1024 * 1024, levels: 2};

interface Group {
  readonly total: number;
  readonly texts: Map<number, string>;
  length: number;
}

/**
 * Joins frames that the server split into chunks. Chunks may arrive in any order, repeatedly, and interleaved with other
 * groups. A group is complete when the announced number of different parts has arrived. The buffer is limited, and
 * reports dropped groups.
 */
export class DeltaBuffer {
  readonly #split: NonNullable<Protocol['split']>;
  readonly #report: (diagnostic: Diagnostic) => void;
  readonly #limits: DeltaLimits;
  readonly #groups = new Map<string, Group>();

  constructor(
    split: NonNullable<Protocol['split']>,
    report: (diagnostic: Diagnostic) => void,
    limits: Partial<DeltaLimits> = {},
  ) {
    this.#split = split;
    this.#report = report;
    this.#limits = {...LIMITS, ...limits};
  }

  /**
   * Accepts a frame and returns the frame to decode: the same one, the joined one, or `undefined` while chunks are
   * missing. `json` is the parsed data, if it is known.
   */
  accept(frame: Frame, json?: unknown): Frame | undefined {
    let whole = frame;
    for (let level = 0; level <= this.#limits.levels; level++) {
      const chunk = level === 0 ? this.#split(whole, json) : this.#split(whole);
      if (!chunk) return whole;
      if (level === this.#limits.levels) this.#tooDeep(chunk);
      const text = level < this.#limits.levels ? this.#join(chunk) : undefined;
      if (text === undefined) return undefined;
      whole = chunk.restore(text);
    }
    return undefined;
  }

  /** Reports every incomplete group. */
  warn(): void {
    for (const [group, {total, texts}] of this.#groups) {
      this.#drop('group-incomplete', `Only ${texts.size} of ${total} chunks arrived.`, group);
    }
  }

  /** Reports and drops every incomplete group, because a new connection sends all chunks again. */
  reset(): void {
    this.warn();
    this.#groups.clear();
  }

  #join(chunk: FrameChunk): string | undefined {
    const group = this.#groupOf(chunk);
    if (!group) return undefined;
    const {index, text} = chunk;
    if (!Number.isInteger(index) || index < 0 || index >= group.total) {
      this.#drop('chunk-index', `There is no chunk ${index} of ${group.total}.`, chunk.group);
      return undefined;
    }
    if (group.texts.has(index)) {
      if (group.texts.get(index) !== text) {
        this.#drop(
          'chunk-conflict',
          `Chunk ${index} arrived twice with different text.`,
          chunk.group,
        );
      }
      return undefined;
    }
    group.texts.set(index, text);
    group.length += text.length;
    if (group.length > this.#limits.length) {
      this.#groups.delete(chunk.group);
      this.#drop(
        'group-too-long',
        `The chunks exceed ${this.#limits.length} characters.`,
        chunk.group,
      );
      return undefined;
    }
    if (group.texts.size < group.total) return undefined;
    this.#groups.delete(chunk.group);
    return Array.from({length: group.total}, (_, at) => group.texts.get(at) ?? '').join('');
  }

  #groupOf({group, total}: FrameChunk): Group | undefined {
    const known = this.#groups.get(group);
    if (known) return known;
    if (!Number.isInteger(total) || total < 1 || total > this.#limits.chunks) {
      this.#drop('chunk-total', `A frame cannot have ${total} chunks.`, group);
      return undefined;
    }
    const oldest = this.#groups.keys().next();
    if (this.#groups.size >= this.#limits.groups && !oldest.done) {
      this.#groups.delete(oldest.value);
      this.#drop(
        'too-many-groups',
        `More than ${this.#limits.groups} frames are incomplete.`,
        oldest.value,
      );
    }
    const made: Group = {total, texts: new Map(), length: 0};
    this.#groups.set(group, made);
    return made;
  }

  #tooDeep({group}: FrameChunk): void {
    this.#drop(
      'chunks-nested',
      `Chunks are nested in more than ${this.#limits.levels} levels.`,
      group,
    );
  }

  #drop(code: DiagnosticCode, message: string, group: string): void {
    this.#report({code, message, data: {group}});
  }
}
