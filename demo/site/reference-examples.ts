import type {Described} from '../../scripts/manifest.js';
import type {Declarations} from './declarations.js';

/** Code that listens to an event, by the fields of its class. */
export function eventExample(
  tag: string,
  {name, type}: Described,
  declarations: Declarations,
): string {
  const {fields = [], base = ''} = declarations.find(type?.text ?? '') ?? {};
  const target = tag === 'ubik-chat' ? 'chat' : 'document';
  const values = fields.map(field => `event.${field}`).join(', ') || 'event.type';
  const lines = [`  console.log(${values});`];
  if (base.includes('ResultRequestEvent'))
    lines.push('  event.preventDefault(); // or event.respondWith(…) to act in place of the chat');
  else if (base.includes('ActionRequestEvent'))
    lines.push('  event.preventDefault(); // prevents the action');
  return `${target}.addEventListener('${name}', event => {\n${lines.join('\n')}\n});`;
}

/** Content of a slot, by what its description says. */
const contents: readonly (readonly [RegExp, tag: string, text: string])[] = [
  [/buttons/i, 'button', 'Help'],
  [/icon/i, 'span', '💬'],
  [/title/i, 'h2', 'Support'],
  [/input/i, 'code', '6 * 7'],
  [/result/i, 'code', '42'],
  [/chart/i, 'img', ''],
  [/empty/i, 'p', 'Ask about your order.'],
  [/line|below/i, 'p', 'Answers can be wrong.'],
];

/** HTML that fills a slot. */
export function slotExample(tag: string, {name, description = ''}: Described): string {
  const [, element = 'p', text = 'Some text.'] =
    contents.find(([pattern]) => pattern.test(description)) ?? [];
  const slot = name ? ` slot="${name}"` : '';
  const content =
    element === 'img'
      ? `<img${slot} src="chart.svg" alt="Sales by month">`
      : `<${element}${slot}>${text}</${element}>`;
  return `<${tag}>\n  ${content}\n</${tag}>`;
}

/** A declaration for a part, by what it is. */
const declarations: readonly (readonly [RegExp, string])[] = [
  [/button|launcher|action|suggestion|restore|retry|send/i, 'border-radius: 0.25rem;'],
  [/title|heading|label|time|text|note|prompt|summary/i, 'font-weight: 600;'],
  [/field|input|box|badge/i, 'border-color: var(--ubik-accent);'],
];

/** CSS that styles a part. */
export function partExample(tag: string, {name, description = ''}: Described): string {
  const [, declaration = 'background: var(--ubik-surface-muted);'] =
    declarations.find(([pattern]) => pattern.test(`${name} ${description}`)) ?? [];
  return `${tag}::part(${name}) {\n  ${declaration}\n}`;
}
