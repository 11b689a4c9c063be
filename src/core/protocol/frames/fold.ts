import type {Conversation} from '../../model/item.js';
import type {Frame} from '../../sse/frame.js';
import {withDefaults} from '../decoder/context.js';
import {EventLog} from './event-log.js';
import type {DecoderContext, Protocol} from '../types.js';

/**
 * Folds the frames of one run into a conversation that contains the run's message, as a chat would display it at that
 * time. The run stays open if the frames do not end it. With `message`, the frames continue that message.
 */
export function foldFrames(
  protocol: Protocol,
  frames: Iterable<Frame>,
  context: Partial<DecoderContext> = {},
): Conversation {
  const given: unknown = frames;
  if (typeof given === 'string') {
    throw new TypeError(
      'foldFrames takes frames, not a text: use parseFrames for an event stream, and foldRecording of ubik-chat/recording for a recording.',
    );
  }
  const log = new EventLog(protocol, withDefaults(context));
  for (const frame of frames) log.accept(frame);
  return log.flush(log.start);
}
