import {type CSSResultGroup, nothing, type TemplateResult} from 'lit';
import {property, state} from 'lit/decorators.js';
import {UbikDraftChangeEvent, UbikErrorEvent} from '../events.js';
import {UbikElement} from '../base/element.js';
import {languageOf} from '../base/language.js';
import {iconButton} from '../shared/icons/icon-button.js';
import type {Drawing} from '../shared/icons/icons.js';
import {styles} from './ubik-dictation.styles.js';

const microphone: Drawing = [
  'microphone',
  'M12 4a2.8 2.8 0 0 1 2.8 2.8v4.4a2.8 2.8 0 0 1-5.6 0V6.8A2.8 2.8 0 0 1 12 4zM6 11.5a6 6 0 0 0 12 0M12 17.5V21',
];

/** The used part of the Web Speech API. Browsers define it under one of two names, or not at all. */
interface Recognition extends EventTarget {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  start(): void;
  stop(): void;
  abort(): void;
}

interface Refused extends Event {
  readonly error: string;
}

interface RecognitionEvent extends Event {
  readonly results: Iterable<{readonly 0: {readonly transcript: string}}>;
}

type RecognitionConstructor = new () => Recognition;

const ear = (): RecognitionConstructor | undefined => {
  const {SpeechRecognition, webkitSpeechRecognition} = window as {
    SpeechRecognition?: RecognitionConstructor;
    webkitSpeechRecognition?: RecognitionConstructor;
  };
  return SpeechRecognition ?? webkitSpeechRecognition;
};

/**
 * A button that appends recognised speech to the draft. Hidden if the browser has no speech recognition. Many browsers
 * send audio to a service of their vendor.
 *
 * @element ubik-dictation
 * @fires {UbikDraftChangeEvent} ubik-draft-change - The text with the recognised speech.
 * @fires {UbikErrorEvent} ubik-error - Speech recognition was not allowed, or failed.
 * @csspart button - The button.
 */
export class UbikDictation extends UbikElement {
  static override styles: CSSResultGroup = styles;

  /** The text of the draft. */
  @property({useDefault: true}) text = '';

  @state() private recognition: Recognition | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.recognition?.abort();
  }

  readonly #onClick = () => {
    const {recognition} = this;
    if (!recognition) {
      this.#listen();
      return;
    }
    this.recognition = undefined; // Its `end` event may be late or missing.
    recognition.stop();
  };

  #listen(): void {
    const Recognition = ear();
    if (!Recognition) return;
    const recognition = new Recognition();
    const before = /\S$/.test(this.text) ? `${this.text} ` : this.text;
    let written = this.text;
    // The labels may be those of another language, or lack the region.
    const lang = languageOf(this) || this.strings.locale;
    Object.assign(recognition, {lang, continuous: true, interimResults: true});
    recognition.addEventListener('result', event => {
      if (this.text !== written) {
        recognition.abort(); // The user has sent the draft, or types.
        return;
      }
      const transcripts = [...(event as RecognitionEvent).results].map(
        result => result[0].transcript,
      );
      written = before + transcripts.join('').trimStart();
      this.text = written;
      this.dispatchEvent(new UbikDraftChangeEvent(written));
    });
    recognition.addEventListener('error', event => {
      if ((event as Refused).error === 'aborted') return;
      this.dispatchEvent(new UbikErrorEvent({code: 'not_dictated', retryable: true}));
    });
    recognition.addEventListener('end', () => {
      if (this.recognition === recognition) this.recognition = undefined;
    });
    this.recognition = recognition;
    recognition.start();
  }

  protected override render(): TemplateResult | typeof nothing {
    if (!ear()) return nothing;
    const {dictate, stopDictating} = this.strings.composer;
    const label = this.recognition ? stopDictating : dictate;
    const className = this.recognition ? 'on' : '';
    return iconButton(microphone, label, this.#onClick, {className, part: 'button', size: 18});
  }
}
