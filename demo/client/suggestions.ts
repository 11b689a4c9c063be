/** The suggested messages of the chat on the home page. The site without a server has a recording of each. */
export const suggestions: readonly string[] = [
  'How do I install it?',
  'Show me a run with tools',
  'Ask me for approval',
  'What is 15 % of 240?',
];
