import {ContextProvider, createContext} from '@lit/context';
import {fixture, html} from '@open-wc/testing';
import {ubik, type Operations} from '../../../src/core/index.js';
import {
  type Services,
  servicesContext,
  sharedServices,
} from '../../../src/elements/base/services.js';

/** Services, with the names of operations instead of operations: elements read only which of them exist. */
export type TestServices = Partial<Omit<Services, 'operations'>> & {
  readonly operations?: readonly (keyof Operations)[];
};

/** Renders a template with these services, through another implementation of the context protocol. */
export async function within<E extends Element>(
  template: unknown,
  {operations = [], ...services}: TestServices = {},
): Promise<E> {
  const {send} = ubik.operations;
  const parent = document.createElement('div');
  const provider = new ContextProvider(parent, {
    context: createContext<Services>(servicesContext),
    initialValue: {
      ...sharedServices,
      ...services,
      operations: Object.fromEntries(operations.map(name => [name, send])),
    },
  });
  provider.hostConnected();
  document.body.append(parent);
  return fixture<E>(html`${template}`, {parentNode: parent});
}
