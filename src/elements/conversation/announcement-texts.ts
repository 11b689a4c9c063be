import type {ChatController} from '../../controller/chat-controller.js';
import type {ChatEvent, ChatStatus} from '../../controller/types.js';
import type {
  Author,
  Item,
  MessageItem,
  NoticeItem,
  RequestItem,
  StepItem,
  TextItem,
  ToolItem,
} from '../../core/model/item.js';
import {answeringPerson, currentAuthor, toolTitle} from '../../core/model/select.js';
import {errorText} from '../locales/labels.js';
import type {Labels} from '../locales/en.js';
import {authorName} from '../shared/text/author.js';
import {formatDuration} from '../shared/text/format.js';
import {humanise} from '../../core/humanise.js';
import {SentenceReader, spoken} from '../shared/text/sentence-reader.js';
import {questionText, withPosition} from '../shared/text/question-text.js';
import {type Announcer, unterminated} from './announcer.js';
import {isObsolete, isSentLater, noticeLabel} from '../shared/text/notice-text.js';
import {endsTurn} from './shared-conversation.js';

/** How much is announced. */
export type Narration = 'full' | 'brief' | 'off';

type AnnouncerPart = Pick<Announcer, 'announce' | 'clear' | 'clearAnswer'>;

/** The state of a chat from which announcements follow. */
export interface AnnouncedState {
  readonly controller: Pick<ChatController, 'status' | 'resuming' | 'conversation'>;
  readonly isAwaitingAnswer: boolean;
  readonly isSlow: boolean;
}

/**
 * Turns the state and the events of a chat into texts for the announcer: the status, steps and tools, and the answer,
 * sentence by sentence as each is complete. Text that was there before a turn started is not announced.
 *
 * The status, questions, problems, notices with a label, such as that a person joins, and the end of an answer are always
 * announced; sentences, steps, tools and that a person is typing only in full narration.
 */
export class AnnouncementTexts {
  readonly #announcer: AnnouncerPart;
  readonly #narration: () => Narration;
  #status: ChatStatus = 'idle';
  #isAwaiting = false;
  #isSlow = false;
  /** The id of the answer that is announced; it may continue after its end. */
  #answer: string | undefined;
  #isReading = false;
  /** Whether it was announced that the assistant works on a turn that has not started yet. */
  #hasBegun = false;
  /** Whether the reason was announced why the current turn failed. */
  #hasReason = false;
  #sentences = new SentenceReader();
  /** The name of the author whose text was announced last; empty for the assistant. */
  #lastAuthor = '';
  /** The notices that were announced. */
  readonly #notices = new Set<string>();
  /** Whether it was announced that the browser is offline, which it still is. */
  #isOffline = false;
  /** Whether it was announced that a person is typing; once for each answer. */
  #hasTyped = false;

  constructor(announcer: AnnouncerPart, narration: () => Narration = () => 'full') {
    this.#announcer = announcer;
    this.#narration = narration;
  }

