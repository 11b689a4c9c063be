import {fixture, html} from '@open-wc/testing';
import '../../../src/elements/ubik-request/ubik-request.define.js';
import type {UbikRequest} from '../../../src/elements/ubik-request/ubik-request.js';
import {all, collectEvents, find, has, until, words} from '../support/dom.js';
import {request} from '../support/items.js';

/** A schema of an object with these properties. */
export const object = (properties: object, more: object = {}): object => ({
  type: 'object',
  properties,
  ...more,
});

/** A question that is answered by the form of a schema. */
export async function mount(schema: unknown): Promise<UbikRequest> {
  const item = request({prompt: 'Who is coming, and when?', inputTypes: ['json'], schema});
  const element = await fixture<UbikRequest>(html`<ubik-request .item=${item}></ubik-request>`);
  await until(() => has(element, 'form'));
  await until(() => words(find(element, '#prompt').shadowRoot) !== '');
  return element;
}

export const problems = (element: UbikRequest): readonly string[] =>
  all(element, '.fields .problem').map(problem => words(problem));

/** Fills a form by script and submits it. Returns the answer, or the problems. */
export async function answer(
  schema: unknown,
  fill: (element: UbikRequest) => void | Promise<void> = () => undefined,
): Promise<unknown> {
  const element = await mount(schema);
  const events = collectEvents(element, 'ubik-reply-request');
  await fill(element);
  find(element, 'form', HTMLFormElement).requestSubmit();
  await until(() => events.length > 0 || problems(element).length > 0);
  return events[0]?.reply.input ?? problems(element);
}

export const set = (element: UbikRequest, name: string, value: string): void => {
  find(element, `[name="field${name}"]`, HTMLInputElement).value = value;
};
