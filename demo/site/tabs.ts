import {escape} from './escape.js';

/** One of several alternatives, of which the reader chooses one. */
interface Alternative {
  readonly label: string;
  readonly html: string;
}

/**
 * Renders alternatives. Without a script all of them are displayed, each below its label; `client/tabs.ts` makes tabs of
 * them. A choice applies to all groups of the same name, on all pages.
 */
export function renderTabs(group: string, alternatives: readonly Alternative[]): string {
  const panels = alternatives.map(
    ({label, html}) =>
      `<section aria-label="${escape(label)}"><p class="tab-label">${escape(label)}</p>${html}</section>`,
  );
  return `<site-tabs group="${escape(group)}">${panels.join('')}</site-tabs>\n`;
}

/** Commands of npm as those of other package managers. Flags for a template follow `--` with npm only. */
const commands: Readonly<Record<string, readonly [install: string, add: string, run: string]>> = {
  npm: ['npm install', 'npm install', 'npx'],
  pnpm: ['pnpm install', 'pnpm add', 'pnpm dlx'],
  Yarn: ['yarn', 'yarn add', 'yarn dlx'],
  Bun: ['bun install', 'bun add', 'bunx'],
};

/**
 * The commands of each package manager, if the text installs a package; else undefined. Texts with further commands of npm
 * are not translated.
 */
export function packageManagers(
  text: string,
): readonly {readonly label: string; readonly text: string}[] | undefined {
  const lines = text.trim().split('\n');
  const known = lines.every(line => /^(npm (install|create)|npx|cd) ?/.test(line));
  if (!known || !lines.some(line => /^npm install [@\w]/.test(line))) return undefined;
  return Object.entries(commands).map(([label, [install, add, run]]) => ({
    label,
    text: lines
      .map(line => {
        if (label === 'npm') return line;
        return line
          .replace(/^npm install$/, install)
          .replace(/^npm install/, add)
          .replace(/^npx/, run)
          .replace(/^npm create (.*?)( --(?= ))?( .*)?$/, `${label.toLowerCase()} create $1$3`);
      })
      .join('\n'),
  }));
}
