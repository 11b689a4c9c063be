import type {Conversation} from '../model/item.js';
import {foldFrames} from '../protocol/frames/fold.js';
import type {DecoderContext, Protocol} from '../protocol/types.js';
import {framesOf} from './frames.js';
import {readRecording} from './read.js';
import type {Recording} from './recording.js';

/**
 * Folds a recording into a conversation with the message of its run. `recording` may be the text of the file. Throws a
 * `TypeError` if the text is not a recording, or if it was recorded with another protocol.
 */
export function foldRecording(
  protocol: Protocol,
  recording: Recording | string,
  context: Partial<DecoderContext> = {},
): Conversation {
  const known = typeof recording === 'string' ? readText(recording) : recording;
  const {protocol: name} = known.head;
  if (name !== undefined && name !== protocol.name) {
    throw new TypeError(`The recording has the protocol "${name}", not "${protocol.name}".`);
  }
  const frames = [...framesOf(known)];
  // A connection that replays the run replaces the frames before it.
  const start = frames.findLastIndex(({restarted}) => restarted);
  const last = frames.slice(Math.max(start, 0)).map(({frame}) => frame);
  return foldFrames(protocol, last, context);
}

function readText(text: string): Recording {
  const recording = readRecording(text);
  const [error] = recording.errors;
  if (error?.code === 'format' || error?.code === 'version') throw new TypeError(error.message);
  return recording;
}
