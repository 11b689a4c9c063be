import type {Decoder, Opened, Operations, Protocol, RequestShape, SendInput} from './types.js';
import {defined} from './decode.js';
import type {Op} from '../model/op.js';
import type {Frame} from '../sse/frame.js';

/** Writes the answer of one run. A new part ends the current one. */
export interface AnswerWriter {
  /** Appends Markdown text. */
  text(words: string): void;
  /** Appends reasoning. */
  thinking(words: string): void;
  /** Opens a tool call. `id` is the server's id, `input` any JSON value. */
  call(id: string, name: string, input?: unknown): void;
  /** Ends a tool call with its output (text or any JSON value) or an error message. */
  result(id: string, result: {readonly output?: unknown; readonly error?: string}): void;
  /** Adds a source of the answer. */
  source(title: string, url?: string): void;
  /** Ends the answer. */
  end(): void;
  /** Ends the run with an error. */
  fail(code: string, text?: string): void;
}

/** The minimal description of a protocol. */
export interface ProtocolDescription {
  readonly name: string;
  /** How the response body is split into frames. The default is the event stream format. */
  readonly framing?: Protocol['framing'];
  /** Writes the content of a frame. An exception ends the run as failed. */
  readonly read: (frame: Frame, answer: AnswerWriter) => void;
  /** Creates the request that sends a message. */
  readonly send: (input: SendInput) => RequestShape;
  /** Further operations; each one enables its button in the view. */
  readonly operations?: Partial<Operations>;
}

/** Creates a protocol from a minimal description. For anything beyond it, implement `Protocol`: a decoder and operations. */
export function createProtocol({
  name,
  framing,
  read,
  send,
  operations,
}: ProtocolDescription): Protocol {
  return {
    name,
    ...(framing && {framing}),
    createDecoder: ({run = 'message'} = {}) => new WriterDecoder(run, read),
    operations: {send: {request: send, read: nothing}, ...operations},
  };
}

const nothing = (): Opened => ({});

type TextKind = 'text' | 'thinking';

class WriterDecoder implements Decoder {
  readonly #run: string;
  readonly #read: ProtocolDescription['read'];
  #ops: Op[] = [];
  #begun = false;
  #over = false;
  #count = 0;
  #sources = 0;
  #open: {readonly id: string; readonly kind: TextKind} | undefined;

  readonly #writer: AnswerWriter = {
    text: words => this.#grow('text', words),
    thinking: words => this.#grow('thinking', words),
    call: (id, name, input) => this.#call(id, name, input),
    result: (id, result) => this.#result(id, result),
    source: (title, url) => this.#source(title, url),
    end: () => this.#close('done'),
    fail: (code, text) => this.#fail(code, text),
  };

  constructor(run: string, read: ProtocolDescription['read']) {
    this.#run = run;
    this.#read = read;
  }

  decode(frame: Frame): readonly Op[] {
    if (this.#over) return [];
    try {
      this.#read(frame, this.#writer);
    } catch (error) {
      this.#fail('agent', error instanceof Error ? error.message : String(error));
    }
    return this.#take();
  }

  end(reason: 'lost' | 'stopped'): readonly Op[] {
    this.#close(reason === 'lost' ? 'interrupted' : 'stopped');
    return this.#take();
  }

  #call(id: string, name: string, input?: unknown): void {
    const fields = {name, executionId: id, input: jsonOf(input), output: '', log: ''};
    this.#put({op: 'open', id: this.#idOf(id), parent: this.#run, kind: 'tool', fields});
  }

  #result(id: string, {output, error}: {output?: unknown; error?: string}): void {
    const fields = {output: jsonOf(output), ...defined({error})};
    const status = error === undefined ? 'done' : 'failed';
    this.#put({op: 'assign', id: this.#idOf(id), status, fields});
  }

  #source(title: string, url?: string): void {
    if (this.#over) return;
    const id = `${this.#run}.source${++this.#sources}`;
    const fields = {number: this.#sources, title, ...defined({url})};
    this.#begin();
    this.#ops.push({op: 'open', id, parent: this.#run, kind: 'source', status: 'done', fields});
  }

  #fail(code: string, text?: string): void {
    const id = `${this.#run}.error`;
    const fields = {code, ...defined({text})};
    this.#put({op: 'open', id, parent: this.#run, kind: 'error', status: 'failed', fields});
    this.#close('failed');
  }

  #grow(kind: TextKind, words: string): void {
    if (this.#over) return;
    if (this.#open?.kind !== kind) {
      const id = `${this.#run}.${++this.#count}`;
      this.#put({op: 'open', id, parent: this.#run, kind, fields: {text: ''}});
      this.#open = {id, kind};
    }
    this.#ops.push({op: 'append', id: this.#open.id, field: 'text', text: words});
  }

  /** Ends the current part and adds an op. */
  #put(op: Op): void {
    if (this.#over) return;
    this.#begin();
    if (this.#open) this.#ops.push({op: 'close', id: this.#open.id});
    this.#open = undefined;
    this.#ops.push(op);
  }

  #begin(): void {
    if (!this.#begun)
      this.#ops.push({op: 'open', id: this.#run, kind: 'message', fields: {role: 'assistant'}});
    this.#begun = true;
  }

  #close(status: 'done' | 'failed' | 'stopped' | 'interrupted'): void {
    if (this.#over) return;
    this.#begin();
    this.#ops.push({op: 'close', id: this.#run, status});
    this.#over = true;
  }

  #idOf(call: string): string {
    return `${this.#run}/tool:${call}`;
  }

  #take(): readonly Op[] {
    const ops = this.#ops;
    this.#ops = [];
    return ops;
  }
}

function jsonOf(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
