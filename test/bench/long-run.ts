import {readFileSync} from 'node:fs';
import {
  framesOf,
  readRecording,
  recordFrames,
  type Recording,
  type TimedFrame,
} from '../../src/core/recording/index.js';

/** The fields of an event of the Ubik protocol that are changed here. */
interface RecordedUbikEvent {
  readonly type?: string;
  readonly content?: unknown;
  readonly step?: unknown;
  readonly single_step_agent?: unknown;
  readonly timestamp?: unknown;
}

/** A recording with tools, or one of a long answer. */
export type Sample = 'calculation-and-search' | 'markdown';

const call = /call_[0-9a-f]{12}/g;

/**
 * A run with a number of frames, made by repeating a recording. Its steps become further steps of one run, each with its own
 * tools and texts; the text of a run with a single step becomes one long answer. Ids keep their length, so that texts can be
 * cut at the same positions.
 *
 * @param begins The start in milliseconds since the epoch; by default the time of the recording.
 */
export function longRun(
  count: number,
  sample: Sample = 'calculation-and-search',
  begins?: number,
): Recording {
  const recording = readRecording(readFileSync(`demo/recordings/ubik/${sample}.jsonl`, 'utf8'));
  const recorded = [...framesOf(recording)];
  const events = recorded.map(({frame}) => JSON.parse(frame.data) as RecordedUbikEvent);
  const isSingle = events.some(event => event.single_step_agent === true);
  const isRepeated = ({step, type}: RecordedUbikEvent): boolean =>
    isSingle ? type === 'response_chunk' : typeof step === 'number';
  const from = events.findIndex(isRepeated);
  const to = events.findLastIndex(isRepeated) + 1;
  const steps = isSingle
    ? 0
    : Math.max(...events.map(({step}) => (typeof step === 'number' ? step : 0)));
  // Whole seconds, and at least one more than the recording for the network delay.
  const period = 1000 * Math.ceil((recorded[to - 1]?.at ?? 0) / 1000 + 1);
  const first = Date.parse(String(events.find(({timestamp}) => timestamp)?.timestamp));
  const since = begins === undefined ? 0 : begins - first;
  const frames = recorded.slice(0, from).map(({at}, n): TimedFrame => {
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
      frames.push({at: (recorded[from + at]?.at ?? 0) + later, frame: {data}});
    }
  }
  const at = frames.at(-1)?.at ?? 0;
  frames.push({at, frame: {data: JSON.stringify({type: 'agent_processing_complete'})}});
  return recordFrames(recording.head, frames);
}

/** The events with another tool call id, also where the id is split between texts. */
function rename(events: readonly RecordedUbikEvent[], id: string): readonly RecordedUbikEvent[] {
  const texts = events.map(({content}) => (typeof content === 'string' ? content : ''));
  const whole = texts.join('').replace(call, id);
  let end = 0;
  return events.map((event, at) => {
    const start = end;
    end += texts[at]?.length ?? 0;
    return end > start ? {...event, content: whole.slice(start, end)} : event;
  });
}

/** An event delayed by a number of milliseconds. */
function moved(event: RecordedUbikEvent, milliseconds: number): RecordedUbikEvent {
  const {timestamp} = event;
  return typeof timestamp === 'string'
    ? {...event, timestamp: shifted(timestamp, milliseconds)}
    : event;
}

/** A timestamp of the protocol, delayed by a number of milliseconds. Keeps its microseconds. */
function shifted(time: string, milliseconds: number): string {
  const [, coarse = '', fine = ''] = /^(.*\.\d{3})(\d*)Z$/.exec(time) ?? [];
  const later = new Date(Date.parse(`${coarse}Z`) + milliseconds).toISOString();
  return `${later.slice(0, -1)}${fine}Z`;
}
