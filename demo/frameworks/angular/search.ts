import {ChangeDetectionStrategy, Component, computed, input} from '@angular/core';
import type {ToolItem} from 'ubik-chat';
import {queryOf} from '../agent.js';

@Component({
  selector: 'app-search',
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `<p class="search">Angular searches for “{{ query() }}”: {{ item().status }}</p>`,
})
export class Search {
  readonly item = input.required<ToolItem>();
  readonly query = computed(() => queryOf(this.item()));
}
