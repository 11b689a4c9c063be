import {counting} from '../counting.js';
/** The words of the menu of a conversation. */
export const menu = {
  checkpoints: 'Checkpoints',
  saveMarkdown: 'Save as Markdown',
  saveJson: 'Save as JSON',
  share: 'Share',
  copyLink: 'Copy link',
  print: 'Print',
  tokens: counting('en')({one: '# token', other: '# tokens'}),
};
