import type MiniSearch from 'minisearch';
import type {SearchEntry} from '../site/site.js';

const maxResults = 8;

/**
 * The search of the site: a field with a list of results. The index is loaded when the field first receives the focus.
 * `/` focuses the field, arrow keys select a result, Enter opens it, Escape closes the list.
 */
class SiteSearch extends HTMLElement {
  readonly #field = document.createElement('input');
  readonly #list = document.createElement('ul');
  #index: Promise<MiniSearch<SearchEntry>> | undefined;

  connectedCallback(): void {
    if (this.#field.isConnected) return;
    this.#list.id = 'search-results';
    this.#list.setAttribute('role', 'listbox');
    this.#list.ariaLabel = 'Search results';
    this.#list.hidden = true;
    Object.assign(this.#field, {type: 'search', placeholder: 'Search', autocomplete: 'off'});
    this.#field.setAttribute('role', 'combobox');
    this.#field.setAttribute('aria-controls', this.#list.id);
    this.#field.ariaExpanded = 'false';
    this.#field.ariaLabel = 'Search the documentation';
    this.#field.setAttribute('aria-autocomplete', 'list');
    this.append(this.#field, this.#list);

    this.#field.addEventListener('focus', () => void this.#load());
    this.#field.addEventListener('input', () => void this.#search());
    this.#field.addEventListener('keydown', event => this.#press(event));
    this.addEventListener('focusout', event => {
      if (!(event.relatedTarget instanceof Node && this.contains(event.relatedTarget)))
        this.#show([]);
    });
    document.addEventListener('keydown', event => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || isWriting(event)) return;
      event.preventDefault();
      this.#field.focus();
    });
  }

  get #root(): string {
    return this.getAttribute('root') ?? '';
  }

  #load(): Promise<MiniSearch<SearchEntry>> {
    return (this.#index ??= loadIndex(`${this.#root}search.json`));
  }

  async #search(): Promise<void> {
    const query = this.#field.value.trim();
    const index = await this.#load();
    if (query !== this.#field.value.trim()) return; // The text has changed meanwhile.
    const found = query ? index.search(query).slice(0, maxResults) : [];
    this.#show(
      found.map(({id}) => index.getStoredFields(id) as unknown as SearchEntry),
      query,
    );
  }

  #show(entries: readonly SearchEntry[], query = ''): void {
    const options = entries.map((entry, at) => this.#option(entry, at));
    if (options.length === 0 && query) {
      const nothing = document.createElement('li');
      nothing.role = 'option';
      nothing.ariaDisabled = 'true';
      nothing.textContent = 'No results.';
      options.push(nothing);
    }
    this.#list.replaceChildren(...options);
    this.#list.hidden = options.length === 0;
    this.#field.ariaExpanded = String(!this.#list.hidden);
    this.#choose(entries.length > 0 ? 0 : -1);
  }

  #option({url, page, heading, text}: SearchEntry, at: number): HTMLElement {
    const option = document.createElement('li');
    option.role = 'option';
    option.id = `search-result-${at}`;
    const title = document.createElement('strong');
    title.textContent = heading === page ? page : `${page} › ${heading}`;
    const excerpt = document.createElement('span');
    excerpt.textContent = text.slice(0, 120);
    option.append(title, excerpt);
    option.dataset['url'] = url;
    option.addEventListener('pointerdown', event => event.preventDefault()); // Keeps the focus in the field.
    option.addEventListener('click', () => this.#open(option));
    return option;
  }

  #press(event: KeyboardEvent): void {
    const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
    if (step !== undefined) this.#choose(this.#chosen + step);
    else if (event.key === 'Escape') this.#show([]);
    else if (event.key === 'Enter') this.#open(this.#list.children[this.#chosen]);
    else return;
    event.preventDefault();
  }

  get #chosen(): number {
    return [...this.#list.children].findIndex(option => option.ariaSelected === 'true');
  }

  #choose(at: number): void {
    const options = [...this.#list.children];
    const wanted = options.length > 0 ? (at + options.length) % options.length : -1;
    for (const [n, option] of options.entries()) option.ariaSelected = String(n === wanted);
    options[wanted]?.scrollIntoView({block: 'nearest'});
    const id = options[wanted]?.id;
    if (id) this.#field.setAttribute('aria-activedescendant', id);
    else this.#field.removeAttribute('aria-activedescendant');
  }

  #open(option: Element | undefined): void {
    const url = option instanceof HTMLElement ? option.dataset['url'] : undefined;
    if (url === undefined) return;
    this.#show([]);
    this.#field.value = '';
    location.assign(this.#root + url);
  }
}

async function loadIndex(url: string): Promise<MiniSearch<SearchEntry>> {
  const [{default: Index}, response] = await Promise.all([import('minisearch'), fetch(url)]);
  const index = new Index<SearchEntry>({
    fields: ['heading', 'page', 'text'],
    storeFields: ['url', 'page', 'heading', 'text'],
    searchOptions: {boost: {heading: 3, page: 2}, prefix: true, fuzzy: 0.2, combineWith: 'AND'},
  });
  index.addAll((await response.json()) as SearchEntry[]);
  return index;
}

/** Whether the key is typed into a field, also within a shadow tree. */
function isWriting(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  return target instanceof Element && target.matches('input, textarea, select, [contenteditable]');
}

customElements.define('site-search', SiteSearch);
