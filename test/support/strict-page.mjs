// Serves a page with the strictest policy that the widget supports: load `/__strict?module=/test/x.ts` in a frame.

export const strictPage = () => (context, next) => {
  if (context.path !== '/__strict') return next();
  context.set(
    'content-security-policy',
    [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self'",
      "connect-src 'self'",
      "require-trusted-types-for 'script'",
      'trusted-types lit-html dompurify',
    ].join('; '),
  );
  context.type = 'html';
  context.body = `<!doctype html><meta charset="utf-8"><title>Strict</title><body><script type="module" src="${encodeURI(
    String(context.query.module),
  )}"></script>`;
  return undefined;
};
