import {Activities} from './activities.js';
import {filesIn} from './content.js';
import type {AgEvent} from './events.js';
import type {Messages} from './messages.js';
import type {Opening, ItemTree} from './item-tree.js';
import {callsOf, outcomeOf, pick, textOf, withMetadata, type AgMessage} from './record.js';
import {kindOf} from './snapshot.js';
import {Steps} from './steps.js';
import {asRecord, defined, idOf, type JsonRecord, keyOf} from '../../values.js';
import {freeId} from '../../free-id.js';

type Kind = 'text' | 'thinking';

/** The start, the content or the end of a text or of reasoning. */
const textEvent = /^(TEXT|REASONING)_MESSAGE_(START|CONTENT|END)$/;

/** Reports an event that is out of place. */
type Warn = (problem: string) => void;

/**
 * Writes the events of an answer: as messages, which are sent back, and as items, which are displayed. Both are found by
 * the ids of the server, so that an event about something known continues it. A text or reasoning has an item as soon as
 * it has a character, because many servers open messages for the sake of their calls. Events about a call that is unknown
 * are kept until it arrives.
 */
export class TurnWriter {
  readonly #messages: Messages;
  readonly #tree: ItemTree;
  readonly #warn: Warn;
  /** The items of texts and reasoning that have another id than their own, after a snapshot. */
  readonly #aliases = new Map<string, string>();
  /** Texts, reasoning and inputs that were started and have not ended. */
  readonly #open = new Set<string>();
  /** Calls that were started again after their end, as servers do after an approval: their input comes again. */
  readonly #repeated = new Set<string>();
  readonly #early = new Map<string, AgEvent[]>();
  /** The message whose text was cut, which the next text continues. */
  #cut: string | undefined;
  /** The messages that ids of this stream name: a cut one, or another one than a result or the message of an earlier stream. */
  readonly #named = new Map<string, string>();
  /** The messages of earlier streams. */
  readonly #earlier: ReadonlySet<string>;
  readonly #steps: Steps;
  readonly #activities: Activities;
  #thinkingCount: number;
  /** The title of the reasoning that begins next. */
  #thinkingTitle = '';

  constructor(messages: Messages, tree: ItemTree, warn: Warn = () => undefined) {
    this.#messages = messages;
    this.#tree = tree;
    this.#warn = warn;
    this.#steps = new Steps(tree);
    this.#thinkingCount = messages.list.length;
    this.#earlier = new Set(messages.list.map(({id}) => id));
    this.#activities = new Activities(messages, tree, this.#steps);
  }

