import type {AppLabels} from './en.js';

export const apps: AppLabels = {
  open: '打开应用',
  close: '关闭应用',
  skip: '跳过应用',
  leave: '返回应用的控件',
  loading: '正在加载应用。',
  ready: '应用已就绪。',
  endings: {
    finished: '应用已关闭。',
    unloaded: '无法加载应用。',
    silent: '应用未能启动，已关闭。',
    left: '应用试图打开其他页面，已关闭。',
    flooded: '应用发送的消息过多，已关闭。',
    restarted: '应用不断重新启动，已关闭。',
    intrusive: '应用不断抢占键盘焦点，已关闭。',
  },
  title: name => `应用：${name}`,
  tool: name => `应用想要运行 ${name}。`,
  link: name => `应用想要打开 ${name} 的页面。`,
  file: name => `应用想要保存文件 ${name}。`,
  hosts: '此应用可能连接其他服务器：',
  openLink: '打开页面',
  save: '保存文件',
  deny: '拒绝',
  drafted: '应用已为您的消息写了草稿。',
  added: '应用已向您的下一条消息添加数据。',
};
