import {readFileSync} from 'node:fs';
import {
  framesOf,
  readRecording,
  recordFrames,
  type Recording,
  type TimedFrame,
} from '../../src/core/recording/index.js';

/** An event of the Ubik wire, as far as it is changed here. */
interface WireEvent {
  readonly type?: string;
  readonly content?: unknown;
  readonly step?: unknown;
  readonly single_step_agent?: unknown;
  readonly timestamp?: unknown;
}

/** A recording of tools at work, or of a long answer. */
export type Sample = 'calculation-and-search' | 'markdown';

const call = /call_[0-9a-f]{12}/g;

/**
 * A run of so many frames: that of a recording, told over and over. Its steps become further steps of one run, each with
 * tools and words of its own; the words of a run with a single step become one long answer. Ids keep their length, so texts
 * can be cut where they were.
 *
 * @param begins Milliseconds since the epoch at which it is to begin; when it was recorded, if there are none.
 */
export function longRun(
  count: number,
  sample: Sample = 'calculation-and-search',
  begins?: number,
): Recording {
  const recording = readRecording(readFileSync(`demo/recordings/ubik/${sample}.jsonl`, 'utf8'));
  const told = [...framesOf(recording)];
  const events = told.map(({frame}) => JSON.parse(frame.data) as WireEvent);
  const isSingle = events.some(event => event.single_step_agent === true);
  const isTold = ({step, type}: WireEvent): boolean =>
    isSingle ? type === 'response_chunk' : typeof step === 'number';
  const from = events.findIndex(isTold);
  const to = events.findLastIndex(isTold) + 1;
  const steps = isSingle
    ? 0
    : Math.max(...events.map(({step}) => (typeof step === 'number' ? step : 0)));
  // Whole seconds, and more than one for the way from the agent to here.
  const period = 1000 * Math.ceil((told[to - 1]?.at ?? 0) / 1000 + 1);
  const first = Date.parse(String(events.find(({timestamp}) => timestamp)?.timestamp));
  const since = begins === undefined ? 0 : begins - first;
  const frames = told.slice(0, from).map(({at}, n): TimedFrame => {
    return {at, frame: {data: JSON.stringify(moved(events[n] ?? {}, since))}};
  });
  for (let round = 0; frames.length < count - 1; round++) {
    const id = `call_${round.toString(16).padStart(12, '0')}`;
    const later = round * period;
    const renamed = rename(events.slice(from, to), id);
    for (const [at, event] of renamed.entries()) {
      if (frames.length === count - 1) break;
      const {step} = event;
      const data = JSON.stringify({
        ...moved(event, since + later),
        ...(typeof step === 'number' && {step: step + round * steps}),
      }).replace(call, id);
      frames.push({at: (told[from + at]?.at ?? 0) + later, frame: {data}});
    }
  }
  const at = frames.at(-1)?.at ?? 0;
  frames.push({at, frame: {data: JSON.stringify({type: 'agent_processing_complete'})}});
  return recordFrames(recording.head, frames);
}

/** The events with another id of their call, also where their texts have cut it. */
function rename(events: readonly WireEvent[], id: string): readonly WireEvent[] {
  const texts = events.map(({content}) => (typeof content === 'string' ? content : ''));
  const whole = texts.join('').replace(call, id);
  let end = 0;
  return events.map((event, at) => {
    const start = end;
    end += texts[at]?.length ?? 0;
    return end > start ? {...event, content: whole.slice(start, end)} : event;
  });
}

/** An event so many milliseconds later. */
function moved(event: WireEvent, milliseconds: number): WireEvent {
  const {timestamp} = event;
  return typeof timestamp === 'string'
    ? {...event, timestamp: shifted(timestamp, milliseconds)}
    : event;
}

/** A time of the wire, so many milliseconds later; what is finer than a millisecond stays. */
function shifted(time: string, milliseconds: number): string {
  const [, coarse = '', fine = ''] = /^(.*\.\d{3})(\d*)Z$/.exec(time) ?? [];
  const later = new Date(Date.parse(`${coarse}Z`) + milliseconds).toISOString();
  return `${later.slice(0, -1)}${fine}Z`;
}
