/** A page of the site that is written in Markdown: `docs/NAME.md` becomes `docs/NAME.html`. */
export interface Chapter {
  readonly name: string;
  /** Title in the menu; the heading of the page may be longer. */
  readonly title: string;
}

export interface SiteSection {
  readonly title: string;
  readonly chapters: readonly Chapter[];
}

/** The site in reading order. The reference of the elements is appended. */
export const sections: readonly SiteSection[] = [
  {
    title: 'Start',
    chapters: [
      {name: 'start', title: 'Five minutes'},
      {name: 'react', title: 'React and Preact'},
      {name: 'vue', title: 'Vue'},
      {name: 'svelte', title: 'Svelte'},
      {name: 'solid', title: 'Solid'},
      {name: 'angular', title: 'Angular'},
      {name: 'astro', title: 'Astro and SSR'},
      {name: 'plain', title: 'No framework, no build'},
    ],
  },
  {
    title: 'Guides',
    chapters: [
      {name: 'protocols', title: 'Protocols'},
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
      {name: 'codes', title: 'Errors and diagnostics'},
      {name: 'core', title: 'The core as an SDK'},
      {name: 'recipes', title: 'Recipes'},
    ],
  },
];

/** Demo pages: an HTML file with scripts each. */
export const demonstrations: readonly {readonly path: string; readonly title: string}[] = [
  {path: 'playground.html', title: 'Playground'},
  {path: 'protocols.html', title: 'Three protocols'},
  {path: 'inspector.html', title: 'Inspector'},
  {path: 'gallery.html', title: 'Every state'},
];
