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

/** Renders each call of the tool with an Angular component, which is destroyed with its owner. */
@Injectable()
export class CalculationRenderer implements OnDestroy {
  readonly #app = inject(ApplicationRef);
  readonly #injector = inject(EnvironmentInjector);
  readonly #components = new Map<string, ComponentRef<Calculation>>();
  readonly #unregister = renderers.register('tool:calculator', item => {
    const calculation = this.#components.get(item.id) ?? this.#create(item.id);
    calculation.setInput('item', item);
    return calculation.location.nativeElement as HTMLElement;
  });

  ngOnDestroy(): void {
    this.#unregister();
    for (const calculation of this.#components.values()) calculation.destroy();
  }

  #create(id: string): ComponentRef<Calculation> {
    const calculation = createComponent(Calculation, {environmentInjector: this.#injector});
    this.#app.attachView(calculation.hostView);
    this.#components.set(id, calculation);
    return calculation;
  }
}
