import type {Fields} from '../../model/op.js';
import {defined, listOf, numberOf, recordOf, textOf, type WireRecord} from '../values.js';
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
    inputTypes: textsOf(asked['input_types']),
    schema: shallow(asked['schema']),
    choices: choicesOf(asked['choices'] ?? asked['options']),
    timeout: numberOf(asked['timeout']),
  });
}

function textsOf(value: unknown): readonly string[] {
  return listOf(value).filter(text => typeof text === 'string');
}

function choicesOf(value: unknown): readonly string[] | undefined {
  const choices = textsOf(value);
  return choices.length > 0 ? choices : undefined;
}
