import {OpenaiDecoder} from './decoder.js';
import {operationsOf, wholeInput, type InputOf, type OpenaiOptions} from './operations.js';
import {sentFiles} from '../operations/sent-conversation.js';
import type {Protocol} from '../types.js';

/** A protocol with the operations that every server has. */
type OpenaiProtocol = Protocol & {readonly operations: ReturnType<typeof operationsOf>};

/** The protocol with these options. */
export function protocolOf(options: OpenaiOptions, input: InputOf = wholeInput): OpenaiProtocol {
  return {
    name: 'openai',
    finalEvents: ['response.completed', 'response.incomplete', 'response.failed'],
    createDecoder: context => new OpenaiDecoder(context),
    keyedHosts: ['api.openai.com', 'openai.azure.com', 'api.x.ai'],
    continuesMessages: true,
    ...sentFiles(options),
    clientIds: ['message'],
    operations: operationsOf(options, input),
  };
}

/**
 * The Responses format of OpenAI (Open Responses), as OpenAI, Azure, xAI, vLLM, LM Studio, Ollama and others send it,
 * through an endpoint of the site, because an API key must never be in a page. The endpoint stands for `/v1` of the API.
 */
export const openai = protocolOf({});
