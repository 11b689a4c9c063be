/** The words of the list of conversations. */
export const sessions = {
  title: 'Conversations',
  untitled: 'Untitled',
  loading: 'Loading your conversations',
  empty: 'No conversations yet.',
  failed: 'Your conversations could not be loaded.',
  unchanged: 'This could not be done. Try again.',
  more: 'Show more',
  rename: (title: string): string => `Rename ${title}`,
  label: 'Title',
  save: 'Save',
  remove: (title: string): string => `Delete ${title}`,
  ask: (title: string): string => `Delete “${title}”?`,
  confirm: 'Delete',
  cancel: 'Cancel',
};
