import fc from 'fast-check';
import type {Frame} from '../../../../src/core/sse/frame.js';
import {oracle} from './oracle.js';
import {at, framed, type SentEvent} from './folded.js';

/** Well-formed runs of an agent, as events with times, for properties. */

/** Text that looks like the beginning of a tag, but never is one, also when joined. */
const WORDS = [
  'Wait ',
  'é🙂 ',
  '\n',
  '\n\n  - x',
  ' < ',
  '1 << 2 ',
  '<<EOF ',
  '<</thinkin> ',
  '<b>x</b>',
  '<citation id=<b>',
  '<source_2>',
  '<web_citation url="https://a.example" title="A &amp; B">[1]</web_citation>',
  '<citation id="d1" name="N">[2]</citation>',
  '__proto__ ',
];
const TOOLS = ['web_search', 'mcp:files/read', 'a b', '__proto__', 'constructor'];
const JSONS = [
  '{"query": "x"}',
  '{"said": "a <<TOOL_STEP_RESULT_END>> b <<TOOL_STEP_INPUT_END>> c"}',
  '{"error": "no"}',
  '[1, {"deep": [null]}]',
  '"<<thinking>>"',
];

interface CallShape {
  readonly name: string;
  readonly input: string;
  readonly output: string;
  readonly inner: readonly MessagePart[];
  /** A second call that runs beside the first. */
  readonly beside: string | undefined;
}

type MessagePart =
  {readonly text: string} | {readonly thinking: string} | {readonly call: CallShape};

type SectionEntry =
  | {readonly part: MessagePart}
  | {
      readonly block:
        'checkpoint' | 'question' | 'snapshot' | 'progress' | 'tool' | 'early' | 'alias' | 'ended';
    };

type RunSection =
  | {readonly top: SectionEntry}
  | {readonly late: string}
  | {
      readonly title: string;
      readonly single: boolean;
      readonly again: boolean;
      readonly end: 'done' | 'failed' | 'open';
      readonly body: readonly SectionEntry[];
    };

export interface RunShape {
  readonly sections: readonly RunSection[];
  readonly ending: 'complete' | 'same' | 'other' | 'plain' | 'error' | 'none';
  /** How long the chunks are, in turn; none: a part is a chunk. */
  readonly cuts: readonly number[];
}

const prose = fc
  .array(fc.constantFrom(...WORDS), {minLength: 1, maxLength: 4})
  .map(words => words.join(''));

const {part} = fc.letrec<{part: MessagePart; call: CallShape}>(tie => ({
  part: fc.oneof(
    {maxDepth: 2},
    {weight: 4, arbitrary: prose.map(text => ({text}))},
    {weight: 1, arbitrary: prose.map(thinking => ({thinking}))},
    {weight: 2, arbitrary: tie('call').map(call => ({call}))},
  ),
  call: fc.record({
    name: fc.constantFrom(...TOOLS),
    input: fc.constantFrom(...JSONS),
    output: fc.constantFrom(...JSONS),
    inner: fc.array(tie('part'), {maxLength: 1}),
    beside: fc.option(fc.constantFrom(...TOOLS), {nil: undefined}),
  }),
}));

const entryWith = (live: readonly SectionEntry[]): fc.Arbitrary<SectionEntry> =>
  fc.oneof(
    {weight: 3, arbitrary: part.map(folded => ({part: folded}))},
    {
      weight: 1,
      arbitrary: fc.constantFrom<SectionEntry>(
        {block: 'checkpoint'},
        {block: 'question'},
        {block: 'snapshot'},
        {block: 'progress'},
        {block: 'tool'},
        ...live,
      ),
    },
  );

/** Events of a call that arrive before the text names it, under another id than the text's, and the end of a call. */
const LIVE: readonly SectionEntry[] = [
  {block: 'early'},
  {block: 'early'},
  {block: 'alias'},
  {block: 'ended'},
];

