import {counting} from '../counting.js';
import type {Labels} from '../en.js';

export const menu: Labels['menu'] = {
  checkpoints: 'Puntos de control',
  saveMarkdown: 'Guardar como Markdown',
  saveJson: 'Guardar como JSON',
  share: 'Compartir',
  copyLink: 'Copiar enlace',
  print: 'Imprimir',
  tokens: counting('es')({one: '# token', other: '# tokens'}),
};
