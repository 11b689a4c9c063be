import {OutputItem, outputsOf, partPlace, without, type Growth} from './output-item.js';
import {type Place, type ResponsesEvent, typeOf} from './events.js';
import {asNumber, asRecord, asRecords, asText, type JsonRecord} from '../../values.js';
import {jsonText} from '../../json.js';

/** An item of the output with its position among the others. */
export interface PlacedItem {
  readonly order: number;
  readonly item: OutputItem;
}

/** A change of one item. Without `growth`, anything in it may be different. */
export interface Change {
  readonly item: OutputItem;
  readonly growth?: Growth;
}

/** A response as it is stored and sent back. */
export interface ResponseRecord {
  readonly id: string;
  readonly status: string;
  readonly model?: string;
  readonly usage?: JsonRecord;
  /** `false` if the server has not stored the response, so that it does not know its items. */
  readonly store?: false;
  readonly output: readonly JsonRecord[];
  /** While it is in progress: what is needed to continue its stream. */
  readonly position?: ResponsePosition;
}

export interface ResponsePosition {
  /** The number of the last event. */
  readonly number: number;
  /** The order of each item, and whether it is complete. */
  readonly items: readonly (readonly [order: number, isDone: boolean])[];
}

type ItemEvent = Extract<ResponsesEvent, {readonly place: Place}>;

/**
 * Accumulates the events of one response. Items are found by `output_index`; without it by id, and without both it is
 * the last open item of the type that the event implies. Ids alone are not reliable, because gateways change them in
 * every event, and some servers send the same index for all items. A delta of an item that is unknown begins it.
 */
export class ResponseState {
  /** The fields of the response without its output. */
  head: JsonRecord = {};
  /** `in_progress`, or the status that it ended with. */
  status = 'in_progress';
  /** The number of the last event. */
  number = -1;
  #items: PlacedItem[] = [];
  /** The newest items with an index that another item has. */
  readonly #newest = new Map<number, OutputItem>();

