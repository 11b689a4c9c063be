import {nothing, type TemplateResult} from 'lit';
import {html} from '../base/html.js';
import type {Item} from '../../core/model/item.js';
import {onServer} from '../base/on-server.js';
import {dayName, startOfDay} from '../shared/text/days.js';
import {timeOf, type TurnGroup} from './turn-groups.js';

type Divider = TemplateResult | typeof nothing;

/**
 * The line with the date before each turn that begins on another day than the turns before it; before the first turn,
 * unless that is today. A server does not know the time zone of the reader.
 *
 * @param today The start of the current day, in milliseconds since the epoch.
 */
export function dayDividers(
  {items, before}: TurnGroup,
  locale: string,
  today: number,
): (item: Item) => Divider {
  const dividers = new Map<string, Divider>();
  let day = before === 0 ? today : startOfDay(before);
  let isFirst = before === 0;
  for (const item of onServer ? [] : items) {
    const time = timeOf(item);
    if (time === 0) continue;
    const start = startOfDay(time);
    if (isFirst ? start < day : start > day) dividers.set(item.id, renderDay(start, locale, today));
    day = isFirst ? start : Math.max(day, start); // The clocks of the page and the server may differ.
    isFirst = false;
  }
  return ({id}) => dividers.get(id) ?? nothing;
}

function renderDay(start: number, locale: string, today: number): TemplateResult {
  const date = new Date(start);
  const isThisYear = date.getFullYear() === new Date(today).getFullYear();
  const name = dayName(start, locale, today, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(!isThisYear && {year: 'numeric'}),
  });
  return html`<p class="day" part="day"><time datetime=${date.toISOString()}>${name}</time></p>`;
}
