/** Parts of a chat outside of the conversation, in all states, and elements that work without a chat. */

import '../src/elements/ubik-page/ubik-page.define.js';
import type {Author, FileItem, Item, MessageItem, TextItem, ToolItem} from '../src/index.js';

const element = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  fields: Partial<HTMLElementTagNameMap[K]>,
  ...content: readonly (Node | string)[]
): HTMLElement => {
  const made = Object.assign(document.createElement(tag), fields);
  made.append(...content);
  return made;
};

const slotted = (slot: string, text: string): HTMLElement =>
  Object.assign(document.createElement('p'), {slot, textContent: text});

const attachment = (key: string, name: string, status: 'uploading' | 'ready' | 'failed') => ({
  key,
  name,
  status,
  progress: 40,
});

/** A thumbnail of an attachment. */
function thumbnail(from: string, to: string): HTMLCanvasElement {
  const canvas = Object.assign(document.createElement('canvas'), {width: 96, height: 64});
  const context = canvas.getContext('2d');
  const gradient = context?.createLinearGradient(0, 0, 96, 64);
  gradient?.addColorStop(0, from);
  gradient?.addColorStop(1, to);
  if (context && gradient) context.fillStyle = gradient;
  context?.fillRect(0, 0, 96, 64);
  canvas.ariaHidden = 'true';
  return canvas;
}

const base = {id: 'item', status: 'done', children: []} as const;

const file = (name: string, more: Partial<FileItem>): FileItem => ({
  ...base,
  id: name,
  kind: 'file',
  name,
  ...more,
});

const tool = (item: Partial<ToolItem>): ToolItem => ({
  ...base,
  kind: 'tool',
  name: '',
  input: '',
  output: '',
  log: '',
  ...item,
});

const letter: MessageItem = {
  ...base,
  kind: 'message',
  role: 'user',
  children: [
    file('the-museum-at-night.jpg', {size: 1_804_112}),
    file('plan.pdf', {size: 91_004}),
    {...base, id: 'words', kind: 'text', text: 'What is on these two?'},
  ],
};

const mia: Author = {kind: 'person', name: 'Mia', avatar: 'mia.svg'};
const said = (id: string, text: string, author?: Author): TextItem => ({
  ...base,
  id,
  kind: 'text',
  text,
  ...(author && {author}),
});
const message = (id: string, item: Partial<MessageItem>): MessageItem => ({
  ...base,
  id,
  kind: 'message',
  role: 'assistant',
  ...item,
});

/** A conversation of two days that a person takes over. */
const takeover: readonly Item[] = [
  message('a', {
    role: 'user',
    createdAt: '2024-03-03T16:40:00Z',
    children: [said('a/1', 'Can you change my booking?')],
  }),
  message('b', {
    createdAt: '2024-03-03T16:40:05Z',
    children: [
      said('b/1', 'I am asking a colleague to take over.'),
      {...base, id: 'b/2', kind: 'notice', code: 'person_joined', author: mia},
      said('b/3', 'Hello, this is **Mia**. For which day?', mia),
    ],
  }),
  message('c', {
    role: 'user',
    createdAt: '2024-03-04T09:12:00Z',
    children: [said('c/1', 'For Friday.')],
  }),
  message('d', {
    author: mia,
    createdAt: '2024-03-04T09:13:00Z',
    children: [
      said('d/1', 'It is changed. Goodbye!'),
      {...base, id: 'd/2', kind: 'notice', code: 'person_left', author: mia},
      said('d/3', 'I am the assistant again.', {kind: 'assistant', name: ''}),
    ],
  }),
  message('e', {
    author: {kind: 'agent', name: 'Booking agent'},
    createdAt: '2024-03-04T09:14:00Z',
    children: [said('e/1', 'The confirmation was sent.')],
  }),
  message('f', {author: {...mia, avatar: ''}, status: 'streaming', typing: true}),
];

/** An answer with thirty tool calls; the fourth failed. */
const manyCalls = (status: 'streaming' | 'done'): MessageItem => ({
  ...base,
  id: `calls-${status}`,
  kind: 'message',
  role: 'assistant',
  status,
  children: [
    {...base, id: 'plan', kind: 'text', text: 'I read all files of the folder.'},
    ...Array.from({length: 30}, (_, index): Item =>
      tool({
        id: `call-${index}`,
        name: 'read_file',
        input: JSON.stringify({path: `notes-${index + 1}.md`}),
        status: index === 3 ? 'failed' : index === 29 ? status : 'done',
        ...(index === 3 && {error: 'There is no such file.'}),
      }),
    ),
  ],
});

const found = JSON.stringify({
  response: 'The museum is open from **Wednesday to Sunday**.',
  sources: [
    {
      title: 'Opening hours',
      url: 'https://example.org/hours',
      snippet: 'Wednesday to Sunday, 10:00–18:00.',
    },
    {title: 'A handbook of automata', content: 'Closed on Mondays and Tuesdays.'},
  ],
});

const rows = JSON.stringify({
  data: [
    {month: 'January', shop: 'North', sales: 1204},
    {month: 'February', shop: 'North', sales: 980},
    {month: 'March', shop: 'North', sales: 1466},
  ],
  chart_config: {chart_type: 'Column', xField: 'month', yField: 'sales'},
});

