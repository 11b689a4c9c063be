import {defaultProtocol} from './protocol-source.js';
import type {ProtocolSource} from './types.js';
import {Registry} from '../core/registry.js';

/** The built-in protocols. All but the default are loaded when a chat first needs them. */
const sources = {
  ubik: defaultProtocol,
  anthropic: async () => (await import('../core/protocol/anthropic/index.js')).anthropic,
  aishu: async () => (await import('../core/protocol/aishu/index.js')).aishu,
  'ai-sdk': async () => (await import('../core/protocol/ai-sdk/index.js')).aiSdk,
  'openai-chat': async () => (await import('../core/protocol/openai-chat/index.js')).openaiChat,
  openai: async () => (await import('../core/protocol/openai/openai.js')).openai,
  'ag-ui': async () => (await import('../core/protocol/ag-ui/ag-ui.js')).agUi,
  copilotkit: async () => (await import('../core/protocol/ag-ui/copilotkit.js')).copilotKit,
} satisfies Record<string, ProtocolSource>;

/** A name of the registry `protocols`: one of the built-in protocols, or one that the page has registered. */
export type ProtocolName = keyof typeof sources | (string & {});

/** Protocols by name, for the attribute `protocol` of every chat. */
export const protocols = new Registry<ProtocolSource>();
for (const [name, source] of Object.entries(sources)) protocols.register(name, source);
