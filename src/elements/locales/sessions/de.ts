import type {Labels} from '../en.js';

export const sessions: Labels['sessions'] = {
  title: 'Unterhaltungen',
  untitled: 'Ohne Titel',
  loading: 'Unterhaltungen werden geladen',
  empty: 'Noch keine Unterhaltungen.',
  failed: 'Die Unterhaltungen konnten nicht geladen werden.',
  unchanged: 'Das hat nicht geklappt. Bitte noch einmal versuchen.',
  more: 'Mehr anzeigen',
  rename: (title: string): string => `${title} umbenennen`,
  label: 'Titel',
  save: 'Speichern',
  remove: (title: string): string => `${title} löschen`,
  ask: (title: string): string => `„${title}“ löschen?`,
  confirm: 'Löschen',
  cancel: 'Abbrechen',
};
