import {defined, asText} from '../../../values.js';

/** The fields in the text of a question. The lines after the prompt may be in any order, or missing. */
export interface Prompt {
  readonly prompt: string;
  readonly inputTypes: readonly string[];
  readonly checkpoint?: string;
}

export function readPrompt(text: string): Prompt {
  let inputTypes: readonly string[] = [];
  let checkpoint: string | undefined;
  const prompt: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    const types = /^Expected input types:\s*(.*)$/.exec(line);
    const name = /^checkpoint_name:\s*(.*)$/.exec(line);
    if (types) inputTypes = readTypes(types[1] ?? '');
    else if (name) checkpoint = name[1]?.trim();
    else prompt.push(line);
  }
  return defined({prompt: prompt.join('\n').trim(), inputTypes, checkpoint: asText(checkpoint)});
}

function readTypes(list: string): readonly string[] {
  return list
    .split(',')
    .map(type => type.trim())
    .filter(type => type !== '');
}
