import {ChangeDetectionStrategy, Component, signal} from '@angular/core';
import {AgentChat} from './chat';

@Component({
  selector: 'app-root',
  imports: [AgentChat],
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
