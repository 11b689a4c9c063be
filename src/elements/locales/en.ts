import type {FaultCode} from '../../controller/index.js';

/** The strings of the interface in English; every other language is a `Labels` and so is complete or does not compile. */
export const en = {
  /** BCP 47 tag for numbers, plurals and dates. */
  locale: 'en',
  chat: {
    heading: 'Assistant',
    transcript: 'Conversation',
    newSession: 'New conversation',
    close: 'Close chat',
    empty: 'How can I help?',
    loading: 'Loading the conversation',
    latest: 'Jump to the latest message',
    newMessages: (count: number): string =>
      count === 1 ? '1 new message' : `${count} new messages`,
    suggestions: 'Suggestions',
    retry: 'Try again',
  },
  launcher: {
    open: 'Open chat',
    close: 'Close chat',
    unread: (count: number): string =>
      count === 1 ? '1 unread message' : `${count} unread messages`,
  },
  composer: {
    label: 'Message',
    placeholder: 'Write a message',
    answer: 'Write your answer',
    send: 'Send message',
    stop: 'Stop answering',
    stopping: 'Stopping',
    attach: 'Attach files',
    attachments: 'Attached files',
    remove: (name: string): string => `Remove ${name}`,
    uploading: (name: string): string => `Uploading ${name}`,
    failed: (name: string): string => `${name} could not be uploaded`,
    left: (count: number): string => `${count} left`,
  },
  message: {
    you: 'You',
    assistant: 'Assistant',
    copy: 'Copy',
    copied: 'Copied',
    regenerate: 'Write another answer',
    good: 'Good answer',
    poor: 'Poor answer',
    edit: 'Edit',
    editLabel: 'Edit your message',
    save: 'Send',
    cancel: 'Cancel',
    branch: (index: number, total: number): string => `Version ${index} of ${total}`,
    previous: 'Previous version',
    next: 'Next version',
    actions: 'Message actions',
    working: 'Working on it',
    stopped: 'Stopped',
    interrupted: 'The connection was lost before the end of this answer.',
    context: (title: string): string => `With: ${title}`,
  },
  status: {
    streaming: 'Running',
    waiting: 'Waiting for you',
    done: 'Done',
    failed: 'Failed',
    stopped: 'Stopped',
    interrupted: 'Interrupted',
  },
  step: {
    number: (number: number): string => `Step ${number}`,
    untitled: 'Working',
    progress: (title: string): string => `Progress of ${title}`,
  },
  tool: {
    input: 'Input',
    receiving: 'Receiving the input',
    output: 'Result',
    log: 'Live output',
    logOf: (key: string): string => `Live output: ${key}`,
    phases: 'Progress',
    error: 'Error',
  },
  thinking: {
    running: 'Thinking',
    done: 'Thought about it',
    doneIn: (duration: string): string => `Thought for ${duration}`,
    redacted: 'The model does not show this part of its reasoning.',
  },
  checkpoint: {
    label: (name: string): string => `Checkpoint: ${name}`,
    restore: 'Go back to here',
    hint: 'What should go differently? (optional)',
    confirm: 'Go back',
    cancel: 'Cancel',
  },
  request: {
    title: 'Your answer is needed',
    fromTool: (tool: string): string => `${tool} asks`,
    answer: 'Your answer',
    send: 'Send answer',
    sending: 'Sending your answer',
    yes: 'Yes',
    no: 'No',
    file: 'Choose a file',
    required: 'Write an answer first.',
    invalidJson: 'This is not valid JSON.',
    answered: 'Answered',
    expired: 'This question can no longer be answered.',
    timeLeft: (duration: string): string => `${duration} left`,
    answerAs: 'Answer as',
    types: {
      text: 'Text',
      json: 'JSON',
      file: 'File',
      confirm: 'Yes or no',
      choice: 'Choice',
    },
    failed: 'Your answer could not be sent. Try again.',
  },
  sources: {
    title: (count: number): string => (count === 1 ? '1 source' : `${count} sources`),
    opens: 'opens in a new tab',
  },
  /** What a copied answer says beside its own words: `toMarkdown` writes it. */
  copy: {
    step: 'Step',
    checkpoint: 'Checkpoint',
    question: 'Question',
    answer: 'Answer',
    error: 'Error',
    sources: 'Sources',
    streaming: 'running',
    waiting: 'waiting',
    done: 'done',
    failed: 'failed',
    stopped: 'stopped',
    interrupted: 'interrupted',
  },
  file: {
    file: 'File',
  },
  json: {
    show: 'Show more',
    items: (count: number): string => (count === 1 ? '1 item' : `${count} items`),
    keys: (count: number): string => (count === 1 ? '1 entry' : `${count} entries`),
    more: (count: number): string => `Show ${count} more`,
    copy: 'Copy as JSON',
  },
  markdown: {
    copyCode: 'Copy code',
    copied: 'Copied',
    code: 'Code',
    codeIn: (language: string): string => `Code in ${language}`,
    table: 'Table',
    loadImage: 'Load image',
    imageFrom: (host: string): string => `Image from ${host}`,
    task: (done: boolean): string => (done ? 'Done' : 'To do'),
  },
  announce: {
    working: 'The assistant is working.',
    finished: 'The answer is complete.',
    waiting: 'The assistant waits for your answer.',
    stopped: 'Stopped.',
    failed: 'The answer failed.',
    reconnecting: 'Connection lost, trying to reconnect.',
    lost: 'Connection lost.',
    reconnected: 'Connected again.',
    copied: 'Copied to the clipboard.',
  },
  connection: {
    reconnecting: 'Connection lost. Trying to reconnect …',
    lost: 'The connection was lost. Everything received so far is still here.',
  },
  /** By the code of a fault or of an error item; an unknown code is told by `unknown`. */
  errors: {
    unknown: 'Something went wrong.',
    offline: 'You seem to be offline. Nothing was sent.',
    unreachable: 'The server could not be reached.',
    cross_origin: 'The server could not be reached from this page.',
    mixed_content: 'This secure page may not ask an insecure server.',
    timeout: 'The server fell silent.',
    lost: 'The connection was lost. Everything received so far is still here.',
    truncated: 'The answer broke off before its end.',
    unconfirmed:
      'It is not known whether the message arrived. Send it again only if you want it twice.',
    token_unavailable: 'This site could not sign you in to the chat.',
    bad_request: 'The server did not understand the request.',
    unauthorized: 'The chat is not signed in, or its sign-in has expired.',
    forbidden: 'This is not allowed with the present sign-in.',
    gone: 'This is not there any more.',
    conflict: 'The agent is still busy with this conversation.',
    too_large: 'This is too large to send.',
    invalid: 'The server did not accept this.',
    rate_limited: 'Too many requests. Wait a moment and try again.',
    server_error: 'The server has a problem.',
    http_error: 'The server refused the request.',
    not_a_stream: 'The server answered in a way that could not be read.',
    file_failed: 'The file could not be taken in.',
    unsupported: 'This agent cannot do that.',
    busy: 'A run is still going on. Stop it first.',
    no_endpoint: 'The chat is not connected to an agent.',
    not_found: 'This message, question or checkpoint is not there any more.',
    unsafe_endpoint: 'A page may not talk to this address itself: its key would be seen.',
    agent: 'The agent ran into a problem.',
    overloaded_error: 'The model is busy. Try again in a moment.',
  } satisfies Readonly<Record<FaultCode, string>> & Readonly<Record<string, string>>,
  /** By the code of a notice item; an unknown code shows the notice's own text. */
  notices: {
    max_tokens: 'The answer was cut because it became too long.',
    model_context_window_exceeded: 'The conversation has become too long for the model.',
    refusal: 'The model declined to answer this.',
    pause_turn: 'The model paused here.',
    no_answer: 'The model ended without an answer.',
  },
};

/** A complete table of strings. */
export type Labels = typeof en;

/** Some strings, group by group; the rest comes from the table underneath. */
export type LabelOverrides = {readonly [G in keyof Labels]?: Labels[G] | Partial<Labels[G]>};

/** Lays overrides over a table. */
export function mergeLabels(table: Labels, overrides: LabelOverrides | undefined): Labels {
  if (!overrides) return table;
  const groups = Object.entries(overrides).map(([group, own]: [string, unknown]) => [
    group,
    typeof own === 'object' ? {...(table[group as keyof Labels] as object), ...own} : own,
  ]);
  return {...table, ...(Object.fromEntries(groups) as Partial<Labels>)};
}

/** What a code means, where the table knows it. */
export function lookUp(table: object, code: string): string | undefined {
  return Object.hasOwn(table, code) ? (table as Record<string, string>)[code] : undefined;
}
