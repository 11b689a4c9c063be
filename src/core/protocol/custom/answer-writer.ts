import type {Decoder, DecoderContext, Protocol} from '../types.js';
import {argumentsIn} from '../decoder/calls.js';
import {statusWithoutEnd} from '../decoder/status-without-end.js';
import {withDefaults} from '../decoder/context.js';
import {OpWriter} from '../decoder/op-writer.js';
import {currentAuthor, isSameAuthor} from '../../model/select.js';
import type {Author, Item, MessageItem, RequestItem} from '../../model/item.js';
import type {Op} from '../../model/op.js';
import type {Frame} from '../../sse/frame.js';
import {defined} from '../../values.js';

/** Facts about an answer that are not a part of its text. */
export type AnswerFacts = Partial<
  Pick<MessageItem, 'messageId' | 'model' | 'runId' | 'sessionId' | 'stopReason' | 'usage'>
>;

/** A question to the user, with which an answer ends. */
export type WrittenQuestion = Pick<RequestItem, 'prompt'> &
  Partial<
    Pick<
      RequestItem,
      'inputTypes' | 'schema' | 'choices' | 'confirmLabels' | 'timeout' | 'createdAt' | 'handle'
    >
  > & {
    /**
     * The server's id of the call that asks. It waits for the answer, and is displayed once there is one; until then the
     * question displays its name and its input.
     */
    readonly call?: string;
  };

/** Writes the answer of one run. A new part ends the current one. */
export interface AnswerWriter {
  /** Appends Markdown text. */
  text(chunk: string): void;
  /** Appends reasoning. */
  thinking(chunk: string): void;
  /**
   * Opens a tool call. `id` is the server's id, `input` any JSON value, or the beginning of its text; the same id again
   * replaces the input. `runsIn: 'page'`: the page runs the call after the end of the answer, and `operations.continue`
   * sends the result. Any other call without a result is interrupted at the end of the answer.
   */
  call(id: string, name: string, input?: unknown, options?: {readonly runsIn?: 'page'}): void;
  /** Appends a chunk to the JSON text of the input of a call. */
  input(id: string, chunk: string): void;
  /** Ends a tool call with its output (text or any JSON value) or an error message. */
  result(id: string, result: {readonly output?: unknown; readonly error?: string}): void;
  /** Adds a source of the answer. */
  source(title: string, url?: string): void;
  /**
   * Asks the user a question, which is open when the answer ends. `id` is the server's id, and the `handle` of the item
   * unless the question has another one. `operations.continue` sends the answers to all questions of a message.
   */
  ask(id: string, question: WrittenQuestion): void;
  /** Sets the author of the following text; without one, the assistant itself. */
  author(author?: Author): void;
  /** A person has joined the conversation, and is the author of the following text. */
  joined(person: Omit<Author, 'kind'>): void;
  /** The person has left the conversation. The author of the following text is the previous one. */
  left(): void;
  /** Whether the current author is typing. Text ends it. */
  typing(isTyping?: boolean): void;
  /** Sets facts about the answer. */
  facts(facts: AnswerFacts): void;
  /** Ends the answer. */
  end(): void;
  /** Ends the run with an error. */
  fail(code: string, text?: string): void;
}

/** The author of a text of the assistant in a message of another author. */
const assistant: Author = {kind: 'assistant', name: ''};

type TextKind = 'text' | 'thinking';

/** A call of the answer. */
interface WrittenCall {
  readonly item: string;
  name: string;
  input: string;
  /** Whether it has no result yet. */
  isOpen: boolean;
  isForPage: boolean;
  /** The item of the question to the user about it, who answers before it runs. */
  question?: string;
}

/** The functions of a description of a protocol that read a stream. */
interface Reading<State> {
  readonly start: (() => State) | undefined;
  readonly read: (frame: Frame, answer: AnswerWriter, state: State) => void;
  readonly framing: Protocol['framing'];
}

/** Turns the calls of `read` into ops. An answer that is continued starts with the items that it has. */
export class WriterDecoder<State> implements Decoder {
  readonly #name: string;
  readonly #run: string;
  readonly #reading: Reading<State>;
  readonly #report: DecoderContext['report'];
  #state: {readonly value: State} | undefined;
  readonly #taken: ReadonlySet<string>;
  /** The items of calls of earlier parts by the server's ids: of each id, the last one. */
  readonly #earlier: ReadonlyMap<string | undefined, string>;
  /** The calls by the server's ids. */
  readonly #calls = new Map<string, WrittenCall>();
  readonly #ops: OpWriter;
  #begun = false;
  #over = false;
  #count: number;
  #sources: number;
  #hasQuestions = false;
  /** Whether a question is the last that was written. */
  #isAsking = false;
  /** Whether the message has content, so that another author is one of a part. */
  #hasItems: boolean;
  #messageAuthor: Author | undefined;
  #author: Author | undefined;
  /** The author before a person joined. */
  #previousAuthor: Author | undefined;
  #isTyping = false;
  #open: {readonly id: string; readonly kind: TextKind} | undefined;

