import type {SearchEntry, SearchIndex} from '../site/search-index.js';

const maxResults = 8;

/**
 * The search of the site: a field with a list of links. The index is loaded when the field first receives the focus.
 * Control+K (on a Mac ⌘K) focuses the field, arrow keys select a result, Enter opens it, Escape closes the list. The
 * attribute `guess` searches for the words of the page's address.
 */
class SiteSearch extends HTMLElement {
  readonly #field = document.createElement('input');
  readonly #list = document.createElement('div');
  #index: Promise<SearchIndex> | undefined;

  connectedCallback(): void {
    if (this.#field.isConnected) return;
    const isInHeader = this.closest('header') !== null;
    this.#list.id = isInHeader ? 'search-results' : 'search-results-of-page';
    this.#list.className = 'results';
    this.#list.setAttribute('role', 'listbox');
    this.#list.ariaLabel = 'Search results';
    this.#list.hidden = true;
    Object.assign(this.#field, {type: 'search', autocomplete: 'off'});
    this.#field.placeholder = isInHeader && hasKeyboard ? `Search (${shortcut})` : 'Search';
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
    if (isInHeader) this.#listenToShortcut();
    if (this.hasAttribute('guess')) {
      this.#field.value = wordsOf(location.pathname);
      void this.#search();
    }
  }

  #listenToShortcut(): void {
    document.addEventListener('keydown', event => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return;
      event.preventDefault();
      this.#field.focus();
    });
  }

  get #root(): string {
    return this.getAttribute('root') ?? '';
  }

  #load(): Promise<SearchIndex> {
    return (this.#index ??= loadIndex(`${this.#root}search.json`));
  }

  async #search(): Promise<void> {
    const query = this.#field.value.trim();
    const index = await this.#load();
    if (query !== this.#field.value.trim()) return; // The text has changed meanwhile.
    this.#show(query ? index.search(query).slice(0, maxResults) : [], query);
  }

  #show(entries: readonly SearchEntry[], query = ''): void {
    const options: HTMLElement[] = entries.map((entry, at) => this.#option(entry, at));
    if (options.length === 0 && query) {
      const nothing = document.createElement('p');
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

  /** A link, so that a result can be opened in a new tab. */
  #option({url, page, heading, text}: SearchEntry, at: number): HTMLElement {
    const option = document.createElement('a');
    option.role = 'option';
    option.tabIndex = -1;
    option.id = `${this.#list.id}-${at}`;
    option.href = this.#root + url;
    const title = document.createElement('strong');
    title.textContent = heading === page ? page : `${page} › ${heading}`;
    const excerpt = document.createElement('span');
    excerpt.textContent = text.slice(0, 120);
    option.append(title, excerpt);
    option.addEventListener('pointerdown', event => event.preventDefault()); // Keeps the focus in the field.
    option.addEventListener('click', event => {
      if (!event.ctrlKey && !event.metaKey && !event.shiftKey) this.#close();
    });
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
    if (!(option instanceof HTMLAnchorElement)) return;
    const {href} = option;
    this.#close();
    location.assign(href);
  }

  #close(): void {
    this.#show([]);
    this.#field.value = '';
  }
}

const hasKeyboard = matchMedia('(pointer: fine)').matches;
const shortcut = navigator.userAgent.includes('Mac') ? '⌘K' : 'Ctrl K';

/** The words of a path: `/docs/resume-a-run.html` is about `resume a run`. */
const wordsOf = (path: string): string =>
  (path.split('/').filter(Boolean).at(-1) ?? '').replace(/\.\w+$/, '').replace(/[-_%+]+/g, ' ');

async function loadIndex(url: string): Promise<SearchIndex> {
  const [{createSearch}, response] = await Promise.all([
    import('../site/search-index.js'),
    fetch(url),
  ]);
  return createSearch((await response.json()) as SearchEntry[]);
}

customElements.define('site-search', SiteSearch);
