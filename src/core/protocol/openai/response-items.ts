import {answerTo} from './approvals.js';
import {isCallable, textOfPart, type Growth, type OutputItem} from './output-item.js';
import type {PlacedItem, ResponseState} from './response.js';
import type {Sources} from './sources.js';
import {plainStatus, toolItems} from './tool-items.js';
import {asRecords, asText} from '../../values.js';
import type {Item, Mark, RequestAnswer, Status, TextItem, ThinkingItem} from '../../model/item.js';
import type {FinalStatus, Op} from '../../model/op.js';

/** Parts of one kind that follow each other, displayed as one item. */
interface PartRun {
  readonly kind: 'text' | 'thinking';
  readonly id: string;
  readonly parts: Parameters<typeof textOfPart>[0][];
}

interface ItemsContext {
  /** Begins the id of every item. */
  readonly prefix: string;
  readonly sources: Sources;
  /** The names of the tools of the page. Without it, any function may be one of them. */
  readonly tools: ReadonlySet<string> | undefined;
  /** Whether another response of the message has displayed a call. */
  readonly hasCall: (call: string | undefined) => boolean;
}

/**
 * The displayed items of one response. Each item of the output is projected as a whole when it changes; text that grows
 * at its end is appended without that. Ids contain the position of the item, so that a replay has the same ones.
 */
export class ResponseItems {
  readonly response: ResponseState;
  readonly #context: ItemsContext;
  readonly #shown = new Map<OutputItem, readonly Item[]>();
  #ending: FinalStatus | undefined;

  constructor(response: ResponseState, context: ItemsContext) {
    this.response = response;
    this.#context = context;
  }

  /** All displayed items. */
  get items(): readonly Item[] {
    return this.response.items.flatMap(({item}) => this.#shown.get(item) ?? []);
  }

  /** Whether functions were called that only the server can run. */
  get hasServerCalls(): boolean {
    return this.response.items.some(
      ({item}) => item.type === 'function_call' && !this.#resultOf(item) && !this.#isKnown(item),
    );
  }

  /** Appends text to the displayed item. Returns `undefined` if it is not displayed in that way. */
  grow(item: OutputItem, {field, text}: Growth): Op | undefined {
    const items = this.#shown.get(item) ?? [];
    const isText = field === 'text';
    const at = items.findLastIndex(({kind}) =>
      isText ? kind === 'text' || kind === 'thinking' : kind === 'tool',
    );
    const shown = items[at];
    const name = isText ? 'text' : 'input';
    if (!shown) return undefined;
    const before: unknown = Reflect.get(shown, name);
    if (typeof before !== 'string') return undefined;
    this.#shown.set(item, items.with(at, {...shown, [name]: before + text}));
    return {op: 'append', id: shown.id, field: name, text};
  }

  /** Projects an item again, and the call whose result it is. */
  update(item: OutputItem): void {
    for (const placed of this.response.items) {
      const isCall = item.callId !== undefined && placed.item.callId === item.callId;
      if (placed.item === item || isCall) this.#project(placed.item, placed.order);
    }
  }

  /** Projects all items again, at the end of the response. */
  end(ending: FinalStatus | undefined): void {
    this.#ending = ending;
    for (const {item, order} of this.response.items) this.#project(item, order);
  }

  /** Ends the calls of a response: another response followed in the same stream, so the server has run them. */
  endServerCalls(): void {
    this.end('done');
    this.change(ranOnServer);
  }

  /** Changes displayed items. */
  change(of: (item: Item) => Item): void {
    for (const [item, items] of this.#shown) this.#shown.set(item, items.map(of));
  }

  #project(item: OutputItem, order: number): void {
    const id = `${this.#context.prefix}.${order}`;
    const isText = item.type === 'message' || item.type === 'reasoning';
    const items = isText
      ? this.#texts(item, id)
      : toolItems(item, {
          id,
          ending: this.#ending,
          result: this.#resultOf(item),
          approval: this.#approvalOf(item),
          isOfPage: isCallable(item.fields) && this.#isKnown(item, true),
          isStray: this.#ending !== undefined && this.#isStray(item),
        });
    this.#shown.set(item, items);
  }

  #isKnown({fields}: OutputItem, otherwise = false): boolean {
    return this.#context.tools?.has(asText(fields['name']) ?? '') ?? otherwise;
  }

