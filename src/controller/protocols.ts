import {defaultProtocol} from './protocol-source.js';
import type {ProtocolSource} from './types.js';
import {Registry} from '../core/registry.js';

/** Protocols by name, for the attribute `protocol` of every chat. */
export const protocols = new Registry<ProtocolSource>();

/** A name of the registry `protocols`: one of the built-in protocols, or one that the page has registered. */
export type ProtocolName =
  | 'ubik'
  | 'anthropic'
  | 'aishu'
  | 'ai-sdk'
  | 'openai'
  | 'openai-chat'
  | 'ag-ui'
  | 'copilotkit'
  | (string & {});

protocols.register('ubik', defaultProtocol);
protocols.register('anthropic', async () => {
  const {anthropic} = await import('../core/protocol/anthropic/index.js');
  return anthropic;
});
protocols.register('aishu', async () => {
  const {aishu} = await import('../core/protocol/aishu/index.js');
  return aishu;
});
protocols.register('ai-sdk', async () => {
  const {aiSdk} = await import('../core/protocol/ai-sdk/index.js');
  return aiSdk;
});
protocols.register('openai-chat', async () => {
  const {openaiChat} = await import('../core/protocol/openai-chat/index.js');
  return openaiChat;
});
protocols.register('openai', async () => {
  const {openai} = await import('../core/protocol/openai/openai.js');
  return openai;
});
protocols.register('ag-ui', async () => {
  const {agUi} = await import('../core/protocol/ag-ui/ag-ui.js');
  return agUi;
});
protocols.register('copilotkit', async () => {
  const {copilotKit} = await import('../core/protocol/ag-ui/copilotkit.js');
  return copilotKit;
});