const sectionWith = (entry: fc.Arbitrary<SectionEntry>): fc.Arbitrary<RunSection> =>
  fc.oneof(
    {weight: 2, arbitrary: entry.map(top => ({top}))},
    {weight: 1, arbitrary: prose.map(late => ({late}))},
    {
      weight: 3,
      arbitrary: fc.record({
        title: fc.constantFrom('Search', 'Écrire 🙂', ''),
        single: fc.integer({min: 0, max: 5}).map(chance => chance === 0),
        again: fc.integer({min: 0, max: 4}).map(chance => chance === 0),
        end: fc.constantFrom('done', 'done', 'failed', 'open'),
        body: fc.array(entry, {maxLength: 4}),
      }),
    },
  );

/** The shape of a run: its content, how it ends, where its text is cut; `live`: with events that precede text. */
export function shapes(cut: boolean, live = false): fc.Arbitrary<RunShape> {
  return fc.record({
    sections: fc.array(sectionWith(entryWith(live ? LIVE : [])), {maxLength: 5}),
    ending: fc.constantFrom('complete', 'same', 'other', 'plain', 'error', 'none'),
    cuts: cut
      ? fc.array(fc.integer({min: 1, max: 20}), {minLength: 1, maxLength: 4})
      : fc.constant([]),
  });
}

/** The events of a run, without times. */
export function eventsOf({sections, ending, cuts}: RunShape): readonly SentEvent[] {
  const run = new GeneratedRun(cuts);
  for (const folded of sections) run.section(folded);
  run.end(ending);
  return run.events;
}

class GeneratedRun {
  readonly events: SentEvent[] = [
    {type: 'connection_established', session_id: 's', task_id: 't'},
    {type: 'response_stream_start', message_id: 'None'},
  ];
  readonly #cuts: readonly number[];
  #cut = 0;
  #calls = 0;
  #blocks = 0;
  #step = 0;
  #done = false;

  constructor(cuts: readonly number[]) {
    this.#cuts = cuts;
  }

  section(section: RunSection): void {
    if ('top' in section) this.#entry(section.top);
    else if ('late' in section) this.#late(section.late);
    else {
      // A step that was left counts as ended, so only one that was completed begins again.
      if (!section.again || !this.#done) this.#step++;
      this.#done = section.end === 'done';
      const {title, single} = section;
      const step = this.#step;
      this.#push('agent_step_started', {step, description: title, single_step_agent: single});
      for (const entry of section.body) this.#entry(entry, step);
      if (section.end !== 'open') {
        this.#push('agent_step_completed', {step, completed: section.end === 'done'});
      }
    }
  }

  end(ending: RunShape['ending']): void {
    if (ending === 'error') {
      this.#push('agent_processing_error', {
        error: 'It broke',
        traceback: 'File "x"\n<<STEP_END>>',
      });
    } else if (ending !== 'none') {
      const content = {
        complete: undefined,
        same: oracle([...this.events, {type: 'agent_processing_complete'}]),
        other: '<<STEP_START>>\nStep 7: Other ✓\nquite <source_9> other\n<<STEP_END>>\nend',
        plain: 'no structure at all',
      }[ending];
      this.#push('agent_processing_complete', {content});
    }
  }

  #entry(entry: SectionEntry, step?: number): void {
    if ('part' in entry) {
      this.#chunks(this.#render(entry.part), step);
      return;
    }
    const name = `point ${++this.#blocks}`;
    switch (entry.block) {
      case 'checkpoint':
        this.#push('checkpoint_created', {checkpoint_name: name});
        return;
      case 'question':
        this.#push('input_required', {
          checkpoint_name: name,
          prompt: 'Which?\nSay so.',
          input_types: ['text', 'json'],
        });
        return;
      case 'snapshot':
        this.#push('agent_response_update', {content: oracle(this.events)});
        return;
      case 'progress':
        this.#push('agent_step_progress', {step: 1, progress: 50, message: 'Working'});
        return;
      case 'tool':
        this.#live(`call_${this.#calls}`, 'never_told');
        return;
      case 'early':
        this.#live(`call_${this.#calls + 1}`, 'never_told');
        return;
      case 'alias':
        this.#live(`other_${this.#blocks % 3}`, TOOLS[this.#blocks % TOOLS.length] ?? '');
        return;
      case 'ended':
        this.#push('tool_end', {
          tool_execution_id: `call_${this.#calls + (this.#blocks % 2)}`,
          tool_name: 'never_told',
          data: {outputs: {n: 1}},
        });
    }
  }

  #live(execution: string, name: string): void {
    const of = {tool_execution_id: execution, tool_name: name};
    this.#push('tool_update', {...of, data: {phase: 'WEB_SEARCH', status: 'started'}});
    const key = this.#blocks % 2 === 0 ? 'response' : 'notes';
    this.#push('tool_partial_update', {...of, data: {content: 'so far ', output_key: key}});
  }

  #render(part: MessagePart): string {
    if ('text' in part) return part.text;
    if ('thinking' in part) return `<<thinking>>\n${part.thinking}\n<</thinking>>\n`;
    const {name, input, output, inner, beside} = part.call;
    const reference = `${name}:call_${++this.#calls}`;
    const second = beside === undefined ? '' : `${beside}:call_${++this.#calls}`;
    return [
      `<<TOOL_STEP_START/${reference}>>\n`,
      `<<TOOL_STEP_INPUT_START>>\n${input}\n<<TOOL_STEP_INPUT_END>>\n`,
      second && `<<TOOL_STEP_START/${second}>>\n`,
      ...inner.map(some => this.#render(some)),
      `<<TOOL_STEP_RESULT_START>>\n${output}\n<<TOOL_STEP_RESULT_END>>\n`,
      `<<TOOL_STEP_END/${reference}>>\n`,
      second && `<<TOOL_STEP_END/${second}>>\n`,
    ].join('');
  }

  #chunks(text: string, step?: number): void {
    for (let from = 0; from < text.length;) {
      const length = this.#cuts[this.#cut++ % this.#cuts.length] ?? text.length;
      const content = text.slice(from, from + length);
      this.#push('response_chunk', {content, ...(step !== undefined && {step})});
      from += length;
    }
  }

  /** A late chunk is complete: an incomplete tag after the end of a step cannot be distinguished from text. */
  #late(content: string): void {
    this.#push('response_chunk', {content, ...(this.#step > 0 && {step: this.#step})});
  }

  #push(type: string, fields: Readonly<Record<string, unknown>>): void {
    this.events.push({type, ...fields});
  }
}

