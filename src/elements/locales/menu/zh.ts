import {counting} from '../counting.js';
import type {Labels} from '../en.js';

export const menu: Labels['menu'] = {
  checkpoints: '检查点',
  saveMarkdown: '保存为 Markdown',
  saveJson: '保存为 JSON',
  share: '分享',
  copyLink: '复制链接',
  print: '打印',
  tokens: counting('zh')({other: '# 个词元'}),
};
