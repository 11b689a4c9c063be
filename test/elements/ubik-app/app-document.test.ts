import {expect} from '@open-wc/testing';
import {isVisibleToApps, readDocument} from '../../../src/elements/ubik-app/app-document.js';
import {readFile} from '../../../src/elements/ubik-app/app-file.js';
import {FrameHeight} from '../../../src/elements/ubik-app/frame-height.js';
import {isSmall} from '../../../src/elements/ubik-app/message-limits.js';

const mimeType = 'text/html;profile=mcp-app';

describe('the document of an app', () => {
  it('is read from text or base64, with what it declares', () => {
    const ui = {prefersBorder: true};
    const text = {mimeType, text: '<p>ü</p>', _meta: {ui}};
    expect(readDocument({contents: [text]})).to.deep.equal({
      html: '<p>ü</p>',
      declared: ui,
      tools: undefined,
    });
    const blob = {mimeType: 'Text/HTML; profile=mcp-app', blob: 'PHA+w7w8L3A+', meta: {ui}};
    const {html, declared} = readDocument({contents: [blob], tools: []});
    expect([html, declared]).to.deep.equal(['<p>ü</p>', ui]);
  });

  it('is refused if it is no app, empty or too large', () => {
    for (const content of [
      {},
      {mimeType: 'text/html', text: 'x'},
      {mimeType, text: ''},
      {mimeType, text: 7},
      {mimeType, blob: 'not base64!'},
      {mimeType, text: 'x'.repeat(5 * 2 ** 20)},
    ]) {
      expect(() => readDocument({contents: [content]})).to.throw();
    }
    expect(() => readDocument({contents: []})).to.throw('not an app');
  });

  it('may call the tools of its server that are visible to apps', () => {
    const tools = [
      {name: 'both'},
      {name: 'app', _meta: {ui: {visibility: ['app', 'word']}}},
      {name: 'model', _meta: {ui: {visibility: ['model']}}},
      {name: 'none', _meta: {ui: {visibility: []}}},
    ];
    const visible = ['both', 'app', 'model', 'none', 'other', 'constructor', '__proto__'].filter(
      name => isVisibleToApps(name, tools),
    );
    expect(visible).to.deep.equal(['both', 'app']);
  });
});

describe('a file of an app', () => {
  const nameOf = (uri: unknown): string | undefined =>
    readFile({type: 'resource', resource: {uri, text: 'x'}})?.name;

  it('has a name that no browser or system runs', () => {
    expect(nameOf('file:///reports/forecast 2026.csv?x#y')).to.equal('forecast 2026.csv');
    for (const [uri, name] of [
      ['file:///a/../..//x.html', 'x.html.txt'],
      ['file:///C:\\evil.EXE', 'evil.EXE.txt'],
      ['data:a.svg', 'a.svg.txt'],
      ['file:///.htaccess', 'htaccess'],
      ['file:///a\u202egnp.js', 'a_gnp.js.txt'],
      ['file:///a\u0000b.csv', 'a_b.csv'],
      ['file:///', 'file'],
      ['file:///Bericht%20%C3%BCber%20Z%C3%BCrich.csv', 'Bericht über Zürich.csv'],
      ['file:///Zu\u0308rich.csv', 'Zürich.csv'],
      ['file:///रिपोर्ट.csv', 'रिपोर्ट.csv'],
      ['file:///a%2F..%5Cb%3Ac%3F.csv', 'c_.csv'],
      ['file:///a%2ehtml', 'a.html.txt'],
      ['file:///100%.csv', '100_.csv'],
      [undefined, 'file'],
    ] as const) {
      expect(nameOf(uri), String(uri)).to.equal(name);
    }
    const active =
      'wsf jse pif reg chm msc settingcontent-ms command webloc pkg iso docm xlsm py shtml';
    for (const ending of active.split(' '))
      expect(nameOf(`file:///a.pdf.${ending}`)).to.equal(`a.pdf.${ending}.txt`);
    for (const ending of 'TXT md json docx xlsx png jpg mp4 ics tar.gz'.split(' '))
      expect(nameOf(`file:///a.${ending}`)).to.equal(`a.${ending}`);
    expect(nameOf(`file:///${'a'.repeat(200)}.html`)).to.match(/^a+\.html\.txt$/);
  });

  it('is never the content of a link', () => {
    expect(readFile({type: 'resource_link', uri: 'https://intranet.example/'})).to.equal(undefined);
    const resource = {uri: 'file:///x', blob: 'not base64!'};
    expect(readFile({type: 'resource', resource})).to.equal(undefined);
    expect(readFile({type: 'resource'})).to.equal(undefined);
  });
});

