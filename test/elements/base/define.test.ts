import {expect} from '@open-wc/testing';
import {define} from '../../../src/elements/base/define.js';

/** The warnings of the console while an action runs. */
function warnings(act: () => void): readonly string[] {
  const {warn} = console;
  const said: string[] = [];
  console.warn = (text: string) => said.push(text);
  try {
    act();
  } finally {
    console.warn = warn;
  }
  return said;
}

describe('define', () => {
  it('registers a class, and does not warn the second time', () => {
    class First extends HTMLElement {}
    expect(
      warnings(() => {
        define('ubik-first', First);
        define('ubik-first', class extends First {});
      }),
    ).to.deep.equal([]);
    expect(customElements.get('ubik-first')).to.equal(First);
  });

  it('warns of another version, and keeps the first', () => {
    class Old extends HTMLElement {
      static version = '0.0.1';
    }
    customElements.define('ubik-old', Old);
    const said = warnings(() => define('ubik-old', class extends HTMLElement {}));
    expect(said).to.have.length(1);
    expect(said[0]).to.match(/<ubik-old> .* 0\.0\.1 came first/);
    customElements.define('ubik-other-old', class extends Old {});
    expect(warnings(() => define('ubik-other-old', HTMLElement))).to.deep.equal([]);
    expect(customElements.get('ubik-old')).to.equal(Old);
  });

  it('registers one class under several prefixes', () => {
    class Twice extends HTMLElement {}
    define('ubik-twice', Twice);
    define('ubik-twice', Twice, 'acme');
    expect(document.createElement('acme-twice')).to.be.instanceOf(Twice);
  });
});
