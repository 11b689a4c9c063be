import type {Fields} from '../../../model/op.js';
import {defined, numericOf, asRecord, asText, textsOf, type JsonRecord} from '../../../values.js';
import {shallow} from '../depth.js';
import type {UbikEvent} from '../events.js';

/**
 * Reads the question of a tool (`tool_input_required`), in both shapes of the guides: under `tool_input` in a session's
 * stream; next to the event's own fields or under `data` in the stream of one execution.
 */
export function readQuestion(event: UbikEvent): Fields<'request'> {
  const {tool_input: input, data} = event;
  const asked = {...asRecord(data), ...event, ...asRecord(input)} as JsonRecord;
  return defined({
    prompt: asText(asked['question']) ?? asText(asked['prompt']) ?? asText(input) ?? '',
    inputTypes: inputTypesOf(asked),
    schema: shallow(asked['schema']),
    confirmLabels: labelsOf(asked),
    choices: choicesOf(asked['choices'] ?? asked['options']),
    timeout: numericOf(asked['timeout']),
  });
}

/** The input types. The sample of a confirmation in the documentation has none; the tool's name identifies it. */
function inputTypesOf(asked: JsonRecord): readonly string[] {
  const types = textsOf(asked['input_types']);
  const isConfirmation = /(?:^|[:/])human_confirmation$/.test(asText(asked['tool_name']) ?? '');
  const isOpen = types.length === 0 && asked['schema'] === undefined;
  return isConfirmation && isOpen ? ['confirm'] : types;
}

function labelsOf(asked: JsonRecord): readonly [yes: string, no: string] | undefined {
  const yes = asText(asked['confirm_label']);
  const no = asText(asked['cancel_label']);
  return yes !== undefined && no !== undefined ? [yes, no] : undefined;
}

function choicesOf(value: unknown): readonly string[] | undefined {
  const choices = textsOf(value);
  return choices.length > 0 ? choices : undefined;
}
