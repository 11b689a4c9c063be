import {expect, fixture} from '@open-wc/testing';
import '../../../src/elements/ubik-chat/ubik-chat.define.js';
import type {UbikChat} from '../../../src/elements/ubik-chat/ubik-chat.js';
import {until} from '../support/dom.js';

const {warn} = console;

describe('an attribute that a chat does not know', () => {
  let lines: string[] = [];

  beforeEach(() => {
    lines = [];
    console.warn = (line: string) => lines.push(line);
  });
  afterEach(() => {
    console.warn = warn;
  });

  const mistakes: readonly (readonly [attribute: string, line: string])[] = [
    ['layout="floating"', 'has no layout="floating". Did you mean layout="float"?'],
    ['theme="black"', 'has no theme="black". Did you mean theme="dark"?'],
    ['raw-html="blocks"', 'has no raw-html="blocks". Did you mean raw-html="block"?'],
    ['tokenendpoint="/t"', 'has no attribute tokenendpoint. Did you mean token-endpoint?'],
    ['token-endpont="/t"', 'has no attribute token-endpont. Did you mean token-endpoint?'],
    ['endpont="/agent"', 'has no attribute endpont. Did you mean endpoint?'],
  ];

  for (const [attribute, expected] of mistakes) {
    it(`is reported once with the nearest known one: ${attribute}`, async () => {
      await fixture<UbikChat>(`<ubik-chat ${attribute}></ubik-chat>`);
      await until(() => lines.length > 0);
      expect(lines[0]).to.contain(`Ubik Chat: <ubik-chat> ${expected}`);
      // The same mistake of another chat would be reported before the next one.
      const other = `follow="${attribute.replaceAll('"', '')}"`;
      await fixture<UbikChat>(`<ubik-chat ${attribute} ${other}></ubik-chat>`);
      await until(() => lines.length > 1);
      expect(lines).to.have.length(2);
      expect(lines[1]).to.contain(other);
    });
  }

  it('is not reported where it belongs to the page or has one of its values', async () => {
    const known = 'layout="inline" theme="dark" steps="open" follow="end" narration="brief"';
    const ofPage =
      'id="a" class="b" style="" slot="c" part="d" title="e" lang="en" dir="ltr" tabindex="0" exportparts="f" data-x="1" aria-label="g" onclick="" _nghost-abc="" v-cloak';
    await fixture<UbikChat>(`<ubik-chat ${known} ${ofPage}></ubik-chat>`);
    await fixture<UbikChat>('<ubik-chat layout="other"></ubik-chat>');
    await until(() => lines.length > 0);
    expect(lines).to.have.length(1);
    expect(lines[0]).to.contain('layout="other"');
  });
});
