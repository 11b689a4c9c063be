import {AgUiDecoder, type DecoderOptions} from './decoder.js';
import {operationsOf, type AgUiOptions, type TargetOf} from './operations.js';
import {sentFiles} from '../operations/sent-conversation.js';
import type {Protocol} from '../types.js';

/** The protocol of an AG-UI server whose paths or streams differ. */
export function agUiOf(options: AgUiOptions, targetOf?: TargetOf, more?: DecoderOptions): Protocol {
  return {
    name: 'ag-ui',
    finalEvents: ['RUN_FINISHED', 'RUN_ERROR'],
    createDecoder: context => new AgUiDecoder(context, {...options, ...more}),
    continuesMessages: true,
    sendsConversation: true,
    ...sentFiles(options),
    clientIds: ['session', 'message', 'run'],
    operations: operationsOf(options, targetOf),
  };
}

/**
 * AG-UI 1.0 and 0.0.x, as LangGraph, Microsoft Agent Framework, Google ADK, AWS Strands, Pydantic AI, Mastra, Agno and
 * CrewAI send it. The endpoint is the address of the agent itself.
 */
export const agUi = agUiOf({});