describe('the height of a frame', () => {
  it('ignores small changes, is bounded, and changes rarely after a burst', () => {
    const height = new FrameHeight();
    expect(height.take(200, 0)).to.equal(200);
    expect(height.take(202, 10)).to.equal(undefined);
    expect(height.take(1e9, 20)).to.equal(600);
    const taken = Array.from({length: 100}, (_, n) => height.take(100 + n * 4, 1000 + n * 9));
    expect(taken.filter(one => one !== undefined)).to.have.length(10);
    const later = Array.from({length: 100}, (_, n) => height.take(100 + n * 4, 2000 + n * 9));
    expect(later.filter(one => one !== undefined)).to.have.length(1);
    expect(height.isLate).to.be.true;
    expect(height.take(300, 3000)).to.equal(300);
    expect(height.isLate).to.be.false;
  });

  it('changes rarely after many changes at a steady pace', () => {
    const height = new FrameHeight();
    const taken = Array.from({length: 100}, (_, n) => height.take(100 + (n % 2) * 9, n * 450));
    expect(taken.filter(one => one !== undefined).length).to.be.below(60);
  });

  for (const count of [1, 2, 3]) {
    it(`leaves the page at rest for clicks, however often ${count} of them change in turn`, () => {
      for (const pace of [20, 300, 450, 800, 1000]) {
        const heights = Array.from({length: count}, () => new FrameHeight());
        let movedAt = 0;
        let rest = 0;
        for (let now = 0; now < 60_000; now += 10) {
          const turn = now / pace;
          const wanted = 100 + (Math.floor(turn / count) % 2) * 9;
          const height = Number.isInteger(turn) && heights[turn % count]?.take(wanted, now, count);
          if (typeof height === 'number') movedAt = now;
          if (now >= 20_000 && now - movedAt >= 500) rest += 10;
        }
        expect(rest / 40_000, `every ${pace} ms`).to.be.above(0.35);
      }
    });
  }
});

describe('the size of a message', () => {
  it('counts texts, names, bytes and nested values', () => {
    const deep = (depth: number): unknown => (depth === 0 ? {} : {a: deep(depth - 1)});
    expect(isSmall({a: [1, 'text', null, deep(500)]})).to.be.true;
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    for (const large of [
      'A'.repeat(2 ** 21),
      new Uint8Array(2 ** 21),
      new ArrayBuffer(2 ** 21),
      {['A'.repeat(2 ** 21)]: 1},
      Array.from({length: 2 ** 18}, () => ({})),
      cycle,
    ]) {
      expect(isSmall(large)).to.be.false;
    }
  });

  it('counts the members of maps and sets', () => {
    const large = 'A'.repeat(2 ** 21);
    const names = Array.from({length: 2 ** 17}, (_, index) => index);
    for (const value of [
      new Map([['key', large]]),
      new Map([[large, 1]]),
      new Set([large]),
      new Set(names),
      new String(large),
    ]) {
      expect(isSmall({value}), value.constructor.name).to.be.false;
    }
    expect(isSmall([new Map([['key', new Set(['text'])]]), new String('text'), new Date(0)])).to.be
      .true;
  });

  it('is found without reading all of a large value', () => {
    const fields = Object.fromEntries(Array.from({length: 1000}, (_, index) => [index, 0]));
    for (const large of [
      Array.from({length: 1000}, () => 0),
      new String('A'.repeat(1000)),
      fields,
    ]) {
      let reads = 0;
      const counted = new Proxy(large, {
        // Gecko asks a proxy for all descriptors at the start of a loop over its keys.
        get: (target, name): unknown => {
          reads += 1;
          return Reflect.get(target, name);
        },
      });
      expect(isSmall(counted, 100), large.constructor.name).to.be.false;
      expect(reads, large.constructor.name).to.be.below(50);
    }
  });
});
