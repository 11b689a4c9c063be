import {ChangeDetectionStrategy, Component, signal} from '@angular/core';
import {Chat} from './chat';

@Component({
  selector: 'app-root',
  imports: [Chat],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <button (click)="visible.set(false)">Leave</button>
    @if (visible()) {
      <app-chat />
    }
  `,
})
export class App {
  readonly visible = signal(true);
}
