import {countingAll} from '../counting.js';
import type {Labels} from '../en.js';

export const menu: Labels['menu'] = {
  checkpoints: 'نقاط الحفظ',
  saveMarkdown: 'حفظ بتنسيق Markdown',
  saveJson: 'حفظ بتنسيق JSON',
  share: 'مشاركة',
  copyLink: 'نسخ الرابط',
  print: 'طباعة',
  tokens: countingAll('ar')('# رمز | رمز واحد | رمزان | # رموز | # رمزًا | # رمز'),
};
