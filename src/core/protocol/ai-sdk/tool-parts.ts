import type {Chunk} from './chunks.js';
import type {UiPart} from './record.js';
import {asText, type JsonRecord} from '../../values.js';
import {jsonText} from '../../json.js';
import {parsePartialJson} from '../../partial-json.js';

/** A chunk about a tool call. */
export type ToolChunk = Extract<Chunk, {readonly call: string}>;

/** The fields that are there. `null` is kept only where it is a value: in the input, output and data of a part. */
export function given(fields: JsonRecord): JsonRecord {
  const values = new Set(['input', 'output', 'data']);
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([name, value]) => value !== undefined && (value !== null || values.has(name)),
    ),
  );
}

/** The type of a new call. A tool that the server did not know when it was built is `dynamic`. */
export function typeOf({dynamic, toolName}: JsonRecord): JsonRecord {
  const name = asText(toolName) ?? '';
  return dynamic === true ? {type: 'dynamic-tool', toolName: name} : {type: `tool-${name}`};
}

/** The name of a known call: the SDK may repair it together with the input. */
export function renamed(part: UiPart, {toolName}: JsonRecord): JsonRecord {
  const name = asText(toolName);
  if (name === undefined) return {};
  return typeOf({dynamic: part.type === 'dynamic-tool', toolName: name});
}

/** The fields of the part of a call after a chunk. */
export function partFields(part: UiPart | undefined, {type, fields}: ToolChunk): JsonRecord {
  const {providerExecuted, title, toolMetadata, providerMetadata, errorText} = fields;
  const common = given({providerExecuted, title, toolMetadata});
  const call = {...common, ...given({callProviderMetadata: providerMetadata})};
  const result = {...common, ...given({resultProviderMetadata: providerMetadata})};
  const settled = {rawInput: undefined, inputEncoding: undefined, preliminary: undefined};
  switch (type) {
    case 'tool-input-start':
      return {
        state: 'input-streaming',
        ...given({inputEncoding: fields['inputEncoding']}),
        ...call,
      };
    case 'tool-input-available':
      // A call that is sent again keeps its result and its approval, which is one of its input.
      return part && part['state'] !== 'input-streaming' && !isOtherThanApproved(part, fields)
        ? {input: fields['input'], ...call}
        : {
            ...settled,
            approval: undefined,
            state: 'input-available',
            input: fields['input'],
            ...call,
          };
    case 'tool-input-error':
      return {
        ...settled,
        state: 'output-error',
        input: fields['input'],
        errorText: asText(errorText) ?? '',
        ...result,
      };
    case 'tool-approval-request':
      return {state: 'approval-requested', approval: approvalOf(fields)};
    case 'tool-output-available':
      return {
        ...settled,
        state: 'output-available',
        output: fields['output'],
        errorText: undefined,
        ...(fields['preliminary'] === true && {preliminary: true}),
        ...result,
      };
    case 'tool-output-error':
      return {
        ...settled,
        ...(part && part.type !== 'dynamic-tool' && {rawInput: part['rawInput']}),
        state: 'output-error',
        output: undefined,
        errorText: asText(errorText) ?? '',
        ...result,
      };
    default:
      return {state: 'output-denied'};
  }
}

/** Whether a call gets another input than the user has decided about. */
const isOtherThanApproved = ({state, input}: UiPart, fields: JsonRecord): boolean =>
  state === 'approval-responded' && jsonText(input) !== jsonText(fields['input']);

function approvalOf(fields: JsonRecord): JsonRecord {
  const {approvalId, reason, isAutomatic, signature, approvalDescriptor} = fields;
  return {
    id: approvalId,
    ...('inputSchemaInput' in fields && {inputSchemaInput: fields['inputSchemaInput']}),
    ...given({
      descriptor: approvalDescriptor,
      requestReason: reason,
      signature,
      isAutomatic: isAutomatic === true ? true : undefined,
    }),
  };
}

/** A call with more of its input. */
export const withInput = (part: UiPart, {inputTextDelta}: JsonRecord): UiPart => ({
  ...part,
  rawInput: (asText(part['rawInput']) ?? '') + (asText(inputTextDelta) ?? ''),
});

/** A call whose input is not complete, with its input as far as it can be read. */
export function withPartialInput(part: UiPart): UiPart {
  const raw = asText(part['rawInput']);
  if (part['state'] !== 'input-streaming' || raw === undefined) return part;
  const input: unknown = part['inputEncoding'] === 'text' ? raw : parsePartialJson(raw);
  return input === undefined ? part : {...part, input};
}
