/** Something to ask the demo agent, over any wire. */
export interface Scene {
  readonly words: string;
  /** What there is to see. */
  readonly title: string;
}

export const scenes: readonly Scene[] = [
  {words: 'Compare two numbers and search the docs', title: 'A run with everything'},
  {words: 'What is 2 * (3 + 4)?', title: 'One tool'},
  {words: 'Ask me something', title: 'A question: words'},
  {words: 'Confirm the booking', title: 'A question: yes or no'},
  {words: 'Show a table of the documents', title: 'Rows of a database'},
  {words: 'Show markdown', title: 'All of Markdown'},
  {words: 'Think for a while', title: 'Reasoning'},
  {words: 'Let a tool fail', title: 'A tool that fails'},
  {words: 'Fail on purpose', title: 'A run that fails'},
];

/** Where the demo agent speaks a wire, as attributes of a chat. */
export interface WirePlace {
  readonly title: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** What else is suggested on the pages of this wire. */
  readonly more: readonly string[];
}

const tokens = {'token-endpoint': '/demo/token'};

export const wires = {
  ubik: {title: 'Ubik Agent API', attributes: {endpoint: '/api/v1', ...tokens}, more: []},
  anthropic: {
    title: 'Anthropic Messages',
    attributes: {protocol: 'anthropic', endpoint: '/anthropic', ...tokens},
    more: [
      'Read the page title and set theme dark',
      'Cut the answer: what can you do?',
      'Think in secret',
    ],
  },
  aishu: {
    title: 'AISHU Data Agent',
    attributes: {
      protocol: 'aishu',
      endpoint: '/aishu/api/agent-factory/v1',
      'agent-id': 'demo',
      ...tokens,
    },
    more: ['Draw a chart of 3, 5, 8'],
  },
} as const satisfies Readonly<Record<string, WirePlace>>;
