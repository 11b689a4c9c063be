import {OutputItem, partPlace, receivedText, without, type Growth} from './output-item.js';
import {type ItemEvent, type Place, placeOf, typeOf} from './events.js';
import {recordOf} from './records.js';
import {asNumber, asRecord, asRecords, asText, defined, type JsonRecord} from '../../values.js';

/** An item of the output with its position among the others. */
export interface PlacedItem {
  readonly order: number;
  readonly item: OutputItem;
}

/** A change of one item. Without `growth`, anything in it may be different. */
export interface Change {
  readonly item: OutputItem;
  readonly growth?: Growth | undefined;
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
  readonly #newest = new Map<number | undefined, OutputItem>();

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
    const position = {
      number: this.number,
      items: this.#items.map(({order, item}) => [order, item.isDone]),
    };
    return recordOf({
      ...this.head,
      status: this.status,
      output: this.#items.map(({item}) => item.record),
      position: this.isOver ? undefined : position,
    });
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
    const {fields} = event;
    switch (event.type) {
      case 'added':
        item.replace(event.item);
        break;
      case 'done':
        item.replace(event.item, {isDone: true});
        item.finish();
        break;
      case 'part': {
        const {list, isDone} = event;
        item.putPart(list, partPlace(fields, list), asRecord(fields['part']), {isDone});
        break;
      }
      case 'phase':
        item.phase(event.phase);
        break;
      case 'annotation': {
        const {annotation_index: index, annotation} = fields;
        item.annotate(partPlace(fields, 'content'), asNumber(index), asRecord(annotation));
        break;
      }
      case 'grow': {
        const {into} = event;
        const place = into.list && partPlace(fields, into.list);
        return {item, growth: item.grow(into, place, receivedText(fields['delta']))};
      }
      case 'replace': {
        const {into} = event;
        const place = into.list && partPlace(fields, into.list);
        item.put(into, place, receivedText(fields[into.field] ?? fields['text']));
        const name = asText(fields['name']);
        if (name !== undefined && item.fields['name'] === undefined) item.replace({name});
        break;
      }
      default:
        item.work(event.type, event.isWhole, fields);
    }
    return {item};
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

  /** The item of an event, created if it is unknown. */
  #itemOf(event: ItemEvent): OutputItem {
    const place = placeOf(event);
    const known = event.type === 'added' ? this.#announced(place) : this.#find(place);
    const isLate = event.type === 'annotation' || event.type === 'phase';
    if (known && (isLate || !this.#isSecond(known, place))) return known;
    const {index} = place;
    const isFree = index !== undefined && !this.#isShared(index);
    const isItem = event.type === 'added' || event.type === 'done';
    const item = new OutputItem(isItem ? event.item : defined({id: place.id, type: place.type}));
    if (isFree) this.#insert(index, item);
    else this.#append(item);
    if (index !== undefined && !isFree) this.#newest.set(index, item);
    return item;
  }

  /** Whether a complete item is at another place: servers use the id of an approval twice, or one id for all items. */
  #isSecond(known: OutputItem, {index}: Place): boolean {
    return known.isDone && index !== undefined && !this.#isShared(index);
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
      id !== undefined && (item.id === id || (item.callId === id && item.isResult === isResult));
    const isOfType = ({item}: PlacedItem): boolean => item.type === type;
    const fitting = this.#items.filter(isOfType);
    const isOpen = (one: PlacedItem): boolean => isNamed(one) && !one.item.isDone;
    const newest = this.#newest.get(index);
    if (newest?.type === type && !newest.isDone) {
      // Some servers send one index for all: an item that is named is meant.
      return fitting.find(isOpen)?.item ?? newest;
    }
    const there = fitting.find(({order}) => order === index);
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

  #insert(order: number, item: OutputItem): PlacedItem {
    const at = this.#items.findLastIndex(other => other.order <= order) + 1;
    const placed = {order, item};
    this.#items.splice(at, 0, placed);
    return placed;
  }

  #append(item: OutputItem): PlacedItem {
    return this.#insert(Math.max(-1, ...this.#items.map(({order}) => order)) + 1, item);
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
