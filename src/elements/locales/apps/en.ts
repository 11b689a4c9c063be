/** The labels of apps of tools in English. Every other language has the type `AppLabels`. */
export const apps = {
  open: 'Open app',
  close: 'Close app',
  skip: 'Skip app',
  leave: 'Back to the controls of the app',
  loading: 'The app is loading.',
  ready: 'The app is ready.',
  /** By the reason why the app was closed. */
  endings: {
    finished: 'The app is closed.',
    unloaded: 'The app could not be loaded.',
    silent: 'The app was closed because it did not start.',
    left: 'The app was closed because it tried to open another page.',
    flooded: 'The app was closed because it sent too many messages.',
    restarted: 'The app was closed because it kept restarting.',
    intrusive: 'The app was closed because it kept taking the keyboard focus.',
  },
  title: (name: string): string => `App: ${name}`,
  tool: (name: string): string => `The app wants to run ${name}.`,
  link: (name: string): string => `The app wants to open a page of ${name}.`,
  file: (name: string): string => `The app wants to save the file ${name}.`,
  hosts: 'This app may contact other servers:',
  openLink: 'Open page',
  save: 'Save file',
  deny: 'Deny',
  drafted: 'The app wrote a draft of your message.',
  added: 'The app added data to your next message.',
};

/** The table of labels of one language. */
export type AppLabels = typeof apps;
