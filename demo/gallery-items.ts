import type {Item, MessageItem, RequestItem, StepItem, ToolItem} from '../src/index.js';

const base = {status: 'done', children: []} as const;
const at = (second: number): string => new Date(Date.UTC(2026, 2, 4, 14, 30, second)).toISOString();
let count = 0;
const id = (): string => `gallery-${(count += 1)}`;

export const text = (words: string): Item => ({...base, id: id(), kind: 'text', text: words});

export const tool = (item: Partial<ToolItem>): ToolItem => ({
  ...base,
  id: id(),
  kind: 'tool',
  name: 'web_search',
  input: '{"query": "opening hours of the museum", "time_range": "month"}',
  output: '',
  log: '',
  startedAt: at(0),
  ...item,
});

export const step = (item: Partial<StepItem>): StepItem => ({
  ...base,
  id: id(),
  kind: 'step',
  number: 1,
  title: 'Search the web for opening hours',
  startedAt: at(0),
  endedAt: at(14),
  ...item,
});

export const request = (item: Partial<RequestItem>): RequestItem => ({
  id: id(),
  kind: 'request',
  status: 'waiting',
  children: [],
  prompt: 'Which e-mail address should receive the confirmation?',
  inputTypes: ['text'],
  ...item,
});

export const message = (item: Partial<MessageItem>): MessageItem => ({
  ...base,
  id: id(),
  kind: 'message',
  role: 'assistant',
  ...item,
});

const answer = `The **Musée des Automates** is open:

- Wednesday to Sunday, 10:00–18:00
- closed on Monday and Tuesday

| day | opens | closes |
| --- | ---: | ---: |
| Wednesday | 10:00 | 18:00 |
| Friday | 10:00 | 21:00 |

\`\`\`ts
const open = (day: number) => day >= 3 && day <= 7;
\`\`\`

> Last entry is half an hour before closing.`;

const phases = [
  {name: 'WEB_SEARCH', status: 'completed', data: {results_count: 10}},
  {name: 'SCRAPING_URLS', status: 'started', message: 'Reading 4 pages'},
] as const;

const log = Array.from({length: 14}, (_, line) => `page ${line + 1}: 200 OK`).join('\n');

/** A conversation as it stands when all is done. */
export const finished: readonly Item[] = [
  message({
    role: 'user',
    messageId: 'm-1',
    branches: ['m-1', 'm-1b'],
    children: [
      text('When is the Musée des Automates open, and how long is the walk from the station?'),
      {
        ...base,
        id: id(),
        kind: 'file',
        name: 'travel-plan.pdf',
        size: 482_113,
        url: 'https://example.org/plan.pdf',
      },
    ],
  }),
  message({
    messageId: 'm-2',
    suggestions: ['And on public holidays?', 'Book two tickets for Friday'],
    children: [
      {
        ...base,
        id: id(),
        kind: 'thinking',
        text: 'I need a live source for the hours.\n\nThe walk can be computed from the map.',
        startedAt: at(0),
        endedAt: at(6),
      },
      step({
        children: [
          tool({
            output:
              '{"results": [{"title": "Horaires", "url": "https://example.org/h"}], "count": 10}',
            endedAt: at(9),
            phases,
          }),
          text("The museum's own page confirms the schedule."),
        ],
      }),
      {...base, id: id(), kind: 'checkpoint', name: 'after_search'},
      step({number: 2, title: 'Write the answer', endedAt: at(4), children: [text(answer)]}),
      {
        ...base,
        id: id(),
        kind: 'source',
        number: 1,
        title: 'Horaires et tarifs',
        url: 'https://example.org/horaires',
        snippet: 'Ouvert du mercredi au dimanche, de 10 h à 18 h.',
      },
      {...base, id: id(), kind: 'source', number: 2, title: 'Station map', documentId: 'doc-7'},
    ],
  }),
];

/** A run that is going on. */
export const running: readonly Item[] = [
  message({role: 'user', children: [text('Compare the two sales files, please.')]}),
  message({
    status: 'streaming',
    children: [
      step({
        title: 'Load the sales files',
        children: [tool({name: 'read_file', title: 'Read sales-2025.csv', endedAt: at(2)})],
      }),
      step({
        number: 2,
        title: 'Compare the monthly totals',
        status: 'streaming',
        progress: 40,
        note: 'Reading row 1,204',
        children: [
          {
            ...base,
            id: id(),
            kind: 'thinking',
            status: 'streaming',
            text: 'Both files have a column "month". I will join them on it and look at the difference.',
          },
          tool({
            name: 'code_execution',
            status: 'streaming',
            input: '{"request": "Bar chart of monthly totals", "document_ids": ["550e84',
            log,
            phases: [
              {name: 'PREPARING', status: 'completed'},
              {name: 'RUNNING', status: 'started'},
            ],
          }),
        ],
      }),
    ],
  }),
];

/** What goes wrong, and what is left of it. */
export const troubled: readonly Item[] = [
  message({role: 'user', messageId: 'm-5', children: [text('Plot the monthly totals.')]}),
  message({
    status: 'failed',
    messageId: 'm-6',
    children: [
      step({
        status: 'failed',
        title: 'Plot the monthly totals',
        children: [
          tool({
            name: 'code_execution',
            status: 'failed',
            error: 'The sandbox did not answer within 120 s.',
            endedAt: at(120),
          }),
        ],
      }),
      {
        ...base,
        id: id(),
        kind: 'error',
        status: 'failed',
        code: 'agent',
        text: 'Tool execution failed: the sandbox did not answer within 120 s.',
      },
    ],
  }),
  message({role: 'user', children: [text('Then tell me in words.')]}),
  message({status: 'stopped', children: [text('The totals rise from January to')]}),
  message({status: 'interrupted', children: [text('In March they reach 12,400, and in')]}),
];

/** Questions in every form. */
export const asking: readonly Item[] = [
  message({
    status: 'waiting',
    children: [
      request({timeout: 300}),
      request({
        prompt: 'Book a table for two on Friday at 19:30?',
        inputTypes: ['confirm'],
        toolName: 'human_confirmation',
        executionId: 'x',
      }),
      request({
        prompt: 'Which table?',
        choices: ['By the window', 'In the garden'],
        inputTypes: [],
      }),
      request({
        prompt: 'Who is coming?',
        inputTypes: ['json', 'text'],
        schema: {
          type: 'object',
          required: ['name'],
          properties: {
            name: {type: 'string', title: 'Name'},
            guests: {type: 'integer', title: 'Guests', default: 2},
            seat: {enum: ['inside', 'outside'], title: 'Seat'},
            vegan: {type: 'boolean', title: 'Vegan menu'},
          },
        },
      }),
      request({prompt: 'Send the signed form.', inputTypes: ['file']}),
      request({
        status: 'done',
        answer: {input: 'marie@example.org', type: 'text'},
      }),
      request({status: 'interrupted', prompt: 'Shall I go on?', inputTypes: ['confirm']}),
    ],
  }),
];
