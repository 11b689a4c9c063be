import type {ChatEvent, ChatStatus} from '../../controller/index.js';
import type {Conversation, Item, MessageItem} from '../../core/index.js';
import type {Labels} from '../locales/en.js';
import {humanise} from './format.js';
import {SentenceReader} from './sentence-reader.js';

/** Where a chat stood and stands. */
interface Scene {
  readonly status: ChatStatus;
  readonly conversation: Conversation;
}

const isAnswer = (item: Item | undefined): item is MessageItem =>
  item?.kind === 'message' && item.role === 'assistant';

/** Puts a chat into spoken words: states, what tools do, and the answer sentence by sentence as it is finished. */
export class Narrator {
  readonly #say: (text: string) => void;
  #status: ChatStatus = 'idle';
  /** The answer that is being read out, by its id; what was there before is not read out. */
  #reading: string | undefined;
  #sentences = new SentenceReader();

  constructor(say: (text: string) => void) {
    this.#say = say;
  }

  /** Tells what is new in the state of the chat. */
  tell({status, conversation}: Scene, labels: Labels): void {
    const last = conversation.children.at(-1);
    if (isAnswer(last)) this.#read(last);
    if (status === this.#status) return;
    const words = this.#wordsFor(status, isAnswer(last) ? last : undefined, labels);
    this.#status = status;
    if (words) this.#say(words);
  }

  /** Tells of a step or a tool that begins. */
  hear(event: ChatEvent): void {
    if (event.type !== 'step' && event.type !== 'tool') return;
    const {item} = event;
    if (item.status !== 'streaming') return;
    this.#say(item.title ?? (item.kind === 'tool' ? humanise(item.name) : ''));
  }

  #read(answer: MessageItem): void {
    const running = answer.status === 'streaming' || answer.status === 'waiting';
    if (running && answer.id !== this.#reading) {
      this.#reading = answer.id;
      this.#sentences = new SentenceReader();
    }
    if (answer.id !== this.#reading) return;
    this.#readTexts(answer);
    if (!running) this.#reading = undefined;
  }

  #readTexts(item: Item): void {
    for (const child of item.children) {
      if (child.kind === 'text') {
        const finished = child.status !== 'streaming';
        for (const sentence of this.#sentences.read(child.id, child.text, finished)) {
          this.#say(sentence);
        }
      } else if (child.kind === 'step') this.#readTexts(child);
    }
  }

  #wordsFor(status: ChatStatus, answer: MessageItem | undefined, {announce}: Labels): string {
    switch (status) {
      case 'streaming':
        return this.#status === 'reconnecting' ? announce.reconnected : announce.working;
      case 'waiting':
        return announce.waiting;
      case 'reconnecting':
        return announce.reconnecting;
      case 'lost':
        return announce.lost;
      case 'idle':
        if (this.#status === 'connecting') return '';
        if (answer?.status === 'stopped') return announce.stopped;
        return answer?.status === 'failed' ? announce.failed : announce.finished;
      default:
        return '';
    }
  }
}
