import {ChangeDetectionStrategy, Component, computed, input} from '@angular/core';
import {toolInput, toolOutput, type ToolItem} from 'ubik-chat';

@Component({
  selector: 'app-calculation',
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `<p class="calculation">{{ asked()?.expression }} = {{ given()?.result ?? '…' }}</p>`,
})
export class Calculation {
  readonly item = input.required<ToolItem>();
  readonly asked = computed(() => toolInput(this.item()) as {expression?: string} | undefined);
  readonly given = computed(() => toolOutput(this.item()) as {result?: number} | undefined);
}