  /** Announces what has changed in the state. */
  onState({controller, isAwaitingAnswer, isSlow}: AnnouncedState, labels: Labels): void {
    const last = controller.conversation.children.at(-1);
    if (!last && this.#answer !== undefined) {
      this.#answer = undefined; // The user opens another conversation.
      this.#announcer.clear();
    }
    this.#announceLast(last, labels);
    if (isAwaitingAnswer && !this.#isAwaiting) {
      this.#announcer.clearAnswer(); // The user has continued.
      this.#hasReason = false;
      // Nobody works yet on a message that is sent when the browser is back online.
      this.#hasBegun = navigator.onLine;
      if (this.#hasBegun) this.#begin(controller, labels);
    }
    this.#isAwaiting = isAwaitingAnswer;
    if (isSlow && !this.#isSlow) this.#announcer.announce(labels.announce.slow, true);
    this.#isSlow = isSlow;
    this.#announceStatus(controller, labels);
  }

  /** Announces that the network is lost, unless an error has said so, or that it is back; nothing in a closed chat. */
  onNetworkChange(isOnline: boolean, {announce, errors}: Labels, isClosed = false): void {
    if (!isClosed && (isOnline || !this.#isOffline))
      this.#announcer.announce(isOnline ? announce.online : errors.offline, true);
    this.#isOffline = !isOnline && !isClosed;
  }

  /** Announces the start of turns, steps and tool calls, questions, problems, and how an answer ended. */
  onEvent(event: ChatEvent, {controller}: AnnouncedState, labels: Labels): void {
    switch (event.type) {
      case 'turn-start':
        if (event.message.id !== this.#answer) this.#start(event.message.id);
        this.#isReading = true;
        if (!this.#hasBegun) this.#begin(controller, labels);
        this.#hasBegun = false;
        break;
      case 'turn-end':
        this.#end(event.message, labels);
        break;
      case 'step':
      case 'tool':
        this.#announceLast(controller.conversation.children.at(-1), labels, event.item);
        this.#announceWork(event.item, labels);
        break;
      case 'input-required':
        this.#announceLast(controller.conversation.children.at(-1), labels, event.item);
        this.#announceQuestion(event.item, controller, labels);
        break;
      case 'error':
        this.#hasReason ||= event.failed === undefined;
        this.#announcer.announce(problemText(event, labels, this.#isOffline), true);
        this.#isOffline ||= isOfNetwork(event);
        break;
      default: // The other events need no announcement, or follow from the state.
    }
  }

  #announceStatus(controller: AnnouncedState['controller'], labels: Labels): void {
    const {status, resuming, conversation} = controller;
    const {announce} = labels;
    const before = this.#status;
    this.#status = status;
    if (status === before) return;
    const last = conversation.children.at(-1);
    if (resuming) {
      this.#announcer.announce(announce.resuming, true);
    } else if (status === 'waiting' || status === 'reconnecting') {
      this.#announcer.announce(announce[status], true);
    } else if (status === 'streaming' && before === 'reconnecting') {
      this.#announcer.announce(announce.reconnected, true);
    } else if (before === 'waiting' && last?.kind === 'message' && last.status === 'stopped') {
      this.#announcer.announce(outcome(last, labels), true); // Its turn ended with the question.
    }
  }

  /** Announces who answers: when a message is sent, or a run starts otherwise. */
  #begin({conversation}: AnnouncedState['controller'], labels: Labels): void {
    const person = answeringPerson(conversation);
    const {announce, author} = labels;
    this.#hasReason = false;
    const text = person ? author.waiting(person.name) : announce.working;
    this.#announcer.announce(text, true);
  }

  /** Starts another answer, and discards the rest of the previous one. */
  #start(answer: string): void {
    this.#answer = answer;
    this.#sentences = new SentenceReader();
    this.#lastAuthor = '';
    this.#hasTyped = false;
    this.#announcer.clearAnswer();
  }

  /** Announces the rest of an answer, unless the user has stopped it. */
  #end(message: MessageItem, labels: Labels): void {
    const isStopped = message.status === 'stopped';
    if (isStopped) this.#announcer.clear();
    else if (message.id === this.#answer) this.#announceTexts(message, labels, message.author);
    this.#isReading = false;
    const hasFailed = message.status === 'failed' && !this.#hasReason;
    // A turn that waits for a page tool or for the user is not complete.
    if (endsTurn(message) || hasFailed) {
      this.#announcer.announce(outcome(message, labels), isStopped || hasFailed);
    }
  }

  /**
   * Announces the new sentences of the answer that is being written.
   *
   * @param end Only the sentences before this item.
   */
  #announceLast(last: Item | undefined, labels: Labels, end?: Item): void {
    if (!this.#isReading || last?.kind !== 'message' || last.id !== this.#answer) return;
    if (this.#announceTexts(last, labels, last.author, end)) return;
    if (!last.typing || this.#hasTyped) return;
    this.#hasTyped = true;
    this.#announceDetail(labels.author.typing(authorName(currentAuthor(last), labels)));
  }

  /**
   * @param author The author of the texts that name none.
   * @param isOver Whether nothing is added now to a text that is still open, because the step has ended or the user is asked.
   * @returns Whether `end` was found.
   */
  #announceTexts(
    item: Item,
    labels: Labels,
    author: Author | undefined,
    end?: Item,
    isOver = item.status !== 'streaming',
  ): boolean {
    for (const child of item.children) {
      if (child.id === end?.id) return true;
      const isChildOver = isOver || child.status !== 'streaming';
      if (child.kind === 'text') {
        this.#announceText(child, labels, child.author ?? author, isChildOver);
      } else if (child.kind === 'step') {
        if (this.#announceTexts(child, labels, author, end, isChildOver)) return true;
      } else if (child.kind === 'notice') this.#announceNotice(child, labels);
    }
    return false;
  }

  /** The first sentence of another author follows the name. */
  #announceText(
    item: TextItem,
    labels: Labels,
    author: Author | undefined,
    isFinished: boolean,
  ): void {
    const name = author && author.kind !== 'assistant' ? authorName(author, labels) : '';
    for (const sentence of this.#sentences.read(item, isFinished, labels.markdown)) {
      const isOther = name !== this.#lastAuthor;
      this.#lastAuthor = name;
      this.#announceDetail(isOther ? `${name || labels.message.assistant}: ${sentence}` : sentence);
    }
  }

  /** Announces who joined or left and why an answer was cut, between the sentences before and after. */
  #announceNotice(item: NoticeItem, labels: Labels): void {
    if (!isAnnounced(item, labels) || this.#notices.has(item.id)) return;
    this.#notices.add(item.id);
    this.#announcer.announce(noticeLabel(item, labels));
  }

  /** Several open questions may have the same words, such as one approval for each call of a tool. */
  #announceQuestion(
    item: RequestItem,
    {conversation}: AnnouncedState['controller'],
    labels: Labels,
  ): void {
    const text = spoken(questionText(item, labels));
    this.#announcer.announce(withPosition(text, item, conversation, labels), true);
  }

  #announceWork(item: StepItem | ToolItem, {announce}: Labels): void {
    const name = nameOf(item);
    if (name === '') return;
    if (item.status === 'streaming') {
      this.#announceDetail(item.kind === 'step' ? announce.step(name) : announce.tool(name));
    } else if (item.kind === 'tool' && item.status === 'failed' && item.denied !== true) {
      this.#announceDetail(announce.toolFailed(name));
    }
  }

  #announceDetail(text: string): void {
    if (this.#narration() === 'full') this.#announcer.announce(text);
  }
}

/** The name of a step or a tool for users; empty for the only step of an answer. */
const nameOf = (item: StepItem | ToolItem): string =>
  item.kind === 'tool'
    ? toolTitle(item, humanise)
    : item.single
      ? ''
      : item.title.replace(/[.:]+$/, '');

type ErrorEvent = Extract<ChatEvent, {type: 'error'}>;

/** Whether an error says only that a message waits for the network. */
const isOfNetwork = ({item}: ErrorEvent): boolean => item !== undefined && isSentLater(item);

/** What failed, why, and when it can be tried again. */
function problemText(event: ErrorEvent, labels: Labels, isKnownOffline: boolean): string {
  const {error, failed, file} = event;
  const {chat, composer, locale} = labels;
  const {advice, retryAfter} = error;
  return [
    failed === 'history' && chat.notLoaded,
    failed === 'upload' && file && composer.failed(file),
    !(isKnownOffline && isOfNetwork(event)) && spoken(errorText(error, labels)),
    isOfNetwork(event) && chat.sendLater,
    advice,
    retryAfter && chat.retryIn(formatDuration(Math.ceil(retryAfter), locale, 'long')),
  ]
    .filter(text => typeof text === 'string' && text !== '')
    .map(text => String(text).replace(unterminated, '$&.'))
    .join(' ');
}

const isAnnounced = (item: NoticeItem, labels: Labels): boolean =>
  !isObsolete(item) && noticeLabel(item, labels) !== '';

/** How an answer ended; empty if the status of the chat or a notice is announced instead. */
function outcome({status, children}: MessageItem, labels: Labels): string {
  const {announce, sources} = labels;
  const hasNotice = children.some(
    child => child.kind === 'notice' && !child.author && isAnnounced(child, labels),
  );
  if (status === 'done' && hasNotice) return '';
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
