import type {AppLabels} from './en.js';

export const apps: AppLabels = {
  open: 'App öffnen',
  close: 'App schließen',
  skip: 'App überspringen',
  leave: 'Zurück zur Bedienung der App',
  loading: 'Die App wird geladen.',
  ready: 'Die App ist bereit.',
  endings: {
    finished: 'Die App ist geschlossen.',
    unloaded: 'Die App konnte nicht geladen werden.',
    silent: 'Die App wurde geschlossen, weil sie nicht gestartet ist.',
    left: 'Die App wurde geschlossen, weil sie eine andere Seite öffnen wollte.',
    flooded: 'Die App wurde geschlossen, weil sie zu viele Nachrichten gesendet hat.',
    restarted: 'Die App wurde geschlossen, weil sie immer wieder neu gestartet ist.',
    intrusive:
      'Die App wurde geschlossen, weil sie immer wieder den Tastaturfokus an sich gezogen hat.',
  },
  title: name => `App: ${name}`,
  tool: name => `Die App möchte ${name} ausführen.`,
  link: name => `Die App möchte eine Seite von ${name} öffnen.`,
  file: name => `Die App möchte die Datei ${name} speichern.`,
  hosts: 'Diese App darf andere Server kontaktieren:',
  openLink: 'Seite öffnen',
  save: 'Datei speichern',
  deny: 'Ablehnen',
  drafted: 'Die App hat einen Entwurf Ihrer Nachricht geschrieben.',
  added: 'Die App hat Ihrer nächsten Nachricht Daten hinzugefügt.',
};
