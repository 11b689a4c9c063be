/** A message for the demo agent, over any protocol. */
export interface PlayScene {
  readonly text: string;
  /** What the answer shows. */
  readonly title: string;
}

export const scenes: readonly PlayScene[] = [
  {text: 'Compare two numbers and search the docs', title: 'A run with everything'},
  {text: 'What is 2 * (3 + 4)?', title: 'One tool'},
  {text: 'Ask me something', title: 'A question: text'},
  {text: 'Confirm the booking', title: 'A question: yes or no'},
  {text: 'Show a table of the documents', title: 'Rows of a database'},
  {text: 'Show markdown', title: 'All Markdown syntax'},
  {text: 'Think for a while', title: 'Reasoning'},
  {text: 'Let a tool fail', title: 'A tool that fails'},
  {text: 'Fail on purpose', title: 'A run that fails'},
];

/** The demo agent over one protocol, as attributes of a chat. */
export interface DemoAgent {
  readonly title: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Further suggested messages for this protocol. */
  readonly moreTexts: readonly string[];
}

const tokens = {'token-endpoint': '/demo/token'};

export const agents = {
  ubik: {title: 'Ubik Agent API', attributes: {endpoint: '/api/v1', ...tokens}, moreTexts: []},
  anthropic: {
    title: 'Anthropic Messages',
    attributes: {protocol: 'anthropic', endpoint: '/anthropic', ...tokens},
    moreTexts: [
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
    moreTexts: ['Draw a chart of 3, 5, 8'],
  },
} as const satisfies Readonly<Record<string, DemoAgent>>;
