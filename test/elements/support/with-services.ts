import {ContextProvider, createContext} from '@lit/context';
import {fixture, html} from '@open-wc/testing';
import {
  noAbilities,
  type Services,
  servicesContext,
  sharedServices,
} from '../../../src/elements/base/services.js';
import type {Abilities} from '../../../src/elements/base/services.js';

/** Renders a template with these services, through another implementation of the context protocol. */
export async function within<E extends Element>(
  template: unknown,
  services: Partial<Omit<Services, 'abilities'>> & {abilities?: Partial<Abilities>} = {},
): Promise<E> {
  const abilities = {...noAbilities, ...services.abilities};
  const parent = document.createElement('div');
  const provider = new ContextProvider(parent, {
    context: createContext<Services>(servicesContext),
    initialValue: {...sharedServices, ...services, abilities},
  });
  provider.hostConnected();
  document.body.append(parent);
  return fixture<E>(html`${template}`, {parentNode: parent});
}
