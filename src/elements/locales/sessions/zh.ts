import type {Labels} from '../en.js';

export const sessions: Labels['sessions'] = {
  title: '对话列表',
  untitled: '无标题',
  loading: '正在加载对话列表',
  empty: '还没有对话。',
  failed: '无法加载对话列表。',
  unchanged: '操作未成功，请重试。',
  more: '显示更多',
  rename: (title: string): string => `重命名“${title}”`,
  label: '标题',
  save: '保存',
  remove: (title: string): string => `删除“${title}”`,
  ask: (title: string): string => `要删除“${title}”吗？`,
  confirm: '删除',
  cancel: '取消',
};
