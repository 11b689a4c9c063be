import {randomUUID} from 'node:crypto';
import type {AttachedText} from '../agent/agent.js';
import {BoundedMap} from '../bounded-map.js';
import {notFound} from '../errors.js';
import {isObject, type JsonObject} from '../json.js';
import {emptyDocument} from './document.js';
import {LiveAnswer} from './live-answer.js';

export interface UserQuestion {
  readonly id: string;
  readonly text: string;
  /** Paths of the attached files. Their texts are kept by `Conversations` alone, which limits them. */
  readonly files: readonly string[];
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

/** What the answer to a question takes, in addition to the question. */
const answerCharacters = 10_000;

const sizeOf = ({text, files}: UserQuestion): number =>
  files.reduce((sum, path) => sum + path.length, text.length);

/** All conversations with their files, in memory: they end with the server, or when others need their place. */
export class Conversations {
  readonly #all = new BoundedMap<string, StoredConversation>({
    maxEntries: 1000,
    maxCharacters: 50_000_000,
    charactersOf: ({turns}) =>
      turns.reduce((sum, {question}) => sum + sizeOf(question) + answerCharacters, 0),
  });
  readonly #files = new BoundedMap<string, AttachedText>({
    maxEntries: 1000,
    maxCharacters: 50_000_000,
    charactersOf: ({text = ''}) => text.length,
  });

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
    const key = fileKey(owner, file.id);
    // A file that is sent again is the newest.
    this.#files.delete(key);
    this.#files.set(key, file);
  }

  /** The files of `owner` at these paths, without those that are not kept. */
  files(owner: string | undefined, paths: readonly string[]): readonly AttachedText[] {
    return paths.flatMap(path => this.#files.get(fileKey(owner, path)) ?? []);
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
    // It has grown. One that was removed in the meantime is not added again.
    if (this.#all.has(conversation.id)) this.#all.set(conversation.id, conversation);
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
    const selected = question.files.map(path => ({file_name: path}));
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
