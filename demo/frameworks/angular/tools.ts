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
import {Calculation} from './calculation';

/** Draws a tool by a component of Angular: one for each call, until its owner leaves. */
@Injectable()
export class CalculationRenderer implements OnDestroy {
  readonly #app = inject(ApplicationRef);
  readonly #injector = inject(EnvironmentInjector);
  readonly #shown = new Map<string, ComponentRef<Calculation>>();
  readonly #undo = renderers.register('tool:calculator', item => {
    const calculation = this.#shown.get(item.id) ?? this.#create(item.id);
    calculation.setInput('item', item);
    return calculation.location.nativeElement as HTMLElement;
  });

  ngOnDestroy(): void {
    this.#undo();
    for (const calculation of this.#shown.values()) calculation.destroy();
  }

  #create(id: string): ComponentRef<Calculation> {
    const calculation = createComponent(Calculation, {environmentInjector: this.#injector});
    this.#app.attachView(calculation.hostView);
    this.#shown.set(id, calculation);
    return calculation;
  }
}
