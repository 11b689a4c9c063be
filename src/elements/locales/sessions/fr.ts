import type {Labels} from '../en.js';

export const sessions: Labels['sessions'] = {
  title: 'Conversations',
  untitled: 'Sans titre',
  loading: 'Chargement de vos conversations',
  empty: 'Aucune conversation pour l’instant.',
  failed: 'Vos conversations n’ont pas pu être chargées.',
  unchanged: 'L’opération a échoué. Réessayez.',
  more: 'Afficher plus',
  rename: (title: string): string => `Renommer ${title}`,
  label: 'Titre',
  save: 'Enregistrer',
  remove: (title: string): string => `Supprimer ${title}`,
  ask: (title: string): string => `Supprimer « ${title} » ?`,
  confirm: 'Supprimer',
  cancel: 'Annuler',
};
