import type {ReactiveController, ReactiveControllerHost} from 'lit';
import {inspector as english, type InspectorLabels} from '../locales/inspector/en.js';
import {readInspectorLabels} from '../locales/inspector/read.js';
import {LanguageController, type ElementHost} from '../base/language.js';

/** The labels of the inspector in the language of its host; English until they are loaded. */
export class InspectorLanguage implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #language: LanguageController;
  #locale = '';

  labels: InspectorLabels = english;

  constructor(host: ElementHost) {
    this.#host = host;
    this.#language = new LanguageController(host);
    host.addController(this);
  }

  /** The BCP 47 tag for formatting numbers. */
  get locale(): string {
    return this.#language.labels.locale;
  }

  hostUpdate(): void {
    const {locale} = this;
    if (locale === this.#locale) return;
    this.#locale = locale;
    void readInspectorLabels(locale)
      .then(labels => {
        if (locale !== this.#locale) return;
        this.labels = labels;
        this.#host.requestUpdate();
      })
      .catch(reportError);
  }
}
