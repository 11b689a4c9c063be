/*
 * The page in the outer frame of an app. It has no origin, because its response has the header
 * `Content-Security-Policy: sandbox`, so neither it nor the app in it reaches the site that serves it. It imports
 * nothing, so that servers can import it.
 */

/** The script of the page, as text: it is never part of the site. */
const script = `
if (self !== top && self.origin === 'null') {
  const prefix = 'ui/notifications/sandbox-';
  const host = parent;
  let inner;
  let loads = 0;
  const post = message => host.postMessage(message, '*');
  const send = name => post({jsonrpc: '2.0', method: prefix + name, params: {}});
  const show = ({html, title, lang, allow}) => {
    inner = document.createElement('iframe');
    inner.setAttribute('sandbox', 'allow-scripts allow-forms');
    inner.allow = String(allow || '');
    inner.title = document.title = String(title || '');
    // The language of the titles. The app names that of its own document.
    document.documentElement.lang = String(lang || '');
    inner.srcdoc = String(html);
    inner.addEventListener('load', () => {
      loads += 1;
      if (loads === 1) return;
      inner.remove();
      send('left');
    });
    document.body.append(inner);
  };
  addEventListener('message', ({source, data}) => {
    const method = data && typeof data.method === 'string' ? data.method : '';
    if (source === host) {
      if (method === prefix + 'resource-ready') {
        if (!inner) show(data.params);
      } else if (inner && inner.contentWindow) inner.contentWindow.postMessage(data, '*');
    } else if (inner && source === inner.contentWindow && !method.startsWith(prefix)) post(data);
  });
  send('proxy-ready');
}
`;

/** The most that any app may get. The app's own policy, which the chat adds to its document, is narrower. */
const policy = [
  "default-src 'none'",
  "script-src 'unsafe-inline' https:",
  "style-src 'unsafe-inline' https:",
  'img-src data: blob: https:',
  'font-src data: https:',
  'media-src data: blob: https:',
  'connect-src https: wss:',
  "frame-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

// The policy is in the page too, for sites of files, which send no headers.
const page = `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="color-scheme" content="light dark">
<title>App</title>
<style>html, body { height: 100%; margin: 0; background: transparent } iframe { display: block; width: 100%; height: 100%; border: 0 }</style>
</head>
<body>
<script>${script}</script>
</body>
</html>
`;

export interface AppShellOptions {
  /**
   * The origins of the pages with a chat that may contain the shell. The default is the shell's own site (`'self'`), for
   * a shell that is a route of the same site.
   */
  readonly pages?: readonly string[];
}

/** The page to serve as `app-shell` of a chat, and the headers that its response must have. */
export function appShell({pages = ["'self'"]}: AppShellOptions = {}): {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
} {
  return {
    html: page,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `sandbox allow-scripts allow-forms; ${policy}; frame-ancestors ${pages.join(' ')}`,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-dns-prefetch-control': 'off',
      'cache-control': 'no-cache',
    },
  };
}
