import {accumulate} from './accumulator.js';
import {AnthropicDecoder} from './decoder.js';
import {errorOf} from './events.js';
import {operations} from './operations.js';
import {defined, isRecord, asRecord} from '../../values.js';
import {errorText, readError} from '../operations/read-error.js';
import type {Protocol} from '../types.js';

export type {Accumulated} from './accumulator.js';
export type {AnthropicBlock, AnthropicError, AnthropicMessage} from './events.js';

/**
 * The Messages format of the Anthropic API (`anthropic-version: 2023-06-01`), through an endpoint of the site, because
 * an API key must never be in a page.
 */
export const anthropic = {
  name: 'anthropic',
  continuesMessages: true,
  sendsConversation: true,
  finalEvents: ['message_stop'],
  createDecoder: context => new AnthropicDecoder(context),
  readError(body) {
    const {error} = asRecord(body);
    if (!isRecord(error)) return readError(body);
    const {type, message} = errorOf(error);
    return {code: type, ...defined({text: errorText(message, Infinity)})};
  },
  keyedHosts: ['api.anthropic.com'],
  operations,
  accumulate,
} as const satisfies Protocol & {readonly accumulate: typeof accumulate};
