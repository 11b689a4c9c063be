import type {ChatEvent, ChatStatus} from '../../controller/index.js';
import type {Conversation, Item, MessageItem, StepItem, ToolItem} from '../../core/index.js';
import type {Labels} from '../locales/en.js';
import {humanise} from './format.js';
import {SentenceReader} from './sentence-reader.js';

/** Where a chat stood and stands. */
interface Scene {
  readonly status: ChatStatus;
  readonly conversation: Conversation;
}

/** Puts a chat into spoken words: states, what tools do, and the answer sentence by sentence as it is finished. */
export class Narrator {
  readonly #say: (text: string) => void;
  #status: ChatStatus = 'idle';
  /** The answer that is being read out, by its id. */
  #reading: string | undefined;
  #sentences = new SentenceReader();

  constructor(say: (text: string) => void) {
    this.#say = say;
  }

  /** Tells what is new in the state of the chat. */
  tell({status, conversation}: Scene, {announce}: Labels): void {
    const last = conversation.children.at(-1);
    if (last && last.id === this.#reading) this.#readTexts(last);
    const before = this.#status;
    this.#status = status;
    if (status === before) return;
    if (status === 'waiting') this.#say(announce.waiting);
    else if (status === 'reconnecting') this.#say(announce.reconnecting);
    else if (status === 'lost') this.#say(announce.lost);
    else if (status === 'streaming' && before === 'reconnecting') this.#say(announce.reconnected);
  }

  /** Tells what happened: what begins, and how the answer ended. What was there before is not read out. */
  hear(event: ChatEvent, labels: Labels): void {
    switch (event.type) {
      case 'turn-start':
        this.#reading = event.message.id;
        this.#sentences = new SentenceReader();
        this.#say(labels.announce.working);
        break;
      case 'turn-end':
        if (event.message.id === this.#reading) this.#readTexts(event.message);
        this.#reading = undefined;
        this.#say(outcome(event.message, labels));
        break;
      case 'step':
      case 'tool':
        if (event.item.status === 'streaming') this.#say(nameOf(event.item));
        break;
      default: // The other events are no news to a listener, or are told by the state.
    }
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
}

const nameOf = (item: StepItem | ToolItem): string =>
  item.title ?? (item.kind === 'tool' ? humanise(item.name) : '');

/** How an answer ended, in words; nothing where the state of the chat says it. */
function outcome({status, children}: MessageItem, {announce, sources}: Labels): string {
  const cited = children.filter(({kind}) => kind === 'source').length;
  switch (status) {
    case 'done':
      return cited > 0 ? `${announce.finished} ${sources.title(cited)}` : announce.finished;
    case 'stopped':
      return announce.stopped;
    case 'failed':
      return announce.failed;
    default:
      return '';
  }
}
