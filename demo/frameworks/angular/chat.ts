import {
  ChangeDetectionStrategy,
  Component,
  CUSTOM_ELEMENTS_SCHEMA,
  inject,
  signal,
} from '@angular/core';
import type {UbikOpenChangeEvent} from 'ubik-chat';
import {CalculationRenderer} from './tools';

@Component({
  selector: 'app-chat',
  providers: [CalculationRenderer],
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <label>
      <input type="checkbox" [checked]="open()" (change)="open.set(box.checked)" #box /> Open
    </label>
    <output>{{ turns() }} turns</output>
    <ubik-chat
      endpoint="http://127.0.0.1:8787/api/v1"
      token-endpoint="http://127.0.0.1:8787/demo/token"
      layout="float"
      [open]="open()"
      [suggestions]="suggestions"
      (ubik-open-change)="onOpenChange($event)"
      (ubik-turn-end)="onTurnEnd()"
    />
  `,
})
export class AgentChat {
  readonly suggestions = ['What is 2 * (3 + 4)?'];
  readonly open = signal(false);
  readonly turns = signal(0);

  constructor() {
    inject(CalculationRenderer);
  }

  onOpenChange({open}: UbikOpenChangeEvent): void {
    this.open.set(open);
  }

  onTurnEnd(): void {
    this.turns.update(count => count + 1);
  }
}
