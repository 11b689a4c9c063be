import type {PageTool} from '../src/widget.js';

/** Asks the user a question of the agent, for protocols without questions. */
export const askUser: PageTool = {
  description: 'Asks the user a question and returns the answer',
  schema: {
    type: 'object',
    properties: {question: {type: 'string'}, types: {type: 'array', items: {type: 'string'}}},
    required: ['question'],
  },
  permission: 'allow',
  async run({question}, {ask}) {
    const {input} = await ask({prompt: String(question)});
    return input;
  },
};

/** Only reads, so it needs no permission. */
export const pageTitle: PageTool = {
  description: 'Reads the title of the page',
  permission: 'allow',
  run: () => document.title,
};

/** Changes the page, so the user is asked first. */
export const setTheme: PageTool = {
  description: 'Changes the colours of the page',
  purpose: 'change the colours of this page',
  schema: {
    type: 'object',
    properties: {theme: {type: 'string', enum: ['light', 'dark']}},
    required: ['theme'],
  },
  run({theme}) {
    document.documentElement.style.colorScheme = String(theme);
    return `The page is ${String(theme)} now.`;
  },
};
