import {ContextConsumer as LitContextConsumer, createContext} from '@lit/context';
import {expect} from '@open-wc/testing';
import {LitElement} from 'lit';
import {ContextConsumer, ContextProvider} from '../../../src/elements/base/context.js';

const context = Symbol('words');

class ContextReader extends LitElement {
  readonly borrowed = new ContextConsumer<string>(this, context, () => this);
}
customElements.define('context-reader', ContextReader);

class OtherReader extends LitElement {
  readonly borrowed = new LitContextConsumer(this, {
    context: createContext<string>(context),
    subscribe: true,
  });
}
customElements.define('context-other-reader', OtherReader);

/** A context consumer in a shadow tree, below a provider. */
function provide(reader: ContextReader | OtherReader): ContextProvider<string> {
  const place = document.createElement('div');
  const between = document.createElement('div');
  const lender = new ContextProvider(place, context, 'one');
  place.append(between);
  document.body.append(place);
  between.attachShadow({mode: 'open'}).append(reader);
  return lender;
}

describe('services of a context', () => {
  for (const make of [() => new ContextReader(), () => new OtherReader()]) {
    const reader = make();
    it(`reach ${reader.localName} in a shadow tree, and follow each change`, () => {
      const lender = provide(reader);
      expect(reader.borrowed.value).to.equal('one');
      lender.setValue('two');
      expect(reader.borrowed.value).to.equal('two');
    });

    it(`are not updated in ${reader.localName} after it was disconnected`, () => {
      const gone = make();
      const lender = provide(gone);
      gone.remove();
      lender.setValue('two');
      expect(gone.borrowed.value).to.equal('one');
    });
  }

  it('come from the nearest provider of the same context', () => {
    const reader = new ContextReader();
    provide(reader);
    const inner = document.createElement('div');
    new ContextProvider(inner, context, 'inner');
    new ContextProvider(inner, Symbol('other'), 'other');
    reader.replaceWith(inner);
    inner.append(reader);
    expect(reader.borrowed.value).to.equal('inner');
  });
});
