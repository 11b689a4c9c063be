import type {ReactiveController, ReactiveControllerHost} from 'lit';
import {apps as english, type AppLabels} from '../locales/apps/en.js';
import {findAppLabels} from '../locales/apps/read.js';

/** The labels of apps in the language of the chat; English until they are loaded. */
export class AppLanguage implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #locale: () => string;

  labels: AppLabels = english;

  /** The language of the labels. */
  lang = 'en';

  constructor(host: ReactiveControllerHost, locale: () => string) {
    this.#host = host;
    this.#locale = locale;
    host.addController(this);
  }

  hostUpdate(): void {
    const locale = this.#locale();
    const found = findAppLabels(locale)?.get(this.#host)?.apps;
    this.labels = found ?? english;
    this.lang = found ? locale : 'en';
  }
}
