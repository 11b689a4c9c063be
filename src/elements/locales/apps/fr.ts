import type {AppLabels} from './en.js';

export const apps: AppLabels = {
  open: 'Ouvrir l’application',
  close: 'Fermer l’application',
  skip: 'Passer l’application',
  leave: 'Revenir aux commandes de l’application',
  loading: 'L’application se charge.',
  ready: 'L’application est prête.',
  endings: {
    finished: 'L’application est fermée.',
    unloaded: 'L’application n’a pas pu être chargée.',
    silent: 'L’application a été fermée, car elle n’a pas démarré.',
    left: 'L’application a été fermée, car elle a tenté d’ouvrir une autre page.',
    flooded: 'L’application a été fermée, car elle a envoyé trop de messages.',
    restarted: 'L’application a été fermée, car elle redémarrait sans cesse.',
    intrusive: 'L’application a été fermée, car elle prenait sans cesse le focus du clavier.',
  },
  title: name => `Application\u00a0: ${name}`,
  tool: name => `L’application veut exécuter ${name}.`,
  link: name => `L’application veut ouvrir une page de ${name}.`,
  file: name => `L’application veut enregistrer le fichier ${name}.`,
  hosts: 'Cette application peut contacter d’autres serveurs\u00a0:',
  openLink: 'Ouvrir la page',
  save: 'Enregistrer le fichier',
  deny: 'Refuser',
  drafted: 'L’application a écrit un brouillon de votre message.',
  added: 'L’application a ajouté des données à votre prochain message.',
};
