import {expect, waitUntil} from '@open-wc/testing';
import {
  decodeReference,
  isHarmless,
  sanitize,
  sanitizer,
  takeMissedSanitizer,
} from '../../../../src/elements/shared/html/sanitize.js';

/** The sanitized HTML as text. */
function left(html: string): string {
  const place = document.createElement('div');
  place.append(sanitize(html));
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

describe('the gate', () => {
  it('escapes while it is closed, and reports waiting elements when it opens', async () => {
    expect(takeMissedSanitizer()).to.be.false;
    expect(left('a <b>c</b>')).to.equal('a &lt;b&gt;c&lt;/b&gt;');
    expect(takeMissedSanitizer()).to.be.true;
    await sanitizer.load();
    expect(left('a <b>c</b>')).to.equal('a <b>c</b>');
    expect(takeMissedSanitizer()).to.be.false;
  });
});

describe('sanitize', () => {
  before(async () => {
    await sanitizer.load();
  });

  for (const html of active) {
    it(`removes ${html}`, () => {
      expect(left(html)).not.to.match(
        /script|iframe|object|embed|svg|math|form|link|meta|style|template|video|on\w+=/i,
      );
    });
  }

  it('keeps plain text and the markup of a text', () => {
    const html = '<p>Some <b>bold</b> and <kbd>Ctrl</kbd></p><ul><li>one</li></ul>';
    expect(left(html)).to.equal(html);
  });

  it('removes handlers, styles, ids, names, classes and data attributes', () => {
    const html =
      '<p onclick="x()" style="color:red" id="a" name="b" class="c" data-d="e" aria-label="f" title="g">x</p>';
    expect(left(html)).to.equal('<p title="g">x</p>');
  });

  it('keeps allowed attributes unchanged', () => {
    expect(
      left('<ol start="3" onclick=x() style=\'a\' reversed><li title="a = b">x</li></ol>'),
    ).to.equal('<ol start="3" reversed=""><li title="a = b">x</li></ol>');
  });

  it('removes attributes before a strict policy reports them', async () => {
    const policy = document.createElement('meta');
    policy.httpEquiv = 'Content-Security-Policy';
    policy.content = "script-src-attr 'none'";
    document.head.append(policy);
    const reported: string[] = [];
    document.addEventListener('securitypolicyviolation', ({sample}) => void reported.push(sample));
    const places = [
      '<p title=">" HERE>t</p>',
      "<p title='>' HERE>t</p>",
      '<p title=a">b" HERE>t</p>',
      '<p title="a"HERE>t</p>',
      '<p title = ">"/HERE>t</p>',
      '<p\ntitle=\t"<p>"\nHERE>t</p>',
      '<!-- <p title=" --><p HERE>t</p>',
      '<!--> <p title="--><p HERE>t</p>',
      '</ <p title="><p HERE>t</p>',
      '</p title="> <p title="><p HERE>t</p>',
      '<p title=">" <p HERE>t</p>',
      '<p =">" HERE>t</p>',
      '<p title=\u00A0"> <p HERE>" HERE>t</p>',
    ];
    for (const place of places) left(place.replaceAll('HERE', 'onclick="x()"'));
    left('<p title="t');
    await new Promise(resolve => setTimeout(resolve, 50)); // violations are reported in a separate task
    expect(reported).to.deep.equal([]);
    const control = document.createElement('div');
    document.body.append(control); // WebKit compiles the handler of a connected element only
    control.setAttribute('onclick', 'x()');
    control.click();
    await waitUntil(() => reported.length > 0);
    control.remove();
    expect(left('<p title=">" onclick="x()" dir="rtl">t</p>')).to.equal(
      '<p title="&gt;" dir="rtl">t</p>',
    );
  });

  it('prevents DOM clobbering', () => {
    expect(left('<a id="location" name="location">x</a>')).to.equal('<a>x</a>');
    expect(left('<img name="cookie" alt="x">')).to.equal('<img alt="x">');
  });

  it('removes addresses that run scripts', () => {
    expect(left('<a href="java&#10;script:alert(1)">x</a>')).to.equal('<a>x</a>');
    expect(left('<a href="https://example.com/">x</a>')).to.contain('href="https://example.com/"');
  });

  it('requests nothing for an allowed image', () => {
    const image = sanitize('<img src="https://example.invalid/a.png">').querySelector('img');
    expect(image?.ownerDocument).not.to.equal(document);
  });

  it('returns an empty fragment if nothing is allowed', () => {
    expect(left('<body></body><script></script>')).to.equal('');
  });
});

describe('isHarmless', () => {
  it('distinguishes inline elements from containers of paragraphs', () => {
    expect(isHarmless('<b>a</b> and <br/>', 'inline')).to.be.true;
    expect(isHarmless('<div><B>a</B></div>', 'inline')).to.be.false;
    expect(isHarmless('<div><B>a</B></div>', 'block')).to.be.true;
    expect(isHarmless('<b>a</b>', 'escape')).to.be.false;
  });

  it('handles invalid tags and comments', () => {
    expect(isHarmless('1 < 2 <!-- <script> -->', 'inline')).to.be.true;
  });

  for (const html of [
    ...active,
    '</script>',
    '<!DOCTYPE html>',
    '<![CDATA[x]]>',
    '<?php ?>',
    '<x-y>',
  ]) {
    it(`leaves ${html} to be read`, () => {
      expect(isHarmless(html, 'block')).to.be.false;
    });
  }
});

describe('decodeReference', () => {
  it('decodes named entities, and leaves unknown ones', () => {
    expect(decodeReference('&amp;')).to.equal('&');
    expect(decodeReference('&NotEqualTilde;')).to.equal('\u2242\u0338');
    expect(decodeReference('&semi;')).to.equal(';');
    expect(decodeReference('&nothing;')).to.equal(undefined);
    expect(decodeReference('&unheard;')).to.equal(undefined);
  });
});
