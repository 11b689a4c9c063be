import {counting} from '../counting.js';
import type {Labels} from '../en.js';

export const menu: Labels['menu'] = {
  checkpoints: 'Points de reprise',
  saveMarkdown: 'Enregistrer en Markdown',
  saveJson: 'Enregistrer en JSON',
  share: 'Partager',
  copyLink: 'Copier le lien',
  print: 'Imprimer',
  tokens: counting('fr')({one: '# jeton', other: '# jetons'}),
};
