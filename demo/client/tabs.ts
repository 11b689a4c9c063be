/**
 * Makes tabs of alternatives. The chosen label is stored: all groups of the same name display it, on this page and on those
 * that are opened later.
 */
class SiteTabs extends HTMLElement {
  #tabs: readonly HTMLButtonElement[] = [];
  #panels: readonly HTMLElement[] = [];

  connectedCallback(): void {
    if (this.#tabs.length > 0) return;
    this.#panels = [...this.querySelectorAll<HTMLElement>(':scope > section')];
    const list = document.createElement('div');
    list.role = 'tablist';
    list.ariaLabel = this.#group === 'framework' ? 'Framework' : 'Package manager';
    this.#tabs = this.#panels.map((panel, at) => this.#createTab(panel, at));
    list.append(...this.#tabs);
    list.addEventListener('keydown', event => this.#press(event));
    this.prepend(list);
    this.#select(localStorage.getItem(this.#key));
    addEventListener('site-choice', event => {
      if (event instanceof CustomEvent && event.detail === this.#group)
        this.#select(localStorage.getItem(this.#key));
    });
  }

  get #group(): string {
    return this.getAttribute('group') ?? '';
  }

  get #key(): string {
    return `site-${this.#group}`;
  }

  #createTab(panel: HTMLElement, at: number): HTMLButtonElement {
    const tab = document.createElement('button');
    const place = [...document.querySelectorAll('site-tabs')].indexOf(this);
    tab.type = 'button';
    tab.role = 'tab';
    tab.id = `tab-${place}-${at}`;
    tab.textContent = panel.ariaLabel;
    panel.id = `panel-${place}-${at}`;
    panel.role = 'tabpanel';
    panel.querySelector('.tab-label')?.remove();
    tab.setAttribute('aria-controls', panel.id);
    tab.addEventListener('click', () => this.#choose(tab));
    return tab;
  }

  /** Stores the label of a tab and displays it everywhere. */
  #choose(tab: HTMLButtonElement): void {
    localStorage.setItem(this.#key, tab.textContent);
    dispatchEvent(new CustomEvent('site-choice', {detail: this.#group}));
  }

  /** Displays the panel with the label; without one, the first. */
  #select(label: string | null): void {
    const known = this.#tabs.findIndex(tab => tab.textContent === label);
    const chosen = Math.max(known, 0);
    for (const [at, tab] of this.#tabs.entries()) {
      tab.ariaSelected = String(at === chosen);
      tab.tabIndex = at === chosen ? 0 : -1;
    }
    for (const [at, panel] of this.#panels.entries()) panel.hidden = at !== chosen;
  }

  #press(event: KeyboardEvent): void {
    const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const from = this.#tabs.findIndex(tab => tab.ariaSelected === 'true');
    const to = this.#tabs[(from + step + this.#tabs.length) % this.#tabs.length];
    if (!to) return;
    this.#choose(to);
    to.focus();
  }
}

customElements.define('site-tabs', SiteTabs);
