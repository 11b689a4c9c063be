import {
  ChangeDetectionStrategy,
  Component,
  CUSTOM_ELEMENTS_SCHEMA,
  inject,
  signal,
} from '@angular/core';
import type {UbikOpenChangeEvent} from 'ubik-chat';
import {agent} from '../agent.js';
import {SearchRenderer} from './tools';

@Component({
  selector: 'app-chat',
  providers: [SearchRenderer],
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <label>
      <input type="checkbox" [checked]="open()" (change)="open.set(box.checked)" #box /> Open
    </label>
    <output>{{ turns() }} turns</output>
    <ubik-chat
      layout="float"
      protocol="anthropic"
      [open]="open()"
      [transport]="agent"
      [storage]="null"
      (ubik-open-change)="onOpenChange($event)"
      (ubik-turn-end)="onTurnEnd()"
    />
  `,
})
export class Chat {
  readonly agent = agent;
  readonly open = signal(false);
  readonly turns = signal(0);

  constructor() {
    inject(SearchRenderer);
  }

  onOpenChange({open}: UbikOpenChangeEvent): void {
    this.open.set(open);
  }

  onTurnEnd(): void {
    this.turns.update(count => count + 1);
  }
}
