import {faultSchema, type Fault} from './fault.js';

/** Faults that the text of a message requests for its own response: "drop the connection, then compare numbers". */
const phrases: readonly (readonly [RegExp, object])[] = [
  [/drop the connection/i, {kind: 'drop', at_frame: 12}],
  [/end the stream early/i, {kind: 'end', at_frame: 12}],
  [/stall the stream/i, {kind: 'stall', at_frame: 12}],
  [/duplicate (the )?frames/i, {kind: 'duplicate'}],
  [/shuffle (the )?frames/i, {kind: 'shuffle'}],
  [/split (the )?events/i, {kind: 'split', shuffle: true}],
  [/cut (the )?bytes/i, {kind: 'cut', size: 3}],
  [/malformed frames/i, {kind: 'malformed'}],
];

export function faultsInText(text: string): Fault[] {
  return phrases
    .filter(([pattern]) => pattern.test(text))
    .map(([, fault]) => faultSchema.parse(fault));
}
