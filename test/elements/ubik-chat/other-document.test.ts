import {expect, fixture, html} from '@open-wc/testing';
import '../../../src/elements/ubik-markdown/ubik-markdown.define.js';
import type {UbikMarkdown} from '../../../src/elements/ubik-markdown/ubik-markdown.js';
import {ask, messages, open, type ChatFixture} from '../support/chat.js';
import {all, find, has, until} from '../support/dom.js';

/** A window of the same origin, as a pop-up has. */
const otherWindow = async (): Promise<Window> => {
  const frame = await fixture<HTMLIFrameElement>(
    html`<iframe title="Other window" width="600" height="600"></iframe>`,
  );
  expect(frame.contentWindow).to.be.ok;
  return frame.contentWindow!;
};

/** Every element with a shadow tree in an element, and the element itself. */
function* trees(element: Element): Generator<Element & {readonly shadowRoot: ShadowRoot}> {
  const {shadowRoot} = element;
  if (shadowRoot) {
    yield element as Element & {readonly shadowRoot: ShadowRoot};
    for (const child of shadowRoot.querySelectorAll('*')) yield* trees(child);
  }
}

const unstyled = (element: Element): readonly string[] =>
  [...trees(element)]
    .filter(({shadowRoot}) => shadowRoot.adoptedStyleSheets.length === 0)
    .map(({localName}) => localName);

describe('an element in the document of another window', () => {
  let errors: unknown[] = [];
  const note = (event: ErrorEvent | PromiseRejectionEvent): void =>
    void errors.push('reason' in event ? event.reason : event.message);
  beforeEach(() => {
    errors = [];
    addEventListener('error', note);
    addEventListener('unhandledrejection', note);
  });
  afterEach(() => {
    removeEventListener('error', note);
    removeEventListener('unhandledrejection', note);
  });

  const move = async ({chat}: ChatFixture, to: Document): Promise<void> => {
    to.body.append(to.adoptNode(chat));
    await chat.updateComplete;
    await until(() => unstyled(chat).length === 0);
  };

  it('is styled, with what it displays there for the first time, and again after its return', async () => {
    const scene = await open();
    const {chat} = scene;
    await ask(scene, 'Hello', 'First answer');
    const styled = [...trees(chat)].map(({localName, shadowRoot}) => [
      localName,
      shadowRoot.adoptedStyleSheets.length,
    ]);
    const other = await otherWindow();
    await move(scene, other.document);
    expect(chat.ownerDocument).to.equal(other.document);
    expect(
      [...trees(chat)].map(({localName, shadowRoot}) => [
        localName,
        shadowRoot.adoptedStyleSheets.length,
      ]),
    ).to.deep.equal(styled);
    const {display, borderStyle} = other.getComputedStyle(find(chat, '.panel'));
    expect([display, borderStyle]).to.deep.equal(['flex', 'solid']);
    await ask(scene, 'And now?', 'Second answer');
    expect(messages(chat)).to.have.length(4);
    expect(unstyled(chat)).to.deep.equal([]);
    await move(scene, document);
    expect(getComputedStyle(find(chat, '.panel')).display).to.equal('flex');
    expect(errors).to.deep.equal([]);
  });

  it('colours code there, and again after its return', async () => {
    const element = await fixture<UbikMarkdown>(
      html`<ubik-markdown .text=${'```js\nconst a = "b";\n```\n'}></ubik-markdown>`,
    );
    const isColoured = (): boolean =>
      has(element, '[class^=token-]') || element.shadowRoot!.adoptedStyleSheets.length > 2;
    await until(isColoured);
    const other = await otherWindow();
    other.document.body.append(other.document.adoptNode(element));
    await until(() => has(element, '.token-keyword'));
    const word = find(element, '.token-keyword');
    const plain = other.getComputedStyle(find(element, 'pre')).color;
    expect(other.getComputedStyle(word).color).to.not.equal(plain);
    document.body.append(document.adoptNode(element));
    await until(() => !has(element, '.token-keyword') && all(element, 'pre').length === 1);
    element.remove();
    expect(errors).to.deep.equal([]);
  });
});
