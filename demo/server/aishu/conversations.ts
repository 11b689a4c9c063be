import {randomUUID} from 'node:crypto';
import type {Attachment} from '../agent/agent.js';
import {notFound} from '../errors.js';
import {isObject, type JsonObject} from '../json.js';
import {documentOf} from './document.js';
import {LiveAnswer} from './live-answer.js';

export interface Question {
  readonly id: string;
  readonly text: string;
  readonly files: readonly Attachment[];
  readonly time: number;
}

export interface Turn {
  readonly question: Question;
  readonly answer: LiveAnswer;
}

export interface Conversation {
  readonly id: string;
  readonly owner: string | undefined;
  readonly created: number;
  title: string;
  read: number;
  turns: Turn[];
}

/** The conversations with the agent, while the server runs. */
export class Conversations {
  readonly #all = new Map<string, Conversation>();
  readonly #files = new Map<string, Attachment>();

  create(owner: string | undefined, title: string): Conversation {
    const id = randomUUID();
    const conversation = {id, owner, title, created: Date.now(), read: 0, turns: []};
    this.#all.set(id, conversation);
    return conversation;
  }

  /** The conversation, where it belongs to whoever asks. */
  get(id: unknown, owner: string | undefined): Conversation {
    const found = this.#all.get(String(id));
    if (found?.owner !== owner || !found) throw notFound('Conversation');
    return found;
  }

  /** Newest first. */
  of(owner: string | undefined): Conversation[] {
    return [...this.#all.values()].filter(one => one.owner === owner).reverse();
  }

  remove({id}: Conversation): void {
    this.#all.delete(id);
  }

  /** Keeps a file under its path. */
  keep(path: string, file: Attachment): void {
    this.#files.set(path, file);
  }

  file(path: string): Attachment | undefined {
    return this.#files.get(path);
  }

  /** A new answer to a question, at the end of a conversation. */
  begin(conversation: Conversation, question: Question): Turn {
    const document = documentOf({
      conversation: conversation.id,
      question: question.id,
      query: question.text,
      index: conversation.turns.length * 2 + 1,
    });
    const turn = {question, answer: new LiveAnswer(document)};
    conversation.turns.push(turn);
    return turn;
  }
}

/** A conversation in a list. */
export function entryOf({id, title, created, read, turns}: Conversation): JsonObject {
  return {
    id,
    title,
    message_index: turns.length * 2,
    read_message_index: read,
    create_time: created,
    update_time: turns.at(-1)?.question.time ?? created,
    status: turns.at(-1)?.answer.status ?? 'completed',
  };
}

/** The messages of a conversation, as they are stored: what is structured as JSON text. */
export function messagesOf({id, turns}: Conversation): JsonObject[] {
  return turns.flatMap(({question, answer}, n) => {
    const {message, error} = answer.document;
    const {content, ext, ...rest} = isObject(message) ? message : {};
    const facts = {
      ...(isObject(ext) && ext),
      ...(error != null && {error: {type: 'agent', error}}),
    };
    const selected = question.files.map(file => ({file_name: file.id}));
    return [
      {
        id: question.id,
        conversation_id: id,
        index: n * 2,
        origin: 'user',
        content: JSON.stringify({text: question.text, selected_files: selected}),
        ext: null,
        status: 'processed',
        create_time: question.time,
      },
      {
        ...rest,
        origin: 'assistant',
        content: JSON.stringify(content),
        ext: JSON.stringify(facts),
        status: answer.status,
        create_time: question.time,
      },
    ];
  });
}
