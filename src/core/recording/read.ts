import {parseJson} from '../json.js';
import {isRecord} from '../values.js';
import {
  FORMAT,
  VERSION,
  type Chunk,
  type Ending,
  type Opening,
  type Recording,
  type RecordingHead,
} from './recording.js';

/** An error in a file. */
export interface RecordingError {
  /**
   * `format`: not a recording; `version`: a newer version; `line`: an invalid line; `truncated`: the end is missing.
   */
  readonly code: 'format' | 'version' | 'line' | 'truncated';
  /** Counted from 1. */
  readonly line: number;
  readonly message: string;
}

/** A recording with the errors found while reading it. */
export interface ReadRecording extends Recording {
  readonly errors: readonly RecordingError[];
}

/** Maximum number of reported errors. */
const MAX_ERRORS = 20;

/** Reads a file. Never throws: errors are listed in `errors`, and all valid lines are kept. */
export function readRecording(text: string): ReadRecording {
  const reader = new RecordingReader();
  reader.feed(text);
  return reader.end();
}

/** Reads a file in chunks, cut anywhere. */
export class RecordingReader {
  readonly #parts: (Chunk | Opening)[] = [];
  readonly #errors: RecordingError[] = [];
  #rest = '';
  #line = 0;
  #head: RecordingHead | undefined;
  #end: Ending | undefined;

  /** Reads a chunk. */
  feed(text: string): void {
    let from = 0;
    for (let to = text.indexOf('\n'); to !== -1; to = text.indexOf('\n', from)) {
      this.#read(this.#rest + text.slice(from, to));
      this.#rest = '';
      from = to + 1;
    }
    this.#rest += text.slice(from);
  }

  /** Ends the file and returns the recording. */
  end(): ReadRecording {
    if (this.#rest !== '') this.#read(this.#rest);
    this.#rest = '';
    if (!this.#head && this.#errors.length === 0) this.#fail('format', 'The file is empty.');
    if (this.#head && !this.#end) this.#fail('truncated', 'The end of the recording is missing.');
    return {
      head: this.#head ?? {},
      parts: this.#parts,
      end: this.#end,
      errors: this.#errors,
    };
  }

  #read(line: string): void {
    this.#line += 1;
    if (line.trim() === '' || this.#hasInvalidHead) return;
    const value = parseJson(this.#line === 1 ? line.replace(/^\uFEFF/, '') : line);
    if (!this.#head) this.#readHead(value);
    else if (this.#end) this.#fail('line', 'The line follows the end of the recording.');
    else if (!isRecord(value) || !this.#readPart(value))
      this.#fail('line', 'The line is not part of a recording.');
  }

  /** Whether the first line was invalid, so that the following lines are ignored. */
  get #hasInvalidHead(): boolean {
    return !this.#head && this.#errors.length > 0;
  }

  #readHead(value: unknown): void {
    if (!isRecord(value) || value['format'] !== FORMAT) {
      this.#fail('format', `This is not a recording: the first line does not contain "${FORMAT}".`);
    } else if (value['version'] !== VERSION) {
      const version = String(value['version']);
      this.#fail(
        'version',
        `The format version ${version} is not supported; the supported version is ${VERSION}.`,
      );
    } else this.#head = headOf(value);
  }

  #readPart({at, text, bytes, open, end}: Readonly<Record<string, unknown>>): boolean {
    if (typeof at !== 'number' || !(at >= 0)) return false;
    if (typeof text === 'string') this.#parts.push({at, text});
    else if (typeof bytes === 'string') {
      const codes = Array.from(bytes, character => character.codePointAt(0) ?? 256);
      if (codes.some(code => code > 255)) return false;
      this.#parts.push({at, bytes: Uint8Array.from(codes)});
    } else if (open === 'replay' || open === 'resume') this.#parts.push({at, open});
    else if (end === 'closed' || end === 'broken') this.#end = {at, end};
    else return false;
    return true;
  }

  #fail(code: RecordingError['code'], message: string): void {
    if (this.#errors.length < MAX_ERRORS) this.#errors.push({code, line: this.#line, message});
  }
}

function headOf(value: Readonly<Record<string, unknown>>): RecordingHead {
  const textFields = ['protocol', 'title', 'question', 'recordedAt'] as const;
  const {framing, masked} = value;
  return {
    ...Object.fromEntries(
      textFields.flatMap(name => (typeof value[name] === 'string' ? [[name, value[name]]] : [])),
    ),
    ...((framing === 'lines' || framing === 'text') && {framing}),
    ...(masked === true && {masked}),
  };
}
