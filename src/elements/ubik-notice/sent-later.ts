import type {ErrorItem} from '../../core/model/item.js';

/** Whether an error only delays the user's message, which is sent when the network is back. */
export const isSentLater = ({code, unsent}: ErrorItem): boolean =>
  code === 'offline' && unsent === true;
