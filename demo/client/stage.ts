// The preview of the playground, in a frame: one chat, configured by the fragment of the URL and updated in place.

import 'ubik-chat';
import {askUser} from '../page-tools.js';
import {attributesOf, readState, settings, tokensOf, type SettingValues} from './settings.js';

const chat = document.querySelector('ubik-chat');
let before: SettingValues = {};

function show(state: SettingValues): void {
  if (!chat) return;
  const attributes = new Map(attributesOf(state));
  for (const name of [...chat.getAttributeNames()]) {
    if (name !== 'style' && name !== 'open' && !attributes.has(name)) chat.removeAttribute(name);
  }
  for (const [name, value] of attributes) {
    if (chat.getAttribute(name) !== value) chat.setAttribute(name, value);
  }
  for (const {token} of settings) if (token) chat.style.removeProperty(token);
  for (const [token, value] of tokensOf(state)) chat.style.setProperty(token, value);
  document.documentElement.dir = state['dir'] ?? 'ltr';
  document.documentElement.lang = state['lang'] ?? 'en';
  document.documentElement.style.colorScheme = state['theme'] ?? 'light dark';
  if (state['layout'] === 'float' || state['layout'] === 'sidebar') void chat.show();
  if (state['scene'] !== before['scene'] || state['protocol'] !== before['protocol'])
    void play(state);
  before = state;
}

/** Sends the message of the scene in a new conversation. */
async function play({scene}: SettingValues): Promise<void> {
  if (!chat) return;
  await chat.updateComplete; // Applies a changed protocol.
  await chat.ready;
  await chat.newSession();
  if (scene) await chat.send(scene);
}

if (chat) {
  chat.storage = null;
  chat.tools.register('ask_user', askUser);
}
show(readState(location.hash));
addEventListener('hashchange', () => show(readState(location.hash)));
