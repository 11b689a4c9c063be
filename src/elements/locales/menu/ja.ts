import {counting} from '../counting.js';
import type {Labels} from '../en.js';

export const menu: Labels['menu'] = {
  checkpoints: 'チェックポイント',
  saveMarkdown: 'Markdown として保存',
  saveJson: 'JSON として保存',
  share: '共有',
  copyLink: 'リンクをコピー',
  print: '印刷',
  tokens: counting('ja')({other: '# トークン'}),
};
