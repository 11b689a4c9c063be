import type {AppLabels} from './en.js';

export const apps: AppLabels = {
  open: 'アプリを開く',
  close: 'アプリを閉じる',
  skip: 'アプリを飛ばす',
  leave: 'アプリの操作ボタンに戻る',
  loading: 'アプリを読み込んでいます。',
  ready: 'アプリの準備ができました。',
  endings: {
    finished: 'アプリを閉じました。',
    unloaded: 'アプリを読み込めませんでした。',
    silent: 'アプリが起動しなかったため閉じました。',
    left: 'アプリが別のページを開こうとしたため閉じました。',
    flooded: 'アプリが送信したメッセージが多すぎるため閉じました。',
    restarted: 'アプリが再起動を繰り返したため閉じました。',
    intrusive: 'アプリがキーボードフォーカスを奪い続けたため閉じました。',
  },
  title: name => `アプリ: ${name}`,
  tool: name => `アプリが ${name} を実行しようとしています。`,
  link: name => `アプリが ${name} のページを開こうとしています。`,
  file: name => `アプリがファイル ${name} を保存しようとしています。`,
  hosts: 'このアプリは次のサーバーに接続できます:',
  openLink: 'ページを開く',
  save: 'ファイルを保存',
  deny: '拒否',
  drafted: 'アプリがメッセージの下書きを書きました。',
  added: 'アプリが次のメッセージにデータを追加しました。',
};
