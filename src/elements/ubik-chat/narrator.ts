import type {ChatEvent, ChatStatus} from '../../controller/types.js';
import type {Conversation, Item, MessageItem, StepItem, ToolItem} from '../../core/model/item.js';
import type {Labels} from '../locales/en.js';
import {humanise} from '../shared/format.js';
import {SentenceReader, spoken} from '../shared/sentence-reader.js';

/** Where a chat stood and stands. */
interface Scene {
  readonly status: ChatStatus;
  readonly resuming: boolean;
  readonly conversation: Conversation;
}

/** Who says it: an announcer. */
interface Voice {
  /** Says a text behind those that wait; an urgent one before them. */
  say(text: string, urgent?: boolean): void;
  /** Forgets what has not been said yet. */
  stop(): void;
}

/** Puts a chat into spoken words: states, what tools do, and the answer sentence by sentence as it is finished. */
export class Narrator {
  readonly #voice: Voice;
  #status: ChatStatus = 'idle';
  /** The answer that is read out, by its id; it may go on after its end. */
  #answer: string | undefined;
  #reading = false;
  #sentences = new SentenceReader();

  constructor(voice: Voice) {
    this.#voice = voice;
  }

  /** Tells what is new in the state of the chat. */
  tell({status, resuming, conversation}: Scene, labels: Labels): void {
    const {announce} = labels;
    const last = conversation.children.at(-1);
    if (last && this.#reading && last.id === this.#answer) this.#readTexts(last, labels);
    const before = this.#status;
    this.#status = status;
    if (status === before) return;
    if (resuming) {
      this.#voice.say(announce.resuming, true);
    } else if (status === 'waiting' || status === 'reconnecting' || status === 'lost') {
      this.#voice.say(announce[status], true);
    } else if (status === 'streaming' && before === 'reconnecting') {
      this.#voice.say(announce.reconnected, true);
    }
  }

  /** Tells what happened: what begins, and how the answer ended. What was there before is not read out. */
  hear(event: ChatEvent, labels: Labels): void {
    switch (event.type) {
      case 'turn-start':
        if (event.message.id !== this.#answer) this.#begin(event.message.id);
        this.#reading = true;
        this.#voice.say(labels.announce.working, true);
        break;
      case 'turn-end':
        this.#end(event.message, labels);
        break;
      case 'step':
      case 'tool':
        if (event.item.status === 'streaming') this.#voice.say(nameOf(event.item));
        break;
      case 'input-required':
        this.#voice.say(spoken(event.item.prompt), true);
        break;
      default: // The other events are no news to a listener, or are told by the state.
    }
  }

  /** What is left of the answer before is not told any more: the user has gone on. */
  #begin(answer: string): void {
    this.#answer = answer;
    this.#sentences = new SentenceReader();
    this.#voice.stop();
  }

  /** What is left of an answer is told, unless the user had enough of it. */
  #end(message: MessageItem, labels: Labels): void {
    const stopped = message.status === 'stopped';
    if (stopped) this.#voice.stop();
    else if (message.id === this.#answer) this.#readTexts(message, labels);
    this.#reading = false;
    this.#voice.say(outcome(message, labels), stopped);
  }

  #readTexts(item: Item, labels: Labels): void {
    for (const child of item.children) {
      if (child.kind === 'text') {
        const finished = child.status !== 'streaming';
        for (const sentence of this.#sentences.read(child, finished, labels.markdown)) {
          this.#voice.say(sentence);
        }
      } else if (child.kind === 'step') this.#readTexts(child, labels);
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
