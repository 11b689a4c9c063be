/** Parts of a chat that stand outside of a conversation, in all their states, and parts that stand without a chat. */

const element = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  fields: Partial<HTMLElementTagNameMap[K]>,
  ...content: readonly (Node | string)[]
): HTMLElement => {
  const made = Object.assign(document.createElement(tag), fields);
  made.append(...content);
  return made;
};

const slotted = (slot: string, words: string): HTMLElement =>
  Object.assign(document.createElement('p'), {slot, textContent: words});

const attachment = (key: string, name: string, status: 'uploading' | 'ready' | 'failed') => ({
  key,
  name,
  status,
  progress: 40,
});

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
  'A chat without an agent': [element('ubik-chat', {storage: null, heading: 'Nobody'})],
  Composer: [
    element('ubik-composer', {}),
    element('ubik-composer', {value: draft, files: true}),
    element('ubik-composer', {value: `${draft}\n`.repeat(4), maxlength: 200}),
    element('ubik-composer', {busy: true}),
    element('ubik-composer', {busy: true, stopping: true}),
    element('ubik-composer', {disabled: true, reason: 'The chat is not connected to an agent.'}),
    element('ubik-composer', {
      files: true,
      attachments: [
        attachment('a', 'travel-plan.pdf', 'ready'),
        attachment('b', 'a-photograph-with-a-very-long-name-indeed.jpg', 'uploading'),
        attachment('c', 'archive.zip', 'failed'),
      ],
    }),
  ],
  Launcher: [
    element('ubik-launcher', {}),
    element('ubik-launcher', {unread: 3}),
    element('ubik-launcher', {unread: 12}),
    element('ubik-launcher', {open: true}),
  ],
  Notices: [
    element('ubik-notice', {}, 'Connection lost. Trying to reconnect …'),
    element('ubik-notice', {kind: 'error', retryable: true}, 'The server could not be reached.'),
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
