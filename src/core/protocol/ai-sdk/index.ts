import {AiSdkDecoder} from './decoder.js';
import {operationsOf, type AiSdkOptions} from './operations.js';
import {readError} from './stored.js';
import type {Protocol} from '../types.js';

export type {AiSdkOptions} from './operations.js';
export type {UiMessage, UiPart} from './record.js';

/** Each request repeats the files of the conversation, and common platforms accept bodies of 4.5 MB. */
const MAX_FILE_BYTES = 3 * 2 ** 20;

/** Creates the protocol of a server for the AI SDK with other than the default options. */
export function createAiSdk(options: AiSdkOptions = {}): Protocol {
  return {
    name: 'ai-sdk',
    createDecoder: context => new AiSdkDecoder(context),
    framing: 'events',
    readError,
    continuesMessages: true,
    ...(options.files !== false && {inlineFiles: {maxBytes: MAX_FILE_BYTES}}),
    clientIds: ['session', 'message'],
    operations: operationsOf(options),
  };
}

/**
 * The UI message stream of the AI SDK (versions 5 to 7), as Next.js, Nuxt, SvelteKit, Pydantic AI, Mastra and LangChain
 * send it. The endpoint is the address of the chat route itself, such as `/api/chat`.
 */
export const aiSdk = createAiSdk();