  constructor(record?: ResponseRecord) {
    if (!record) return;
    const {output, position, status, ...head} = record;
    this.head = head;
    this.status = status;
    this.number = position?.number ?? -1;
    this.#items = output.map((fields, index) => {
      const [order, isDone] = position?.items[index] ?? [index, false];
      const item = new OutputItem(fields);
      item.isDone = isDone;
      return {order, item};
    });
  }

  get id(): string {
    return asText(this.head['id']) ?? '';
  }

  get isOver(): boolean {
    return this.status !== 'in_progress';
  }

  /** The items in the order of the output. */
  get items(): readonly PlacedItem[] {
    return this.#items;
  }

  get record(): ResponseRecord {
    const {model, usage, store} = this.head;
    return {
      id: this.id,
      status: this.status,
      ...(asText(model) !== undefined && {model: asText(model) ?? ''}),
      ...(usage !== undefined && usage !== null && {usage: asRecord(usage)}),
      ...(store === false && {store}),
      output: this.#items.map(({item}) => item.record),
      ...(!this.isOver && {
        position: {
          number: this.number,
          items: this.#items.map(({order, item}) => [order, item.isDone] as const),
        },
      }),
    };
  }

  /** Takes the fields of the response. */
  describe(response: JsonRecord): void {
    this.head = {...this.head, ...without(response, 'output')};
  }

  /** Takes the fields of the response and the items that it has from the start. */
  begin(response: JsonRecord): void {
    this.describe(response);
    for (const item of asRecords(response['output'])) this.#append(new OutputItem(item));
  }

  /** Forgets all items, because the stream begins again. */
  restart(): void {
    this.#items = [];
    this.#newest.clear();
    this.status = 'in_progress';
  }

  accept(event: ItemEvent): Change {
    const item = this.#itemOf(event);
    switch (event.type) {
      case 'added':
        item.replace(event.item);
        return {item};
      case 'done':
        item.replace(event.item, {isDone: true});
        item.finish();
        return {item};
      case 'part':
        item.putPart(
          event.list,
          partPlace(event.fields, event.list),
          asRecord(event.fields['part']),
          {isDone: event.isDone},
        );
        return {item};
      case 'phase':
        item.phase(event.phase);
        return {item};
      case 'annotation': {
        const {annotation_index: index, annotation} = event.fields;
        item.annotate(partPlace(event.fields, 'content'), asNumber(index), asRecord(annotation));
        return {item};
      }
      case 'grow':
      case 'replace':
        return this.#fill(item, event);
      default:
        return this.#work(item, event);
    }
  }

  /** Ends the response. Its output is the truth about content and order, but does not erase what was streamed. */
  finish(status: string, response: JsonRecord): void {
    this.describe(response);
    this.status = status;
    const output = asRecords(response['output']);
    const ids = new Set(output.map(({id}) => id));
    const left = [...this.#items];
    const ordered = output.map(item => {
      const known = partnerOf(item, left, ids);
      if (known) left.splice(left.indexOf(known), 1);
      const placed = known ?? this.#append(new OutputItem(item));
      placed.item.replace(item, {isFinal: true});
      return placed;
    });
    for (const item of left) {
      if (ordered.some(one => isRepeated(one.item, item.item))) continue;
      const previous = this.#items[this.#items.indexOf(item) - 1];
      ordered.splice(previous ? ordered.indexOf(previous) + 1 : 0, 0, item);
    }
    this.#items = ordered;
    for (const {item} of ordered) {
      if (status === 'completed') item.finish();
      item.settle();
    }
  }

  #fill(item: OutputItem, {type, into, fields}: Extract<ItemEvent, {into: unknown}>): Change {
    const place = into.list && partPlace(fields, into.list);
    const delta = textOf(fields['delta']);
    if (type === 'grow') {
      const growth = item.grow(into, place, delta);
      return growth ? {item, growth} : {item};
    }
    item.put(into, place, textOf(fields[into.field] ?? fields['text']));
    const name = asText(fields['name']);
    if (name !== undefined && item.fields['name'] === undefined) item.replace({name});
    return {item};
  }

  #work(item: OutputItem, {type, verb, fields}: Extract<ItemEvent, {verb: string}>): Change {
    const place = asNumber(fields['command_index']) ?? 0;
    const isWhole = verb !== 'delta';
    const {delta} = fields;
    if (type === 'command') {
      item.command(place, textOf(isWhole ? fields['command'] : delta), isWhole);
    } else if (type === 'diff') item.diff(textOf(isWhole ? fields['diff'] : delta), isWhole);
    else if (isWhole) item.replaceOutputs(place, outputsOf(fields));
    else item.appendOutput(place, asRecord(delta));
    return {item};
  }

  /** The item of an event, created if it is unknown. */
  #itemOf(event: ItemEvent): OutputItem {
    const {place} = event;
    const known = event.type === 'added' ? this.#announced(place) : this.#find(place);
    if (known && !(event.type === 'done' && this.#isSecond(known, place))) return known;
    const {index} = place;
    const isFree = index !== undefined && !this.#isShared(index);
    const isItem = event.type === 'added' || event.type === 'done';
    const item = new OutputItem(isItem ? event.item : {...idOf(place), type: place.type});
    if (isFree) this.#insert(index, item);
    else this.#append(item);
    if (index !== undefined && !isFree) this.#newest.set(index, item);
    return item;
  }

  /** Whether a complete question is at another place: servers use the id of an approval twice. */
  #isSecond(known: OutputItem, {index}: Place): boolean {
    return (
      known.type === 'mcp_approval_request' &&
      known.isDone &&
      index !== undefined &&
      !this.#isShared(index)
    );
  }

  /** An item that is announced again is the same one if it has the same place and type and is not complete. */
  #announced({index, id, type}: Place): OutputItem | undefined {
    const known = this.#items.find(({order, item}) =>
      index === undefined ? id !== undefined && item.id === id : order === index,
    )?.item;
    return known?.type === type && !known.isDone ? known : undefined;
  }

  #find({index, id, type}: Place): OutputItem | undefined {
    // A call and its result have the same `call_id`.
    const isResult = type.endsWith('_output');
    const isNamed = ({item}: PlacedItem): boolean =>
      id !== undefined &&
      (item.id === id || (item.callId === id && item.type.endsWith('_output') === isResult));
    const isOfType = ({item}: PlacedItem): boolean => item.type === type;
    const fitting = this.#items.filter(isOfType);
    const isOpen = (one: PlacedItem): boolean => isNamed(one) && !one.item.isDone;
    const newest = index === undefined ? undefined : this.#newest.get(index);
    if (newest?.type === type && !newest.isDone) {
      // Some servers send one index for all: an item that is named is meant.
      return fitting.find(isOpen)?.item ?? newest;
    }
    const there = index === undefined ? undefined : fitting.find(({order}) => order === index);
    if (there && (isNamed(there) || !there.item.isDone)) return there.item;
    const open = index === undefined || this.#isShared(index);
    const found =
      fitting.find(isOpen) ??
      fitting.find(isNamed) ??
      this.#items.find(isNamed) ??
      there ??
      (open ? fitting.findLast(({item}) => !item.isDone) : undefined);
    return found?.item;
  }

  /** Whether an item has the index. One of another type does if the server does not count its items. */
  #isShared(index: number): boolean {
    return this.#items.some(({order}) => order === index);
  }

  #insert(order: number, item: OutputItem): void {
    const at = this.#items.findLastIndex(other => other.order <= order) + 1;
    this.#items.splice(at, 0, {order, item});
  }

  #append(item: OutputItem): PlacedItem {
    const placed = {order: Math.max(-1, ...this.#items.map(({order}) => order)) + 1, item};
    this.#items.push(placed);
    return placed;
  }
}

/**
 * The streamed item that an item of the final output is: by id, by call, or the next one of its type whose id is not in
 * the output.
 */
function partnerOf(
  item: JsonRecord,
  left: readonly PlacedItem[],
  ids: ReadonlySet<unknown>,
): PlacedItem | undefined {
  const id = asText(item['id']);
  const call = asText(item['call_id']);
  const type = typeOf(item);
  const same = left.filter(one => one.item.type === type);
  return (
    same.find(one => id !== undefined && one.item.id === id) ??
    same.find(one => call !== undefined && one.item.callId === call) ??
    same.find(one => one.item.id === undefined || !ids.has(one.item.id))
  );
}

/**
 * Whether one is the other message again: some servers announce a text a second time after the calls that follow it, or repeat
 * it at another place.
 */
const isRepeated = (one: OutputItem, other: OutputItem): boolean =>
  one.type === 'message' && other.type === 'message' && one.text === other.text;

const idOf = ({id}: Place): JsonRecord => (id === undefined ? {} : {id});

/** A text of an event. Some local servers send arguments as an object. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const {text} = asRecord(value);
  if (typeof text === 'string') return text;
  return value === undefined || value === null ? '' : (jsonText(value) ?? '');
}
