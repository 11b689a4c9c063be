import {expect, fixture, html} from '@open-wc/testing';
import '../../../src/elements/ubik-request/ubik-request.define.js';
import '../../../src/elements/ubik-transcript/ubik-transcript.define.js';
import type {Item} from '../../../src/core/index.js';
import type {UbikTranscript} from '../../../src/elements/ubik-transcript/ubik-transcript.js';
import {find, frame, press, until} from '../support/dom.js';
import {answer, request, text, user} from '../support/items.js';

const asked = answer([request({inputTypes: ['text']})], {status: 'waiting'});
const answered = answer([
  request({inputTypes: ['text'], status: 'done', answer: {input: 'Here', type: 'text'}}),
  text('Thank you.'),
]);

async function render(last: Item): Promise<UbikTranscript> {
  const element = await fixture<UbikTranscript>(html`
    <ubik-transcript style="block-size: 400px" .items=${[user('Book it'), last]}></ubik-transcript>
  `);
  await frame();
  return element;
}

const field = (element: UbikTranscript): HTMLElement => {
  const message = find(element, '.turn:last-of-type ubik-message');
  return find(find(message, 'ubik-request'), 'textarea');
};

const focused = (element: UbikTranscript): string | undefined =>
  (element.shadowRoot?.activeElement as HTMLElement | null)?.dataset['id'];

describe('FocusKeeper', () => {
  it('gives the focus to the turn when the form that had it was answered [WCAG 2.4.3]', async () => {
    const element = await render(asked);
    field(element).focus();
    await press('a');
    element.items = [user('Book it'), answered];
    await until(() => focused(element) === 'answer');
  });

  it('knows the turn also if the focus came from another one [WCAG 2.4.3]', async () => {
    const element = await render(asked);
    find(element, '.turn').focus();
    field(element).focus();
    await press('a');
    element.items = [user('Book it'), answered];
    await until(() => focused(element) === 'answer');
  });

  it('gives the focus to the last turn when the turn that had it has gone', async () => {
    const element = await render(asked);
    field(element).focus();
    await press('a');
    element.items = [user('Book it'), answer([text('Booked.')], {id: 'another'})];
    await until(() => focused(element) === 'another');
  });

  it('gives the focus to the last turn when a suggestion of the empty conversation was sent [WCAG 2.4.3]', async () => {
    const element = await fixture<UbikTranscript>(html`
      <ubik-transcript style="block-size: 400px">
        <button slot="empty">Book it</button>
      </ubik-transcript>
    `);
    element.querySelector('button')?.focus();
    await press('Enter');
    element.items = [user('Book it')];
    await until(() => focused(element) === 'user Book it');
    element.items = [user('Book it'), answer([text('Booked.')])];
    for (let frames = 0; frames < 10; frames++) await frame();
    expect(focused(element)).to.equal('user Book it');
  });

  it('gives the focus to the turn when the question that had it is closed [WCAG 2.4.3]', async () => {
    const element = await render(asked);
    const message = find(element, '.turn:last-of-type ubik-message');
    find(message, 'ubik-request').focus();
    await press('a');
    element.items = [
      user('Book it'),
      answer([request({inputTypes: ['text'], status: 'stopped'})], {status: 'stopped'}),
    ];
    await until(() => focused(element) === 'answer');
  });

  it('gives the focus to the next turn when all turns have gone for a moment [WCAG 2.4.3]', async () => {
    const element = await render(asked);
    field(element).focus();
    await press('a');
    element.items = [];
    for (let frames = 0; frames < 3; frames++) await frame();
    element.items = [user('Book it')];
    await until(() => focused(element) === 'user Book it');
  });

  it('does not move the focus if it is elsewhere [WCAG 3.2.2]', async () => {
    const element = await render(asked);
    const elsewhere = await fixture<HTMLInputElement>(html`<input aria-label="Elsewhere" />`);
    field(element).focus();
    await press('a');
    elsewhere.focus();
    element.items = [user('Book it'), answered];
    await element.updateComplete;
    for (let frames = 0; frames < 10; frames++) await frame();
    expect(document.activeElement === elsewhere).to.be.true;
  });
});
