import {counting} from '../counting.js';
import type {Labels} from '../en.js';

export const menu: Labels['menu'] = {
  checkpoints: 'Zwischenstände',
  saveMarkdown: 'Als Markdown speichern',
  saveJson: 'Als JSON speichern',
  share: 'Teilen',
  copyLink: 'Link kopieren',
  print: 'Drucken',
  tokens: counting('de')({one: '# Token', other: '# Tokens'}),
};
