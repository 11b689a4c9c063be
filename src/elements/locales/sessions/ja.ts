import type {Labels} from '../en.js';

export const sessions: Labels['sessions'] = {
  title: '会話の一覧',
  untitled: '無題',
  loading: '会話の一覧を読み込んでいます',
  empty: '会話はまだありません。',
  failed: '会話の一覧を読み込めませんでした。',
  unchanged: '実行できませんでした。もう一度お試しください。',
  more: 'さらに表示',
  rename: (title: string): string => `${title}の名前を変更`,
  label: 'タイトル',
  save: '保存',
  remove: (title: string): string => `${title}を削除`,
  ask: (title: string): string => `「${title}」を削除しますか？`,
  confirm: '削除',
  cancel: 'キャンセル',
};
