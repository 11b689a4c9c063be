import type {Labels} from '../en.js';

export const sessions: Labels['sessions'] = {
  title: 'المحادثات',
  untitled: 'بلا عنوان',
  loading: 'جارٍ تحميل محادثاتك',
  empty: 'لا توجد محادثات بعد.',
  failed: 'تعذّر تحميل محادثاتك.',
  unchanged: 'تعذّر تنفيذ ذلك. حاول مرة أخرى.',
  more: 'عرض المزيد',
  rename: (title: string): string => `إعادة تسمية ${title}`,
  label: 'العنوان',
  save: 'حفظ',
  remove: (title: string): string => `حذف ${title}`,
  ask: (title: string): string => `هل تريد حذف «${title}»؟`,
  confirm: 'حذف',
  cancel: 'إلغاء',
};
