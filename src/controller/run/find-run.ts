import {peekMessage} from './peek-message.js';
import type {ResumePoint, RunCoordinatorParts} from './run-coordinator.js';
import type {Connection} from '../http/protocol-client.js';
import {messagesOf} from '../messages.js';
import {defined} from '../../core/protocol/decode.js';

/**
 * Finds the run that is in progress in a session, where only `attach` can say whether there is one. Its message is the
 * last one if the stream names that, or has only the rest of it; otherwise it is a new one.
 */
export async function findRun(
  session: string,
  {client, state}: Pick<RunCoordinatorParts, 'client' | 'state'>,
  signal: AbortSignal,
): Promise<{readonly point: ResumePoint; readonly connection: Connection} | undefined> {
  const {protocol, operations} = client;
  const opened = await client.join({session}, signal);
  if ('opened' in opened) return undefined;
  const isKnown = ({messageId}: {readonly messageId?: string}): boolean => messageId !== undefined;
  const {message, isEmpty, connection} = await peekMessage(protocol, opened, isKnown);
  if (isEmpty) return undefined;
  const shown = messagesOf(state.conversation).at(-1);
  const isNamed = message?.messageId !== undefined && message.messageId === shown?.messageId;
  const isRest = operations.attach?.streams === 'suffix';
  if (shown?.role !== 'assistant' || !(isNamed || isRest)) return {point: {}, connection};
  const continued = protocol.continuesMessages ? shown : undefined;
  return {point: {item: shown.id, ...defined({shown, message: continued})}, connection};
}