  /** Some servers count the ids of calls anew in each response: the second call with an id has its second output. */
  #resultOf(call: OutputItem): OutputItem | undefined {
    const {callId} = call;
    if (callId === undefined || call.isResult) return undefined;
    const same = this.response.items.map(({item}) => item).filter(item => item.callId === callId);
    const place = same.filter(({isResult}) => !isResult).indexOf(call);
    return same.filter(({isResult}) => isResult)[place];
  }

  /** Whether an item is the result of a call that is not in this message. */
  #isStray({type, callId}: OutputItem): boolean {
    if (!type.endsWith('_call_output')) return false;
    const isCall = ({item}: PlacedItem): boolean => item.callId === callId && !item.isResult;
    return !this.response.items.some(isCall) && !this.#context.hasCall(callId);
  }

  /** What was answered to a question, also what was written instead of a decision; `undefined` if it is open. */
  #approvalOf({id, type, fields}: OutputItem): RequestAnswer | undefined {
    if (id === undefined || type !== 'mcp_approval_request') return undefined;
    const answer = answerTo(
      fields,
      this.response.items.map(({item}) => item.fields),
    );
    if (!answer) return undefined;
    const approved = answer['type'] === 'mcp_call' || answer['approve'] === true;
    const reason = approved ? undefined : asText(answer['reason']);
    return {type: 'confirm', input: reason === undefined ? approved : {approved, reason}};
  }

  #texts(item: OutputItem, id: string): readonly Item[] {
    const status = plainStatus(item, this.#ending);
    return runsOf(item, id).flatMap((run): readonly Item[] =>
      run.kind === 'text' ? this.#text(run, status) : thinkingOf(run, status),
    );
  }

  #text({id, parts}: PartRun, status: Status): readonly Item[] {
    const marks: Mark[] = [];
    const others: Item[] = [];
    let text = '';
    let before = 0;
    for (const part of parts) {
      const own = textOfPart(part);
      const annotations = asRecords(part['annotations']);
      const place = {start: text.length, before};
      const cited = this.#context.sources.read(id, annotations, own, place);
      marks.push(...cited.marks);
      others.push(...cited.files);
      text += own;
      before += annotations.length;
    }
    others.push(...this.#context.sources.of(id));
    if (text === '') return others;
    const item: TextItem = {
      id,
      kind: 'text',
      status,
      children: [],
      text,
      ...(marks.length > 0 && {marks: marks.sort((a, b) => a.offset - b.offset)}),
    };
    return [item, ...others];
  }
}

/** The parts of a message or of reasoning, joined to runs of one kind. */
function runsOf(item: OutputItem, id: string): readonly PartRun[] {
  const runs: PartRun[] = [];
  for (const list of ['summary', 'content'] as const) {
    for (const [place, part] of item.parts(list)) {
      const {type} = part;
      const isThought = item.type === 'reasoning' || type === 'reasoning_text';
      const kind = isThought ? 'thinking' : 'text';
      const last = runs.at(-1);
      if (last?.kind === kind) last.parts.push(part);
      else runs.push({kind, id: `${id}.${list === 'summary' ? 's' : ''}${place}`, parts: [part]});
    }
  }
  return runs;
}

/** Reasoning, whose parts are separated by a blank line. Encrypted reasoning has no text and is not displayed. */
function thinkingOf({id, parts}: PartRun, status: Status): readonly ThinkingItem[] {
  const text = parts.map(textOfPart).filter(Boolean).join('\n\n');
  return text === '' ? [] : [{id, kind: 'thinking', status, children: [], text}];
}

function ranOnServer(item: Item): Item {
  if (item.kind !== 'tool' || item.runsIn !== 'page') return item;
  return {...item, runsIn: 'server', status: 'done'};
}
