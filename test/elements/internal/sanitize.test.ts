import {expect} from '@open-wc/testing';
import {
  decodeReference,
  imageSource,
  linkTarget,
  sanitize,
} from '../../../src/elements/internal/sanitize.js';

/** What is left of some HTML. */
function left(html: string): string {
  const place = document.createElement('div');
  place.append(sanitize(html).fragment);
  return place.innerHTML;
}

const active = [
  '<script>alert(1)</script>',
  '<iframe src="https://example.com"></iframe>',
  '<object data="x"></object><embed src="x">',
  '<svg><script>alert(1)</script></svg>',
  '<svg><animate onbegin="alert(1)" attributeName="x" dur="1s"></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>',
  '<form action="https://example.com"><button formaction="javascript:alert(1)">x</button></form>',
  '<link rel="stylesheet" href="https://example.com/a.css"><meta http-equiv="refresh" content="0">',
  '<style>@import "https://example.com"</style>',
  '<template><img src=x onerror=alert(1)></template>',
  '<video src="x" autoplay onplay="alert(1)"></video>',
];

describe('sanitize', () => {
  for (const html of active) {
    it(`takes out ${html}`, () => {
      expect(left(html)).not.to.match(
        /script|iframe|object|embed|svg|math|form|link|meta|style|template|video|on\w+=/i,
      );
    });
  }

  it('tells what is not whole any more', () => {
    expect(sanitize('<p>a</p><video></video>').cut).to.be.true;
    expect(sanitize('<p>a</p><svg></svg>').cut).to.be.true;
  });

  it('keeps plain words and the markup of a text', () => {
    const html = '<p>Some <b>bold</b> and <kbd>Ctrl</kbd></p><ul><li>one</li></ul>';
    expect(left(html)).to.equal(html);
    expect(sanitize(html).cut).to.be.false;
  });

  it('keeps no handler, style, id, name, class or data', () => {
    const html =
      '<p onclick="x()" style="color:red" id="a" name="b" class="c" data-d="e" aria-label="f" title="g">x</p>';
    expect(left(html)).to.equal('<p title="g">x</p>');
  });

  it('lets nothing take the place of what the page has', () => {
    expect(left('<a id="location" name="location">x</a>')).to.equal('<a>x</a>');
    expect(left('<img name="cookie" alt="x">')).to.equal('<img alt="x">');
  });

  it('keeps no address that runs', () => {
    expect(left('<a href="java&#10;script:alert(1)">x</a>')).to.equal('<a>x</a>');
    expect(left('<a href="https://example.com/">x</a>')).to.contain('href="https://example.com/"');
  });

  it('fetches nothing for an image that it lets through', () => {
    const image = sanitize('<img src="https://example.invalid/a.png">').fragment.querySelector(
      'img',
    );
    expect(image?.ownerDocument).not.to.equal(document);
  });

  it('gives an empty fragment where nothing may stay', () => {
    expect(left('<body></body><script></script>')).to.equal('');
  });
});

describe('linkTarget', () => {
  it('leads to the web and to a mail box, by whole or relative addresses', () => {
    expect(linkTarget('https://example.com/a')?.host).to.equal('example.com');
    expect(linkTarget('mailto:a@example.com')?.protocol).to.equal('mailto:');
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
  it('takes pictures of the web and those that the text carries', () => {
    expect(imageSource('https://example.com/a.png')?.href).to.equal('https://example.com/a.png');
    expect(imageSource('data:image/png;base64,AA==')?.protocol).to.equal('data:');
  });

  it('takes no drawing that could run, and nothing else', () => {
    expect(imageSource('data:image/svg+xml,<svg/>')).to.equal(undefined);
    expect(imageSource('javascript:alert(1)')).to.equal(undefined);
    expect(imageSource('https://[')).to.equal(undefined);
  });
});

describe('decodeReference', () => {
  it('knows named characters, and leaves what is none', () => {
    expect(decodeReference('&amp;')).to.equal('&');
    expect(decodeReference('&NotEqualTilde;')).to.equal('\u2242\u0338');
    expect(decodeReference('&semi;')).to.equal(';');
    expect(decodeReference('&nothing;')).to.equal(undefined);
    expect(decodeReference('&unheard;')).to.equal(undefined);
  });
});
