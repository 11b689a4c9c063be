import {randomUUID} from 'node:crypto';
import type {AttachedText} from '../agent/agent.js';
import {notFound} from '../errors.js';
import {isObject, type JsonObject} from '../json.js';
import {emptyDocument} from './document.js';
import {LiveAnswer} from './live-answer.js';

export interface UserQuestion {
  readonly id: string;
  readonly text: string;
  readonly files: readonly AttachedText[];
  readonly time: number;
}

export interface StoredTurn {
  readonly question: UserQuestion;
  readonly answer: LiveAnswer;
}

export interface StoredConversation {
  readonly id: string;
  readonly owner: string | undefined;
  readonly created: number;
  title: string;
  read: number;
  turns: StoredTurn[];
}

/** All conversations, in memory: they end with the server. */
export class Conversations {
  readonly #all = new Map<string, StoredConversation>();
  readonly #files = new Map<string, AttachedText>();

  create(owner: string | undefined, title: string): StoredConversation {
    const id = randomUUID();
    const conversation = {id, owner, title, created: Date.now(), read: 0, turns: []};
    this.#all.set(id, conversation);
    return conversation;
  }

  /** The conversation; throws 404 unless it belongs to `owner`. */
  get(id: unknown, owner: string | undefined): StoredConversation {
    const found = this.#all.get(String(id));
    if (found?.owner !== owner || !found) throw notFound('Conversation');
    return found;
  }

  /** Newest first. */
  ownedBy(owner: string | undefined): StoredConversation[] {
    return [...this.#all.values()].filter(conversation => conversation.owner === owner).reverse();
  }

  remove({id}: StoredConversation): void {
    this.#all.delete(id);
  }

  /** Stores a file under its path, which only its owner can read. */
  saveFile(owner: string | undefined, file: AttachedText): void {
    this.#files.set(fileKey(owner, file.id), file);
  }

  /** The file of `owner` at a path. */
  file(owner: string | undefined, path: string): AttachedText | undefined {
    return this.#files.get(fileKey(owner, path));
  }

  /** Appends a turn with an empty answer. */
  begin(conversation: StoredConversation, question: UserQuestion): StoredTurn {
    const document = emptyDocument({
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

const fileKey = (owner: string | undefined, path: string): string =>
  JSON.stringify([owner ?? null, path]);

/** A conversation as an entry of the list response. */
export function entryOf({id, title, created, read, turns}: StoredConversation): JsonObject {
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

/** The messages of a conversation in the stored format: structured fields are JSON text. */
export function messagesOf({id, turns}: StoredConversation): JsonObject[] {
  return turns.flatMap(({question, answer}, n) => {
    const {message, error} = answer.document;
    const {content, ext, ...rest} = isObject(message) ? message : {};
    const extFields = {
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
        ext: JSON.stringify(extFields),
        status: answer.status,
        create_time: question.time,
      },
    ];
  });
}
