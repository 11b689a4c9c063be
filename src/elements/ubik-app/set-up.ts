import type {Services} from '../base/services.js';

/** The chats whose console has a line about apps that are not displayed. */
const warned = new WeakSet();

/** What a chat needs to display apps, and does not have. */
export function missingIn({apps}: Services): string | undefined {
  if (!apps?.shell) return '`app-shell`, the address of the shell page';
  if (!apps.readResource) return 'an operation `readResource`, of its protocol or of `appHost`';
  return undefined;
}

/** Writes one line to the console for each chat that does not display its apps. */
export function warnOfMissing(services: Services): void {
  const missing = missingIn(services);
  const chat = services.conversation ?? services;
  if (missing === undefined || warned.has(chat)) return;
  warned.add(chat);
  console.warn(
    `Ubik Chat: the app of a tool is not displayed, because the chat has no ${missing}.`,
  );
}
