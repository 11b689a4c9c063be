import {spacedJson, textOf} from '../json.js';
import type {TaskAnswer} from '../store/tasks.js';
import type {StoredEvent} from './events.js';
import {sortEvents} from './order.js';

interface StepContent {
  readonly number: number;
  title: string;
  single: boolean;
  done: boolean;
  readonly body: StepPart[];
}

/** Text is appended to preceding text; blocks are separate. */
type StepPart =
  {kind: 'text'; text: string} | {kind: 'block'; text: string} | {kind: 'step'; step: StepContent};

/**
 * The content of the message of a run: its steps, text, checkpoints, questions with their answers, and its error, as
 * tagged text (Ubik Agent API guide, "Agent Message Structure"). A snapshot (`agent_response_update`) may only occur
 * between steps. `answers[n]` answers the n-th `input_required`.
 */
export function messageContent(
  events: readonly StoredEvent[],
  answers: readonly (TaskAnswer | undefined)[],
  {ended}: {readonly ended: boolean},
): string {
  let base = '';
  let top: StepPart[] = [];
  let error = '';
  let steps = new Map<number, StepContent>();
  let current: StepContent | undefined;
  let questions = 0;

  const stepOf = (number: number): StepContent => {
    let step = steps.get(number);
    if (!step) {
      step = {number, title: '', single: false, done: false, body: []};
      steps.set(number, step);
      top.push({kind: 'step', step});
    }
    return step;
  };
  const addBlock = (text: string): void => {
    (current?.body ?? top).push({kind: 'block', text});
  };

  for (const event of sortEvents(events)) {
    switch (event.type) {
      case 'agent_step_started': {
        const number = Number(event['step']);
        if (steps.get(number)?.done) steps.delete(number);
        current = stepOf(number);
        current.title = textOf(event['description']);
        current.single = event['single_step_agent'] === true;
        break;
      }
      case 'agent_step_completed': {
        const step = stepOf(Number(event['step']));
        step.done ||= event['completed'] !== false;
        if (current === step) current = undefined;
        break;
      }
      case 'response_chunk': {
        const number = event['step'];
        const parts = typeof number === 'number' ? stepOf(number).body : top;
        const last = parts.at(-1);
        const text = textOf(event['content']);
        if (last?.kind === 'text') last.text += text;
        else parts.push({kind: 'text', text});
        break;
      }
      case 'agent_response_update':
        base = textOf(event['content']);
        top = [];
        steps = new Map();
        current = undefined;
        break;
      case 'checkpoint_created':
        addBlock(checkpointBlock(String(event['checkpoint_name'])));
        break;
      case 'input_required':
        addBlock(questionBlock(event, answers[questions++]));
        break;
      case 'agent_processing_error':
        error = errorBlock(event);
    }
  }
  const over = ended || error !== '';
  const parts = top.map((part, index) =>
    part.kind === 'step' ? stepBlock(part.step, over || index < top.length - 1) : part.text,
  );
  return join([base, ...parts, error]);
}

/** Joins parts with line feeds, unless a part ends with one. */
function join(parts: readonly string[]): string {
  let all = '';
  for (const part of parts) {
    if (part === '') continue;
    all += all === '' || all.endsWith('\n') ? part : `\n${part}`;
  }
  return all;
}

function stepBlock(step: StepContent, closed: boolean): string {
  const flag = step.single ? '<<SINGLE_STEP_FLAG>>\n' : '';
  const head = `<<STEP_START>>\n${flag}Step ${step.number}: ${step.title}${step.done ? ' ✓' : ''}\n`;
  const body = join(step.body.map(part => (part.kind === 'step' ? '' : part.text)));
  if (!closed && !step.done) return head + body;
  return `${head}${body}${body === '' || body.endsWith('\n') ? '' : '\n'}<<STEP_END>>`;
}

function checkpointBlock(name: string): string {
  return `<<CHECKPOINT_START>>\nCheckpoint: ${name}\n<<CHECKPOINT_END>>`;
}

function questionBlock(event: StoredEvent, answer: TaskAnswer | undefined): string {
  const types = Array.isArray(event['input_types']) ? event['input_types'].join(', ') : '';
  const question = `<<INPUT_REQUIRED_START>>\n${String(event['prompt'])}\nExpected input types: ${types}\n`;
  const state = answer
    ? `\n<<USER_INPUT_PROVIDED_START>>\n${spacedJson(answer)}\n<<USER_INPUT_PROVIDED_END>>\n`
    : `checkpoint_name: ${String(event['checkpoint_name'])}\n`;
  return `${question}${state}<<INPUT_REQUIRED_END>>`;
}

function errorBlock({error, traceback, timestamp}: StoredEvent): string {
  const details = JSON.stringify({error, traceback, timestamp}, null, 2);
  return (
    `<<ERROR_START>>\nError: ${String(error)}\n<<ERROR_END>>\n\n` +
    `<<ERROR_JSON_START>>\n${details}\n<<ERROR_JSON_END>>`
  );
}
