import {ContextConsumer} from '@lit/context';
import {LitElement} from 'lit';
import type {Labels} from '../locales/en.js';
import {type Services, servicesContext, servicesIn} from '../services.js';
import {Language} from './language.js';

/** What every element of ours is: a Lit element that knows the services of the chat it stands in. */
export abstract class UbikElement extends LitElement {
  readonly #services = new ContextConsumer(this, {context: servicesContext, subscribe: true});

  #language: Language | undefined;

  /** The services of the chat around this element, or the shared ones where there is none. */
  protected get services(): Services {
    return this.#services.value ?? servicesIn((this.#language ??= new Language(this)).labels);
  }

  /** The strings of the interface. */
  protected get strings(): Labels {
    return this.services.labels;
  }
}