const markdown = `# A heading of level 1

Text with *emphasis*, **strong emphasis**, ~~strikethrough~~, \`code\` and [a link](https://example.org).

## A heading of level 2

1. First
   - nested
   - items
2. Second

- [x] done
- [ ] to do

> A quotation.
>
> > A nested quotation.

| Month | Shop | Sales |
| --- | :-: | --: |
| January | North | 1,204 |
| February | South | 980 |

\`\`\`ts
const answer = (question: string): number => question.length * 42; // a line that is longer than its box
\`\`\`

![A picture from another server](https://example.org/picture.png)

---

A footnote[^1].

[^1]: The text of the footnote.
`;

const draft = 'When is the museum open on public holidays?';

export const parts: Readonly<Record<string, readonly HTMLElement[]>> = {
  'An empty chat': [
    element('ubik-chat', {
      transport: async function* () {
        yield await new Promise<never>(() => undefined);
      },
      storage: null,
      suggestions: ['When is the museum open?', 'Book a table for two', 'Compare two files'],
    }),
  ],
  'A chat without an agent': [element('ubik-chat', {storage: null, heading: 'No agent'})],
  Composer: [
    element('ubik-composer', {}),
    element('ubik-composer', {value: draft, files: true}),
    element('ubik-composer', {value: `${draft}\n`.repeat(4), maxlength: 200}),
    element('ubik-composer', {busy: true}),
    element('ubik-composer', {busy: true, stopping: true}),
    element('ubik-composer', {
      disabled: true,
      reason: 'The chat is not set up correctly. It has no server address.',
    }),
    element('ubik-composer', {
      files: true,
      attachments: [
        attachment('a', 'travel-plan.pdf', 'ready'),
        attachment('b', 'a-photograph-with-a-very-long-name-indeed.jpg', 'uploading'),
        attachment('c', 'archive.zip', 'failed'),
      ],
    }),
  ],
  'Files in the composer': [
    element('ubik-composer', {
      files: true,
      value: draft,
      attachments: [
        {
          ...attachment('a', 'the-museum-at-night.jpg', 'ready'),
          picture: thumbnail('#23395d', '#d8a657'),
        },
        {
          ...attachment('b', 'a-plan-of-the-first-floor.png', 'uploading'),
          picture: thumbnail('#7a9e7e', '#f2efe6'),
        },
      ],
    }),
  ],
  Files: [
    element('ubik-message', {item: letter}),
    element('ubik-file', {
      item: file('report.pdf', {url: 'https://example.org/report.pdf', size: 482_133}),
    }),
    element('ubik-file', {item: file('a-file-that-has-gone.csv', {})}),
  ],
  Markdown: [element('ubik-markdown', {text: markdown})],
  'Authors and times': [element('ubik-transcript', {items: takeover, timestamps: true})],
  'Tool calls': [
    element('ubik-tool', {
      item: tool({name: 'web_search', input: '{"query": "museum hours"}', output: found}),
      open: true,
    }),
    element('ubik-tool', {
      item: tool({name: 'query_data', title: 'Ask the sales table', output: rows}),
    }),
    element('ubik-tool', {
      item: tool({
        name: 'read_log',
        status: 'streaming',
        log: 'Opening the file …\n1,204 lines\n',
      }),
      open: true,
    }),
    element('ubik-tool', {
      item: tool({
        name: 'code_execution',
        status: 'failed',
        error: 'The sandbox did not answer within 120 s.',
      }),
      open: true,
    }),
  ],
  'Thirty tool calls': [
    element('ubik-message', {item: manyCalls('streaming')}),
    element('ubik-message', {item: manyCalls('done')}),
  ],
  'A page of a tool': [
    element('ubik-page', {
      item: tool({
        name: 'web_processor',
        output:
          '{"url": "https://example.org/plan", "title": "A walk through the museum", "size": [16, 9]}',
      }),
    }),
  ],
  JSON: [
    element('ubik-json', {
      value: {
        city: 'Sainte-Ambre',
        open: true,
        visitors: 48_200,
        rooms: ['Automata', 'Clocks'],
        plan: null,
      },
    }),
  ],
  Launcher: [
    element('ubik-launcher', {}),
    element('ubik-launcher', {unread: 3}),
    element('ubik-launcher', {unread: 12}),
    element('ubik-launcher', {open: true}),
  ],
  Notices: [
    element('ubik-notice', {}, 'Connection lost. Reconnecting…'),
    element(
      'ubik-notice',
      {kind: 'error', retryable: true},
      'The server could not be reached. Check your connection and try again.',
    ),
  ],
  'Without a chat': [
    element('ubik-message', {content: 'A **stored** message.\n\n- one\n- two\n'}),
    element('ubik-step', {heading: 'Read the file', number: 1, duration: 3.4, open: true}, 'Done.'),
    element('ubik-step', {heading: 'Compare the totals', status: 'streaming', progress: 60}),
    element('ubik-step', {heading: 'Plot them', status: 'failed'}),
    element(
      'ubik-tool',
      {name: 'web_search', duration: 12, open: true},
      slotted('input', 'museum opening hours'),
      slotted('result', 'Ten results.'),
    ),
    element('ubik-tool', {name: 'calculator', status: 'waiting'}),
    element('ubik-tool', {name: 'chart', status: 'stopped'}),
    element('ubik-tool', {name: 'code_execution', status: 'interrupted'}),
  ],
};
