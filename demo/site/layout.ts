import {html, raw} from 'hono/html';
import {demonstrations, sections} from './contents.js';
import type {PageSection} from './markdown.js';

/** A page of the site. */
export interface PageContent {
  /** Below the root of the site: `docs/protocols.html`. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly body: string;
  readonly passages: readonly PageSection[];
  /** The tags of the elements that have a page in the reference. */
  readonly elements: readonly string[];
}

/**
 * Allows the site's own files only. The widget sets inline styles through CSSOM, which `style-src` does not restrict, and
 * needs the two Trusted Types policies.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types lit-html dompurify',
].join('; ');

/** Returns the page as HTML. All URLs are relative, so that the site works below any path. */
export async function layOut(content: PageContent): Promise<string> {
  const {path, title, description, body, passages} = content;
  const up = '../'.repeat(path.split('/').length - 1);
  const isHome = path === 'index.html';
  /** Pages at the root of the site use the full width. */
  const isWide = up === '';
  const headings = passages.filter(({level}) => level === 2);
  const page = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, interactive-widget=resizes-content"
        />
        <meta name="color-scheme" content="light dark" />
        <meta name="description" content="${description}" />
        <title>${isHome ? title : `${title} · Ubik Chat`}</title>
        <link rel="icon" href="${up}icon.svg" />
        <link rel="stylesheet" href="${up}site.css" />
        <script type="module" src="${up}client/site.js"></script>
      </head>
      <body class="${isHome ? 'home' : isWide ? 'wide' : 'document'}">
        <a class="skip" href="#content">Skip to content</a>
        <header class="bar">
          <a class="brand" href="${up || './'}">
            <img src="${up}icon.svg" alt="" width="24" height="24" />Ubik Chat</a
          >
          <nav aria-label="Site">
            <a href="${up}docs/start.html">Docs</a>
            <a href="${up}playground.html">Playground</a>
            <a href="${up}api/ubik-chat.html">Reference</a>
          </nav>
          <site-search root="${up}"></site-search>
        </header>
        ${
          isWide
            ? ''
            : html`<button class="menu-button" popovertarget="menu">Menu</button>
                <div class="menu" id="menu" popover>${menu(content, up)}</div>`
        }
        <main id="content">
          <article>${raw(body)}</article>
          ${
            isWide || headings.length < 2
              ? ''
              : html`<nav class="toc" aria-labelledby="toc">
                  <h2 id="toc">On this page</h2>
                  <ul>
                    ${headings.map(
                      ({id, heading}) => html`<li><a href="#${id}">${heading}</a></li>`,
                    )}
                  </ul>
                </nav>`
          }
        </main>
        <footer>
          <p>Ubik Chat is MIT licensed. This site sends no requests to other servers.</p>
        </footer>
      </body>
    </html> `;
  return page.toString();
}

type Html = ReturnType<typeof html>;

function menu({path, elements}: PageContent, up: string): Html {
  const entry = (to: string, title: string): Html =>
    html`<li>
      <a href="${up}${to}" ${to === path ? raw('aria-current="page"') : ''}>${title}</a>
    </li>`;
  return html`<nav aria-label="Documentation">
    ${sections.map(
      section =>
        html`<h2>${section.title}</h2>
          <ul>
            ${section.chapters.map(({name, title}) => entry(`docs/${name}.html`, title))}
          </ul>`,
    )}
    <h2>Demos</h2>
    <ul>
      ${demonstrations.map(({path: to, title}) => entry(to, title))}
    </ul>
    <h2>Reference</h2>
    <ul>
      ${elements.map(tag => entry(`api/${tag}.html`, `<${tag}>`))}
    </ul>
  </nav>`;
}
