import {jsonText} from '../../json.js';
import {emptyConversation, type Item} from '../../model/item.js';
import {reduce} from '../../model/reduce.js';
import type {Frame} from '../../sse/frame.js';
import {Timeline} from '../frames/timeline.js';
import type {DecoderContext} from '../types.js';
import {ContentReader} from './text/content-reader.js';
import {frameRules, readEvent, type UbikEvent} from './events.js';
import {layOut, type GivenAnswer} from './rebuild/layout.js';
import {LiveTools} from './tools/live-tools.js';
import {Outline} from './rebuild/outline.js';
import {RunWriter} from './run-writer.js';

/**
 * Rebuilds the message string from events sorted by time ("Rebuilding the message content" of the events guide).
 * Accepts frames or events, split or not. Answers to the agent's questions are inserted into their blocks.
 */
export function rebuild(
  events: readonly (Frame | UbikEvent)[],
  answers: readonly GivenAnswer[] = [],
): string {
  const timeline = new Timeline(frameRules, () => undefined);
  for (const event of events) {
    timeline.accept(isFrame(event) ? event : {data: jsonText(event) ?? ''});
  }
  const outline = new Outline();
  for (const [frame] of timeline.sorted()) {
    const event = readEvent(frame);
    if (event) walk(outline, event);
  }
  return layOut(outline, answers);
}

/**
 * Parses a message string to items, the children of its message. `open` leaves incomplete blocks open, for a string
 * that is still growing.
 */
export function parse(
  content: string,
  {run = 'message', report = () => undefined, open = false}: ParseOptions = {},
): readonly Item[] {
  const writer = new RunWriter(run, report);
  const reader = new ContentReader(writer, new LiveTools(writer), run);
  writer.openMessage({role: 'assistant'});
  reader.feed(content);
  if (reader.isWhole) writer.ending = 'done';
  if (!open) reader.finish();
  return reduce(emptyConversation, writer.take()).children[0]?.children ?? [];
}

export interface ParseOptions extends Partial<DecoderContext> {
  readonly open?: boolean;
}

const isFrame = (entry: Frame | UbikEvent): entry is Frame =>
  typeof entry.data === 'string' && typeof (entry as Partial<UbikEvent>).type !== 'string';

function walk(outline: Outline, event: UbikEvent): void {
  const {content} = event;
  switch (event.type) {
    case 'agent_step_started':
      outline.started(event);
      return;
    case 'agent_step_completed':
      outline.completed(event);
      return;
    case 'response_chunk':
    case 'agent_response_chunk':
      if (typeof content === 'string') outline.chunk(event, content);
      return;
    case 'checkpoint_created':
      outline.block('checkpoint', event);
      return;
    case 'input_required':
      outline.block('input', event);
      return;
    case 'agent_response_update':
      outline.snapshot(event);
      return;
    case 'agent_processing_error':
      outline.error = event;
      outline.ended = true;
      return;
    case 'agent_processing_complete':
      outline.ended = true;
      return;
    default:
  }
}
