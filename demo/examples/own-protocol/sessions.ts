import {createProtocol, type MessageItem} from '../../../src/core/index.js';

/** A line of the response. */
type Line = {readonly say: string} | {readonly done: true};

/** A message, as the server stores it. */
interface StoredMessage {
  readonly id: string;
  readonly author: 'user' | 'assistant';
  readonly text: string;
}

interface StoredChat {
  readonly id: string;
  readonly name: string;
}

/** A message with a text. The ids are unique in a conversation; other kinds of items are in the types of `Item`. */
const messageOf = ({id, author, text}: StoredMessage): MessageItem => ({
  kind: 'message',
  id,
  messageId: id,
  role: author,
  status: 'done',
  children: [{kind: 'text', id: `${id}/text`, status: 'done', text, children: []}],
});

const infoOf = ({id, name}: StoredChat) => ({id, title: name});

/** Newline-delimited JSON from a server that stores conversations. */
export const storedChats = createProtocol({
  name: 'stored-chats',
  framing: 'lines',
  read({data}, answer) {
    const line = JSON.parse(data) as Line;
    if ('say' in line) answer.text(line.say);
    else answer.end();
  },
  send: ({text, session = ''}) => ({
    method: 'POST',
    path: `chats/${encodeURIComponent(session)}/ask`,
    body: {json: {text}},
  }),
  operations: {
    // Before the first message of a conversation.
    create: {
      request: () => ({method: 'POST', path: 'chats'}),
      read: ({body}) => infoOf(body as StoredChat),
    },
    // After a reload, when the user opens a conversation, and after each turn.
    history: {
      request: ({session}) => ({method: 'GET', path: `chats/${encodeURIComponent(session)}`}),
      read: ({body}) => ({
        messages: (body as {messages: readonly StoredMessage[]}).messages.map(messageOf),
      }),
    },
    // The list of conversations.
    sessions: {
      request: ({page, limit}) => ({method: 'GET', path: 'chats', query: {page, limit}}),
      read({body}) {
        const {chats, more} = body as {chats: readonly StoredChat[]; more: boolean};
        return {sessions: chats.map(infoOf), more};
      },
    },
    remove: {
      request: ({session}) => ({method: 'DELETE', path: `chats/${encodeURIComponent(session)}`}),
      read: () => undefined,
    },
  },
});
