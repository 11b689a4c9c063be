import type {GivenAnswer} from '../../../../src/core/protocol/ubik/rebuild/layout.js';
import type {SentEvent} from './folded.js';

/**
 * The published rebuild in its simplest form: sort, walk, join strings. Slow, and shares only types with the
 * sources.
 */
export function oracle(
  arrived: readonly SentEvent[],
  answers: readonly GivenAnswer[] = [],
): string {
  const message = new OracleMessage([...answers]);
  for (const event of inOrder(arrived)) message.take(event);
  return message.text();
}

interface OracleStep {
  readonly number: number;
  title: string;
  single: boolean;
  done: boolean;
  left: boolean;
  readonly body: string[][];
}

type OracleSegment = {readonly lines: string[]} | {readonly step: OracleStep};

class OracleMessage {
  readonly #answers: GivenAnswer[];
  #segments: OracleSegment[] = [];
  #steps: OracleStep[] = [];
  #current: OracleStep | undefined;
  #textLength = 0;
  #ended = false;
  #error = '';

  constructor(answers: GivenAnswer[]) {
    this.#answers = answers;
  }

  take(event: SentEvent): void {
    const number = typeof event['step'] === 'number' ? event['step'] : undefined;
    const text = typeof event['content'] === 'string' ? event['content'] : undefined;
    if (event.type === 'agent_step_started' && number !== undefined) this.#start(event, number);
    if (event.type === 'agent_step_completed' && number !== undefined) {
      const step = this.#newest(number) ?? this.#add(number);
      if (event['completed'] === false) step.left = true;
      else step.done = true;
      if (this.#current === step) this.#current = undefined;
    }
    if (event.type === 'response_chunk' && text !== undefined) this.#chunk(text, number);
    if (event.type === 'checkpoint_created') {
      const name = String(event['checkpoint_name']);
      this.#block(`<<CHECKPOINT_START>>\nCheckpoint: ${name}\n<<CHECKPOINT_END>>`);
    }
    if (event.type === 'input_required') this.#block(this.#question(event));
    if (event.type === 'agent_response_update' && text !== undefined) this.#snapshot(text);
    if (event.type === 'agent_processing_complete') this.#ended = true;
    if (event.type === 'agent_processing_error') {
      this.#ended = true;
      const {error, traceback, timestamp} = event;
      const details = JSON.stringify({error, traceback, timestamp}, undefined, 2);
      this.#error = `<<ERROR_START>>\nError: ${String(error)}\n<<ERROR_END>>\n\n<<ERROR_JSON_START>>\n${details}\n<<ERROR_JSON_END>>`;
    }
  }

  text(): string {
    const parts = this.#segments.map((segment, at) =>
      'step' in segment
        ? stepText(segment.step, this.#ended || at < this.#segments.length - 1)
        : segment.lines.join(''),
    );
    return joined([...parts, this.#error]);
  }

  #start(event: SentEvent, number: number): void {
    let step = this.#newest(number);
    if (!step || step.done) step = this.#add(number);
    if (typeof event['description'] === 'string' && event['description'] !== '') {
      step.title = event['description'];
    }
    step.single = event['single_step_agent'] === true;
    step.left = false;
    if (this.#current && this.#current !== step) this.#current.left = true;
    this.#current = step;
  }

  #chunk(text: string, number: number | undefined): void {
    this.#textLength += text.length;
    const single = this.#current?.single ? this.#current : undefined;
    const step = number === undefined ? single : (this.#newest(number) ?? this.#add(number));
    if (step) step.body.at(-1)?.push(text);
    else {
      const last = this.#segments.at(-1);
      if (last && 'lines' in last && last.lines[0] !== MADE) last.lines.push(text);
      else this.#segments.push({lines: [text]});
    }
  }

  #block(text: string): void {
    if (this.#current) this.#current.body.push([text], []);
    else this.#segments.push({lines: [MADE, text]});
  }

  #question(event: SentEvent): string {
    const name = String(event['checkpoint_name']);
    const types = (event['input_types'] as string[]).join(', ');
    const at = this.#answers.findIndex(({checkpoint_name: asked}) => asked === name);
    const [answer] = at === -1 ? [] : this.#answers.splice(at, 1);
    const given = answer && `{"input": ${JSON.stringify(answer.input)}, "type": "${answer.type}"}`;
    const end = given
      ? `\n<<USER_INPUT_PROVIDED_START>>\n${given}\n<<USER_INPUT_PROVIDED_END>>\n`
      : `checkpoint_name: ${name}\n`;
    return `<<INPUT_REQUIRED_START>>\n${String(event['prompt'])}\nExpected input types: ${types}\n${end}<<INPUT_REQUIRED_END>>`;
  }

  #snapshot(text: string): void {
    if (text === '' || (text.length < this.#textLength && !text.includes('<<'))) return;
    this.#textLength = text.length;
    this.#steps = [];
    this.#current = undefined;
    this.#segments = [{lines: [text]}];
    if (text.endsWith('>>')) this.#segments.push({lines: []});
    const open = OPEN_STEP.exec(text);
    const [, before = '', flag, number, title = '', rest = ''] = open ?? [];
    if (!open || rest.includes('<<STEP_END>>')) return;
    this.#segments = before === '' ? [] : [{lines: [before]}];
    const step = this.#add(Number(number));
    step.title = title;
    step.single = flag !== undefined;
    step.body.push([rest]);
    this.#current = step;
  }

  #newest(number: number): OracleStep | undefined {
    return this.#steps.findLast(step => step.number === number);
  }

  #add(number: number): OracleStep {
    const step = {number, title: '', single: false, done: false, left: false, body: [[]]};
    this.#steps.push(step);
    this.#segments.push({step});
    return step;
  }
}

/** Precedes content that the client created, which no chunk continues. */
const MADE = '';

const OPEN_STEP =
  /^([^]*?)\n?<<STEP_START>>\n(<<SINGLE_STEP_FLAG>>\n)?Step (\d+): ([^\n]*)\n((?:(?!<<STEP_START>>)[^])*)$/;

function stepText(step: OracleStep, closed: boolean): string {
  const flag = step.single ? '<<SINGLE_STEP_FLAG>>\n' : '';
  const head = `<<STEP_START>>\n${flag}Step ${step.number}: ${step.title}${step.done ? ' ✓' : ''}\n`;
  const body = joined(step.body.map(pieces => pieces.join('')));
  if (!closed && !step.done && !step.left) return head + body;
  return `${head}${body}${body === '' || body.endsWith('\n') ? '' : '\n'}<<STEP_END>>`;
}

function joined(parts: readonly string[]): string {
  let all = '';
  for (const part of parts) {
    if (part === '') continue;
    if (all !== '' && !all.endsWith('\n')) all += '\n';
    all += part;
  }
  return all;
}

function inOrder(arrived: readonly SentEvent[]): readonly SentEvent[] {
  let greatest = -Infinity;
  const keyed = arrived.map(event => {
    const time = micros(event['timestamp'] ?? event['created_at']);
    greatest = Math.max(greatest, time ?? greatest);
    return {event, key: time ?? greatest};
  });
  // An insertion sort, to be stable beyond doubt.
  const sorted: typeof keyed = [];
  for (const entry of keyed) {
    const place = sorted.findLastIndex(({key}) => key <= entry.key);
    sorted.splice(place + 1, 0, entry);
  }
  return sorted.map(({event}) => event);
}

function micros(time: unknown): number | undefined {
  if (typeof time !== 'string') return undefined;
  const [, seconds = '', fraction = '', zone = 'Z'] = /^(.{19})(?:\.(\d+))?(.*)$/.exec(time) ?? [];
  return Date.parse(seconds + (zone || 'Z')) * 1000 + Number(fraction.padEnd(6, '0').slice(0, 6));
}