  /** Ids of calls that have events but never arrived. */
  get missingCalls(): readonly string[] {
    return [...this.#early.keys()];
  }

  /** Ids of calls without a result. */
  get openCalls(): readonly string[] {
    const calls = this.#messages.list.flatMap(callsOf).map(({id}) => id);
    return calls.filter(id => !this.#messages.result(id));
  }

  /** The id of the item of a text or of reasoning. */
  itemOf(kind: Kind, id: string): string {
    const own = `${this.#tree.run}.${kind}:${id}`;
    return this.#aliases.get(own) ?? own;
  }

  toolItemOf(call: unknown): string {
    return `${this.#tree.run}.tool:${keyOf(call)}`;
  }

  /** Displays the text of another id in the item `item`. */
  alias(kind: Kind, id: string, item: string): void {
    this.#aliases.set(`${this.#tree.run}.${kind}:${id}`, item);
  }

  /** The next text continues the one that is displayed as `item`; without an item, it is a text of its own. */
  continueText(item: string | undefined): void {
    const said = this.#messages.list.filter(({role}) => role === 'assistant');
    const last = said.findLast(({id}) => this.itemOf('text', id) === item) ?? said.at(-1);
    this.#cut = item === undefined ? undefined : last?.id;
    if (item !== undefined && last) this.alias('text', last.id, item);
  }

  /** Whether the answer has a message from an earlier stream. */
  isEarlier(id: string): boolean {
    return this.#earlier.has(id);
  }

  isOpen(item: string): boolean {
    return this.#open.has(item);
  }

  /** Writes an event about the content of an answer. Returns whether the event is known. */
  write({type, fields}: AgEvent): boolean {
    const [, source, part] = textEvent.exec(type) ?? [];
    if (source !== undefined) {
      this.#writeText(source === 'REASONING', part, fields);
      return true;
    }
    switch (type) {
      case 'THINKING_START':
        this.#thinkingCount += 1;
        this.#thinkingTitle = keyOf(fields['title']);
        return true;
      case 'REASONING_ENCRYPTED_VALUE':
        this.#encrypt(fields);
        return true;
      case 'TOOL_CALL_START':
        this.#startTool(fields);
        return true;
      case 'TOOL_CALL_ARGS':
      case 'TOOL_CALL_END':
      case 'TOOL_CALL_RESULT':
        this.#applyToCall(type, fields);
        return true;
      case 'STEP_STARTED':
        this.#cut = undefined;
        this.#steps.start(fields);
        return true;
      case 'STEP_FINISHED':
        this.#steps.end(fields);
        return true;
      case 'ACTIVITY_SNAPSHOT':
        this.#activities.set(fields);
        return true;
      case 'ACTIVITY_DELTA':
        if (!this.#activities.patch(fields)) this.#warn('Invalid patch.');
        return true;
      case 'SUBAGENT_STARTED':
        this.#steps.startAgent(fields, this.toolItemOf(this.callOf(fields['parentToolCallId'])));
        return true;
      case 'SUBAGENT_FINISHED':
      case 'SUBAGENT_ERROR':
        this.#steps.endAgent(type, fields);
        return true;
      default:
        return /^(REASONING_START|REASONING_END|THINKING_END|RAW)$/.test(type);
    }
  }

  /** Writes the start, content or end of a text or of reasoning. */
  #writeText(isThinking: boolean, part: string | undefined, fields: JsonRecord): void {
    const kind = isThinking ? 'thinking' : 'text';
    // Versions before 0.0.45 have no ids of reasoning.
    const given =
      idOf(fields['messageId']) ?? (isThinking ? `thinking-${this.#thinkingCount}` : kind);
    const id = isThinking ? given : this.#messageOf(given, part === 'START');
    const item = this.itemOf(kind, id);
    const isOpen = this.#open.has(item);
    if (part === 'CONTENT' && !isOpen) this.#warn(`No message ${id}.`);
    const role = isThinking ? 'reasoning' : roleOf(fields['role']);
    if (part === 'START' || !(isOpen || this.#messages.find(id, role))) {
      this.#messages.open(id, role, pick(fields, ['name', 'subagentRunId']));
      this.#open.add(item);
    }
    const delta = part === 'CONTENT' ? keyOf(fields['delta']) : '';
    const message = this.#messages.append(id, role, delta, fields['metadata']);
    if (this.#tree.has(item)) this.#tree.append(item, 'text', delta);
    else if (message && delta !== '') {
      this.#showText(message);
      if (isThinking) this.#showTitle(item, textOf(message));
    }
    if (part !== 'END') return;
    this.#open.delete(item);
    this.#tree.end(item);
  }

  /** Displays the title of reasoning as its first line. It is not in the record. */
  #showTitle(item: string, text: string): void {
    if (this.#thinkingTitle !== '')
      this.#tree.assign(item, {text: `${this.#thinkingTitle}\n\n${text}`});
    this.#thinkingTitle = '';
  }

  /** The id of a message: that of a cut one, if a text continues it. An id of an earlier stream or of a result may come again. */
  #messageOf(id: string, isStart: boolean): string {
    const cut = this.#cut;
    if (cut !== undefined) {
      this.#cut = undefined;
      this.#named.set(id, cut);
      this.#tree.assign(this.itemOf('text', cut), {}, 'streaming');
      return cut;
    }
    const known = this.#named.get(id);
    const isOver = isStart && this.#earlier.has(id) && this.#messages.list.at(-1)?.id !== id;
    // Some servers give a result the id of the text that follows it.
    const isResult = this.#messages.find(id)?.role === 'tool';
    if (known !== undefined || !(isOver || isResult)) return known ?? id;
    const other = freeId(id, one => one === id || this.#messages.find(one) !== undefined);
    this.#named.set(id, other);
    return other;
  }

  /**
   * The id of a call that an event names. An id may come again after the result of its call; the later call then has a
   * number.
   */
  callOf(id: unknown, isStart = false): string {
    const given = keyOf(id);
    const isKnown = (one: string): boolean => this.#messages.call(one) !== undefined;
    const isOver = (one: string): boolean => this.#messages.result(one) !== undefined;
    let call = given;
    for (let count = 2; isOver(call) && isKnown(`${given}_${count}`); count += 1)
      call = `${given}_${count}`;
    return isStart && isKnown(call) && isOver(call)
      ? freeId(given, one => one === given || isKnown(one))
      : call;
  }

  #encrypt({subtype, entityId, encryptedValue}: JsonRecord): void {
    const id = keyOf(entityId);
    if (subtype === 'tool-call') {
      this.#messages.changeCall(id, call => ({...call, encryptedValue}));
      return;
    }
    const known = this.#messages.find(id, 'reasoning') ?? this.#messages.find(id);
    if (known) this.#showText(this.#messages.open(id, known.role, {encryptedValue}));
  }

  #startTool(fields: JsonRecord): void {
    const id = this.callOf(fields['toolCallId'], true);
    const name = keyOf(fields['toolCallName']);
    const item = this.toolItemOf(id);
    this.#cut = undefined;
    const isOpen = this.#open.has(item);
    this.#open.add(item);
    if (this.#messages.call(id)) {
      // A chunk goes on with the input that it has begun.
      if (!isOpen && !('delta' in fields)) this.#repeated.add(id);
      if (name !== '') {
        this.#tree.assign(item, {name});
        this.#messages.changeCall(id, call => ({...call, function: {...call.function, name}}));
      }
    } else {
      const call = {id, type: 'function', function: {name, arguments: ''}};
      const parent = idOf(fields['parentMessageId']);
      this.#messages.openCall(parent === undefined ? id : this.#messageOf(parent, true), call);
      this.#openTool(id, name, '', {parent: this.#steps.parentOf(fields['subagentRunId'])});
    }
    this.#mergeIntoCall(id, fields['metadata']);
    const early = this.#early.get(id) ?? [];
    this.#early.delete(id);
    for (const event of early) this.#applyToCall(event.type, event.fields);
  }

  /** Applies an event about a call that has started. */
  #applyToCall(type: string, fields: JsonRecord): void {
    const id = this.callOf(fields['toolCallId']);
    const item = this.toolItemOf(id);
    if (!this.#messages.call(id)) {
      this.#early.set(id, [...(this.#early.get(id) ?? []), {type, fields}]);
      return;
    }
    if (type === 'TOOL_CALL_RESULT') {
      this.setResult(resultOf(id, fields));
      return;
    }
    this.#mergeIntoCall(id, fields['metadata']);
    if (type === 'TOOL_CALL_END') {
      this.#open.delete(item);
      return;
    }
    const delta = keyOf(fields['delta']);
    const isAgain = this.#repeated.delete(id);
    if (isAgain) this.#tree.assign(item, {input: ''});
    this.#messages.changeCall(id, call => {
      const {name, arguments: input} = call.function;
      return {...call, function: {name, arguments: isAgain ? delta : input + delta}};
    });
    this.#tree.append(item, 'input', delta);
  }

  /** Stores and displays the result of a call. */
  setResult(result: AgMessage): void {
    const call = keyOf(result['toolCallId']);
    this.#activities.lastCall = call;
    this.#messages.setResult(call, result);
    const item = this.toolItemOf(call);
    const {fields, status} = outcomeOf(result);
    this.#tree.assign(item, fields, status);
    this.#open.delete(item);
    filesIn(result['content']).forEach((file, index) => {
      const parent = this.#tree.find(item)?.parent;
      const id = `${this.#tree.run}.file:${call}.${index}`;
      this.#tree.open(id, 'file', file, {parent, status: 'done'});
    });
  }

  /** Gives a result that names no known call to the only call without one: some servers change the ids. */
  matchResult(): void {
    const [missing = '', ...others] = this.missingCalls;
    const [call, ...more] = this.openCalls;
    const result = this.#early.get(missing)?.find(({type}) => type === 'TOOL_CALL_RESULT');
    if (!result || call === undefined || others.length + more.length > 0) return;
    this.#early.clear();
    this.setResult(resultOf(call, result.fields));
    this.#warn(`No call ${missing}.`);
  }

  /** Displays what arrived about calls that never arrived. They are not sent back, and nobody can run them. */
  showMissingCalls(): void {
    for (const [id, events] of this.#early) {
      const of = (name: string): readonly AgEvent[] => events.filter(({type}) => type === name);
      const input = of('TOOL_CALL_ARGS')
        .map(({fields}) => keyOf(fields['delta']))
        .join('');
      const result = of('TOOL_CALL_RESULT').at(-1);
      const outcome = result && outcomeOf(resultOf(id, result.fields));
      const known = {name: 'tool', executionId: id, input, output: '', log: ''};
      const shown = {...known, ...defined({...outcome?.fields})};
      const status = outcome?.status ?? 'interrupted';
      this.#tree.open(this.toolItemOf(id), 'tool', shown, {status});
    }
  }

  /**
   * Displays a message of a snapshot. Yields the items of its texts, activities and calls. `after` returns the item that
   * a new one follows.
   */
  *show(
    message: AgMessage,
    after: () => string | undefined,
  ): Generator<{readonly item: string; readonly isNew: boolean}, void, void> {
    const {role, id} = message;
    const item = this.itemOf(kindOf(message), id);
    const text = textOf(message);
    const isNew = !this.#tree.has(item);
    if (role === 'tool') this.#activities.lastCall = keyOf(message['toolCallId']);
    if (role === 'activity') {
      yield {item: this.#activities.set({...message, messageId: id}, after()), isNew: false};
    } else if (!isNew) {
      if (text !== '' && text !== this.#tree.textOf(item)) this.#tree.assign(item, {text});
      yield {item, isNew};
    } else if (this.#showText(message, after())) yield {item, isNew};
    for (const call of callsOf(message)) {
      const {name, arguments: input} = call.function;
      const tool = this.toolItemOf(call.id);
      const isKnown = this.#tree.has(tool);
      if (!isKnown) {
        const parent = this.#steps.parentOf(message['subagentRunId'], after());
        this.#openTool(call.id, name, input, {parent, after: after()});
      } else if (input !== '' && input !== this.#tree.textOf(tool, 'input')) {
        this.#tree.assign(tool, {name, input});
      }
      yield {item: tool, isNew: !isKnown};
    }
  }

  /** Displays a text or reasoning, unless it is empty or for the model. Returns whether it is displayed. */
  #showText(message: AgMessage, after?: string): boolean {
    const {role, id, encryptedValue, subagentRunId, name} = message;
    const text = textOf(message);
    const kind = kindOf(message);
    const item = this.itemOf(kind, id);
    const redacted = role === 'reasoning' && text === '' && encryptedValue !== undefined;
    if ((text === '' && !redacted) || !/^(assistant|reasoning|user)$/.test(role)) return false;
    const status = this.#open.has(item) ? 'streaming' : 'done';
    const place = {parent: this.#steps.parentOf(subagentRunId, after), after, status} as const;
    if (role === 'user') this.#tree.open(item, 'notice', {code: 'steering', text}, place);
    else {
      const author = name ? ({kind: 'agent', name: keyOf(name)} as const) : undefined;
      const fields = {text, ...defined({author, redacted: redacted || undefined})};
      this.#tree.open(item, kind, fields, place);
    }
    return true;
  }

  #openTool(id: string, name: string, input: string, place: Opening): void {
    const fields = {name, executionId: id, input, output: '', log: ''};
    this.#tree.open(this.toolItemOf(id), 'tool', fields, place);
  }

  #mergeIntoCall(id: string, given: unknown): void {
    if (Object.keys(asRecord(given)).length === 0) return;
    this.#messages.changeCall(id, call => withMetadata(call, given));
  }
}

const roleOf = (role: unknown): AgMessage['role'] =>
  role === 'user' || role === 'system' || role === 'developer' ? role : 'assistant';

const resultOf = (call: string, fields: JsonRecord): AgMessage => ({
  content: '',
  ...pick(fields, ['content', 'error', 'metadata', 'encryptedValue', 'subagentRunId']),
  id: idOf(fields['messageId']) ?? `${call}-result`,
  role: 'tool',
  toolCallId: call,
});
