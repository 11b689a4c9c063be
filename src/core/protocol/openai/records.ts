import type {ResponseRecord} from './response.js';
import {
  asArray,
  asNumber,
  asRecord,
  asRecords,
  asText,
  defined,
  isRecord,
  type JsonRecord,
} from '../../values.js';
import {textOfItems, unrecordedText} from '../operations/sent-conversation.js';
import type {MessageItem} from '../../model/item.js';

/** Reads the responses that a message keeps for the next request. What a reload has interrupted has only its text. */
export function recordsOf(message: MessageItem): readonly ResponseRecord[] {
  const records = asRecords(message.protocolData).map(recordOf);
  if (records.length > 0 && unrecordedText(message, records) === '') return records;
  const ended = records.filter(({status}) => status !== 'in_progress');
  const text = records.length === 0 ? textOfItems(message) : unrecordedText(message, ended);
  if (text.trim() === '') return records;
  const content = [{type: 'output_text', text}];
  const output = [{type: 'message', role: 'assistant', content}];
  return [...ended, {id: '', status: 'interrupted', output}];
}

/** What is kept of a response. */
export function recordOf(value: JsonRecord): ResponseRecord {
  const {position, usage, store} = value;
  const number = asNumber(asRecord(position)['number']);
  const items = asArray(asRecord(position)['items']).map((item, index) => {
    const [order, isDone] = asArray(item);
    return [asNumber(order) ?? index, isDone === true] as const;
  });
  return {
    id: asText(value['id']) ?? '',
    status: asText(value['status']) ?? 'completed',
    output: asRecords(value['output']),
    ...(store === false && {store}),
    ...defined({
      model: asText(value['model']),
      usage: isRecord(usage) ? usage : undefined,
      position: number === undefined ? undefined : {number, items},
    }),
  };
}
