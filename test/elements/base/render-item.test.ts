import {expect, fixture, html} from '@open-wc/testing';
import {render} from 'lit';
import {type Item, type ToolItem, Registry} from '../../../src/core/index.js';
import {renderItem, renderItems} from '../../../src/elements/base/render-item.js';
import {
  type Renderer,
  type Services,
  renderers,
  sharedServices,
} from '../../../src/elements/base/services.js';
import {registerDefaultRenderers} from '../../../src/elements/default-renderers.js';
import {words} from '../support/dom.js';
import {text, tool} from '../support/items.js';

const own = (): Services & {readonly renderers: Registry<Renderer>} => ({
  ...sharedServices,
  renderers: new Registry(renderers),
});

/** The exceptions that are reported during an action. */
async function collectErrors(act: () => Promise<void> | void): Promise<readonly string[]> {
  const errors: string[] = [];
  const listen = (event: ErrorEvent): void => {
    event.preventDefault();
    errors.push(String(event.error));
  };
  const {onerror} = window;
  window.onerror = null; // The test runner's own, which would count it as a failure.
  window.addEventListener('error', listen);
  try {
    await act();
  } finally {
    window.removeEventListener('error', listen);
    window.onerror = onerror;
  }
  return errors;
}

const mount = async (item: Item, services: Services): Promise<HTMLElement> =>
  fixture(html`<div>${renderItem(item, services)}</div>`);

describe('renderItem', () => {
  before(registerDefaultRenderers);

  it('renders every built-in kind by a registered renderer', async () => {
    expect((await mount(tool(), sharedServices)).firstElementChild?.localName).to.equal(
      'ubik-tool',
    );
  });

  it('asks for kind and name first, then for the kind', async () => {
    const services = own();
    services.renderers.register('tool', () => 'any tool');
    services.renderers.register('tool:web_search', () => 'the web');
    expect(words(await mount(tool(), services))).to.equal('the web');
    expect(words(await mount(tool({name: 'other'}), services))).to.equal('any tool');
  });

  it('displays no data of the application, until the page has a renderer for its name', async () => {
    const services = own();
    const item: Item = {
      id: 'd',
      kind: 'data',
      status: 'done',
      children: [],
      name: 'weather',
      data: {degrees: 4},
    };
    expect((await mount(item, services)).textContent).to.equal('');
    services.renderers.register('data:weather', ({data}) => `Data ${JSON.stringify(data)}`);
    expect(words(await mount(item, services))).to.equal('Data {"degrees":4}');
    expect((await mount({...item, name: 'other'}, services)).textContent).to.equal('');
  });

  it('accepts a template, a node or text', async () => {
    const services = own();
    const node = document.createElement('mark');
    for (const result of [html`<mark></mark>`, node]) {
      const undo = services.renderers.register('tool', () => result);
      expect((await mount(tool(), services)).firstElementChild?.localName).to.equal('mark');
      undo();
    }
  });

  it('hides an item whose renderer returns an empty text', async () => {
    const services = own();
    services.renderers.register('tool', () => '');
    const element = await mount(tool(), services);
    expect([element.childElementCount, words(element)]).to.deep.equal([0, '']);
  });

  it('asks the next renderer when one declines, and when one throws', async () => {
    const services = own();
    services.renderers.register('tool', () => 'drawn');
    services.renderers.register('tool', () => undefined);
    services.renderers.register('tool', () => {
      throw new Error('mine');
    });
    const errors = await collectErrors(async () => {
      expect(words(await mount(tool(), services))).to.equal('drawn');
    });
    expect(errors).to.deep.equal(['Error: mine']);
  });

  it('asks the next renderer when the element of the page throws, and tries it again', async () => {
    class ThrowingItem extends HTMLElement {
      set item({name}: ToolItem) {
        if (name === 'bad') throw new Error('mine');
        this.textContent = name;
      }
    }
    customElements.define('test-throwing-item', ThrowingItem);
    const services = own();
    services.renderers.register('tool', ({name}) => `the tool ${name}`);
    services.renderers.register('tool', 'test-throwing-item');
    services.renderers.register('tool:invalid', 'no tag');
    const element = await fixture<HTMLElement>(html`<div></div>`);
    const show = (name: string): void => {
      const items = ['a', name, 'invalid'].map(each => tool({id: `id-${each}`, name: each}));
      const [first, second, third] = items;
      if (!first || !second || !third) return;
      render(renderItems([first, {...second, id: 'changed'}, third], services), element);
    };
    const shown: string[] = [];
    const errors = await collectErrors(() => {
      for (const name of ['good', 'bad', 'better']) {
        show(name);
        shown.push(words(element));
      }
    });
    expect(shown).to.deep.equal(['agoodinvalid', 'athe tool badinvalid', 'abetterinvalid']);
    expect(errors.filter(error => error === 'Error: mine')).to.have.length(1);
    expect(errors.filter(error => error.startsWith('InvalidCharacterError'))).to.have.length(3);
  });

  it('renders an element of the page, and keeps it while the item changes', async () => {
    const services = own();
    services.renderers.register('tool', 'acme-tool');
    const element = await fixture<HTMLElement>(html`<div></div>`);
    const {render} = await import('lit');
    render(renderItem(tool(), services), element);
    const first = element.firstElementChild as HTMLElement & {item?: Item};
    const next = tool({output: 'x'});
    render(renderItem(next, services), element);
    expect(element.firstElementChild).to.equal(first);
    expect(first.item).to.equal(next);
  });

  it('renders an item of an unknown kind by its text', async () => {
    const item = {...text('words'), kind: 'poem', title: 'A poem'} as unknown as Item;
    expect(words(await mount(item, sharedServices))).to.equal('A poem');
  });

  it('moves nodes with their items', async () => {
    const {render} = await import('lit');
    const element = await fixture<HTMLElement>(html`<div></div>`);
    const [a, b] = [tool({id: 'a'}), tool({id: 'b'})];
    render(renderItems([a, b], sharedServices), element);
    const nodes = [...element.children];
    render(renderItems([b, a], sharedServices), element);
    expect([...element.children]).to.deep.equal(nodes.reverse());
  });
});
