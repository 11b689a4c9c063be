/** A page of the site that is written in Markdown: `docs/NAME.md` becomes `docs/NAME.html`. */
export interface Chapter {
  readonly name: string;
  /** As the menu has it; the page's own heading may say more. */
  readonly title: string;
}

export interface Section {
  readonly title: string;
  readonly chapters: readonly Chapter[];
}

/** The site in the order in which it is read. The reference of the elements follows by itself. */
export const sections: readonly Section[] = [
  {
    title: 'Start',
    chapters: [
      {name: 'start', title: 'Five minutes'},
      {name: 'react', title: 'React and Preact'},
      {name: 'vue', title: 'Vue'},
      {name: 'svelte', title: 'Svelte'},
      {name: 'solid', title: 'Solid'},
      {name: 'angular', title: 'Angular'},
      {name: 'astro', title: 'Astro, server rendering'},
      {name: 'plain', title: 'No framework, no build'},
    ],
  },
  {
    title: 'Subjects',
    chapters: [
      {name: 'wires', title: 'Wires'},
      {name: 'chatkit', title: 'ChatKit names'},
      {name: 'credentials', title: 'Credentials and proxy'},
      {name: 'questions', title: 'Human in the loop'},
      {name: 'tools', title: 'Tools and renderers'},
      {name: 'theming', title: 'Theming and layout'},
      {name: 'languages', title: 'Languages'},
      {name: 'accessibility', title: 'Accessibility'},
      {name: 'security', title: 'Security'},
      {name: 'performance', title: 'Performance'},
      {name: 'inspector', title: 'Inspector and recordings'},
      {name: 'recipes', title: 'Recipes'},
    ],
  },
];

/** Pages that are no text: each an HTML file of its own, with its scripts. */
export const demonstrations: readonly {readonly path: string; readonly title: string}[] = [
  {path: 'playground.html', title: 'Playground'},
  {path: 'wires.html', title: 'Three wires at once'},
  {path: 'inspector.html', title: 'Inspector'},
  {path: 'gallery.html', title: 'Every state'},
];
