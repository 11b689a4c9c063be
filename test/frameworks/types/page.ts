// Only compiled: what a page can write with the package alone, and what it cannot.
import {type ProtocolName, renderers, toolInput, type UbikChat} from '../../../src/index.js';

renderers.register('tool', item => item.name);
renderers.register('tool:calculator', item => String(toolInput(item)));
renderers.register('tool:calculator', (item, {last}) => (last ? item.executionId : undefined));
renderers.register('text', ({text, marks}) => `${text}${marks?.length ?? 0}`);
renderers.register('step', 'acme-step');
renderers.register('*', item => item.kind);
renderers.register('acme', item => item.id);

// @ts-expect-error A text has no name.
renderers.register('text', item => item.name);
// @ts-expect-error An item of another kind has no input.
renderers.register('*', item => item.input);

/** The literals of an open union: none, if it has been widened to `string`. */
type Literals<T> = T extends string ? (string extends T ? never : T) : never;
export const completed: Record<Literals<ProtocolName>, true> = {
  ubik: true,
  anthropic: true,
  aishu: true,
  'ai-sdk': true,
  openai: true,
  'openai-chat': true,
  'ag-ui': true,
  copilotkit: true,
};

export function connect(chat: UbikChat): void {
  chat.protocol = 'anthropic';
  chat.protocol = 'acme';
  // @ts-expect-error A number is no name.
  chat.protocol = 1;
}