  readonly #writer: AnswerWriter = {
    text: chunk => this.#grow('text', chunk),
    thinking: chunk => this.#grow('thinking', chunk),
    call: (id, name, input, options) => this.#call(id, name, input, options),
    input: (id, chunk) => this.#input(id, chunk),
    result: (id, result) => this.#result(id, result),
    source: (title, url) => this.#source(title, url),
    ask: (id, question) => this.#ask(id, question),
    author: author => this.#setAuthor(author),
    joined: person => this.#join({...person, kind: 'person'}),
    left: () => this.#leave(),
    typing: (isTyping = true) => this.#setTyping(isTyping),
    facts: facts => this.#facts(facts),
    end: () => this.#close('done'),
    fail: (code, text) => this.#fail(code, text),
  };

  constructor(name: string, context: Partial<DecoderContext> = {}, reading: Reading<State>) {
    const {run, message, report} = withDefaults(context);
    const children = message?.children ?? [];
    this.#name = name;
    this.#run = run;
    this.#ops = new OpWriter(run);
    this.#reading = reading;
    this.#report = report;
    // An open question may be asked again.
    const isOpen = ({kind, status}: Item): boolean => kind === 'request' && status === 'waiting';
    this.#taken = new Set(children.filter(item => !isOpen(item)).map(({id}) => id));
    this.#earlier = new Map(
      children.flatMap(item => (item.kind === 'tool' ? [[item.executionId, item.id]] : [])),
    );
    this.#count = children.length;
    this.#sources = children.filter(({kind}) => kind === 'source').length;
    this.#hasItems = children.length > 0;
    this.#messageAuthor = message?.author;
    this.#author = message && currentAuthor(message);
  }

  decode(frame: Frame): readonly Op[] {
    if (this.#over) return [];
    const {start, read, framing} = this.#reading;
    if (framing === 'text' && frame.event === 'end' && frame.data === '') {
      if (!this.#hasItems) this.#notify('no_answer');
      this.#close('done');
      return this.#ops.take();
    }
    let operation = 'start';
    try {
      this.#state ??= {value: start?.() as State};
      operation = 'read';
      const call: (...input: Parameters<typeof read>) => unknown = read;
      const result = call(frame, this.#writer, this.#state.value);
      if (result instanceof Promise) {
        result.catch((error: unknown) => this.#reportException(operation, frame, error));
        throw new TypeError('`read` must not be asynchronous.');
      }
    } catch (error) {
      this.#reportException(operation, frame, error);
      this.#fail('protocol_failed');
    }
    return this.#ops.take();
  }

  #reportException(operation: string, frame: Frame, error: unknown): void {
    const message = `\`${operation}\` of the protocol "${this.#name}" threw an exception.`;
    this.#report({code: 'protocol-exception', message, data: {frame, error}});
  }

  end(reason: 'lost' | 'stopped'): readonly Op[] {
    this.#close(statusWithoutEnd(reason, this.#isAsking));
    return this.#ops.take();
  }

  #call(id: string, name: string, input: unknown, {runsIn}: {readonly runsIn?: 'page'} = {}): void {
    if (this.#over) return;
    const text = jsonOf(input);
    const isForPage = runsIn === 'page';
    const known = this.#calls.get(id);
    if (known) {
      known.isForPage ||= isForPage;
      Object.assign(known, {name, input: text});
      this.#put({op: 'assign', id: known.item, fields: {name, input: text}});
      this.#amendQuestion(known);
      return;
    }
    const item = this.#idOf('tool', id);
    this.#calls.set(id, {item, name, input: text, isOpen: true, isForPage});
    const fields = {name, executionId: id, input: text, output: '', log: ''};
    this.#put({op: 'open', id: item, parent: this.#run, kind: 'tool', fields});
  }

  #input(id: string, chunk: string): void {
    const call = this.#calls.get(id);
    if (!call) {
      this.#reportUnknown(id);
      return;
    }
    call.input += chunk;
    this.#put({op: 'append', id: call.item, field: 'input', text: chunk});
    this.#amendQuestion(call);
  }

  /** The user answers for the call as it is, also if it has changed since the question. */
  #amendQuestion({question: id, name: toolName, input}: WrittenCall): void {
    if (id === undefined || this.#over) return;
    this.#ops.assign(id, {toolName, arguments: argumentsIn(input)});
  }

  #result(id: string, {output, error}: {output?: unknown; error?: string}): void {
    const call = this.#calls.get(id);
    const fields = {output: jsonOf(output), ...defined({error})};
    const status = error === undefined ? 'done' : 'failed';
    const item = call?.item ?? this.#earlier.get(id);
    if (call) call.isOpen = false;
    if (item === undefined) this.#reportUnknown(id);
    this.#put({op: 'assign', id: item ?? '', status, fields});
  }

  #reportUnknown(id: string): void {
    this.#report({code: 'event-out-of-place', message: `There is no call "${id}".`, data: {id}});
  }

  #facts(fields: AnswerFacts): void {
    if (this.#over) return;
    this.#begin();
    this.#ops.assign(this.#run, fields);
  }

  #source(title: string, url?: string): void {
    if (this.#over) return;
    const id = `${this.#run}.source${++this.#sources}`;
    const fields = {number: this.#sources, title, ...defined({url})};
    this.#begin();
    this.#ops.add({op: 'open', id, parent: this.#run, kind: 'source', status: 'done', fields});
  }

  #ask(id: string, {inputTypes = ['text'], call, ...question}: WrittenQuestion): void {
    if (this.#over) return;
    const item = this.#idOf('question', id);
    const asking = call === undefined ? undefined : this.#calls.get(call);
    const fields = {handle: id, ...defined({...question, callId: asking?.item}), inputTypes};
    this.#hasQuestions = true;
    this.#put({
      op: 'open',
      id: item,
      parent: this.#run,
      kind: 'request',
      status: 'waiting',
      fields,
    });
    this.#isAsking = true;
    if (asking) this.#amendQuestion(Object.assign(asking, {question: item}));
  }

  #setAuthor(author: Author | undefined): void {
    if (this.#over || isSameAuthor(author, this.#author)) return;
    this.#author = author;
    if (this.#hasItems) {
      this.#endText();
      return;
    }
    this.#messageAuthor = author;
    this.#begin();
    this.#ops.assign(this.#run, {author});
  }

  #join(person: Author): void {
    if (this.#over) return;
    this.#notify('person_joined', person);
    if (this.#author?.kind !== 'person') this.#previousAuthor = this.#author;
    this.#author = person;
  }

  #leave(): void {
    if (this.#over || this.#author?.kind !== 'person') return;
    this.#setTyping(false);
    this.#notify('person_left', this.#author);
    this.#author = this.#previousAuthor;
    this.#previousAuthor = undefined;
  }

  #notify(code: 'person_joined' | 'person_left' | 'no_answer', author?: Author): void {
    const id = `${this.#run}.${++this.#count}`;
    const fields = {code, ...defined({author})};
    this.#put({op: 'open', id, parent: this.#run, kind: 'notice', status: 'done', fields});
  }

  #setTyping(isTyping: boolean): void {
    if (this.#over || isTyping === this.#isTyping) return;
    this.#isTyping = isTyping;
    this.#begin();
    this.#ops.assign(this.#run, {typing: isTyping || undefined});
  }

  #fail(code: string, text?: string): void {
    const id = `${this.#run}.error${this.#taken.size || ''}`;
    const fields = {code, ...defined({text})};
    this.#put({op: 'open', id, parent: this.#run, kind: 'error', status: 'failed', fields});
    this.#close('failed');
  }

  #grow(kind: TextKind, chunk: string): void {
    if (this.#over) return;
    this.#begin();
    if (chunk === '') return;
    this.#setTyping(false);
    this.#isAsking = false;
    if (this.#open?.kind !== kind) {
      const id = `${this.#run}.${++this.#count}`;
      const isOther = kind === 'text' && !isSameAuthor(this.#author, this.#messageAuthor);
      const author = isOther ? (this.#author ?? assistant) : undefined;
      const fields = {text: '', ...defined({author})};
      this.#put({op: 'open', id, parent: this.#run, kind, fields});
      this.#open = {id, kind};
    }
    this.#ops.append(this.#open.id, 'text', chunk);
  }

  /** Ends the current part and adds an op. */
  #put(op: Op): void {
    if (this.#over) return;
    this.#begin();
    this.#endText();
    this.#hasItems = true;
    this.#isAsking = false;
    this.#ops.add(op);
  }

  #endText(): void {
    if (this.#open) this.#ops.close(this.#open.id);
    this.#open = undefined;
  }

  #begin(): void {
    if (!this.#begun) this.#ops.openMessage({role: 'assistant'});
    this.#begun = true;
  }

  #close(status: 'done' | 'failed' | 'stopped' | 'interrupted'): void {
    if (this.#over) return;
    this.#begin();
    this.#setTyping(false);
    this.#over = true;
    const waits = status === 'done' && (this.#leaveCalls() || this.#hasQuestions);
    if (waits) this.#endText();
    // Closing the message would also close the questions, and the calls that wait for the page.
    if (waits) this.#ops.add({op: 'assign', id: this.#run, status});
    else this.#ops.close(this.#run, status);
  }

  /** Ends the calls without a result, except those for the page or that ask. Returns whether there are any for the page. */
  #leaveCalls(): boolean {
    const open = [...this.#calls.values()].filter(({isOpen}) => isOpen);
    for (const {item, isForPage, question} of open) {
      if (question) this.#ops.add({op: 'assign', id: item, status: 'waiting'});
      else if (isForPage) this.#ops.assign(item, {runsIn: 'page'}, 'waiting');
      else this.#ops.close(item, 'interrupted');
    }
    return open.some(({isForPage, question}) => isForPage && !question);
  }

  /** The id of the item of a call or a question. An earlier part of the answer may have one with the same id. */
  #idOf(kind: 'tool' | 'question', given: string): string {
    const id = `${this.#run}/${kind}:${given}`;
    return this.#taken.has(id) ? `${id}/${++this.#count}` : id;
  }
}

function jsonOf(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
