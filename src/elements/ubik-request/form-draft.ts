import type {StoredTextName} from '../../controller/sessions/session-store.js';
import type {Memory} from '../base/services.js';
import {AfterPause} from '../shared/after-pause.js';
import {formText, hasLongText} from './form-memory.js';
import type {AnswerType} from './request-forms.js';

/** Where a draft is stored, and by which name. */
interface DraftPlace {
  readonly memory: Memory | undefined;
  readonly name: StoredTextName;
}

/**
 * What the user enters into the forms of a question. It survives a reload, a failed submission, and the change to another
 * form of the question.
 */
export class FormDraft {
  readonly #place: () => DraftPlace;
  /** What was entered into the forms that are not displayed now. */
  readonly #others = new Map<AnswerType, string>();
  readonly #pause = new AfterPause();
  /** The serialized form of the last submission. */
  #submitted = '';

  /** @param place Where the draft of the displayed question is stored. */
  constructor(place: () => DraftPlace) {
    this.#place = place;
  }

  /** The serialized form that was submitted or stored last; empty if there is none. */
  get restored(): string {
    const {memory, name} = this.#place();
    return this.#submitted || (memory?.recall(name) ?? '');
  }

  /** What was entered into the form of a type before another form replaced it. */
  kept(type: AnswerType): string | undefined {
    return this.#others.get(type);
  }

  /** Keeps what was entered into a form that another one replaces. */
  keep(type: AnswerType, form: HTMLFormElement): void {
    this.#others.set(type, formText(form));
  }

  /** Stores what was entered: at once, or, if that takes longer than a letter, after a pause. */
  store(form: HTMLFormElement): void {
    const {memory, name} = this.#place(); // Another question may be displayed after the pause.
    const store = (): void => memory?.remember(name, formText(form, true));
    if (hasLongText(form)) {
      this.#pause.start(store);
    } else {
      this.#pause.cancel();
      store();
    }
  }

  /** Stores now what waits for a pause. */
  flush(): void {
    this.#pause.flush();
  }

  /** Keeps the form that is sent. Returns a function that removes what is stored of it. */
  submit(form: HTMLFormElement | null): () => void {
    const {memory, name} = this.#place(); // Another question may be displayed when the answer has arrived.
    this.#submitted = form ? formText(form) : '';
    this.#pause.flush();
    return () => {
      if (this.#place().name === name) this.#pause.cancel();
      memory?.remember(name, undefined);
    };
  }

  /** Removes what is stored. */
  remove(): void {
    const {memory, name} = this.#place();
    this.#pause.cancel();
    memory?.remember(name, undefined);
  }

  /** Forgets what was entered for another question. What is stored of it stays. */
  reset(): void {
    this.#pause.flush();
    this.#others.clear();
    this.#submitted = '';
  }
}
