import type {Fields} from '../../model/op.js';
import {defined, listOf, numericOf, recordOf, textOf, type WireRecord} from '../values.js';
import {shallow} from './depth.js';
import type {UbikEvent} from './events.js';

/**
 * What a tool asks (`tool_input_required`). Both shapes of the guides: under `tool_input` in a session's stream, beside
 * the event's own fields or under `data` in the stream of one execution.
 */
export function readQuestion(event: UbikEvent): Fields<'request'> {
  const {tool_input: input, data} = event;
  const asked = {...recordOf(data), ...event, ...recordOf(input)} as WireRecord;
  return defined({
    prompt: textOf(asked['question']) ?? textOf(asked['prompt']) ?? textOf(input) ?? '',
    inputTypes: inputTypesOf(asked),
    schema: shallow(asked['schema']),
    confirmLabels: labelsOf(asked),
    choices: choicesOf(asked['choices'] ?? asked['options']),
    timeout: numericOf(asked['timeout']),
  });
}

/** The documentation's own sample of a confirmation names no input types: its tool says what it is. */
function inputTypesOf(asked: WireRecord): readonly string[] {
  const types = textsOf(asked['input_types']);
  const isConfirmation = /(?:^|[:/])human_confirmation$/.test(textOf(asked['tool_name']) ?? '');
  const isOpen = types.length === 0 && asked['schema'] === undefined;
  return isConfirmation && isOpen ? ['confirm'] : types;
}

function labelsOf(asked: WireRecord): readonly [yes: string, no: string] | undefined {
  const yes = textOf(asked['confirm_label']);
  const no = textOf(asked['cancel_label']);
  return yes !== undefined && no !== undefined ? [yes, no] : undefined;
}

function textsOf(value: unknown): readonly string[] {
  return listOf(value).filter(text => typeof text === 'string');
}

function choicesOf(value: unknown): readonly string[] | undefined {
  const choices = textsOf(value);
  return choices.length > 0 ? choices : undefined;
}
