import {typePages} from './types.js';

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

/** The chapters in reading order. */
export const sections: readonly SiteSection[] = [
  {
    title: 'Start',
    chapters: [
      {name: 'start', title: 'Five minutes'},
      {name: 'react', title: 'React and Preact'},
      {name: 'next', title: 'Next.js'},
      {name: 'vue', title: 'Vue'},
      {name: 'nuxt', title: 'Nuxt'},
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
      {name: 'backend', title: 'Your own back end'},
      {name: 'checker', title: 'Check a server'},
      {name: 'chatkit', title: 'ChatKit names'},
      {name: 'credentials', title: 'Credentials and proxy'},
      {name: 'deploy', title: 'Deployment'},
      {name: 'control', title: 'Control from code'},
      {name: 'connection', title: 'Lost connections'},
      {name: 'questions', title: 'Human in the loop'},
      {name: 'people', title: 'Authors and people'},
      {name: 'tools', title: 'Tools and renderers'},
      {name: 'mcp-apps', title: 'Apps of tools'},
      {name: 'parts', title: 'Layouts from parts'},
      {name: 'theming', title: 'Theming and layout'},
      {name: 'languages', title: 'Languages'},
      {name: 'accessibility', title: 'Accessibility'},
      {name: 'security', title: 'Security'},
      {name: 'privacy', title: 'Disclosure and consent'},
      {name: 'performance', title: 'Performance'},
      {name: 'inspector', title: 'Inspector and recordings'},
      {name: 'codes', title: 'Errors and diagnostics'},
      {name: 'core', title: 'The core as an SDK'},
      {name: 'recipes', title: 'Recipes'},
      {name: 'testing', title: 'Testing'},
      {name: 'browsers', title: 'Supported browsers'},
      {name: 'upgrading', title: 'Upgrading'},
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

/** Pages that are generated from the sources, besides those of the elements. */
export const generated: readonly {readonly path: string; readonly title: string}[] = [
  ...typePages.map(({path, title}) => ({path: `api/${path}`, title})),
  {path: 'docs/accessibility-report.html', title: 'Accessibility report'},
  {path: 'changelog.html', title: 'Changelog'},
];

/** All pages that are read one after another. */
export function readingOrder(
  tags: readonly string[],
): readonly {readonly path: string; readonly title: string}[] {
  const chapters = sections.flatMap(section => section.chapters);
  return [
    ...chapters.map(({name, title}) => ({path: `docs/${name}.html`, title})),
    ...tags.map(tag => ({path: `api/${tag}.html`, title: `<${tag}>`})),
    ...generated,
  ];
}
