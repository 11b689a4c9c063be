const TOKENS = /\\begin\{([^{}]*)\}|\\end\{[^{}]*\}|\\(?:left|right)(?![a-zA-Z])|\\[^]|[{}]/g;

/** An incomplete command at the end, or one without its argument. */
const UNFINISHED = /(?:\\(?:begin|end)\{[^{}]*|\\left\s*|\\right\s*|\\[a-zA-Z]*|[\^_])$/;

/** Completes a formula that is still streaming: drops an incomplete command and closes open groups. */
export function complete(tex: string): string {
  let begun = tex.trimEnd();
  for (let cut = ''; cut !== begun; begun = begun.replace(UNFINISHED, '').trimEnd()) cut = begun;
  const closers: string[] = [];
  for (const [token, environment] of begun.matchAll(TOKENS)) {
    if (environment !== undefined) closers.push(`\\end{${environment}}`);
    else if (token === '\\left') closers.push('\\right.');
    else if (token === '{') closers.push('}');
    else if (token === '}' || token === '\\right' || token.startsWith('\\end')) closers.pop();
  }
  return begun + closers.reverse().join('');
}
