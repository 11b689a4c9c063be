import {AiSdkDecoder} from './decoder.js';
import {partBefore} from './history.js';
import {operationsOf, type AiSdkOptions} from './operations.js';
import {sentFiles} from '../operations/sent-conversation.js';
import type {Protocol} from '../types.js';

export type {AiSdkOptions} from './operations.js';
export type {UiMessage, UiPart} from './record.js';

/** Creates the protocol of a server for the AI SDK with options of its own. */
export function createAiSdk(options: AiSdkOptions = {}): Protocol {
  return {
    name: 'ai-sdk',
    finalEvents: ['finish', 'abort', 'error'],
    createDecoder: context => new AiSdkDecoder(context),
    continuesMessages: true,
    sendsConversation: options.send !== 'last',
    cut: partBefore,
    ...sentFiles(options),
    clientIds: ['session', 'message'],
    operations: operationsOf(options),
  };
}

/**
 * The UI message stream of the AI SDK (versions 5 to 7), as Next.js, Nuxt, SvelteKit, Pydantic AI, Mastra and LangChain
 * send it. The endpoint is the address of the chat route itself, such as `/api/chat`.
 */
export const aiSdk = createAiSdk();
