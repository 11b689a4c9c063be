import type {ResponseRecord} from './response.js';
import {
  asArray,
  asNumber,
  asRecord,
  asRecords,
  asText,
  defined,
  type JsonRecord,
} from '../decode.js';
import type {MessageItem} from '../../model/item.js';

/** Reads the responses that a message keeps for the next request. */
export function recordsOf({
  protocolData,
}: Pick<MessageItem, 'protocolData'>): readonly ResponseRecord[] {
  return asRecords(protocolData).map(recordOf);
}

function recordOf(value: JsonRecord): ResponseRecord {
  const {position, usage} = value;
  const number = asNumber(asRecord(position)['number']);
  const items = asArray(asRecord(position)['items']).map((item, index) => {
    const [order, isDone] = asArray(item);
    return [asNumber(order) ?? index, isDone === true] as const;
  });
  return {
    id: asText(value['id']) ?? '',
    status: asText(value['status']) ?? 'completed',
    output: asRecords(value['output']),
    ...defined({
      model: asText(value['model']),
      usage: usage === undefined ? undefined : asRecord(usage),
      position: number === undefined ? undefined : {number, items},
    }),
  };
}
