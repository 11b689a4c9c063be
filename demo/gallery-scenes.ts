import {
  emptyConversation,
  EventLog,
  type Frame,
  type Item,
  type MessageItem,
  ubik,
} from '../src/core/index.js';
import {framesOf, readRecording} from '../src/core/recording/index.js';

/** The state of a recorded run at one moment. */
export interface GalleryScene {
  readonly title: string;
  readonly recording: string;
  readonly question: string;
  /** The run is cut before the first frame that contains this text; default: not at all. */
  readonly until?: string;
  /** How the run ended there; default: it did not. */
  readonly end?: 'lost' | 'stopped';
}

const hours = 'When is the Musée des Automates open, and how long is the walk from the station?';
const search = {recording: 'b-multi-step-web-search', question: hours} as const;
const booking = {recording: 'c-input-required', question: 'Book us a table for Friday.'} as const;

/** Questions of tools: texts of the frames after each question. */
const forms = {
  'text, with a deadline': 'ask_text", "data"',
  'yes or no': 'human_confirmation", "data"',
  'a choice': 'ask_choice", "data"',
  'a form': 'ask_form", "data"',
  'a file': 'ask_file", "data"',
};

export const scenes: readonly GalleryScene[] = [
  {title: 'Done', ...search},
  {title: 'At the start', ...search, until: 'agent_step_started'},
  {title: 'Streaming: a running tool', ...search, until: 'GENERATION'},
  {title: 'Streaming: thinking', recording: 'a-single-step', question: 'Explain it.', until: '<</'},
  {title: 'Streaming: the answer', ...search, until: 'agent_processing_complete'},
  {title: 'Waiting for a tool’s question', ...booking, until: '"completed"'},
  {title: 'Waiting for an answer to the agent', ...booking, until: '"step": 2'},
  {title: 'Answered', ...booking},
  ...Object.entries(forms).map(([form, until]) => ({
    title: `Question: ${form}`,
    recording: 'e-questions',
    question: 'Book it.',
    until,
  })),
  {title: 'Failed', recording: 'd-error-mid-step', question: 'Plot the monthly totals.'},
  {title: 'Stopped', ...search, until: 'GENERATION', end: 'stopped'},
  {title: 'Interrupted', ...search, until: 'checkpoint_created', end: 'lost'},
  {title: 'Long and nested', recording: 'f-long-and-nested', question: `${hours} `.repeat(6)},
  {title: 'A single step', recording: 'a-single-step', question: 'Explain it.'},
];

type ReadText = (url: URL) => Promise<string>;

const fetchText: ReadText = async url => {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.href}: ${response.status}`);
  return response.text();
};

/** The frames of a recording of the Ubik protocol before the first one that contains `until`. */
export async function framesUntil(
  recording: string,
  until?: string,
  read = fetchText,
): Promise<readonly Frame[]> {
  const text = await read(new URL(`recordings/ubik/${recording}.jsonl`, import.meta.url));
  const frames = Array.from(framesOf(readRecording(text)), ({frame}) => frame);
  const cut = until === undefined ? -1 : frames.findIndex(({data}) => data.includes(until));
  return cut < 0 ? frames : frames.slice(0, cut);
}

/** The items of a scene: the question and the answer. */
export async function play(
  {recording, question, until, end}: Omit<GalleryScene, 'title'>,
  read?: ReadText,
): Promise<readonly Item[]> {
  const log = new EventLog(ubik, {run: recording, report: () => undefined});
  for (const frame of await framesUntil(recording, until, read)) log.accept(frame);
  if (end) log.end(end);
  return [userMessage(question), ...log.flush(emptyConversation).children];
}

const userMessage = (text: string): MessageItem => ({
  id: 'question',
  kind: 'message',
  role: 'user',
  status: 'done',
  messageId: 'question',
  children: [{id: 'question/text', kind: 'text', status: 'done', children: [], text}],
});