/** The events with the times at which they happened, all different, written in the ways that servers have. */
export function timed(events: readonly SentEvent[]): readonly SentEvent[] {
  return events.map((event, place) => {
    const millis = place >> 1;
    const micros = place % 2 === 0 ? '000' : '500';
    const utc = at(millis);
    const time = [
      utc.replace('Z', `${micros}Z`),
      utc.replace('Z', `${micros}+00:00`),
      utc.replace('Z', micros),
      at(millis + 7_200_000).replace('Z', `${micros}+02:00`),
    ][place % 4];
    return event.type === 'checkpoint_created'
      ? {...event, created_at: time}
      : {...event, timestamp: time};
  });
}

/** The events in another order: each is late by as many positions as the delays state. */
export function delayed(
  events: readonly SentEvent[],
  delays: readonly number[],
): readonly SentEvent[] {
  return events
    .map((event, place) => ({event, key: place + (delays[place % delays.length] ?? 0)}))
    .sort((a, b) => a.key - b.key)
    .map(({event}) => event);
}

/** The frames of events, some of which are cut into chunks; those of one are in any order, some of them repeated. */
export function inPieces(
  events: readonly SentEvent[],
  lengths: readonly number[],
): readonly Frame[] {
  return events.flatMap((event, place) => {
    const length = lengths[place % lengths.length] ?? 0;
    if (length === 0) return [framed(event)];
    const text = JSON.stringify(event);
    const total = Math.ceil(text.length / length);
    const pieces = Array.from({length: total}, (_, index) =>
      framed({
        type: `${event.type}_delta_sse`,
        chunk_id: `group ${place} of ${text.length}, ${String(event['timestamp'])}`,
        chunk_index: index,
        total_chunks: total,
        original_event_type: event.type,
        chunk_data: text.slice(index * length, (index + 1) * length),
      }),
    );
    const [first, ...rest] = pieces;
    return first ? [...rest.reverse(), ...rest.slice(0, 1), first] : [];
  });
}
