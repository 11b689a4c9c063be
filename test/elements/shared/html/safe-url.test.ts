import {expect} from '@open-wc/testing';
import {LONGEST_ADDRESS_CHARACTERS} from '../../../../src/controller/http/address.js';
import {
  imageSource,
  linkTarget,
  safeUrl,
  showControls,
  showInvisible,
} from '../../../../src/elements/shared/html/safe-url.js';

describe('safeUrl', () => {
  it('accepts web addresses only', () => {
    expect(safeUrl('https://example.com/a')).to.equal('https://example.com/a');
    expect(safeUrl('/a')).to.equal(new URL('/a', location.href).href);
    for (const url of [undefined, '', 'mailto:a@example.com', 'javascript:alert(1)', 'https://[']) {
      expect(safeUrl(url)).to.equal(undefined);
    }
  });
});

describe('linkTarget', () => {
  it('leads to the web, a mail box, a telephone and within the page', () => {
    expect(linkTarget('https://example.com/a')?.host).to.equal('example.com');
    expect(linkTarget('mailto:a@example.com')?.protocol).to.equal('mailto:');
    expect(linkTarget('tel:+4930123')?.protocol).to.equal('tel:');
    expect(linkTarget('#part')?.hash).to.equal('#part');
    expect(linkTarget('/docs')?.host).to.equal(location.host);
  });

  for (const href of [
    undefined,
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'https://example.com/?to=javascript:alert(1)',
    'data:text/html,x',
    'blob:https://example.com/x',
    'https://[',
  ]) {
    it(`leads nowhere by ${String(href)}`, () => {
      expect(linkTarget(href)).to.equal(undefined);
    });
  }
});

describe('imageSource', () => {
  it('accepts pictures from the web and as data URLs', () => {
    expect(imageSource('https://example.com/a.png')?.href).to.equal('https://example.com/a.png');
    expect(imageSource('data:image/png;base64,AA==')?.protocol).to.equal('data:');
  });

  it('rejects images that could run scripts', () => {
    expect(imageSource('data:image/svg+xml,<svg/>')).to.equal(undefined);
    expect(imageSource('javascript:alert(1)')).to.equal(undefined);
    expect(imageSource('https://[')).to.equal(undefined);
  });
});

describe('a long address', () => {
  const address = (characters: number): string => 'https://a.example/'.padEnd(characters, 'a');
  const longest = address(LONGEST_ADDRESS_CHARACTERS);
  const tooLong = address(LONGEST_ADDRESS_CHARACTERS + 1);

  it('is a link, a source and an image up to the limit, and none of them beyond it', () => {
    for (const read of [safeUrl, linkTarget, imageSource]) {
      expect(String(read(longest))).to.equal(longest);
      expect(read(tooLong)).to.equal(undefined);
    }
  });

  it('may have any length as a data URL of an image', () => {
    const image = `data:image/png;base64,${'A'.repeat(2 * LONGEST_ADDRESS_CHARACTERS)}`;
    expect(imageSource(image)?.href).to.equal(image);
  });
});

describe('showControls', () => {
  it('makes every character visible that turns the direction, and leaves the others', () => {
    expect(showControls('a\u202Eb\u2066c\u200F')).to.equal('a‹U+202e›b‹U+2066›c‹U+200f›');
    expect(showControls('שלום — hello')).to.equal('שלום — hello');
  });
});

describe('showInvisible', () => {
  it('makes every character visible that has no picture, and leaves those of emoji and scripts', () => {
    for (const [text, shown] of [
      ['a\u202Eb', 'a‹U+202e›b'],
      ['ali\u200bce@a.example', 'ali‹U+200b›ce@a.example'],
      ['tra\u200dns\u200cfer', 'tra‹U+200d›ns‹U+200c›fer'],
      ['rm\u00ad\u2060\ufeff', 'rm‹U+ad›‹U+2060›‹U+feff›'],
      ['\u3164\u2800\u115f\uffa0\u034f', '‹U+3164›‹U+2800›‹U+115f›‹U+ffa0›‹U+34f›'],
      ['ls\u0007\u001b[8m\u0000\u0085', 'ls‹U+7›‹U+1b›[8m‹U+0›‹U+85›'],
      ['a\rb\u2028c\u2029', 'a‹U+d›b‹U+2028›c‹U+2029›'],
      ['hi\u{e0065}\u{e0076}', 'hi‹U+e0065›‹U+e0076›'],
      ['a\ufff9b\ufffac\ufffb', 'a‹U+fff9›b‹U+fffa›c‹U+fffb›'],
      ['a\ufe0f\ufe01', 'a‹U+fe0f›‹U+fe01›'],
      ['é\u200d\u200dé', 'é‹U+200d›‹U+200d›é'],
    ] as const)
      expect(showInvisible(text)).to.equal(shown);
    for (const text of ['می‌خواهم', '❤️‍🔥 👨‍👩‍👧 1️⃣ ©️', 'क्‍ष', 'line\nline\r\n\ttab', '葛\u{e0100}', ''])
      expect(showInvisible(text)).to.equal(text);
  });
});
