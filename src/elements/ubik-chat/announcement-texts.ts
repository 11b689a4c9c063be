import type {ChatEvent, ChatStatus} from '../../controller/types.js';
import type {Conversation, Item, MessageItem, StepItem, ToolItem} from '../../core/model/item.js';
import type {Labels} from '../locales/en.js';
import {humanise} from '../shared/format.js';
import {SentenceReader, spoken} from '../shared/sentence-reader.js';
import type {Announcer} from './announcer.js';

/** The state of a chat from which announcements follow. */
interface AnnouncedState {
  readonly status: ChatStatus;
  readonly resuming: boolean;
  readonly conversation: Conversation;
}

/**
 * Turns the state and the events of a chat into texts for the announcer: the status, the names of tools, and the answer,
 * sentence by sentence as each is complete. Text that was there before a turn started is not announced.
 */
export class AnnouncementTexts {
  readonly #announcer: Pick<Announcer, 'announce' | 'clear'>;
  #status: ChatStatus = 'idle';
  /** The id of the answer that is announced; it may continue after its end. */
  #answer: string | undefined;
  #isReading = false;
  #sentences = new SentenceReader();

  constructor(announcer: Pick<Announcer, 'announce' | 'clear'>) {
    this.#announcer = announcer;
  }

  /** Announces what has changed in the state. */
  onState({status, resuming, conversation}: AnnouncedState, labels: Labels): void {
    const {announce} = labels;
    const last = conversation.children.at(-1);
    if (last && this.#isReading && last.id === this.#answer) this.#announceTexts(last, labels);
    const before = this.#status;
    this.#status = status;
    if (status === before) return;
    if (resuming) {
      this.#announcer.announce(announce.resuming, true);
    } else if (status === 'waiting' || status === 'reconnecting' || status === 'lost') {
      this.#announcer.announce(announce[status], true);
    } else if (status === 'streaming' && before === 'reconnecting') {
      this.#announcer.announce(announce.reconnected, true);
    }
  }

  /** Announces the start of turns, steps and tool calls, questions, and how an answer ended. */
  onEvent(event: ChatEvent, labels: Labels): void {
    switch (event.type) {
      case 'turn-start':
        if (event.message.id !== this.#answer) this.#start(event.message.id);
        this.#isReading = true;
        this.#announcer.announce(labels.announce.working, true);
        break;
      case 'turn-end':
        this.#end(event.message, labels);
        break;
      case 'step':
      case 'tool':
        if (event.item.status === 'streaming') this.#announcer.announce(nameOf(event.item));
        break;
      case 'input-required':
        this.#announcer.announce(spoken(event.item.prompt), true);
        break;
      default: // The other events need no announcement, or follow from the state.
    }
  }

  /** Discards the rest of the previous answer: the user has continued. */
  #start(answer: string): void {
    this.#answer = answer;
    this.#sentences = new SentenceReader();
    this.#announcer.clear();
  }

  /** Announces the rest of an answer, unless the user has stopped it. */
  #end(message: MessageItem, labels: Labels): void {
    const isStopped = message.status === 'stopped';
    if (isStopped) this.#announcer.clear();
    else if (message.id === this.#answer) this.#announceTexts(message, labels);
    this.#isReading = false;
    this.#announcer.announce(outcome(message, labels), isStopped);
  }

  #announceTexts(item: Item, labels: Labels): void {
    for (const child of item.children) {
      if (child.kind === 'text') {
        const isFinished = child.status !== 'streaming';
        for (const sentence of this.#sentences.read(child, isFinished, labels.markdown)) {
          this.#announcer.announce(sentence);
        }
      } else if (child.kind === 'step') this.#announceTexts(child, labels);
    }
  }
}

const nameOf = (item: StepItem | ToolItem): string =>
  item.title ?? (item.kind === 'tool' ? humanise(item.name) : '');

/** How an answer ended; empty if the status of the chat is announced instead. */
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
