import type {DecoderContext} from '../types.js';

/** The context of a decoder that is created without a chat, or with a part of what a chat passes. */
export const withDefaults = ({
  run = 'message',
  report = () => undefined,
  ...more
}: Partial<DecoderContext>): DecoderContext => ({...more, run, report});
