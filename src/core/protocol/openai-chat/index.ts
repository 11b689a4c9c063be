import {readError} from './chunks.js';
import {OpenaiChatDecoder} from './decoder.js';
import {operationsOf, type OpenaiChatOptions} from './operations.js';
import {sentFiles} from '../operations/sent-conversation.js';
import type {Protocol} from '../types.js';

export type {OpenaiChatOptions} from './operations.js';

/** Well-known services that require a key. */
const KEYED_HOSTS = [
  'api.openai.com',
  'openai.azure.com',
  'openrouter.ai',
  'api.groq.com',
  'api.deepseek.com',
  'api.mistral.ai',
  'api.x.ai',
  'api.together.xyz',
  'api.anthropic.com',
  'generativelanguage.googleapis.com',
];

/** Creates the protocol of a server for Chat Completions with options of its own. */
export function createOpenaiChat(options: OpenaiChatOptions = {}): Protocol {
  return {
    name: 'openai-chat',
    createDecoder: context => new OpenaiChatDecoder(context, options),
    finalEvents: ['a chunk with `finish_reason`'],
    readError,
    keyedHosts: KEYED_HOSTS,
    continuesMessages: true,
    sendsConversation: true,
    ...sentFiles(options),
    clientIds: ['message'],
    operations: operationsOf(options),
  };
}

/**
 * Chat Completions of OpenAI, as spoken by vLLM, Ollama, LM Studio, llama.cpp, OpenRouter, Groq, DeepSeek and others. The
 * endpoint is the base address, such as `/api/openai` or `http://127.0.0.1:11434/v1`. An API key must never be in a page.
 */
export const openaiChat = createOpenaiChat();
