const TOKENS = /\\begin\{([^{}]*)\}|\\end\{[^{}]*\}|\\(?:left|right)(?![a-zA-Z])|\\[^]|[{}]/g;

/** Half a command at the end, or what waits for an argument. */
const UNFINISHED = /(?:\\(?:begin|end)\{[^{}]*|\\left\s*|\\right\s*|\\[a-zA-Z]*|[\^_])$/;

/** A formula that is still being written, with everything closed that was opened. */
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
