import type {
  CheckpointItem,
  ErrorItem,
  Item,
  MessageItem,
  NoticeItem,
  RequestItem,
  SourceItem,
  StepItem,
  TextItem,
  ThinkingItem,
  ToolItem,
} from '../../../src/core/index.js';

const base = {status: 'done', children: []} as const;

export const text = (words: string, item: Partial<TextItem> = {}): TextItem => ({
  ...base,
  id: `text ${words}`,
  kind: 'text',
  text: words,
  ...item,
});

export const step = (item: Partial<StepItem> = {}): StepItem => ({
  ...base,
  id: 'step',
  kind: 'step',
  number: 1,
  title: 'Search the docs',
  ...item,
});

export const tool = (item: Partial<ToolItem> = {}): ToolItem => ({
  ...base,
  id: 'tool',
  kind: 'tool',
  name: 'web_search',
  input: '{"query": "opening hours"}',
  output: '',
  log: '',
  ...item,
});

export const thinking = (item: Partial<ThinkingItem> = {}): ThinkingItem => ({
  ...base,
  id: 'thinking',
  kind: 'thinking',
  text: 'First this.\n\nThen that.',
  ...item,
});

export const request = (item: Partial<RequestItem> = {}): RequestItem => ({
  id: 'request',
  kind: 'request',
  status: 'waiting',
  children: [],
  prompt: 'Which address?',
  inputTypes: ['text'],
  ...item,
});

export const checkpoint = (item: Partial<CheckpointItem> = {}): CheckpointItem => ({
  ...base,
  id: 'checkpoint',
  kind: 'checkpoint',
  name: 'after_search',
  ...item,
});

export const source = (item: Partial<SourceItem> = {}): SourceItem => ({
  ...base,
  id: 'source',
  kind: 'source',
  number: 1,
  title: 'Opening hours',
  ...item,
});

export const notice = (item: Partial<NoticeItem> = {}): NoticeItem => ({
  ...base,
  id: `notice ${item.code ?? ''}`,
  kind: 'notice',
  code: 'refusal',
  ...item,
});

export const error = (item: Partial<ErrorItem> = {}): ErrorItem => ({
  id: 'error',
  kind: 'error',
  status: 'failed',
  children: [],
  code: 'agent',
  ...item,
});

export const user = (words: string, item: Partial<MessageItem> = {}): MessageItem => ({
  ...base,
  id: `user ${words}`,
  kind: 'message',
  role: 'user',
  children: [text(words)],
  ...item,
});

export const answer = (
  children: readonly Item[],
  item: Partial<MessageItem> = {},
): MessageItem => ({
  ...base,
  id: 'answer',
  kind: 'message',
  role: 'assistant',
  children,
  ...item,
});
