import {ChangeDetectionStrategy, Component, signal} from '@angular/core';
import {Chat} from './chat';

@Component({
  selector: 'app-root',
  imports: [Chat],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <button (click)="there.set(false)">Leave</button>
    @if (there()) {
      <app-chat />
    }
  `,
})
export class App {
  readonly there = signal(true);
}
