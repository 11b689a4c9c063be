import {
  ApplicationRef,
  type ComponentRef,
  createComponent,
  EnvironmentInjector,
  inject,
  Injectable,
  type OnDestroy,
} from '@angular/core';
import {renderers} from 'ubik-chat';
import {Search} from './search';

/** Draws a tool by a component of Angular: one for each call, until its owner leaves. */
@Injectable()
export class SearchRenderer implements OnDestroy {
  readonly #app = inject(ApplicationRef);
  readonly #injector = inject(EnvironmentInjector);
  readonly #shown = new Map<string, ComponentRef<Search>>();
  readonly #undo = renderers.register('tool:web_search', item => {
    if (item.kind !== 'tool') return undefined;
    const search = this.#shown.get(item.id) ?? this.#create(item.id);
    search.setInput('item', item);
    return search.location.nativeElement as HTMLElement;
  });

  ngOnDestroy(): void {
    this.#undo();
    for (const search of this.#shown.values()) search.destroy();
  }

  #create(id: string): ComponentRef<Search> {
    const search = createComponent(Search, {environmentInjector: this.#injector});
    this.#app.attachView(search.hostView);
    this.#shown.set(id, search);
    return search;
  }
}
