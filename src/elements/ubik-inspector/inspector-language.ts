import type {ReactiveController, ReactiveControllerHost} from 'lit';
import {inspector as english, type InspectorLabels} from '../locales/inspector/en.js';
import {findInspectorLabels} from '../locales/inspector/read.js';
import {LanguageController, type ElementHost} from '../base/language.js';

/** The labels of the inspector in the language of its host; English until they are loaded. */
export class InspectorLanguage implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #language: LanguageController;

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
    this.labels = findInspectorLabels(this.locale)?.get(this.#host)?.inspector ?? english;
  }
}
