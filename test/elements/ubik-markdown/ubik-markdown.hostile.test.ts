import {expect} from '@open-wc/testing';
import {sanitizer, type RawHtml} from '../../../src/elements/shared/html/sanitize.js';
import {content, start} from '../support/markdown.js';

const hostile = [
  'a <b onclick=alert(1) style=position:fixed id=x class=bar name=y>b</b>',
  'a <b\nonmouseover="alert(1)">b</b>',
  'a <a href="javascript:alert(1)">b</a>',
  'a <a href="java&#10;script:alert(1)">b</a>',
  'a <a href="&#x6A;avascript:alert(1)" target=_self>b</a>',
  'a <a href="//evil.example" rel=opener ping=//evil.example download>b</a>',
  'a <a href="data:text/html,<script>alert(1)</script>">b</a>',
  'a <a href="blob:https://a.example/1">b</a>',
  'a <img src=//evil.example/x srcset="//evil.example/y 2x" onerror=alert(1)>',
  'a <img src="x` `onerror=alert(1)">',
  'a <img src=data:image/svg+xml,<svg/onload=alert(1)>>',
  '[<img src=//evil.example/x onerror=alert(1)>](https://a.example)',
  '[<a href=javascript:alert(1)>b</a>](https://a.example)',
  '<a href=https://a.example>[b](javascript:alert(1))</a>',
  'a <kbd><svg><style>*{display:none}</style></svg></kbd>',
  'a <sub><iframe srcdoc="<script>alert(1)</script>"></iframe></sub>',
  '<div style="background:url(//evil.example)">b</div>',
  '<div><form action=//evil.example><input name=a><button>b</button></form></div>',
  '<details open ontoggle=alert(1)><summary>b</summary></details>',
  '<table background=//evil.example><tr><td onclick=alert(1)>b</td></tr></table>',
  '<p><svg><a xlink:href="javascript:alert(1)"><text>b</text></a></svg></p>',
  '<p><math href="javascript:alert(1)">b</math></p>',
  '<p><noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript></p>',
  '<p title="</p><img src=x onerror=alert(1)>">b</p>',
  "<p title='&quot;><script>alert(1)</script>'>b</p>",
  '<ol start="1 onclick=alert(1)" reversed><li value=1 onclick=alert(1)>b</li></ol>',
  '<blockquote cite="javascript:alert(1)"><b slot=x part=y is=z>b</b></blockquote>',
  '<p contenteditable autofocus onfocus=alert(1) tabindex=0 popover>b</p>',
  '<div><template shadowrootmode=open><script>alert(1)</script></template></div>',
  '<div><base href=//evil.example><meta http-equiv=refresh content=0></div>',
  '<div><video src=//evil.example/v autoplay poster=//evil.example/p></video></div>',
  '<p>a<!--><img src=x onerror=alert(1)>--></p>',
  '<p>a<![CDATA[><img src=x onerror=alert(1)>]]></p>',
  '<pre><code class="language-js" onclick=alert(1)>b</code></pre>',
  '<ubik-chat endpoint=//evil.example></ubik-chat>',
  '| a |\n| - |\n| <b onclick=alert(1)>b</b> <img src=//evil.example/x> |',
];

/** Elements that load, run, style or send something. */
const ACTIVE =
  'script, style, iframe, object, embed, svg:not(.icon *, .icon), math, form, link, meta, base, template, video, noscript, ubik-chat';
const FORBIDDEN =
  /^(?:on.*|style|id|name|srcset|srcdoc|ping|download|background|cite|is|slot|action|poster|contenteditable|autofocus|popover|xlink:href)$/;

/** What of a text may harm a page. */
function harmful(root: Element): readonly string[] {
  return [...root.querySelectorAll('*')]
    .flatMap(element => [
      ...(element.matches(ACTIVE) ? [element.localName] : []),
      ...element.getAttributeNames().filter(name => FORBIDDEN.test(name)),
      ...(element instanceof HTMLImageElement ? [`img ${element.src}`] : []),
      ...(element instanceof HTMLAnchorElement && element.href !== ''
        ? [
            /^https?:/.test(element.href) ? '' : element.href,
            element.target === '_blank' && element.rel.includes('noopener') ? '' : 'opener',
          ]
        : []),
    ])
    .filter(found => found !== '');
}

describe('hostile HTML in a text', () => {
  before(async () => {
    await sanitizer.load();
  });

  for (const raw of ['escape', 'inline', 'block'] satisfies RawHtml[])
    for (const text of hostile)
      it(`harms nothing, also while it grows, with ${raw}: ${JSON.stringify(text)}`, async () => {
        const element = await start();
        element.rawHtml = raw;
        for (let end = 1; end <= text.length; end += 1) {
          element.text = text.slice(0, end);
          await element.updateComplete;
          expect(harmful(content(element))).to.deep.equal([], text.slice(0, end));
        }
        element.streaming = false;
        await element.updateComplete;
        expect(harmful(content(element))).to.deep.equal([]);
        element.remove();
      });
});
