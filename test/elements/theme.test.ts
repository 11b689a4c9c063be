import {expect, fixture, html} from '@open-wc/testing';
import {executeServerCommand} from '@web/test-runner-commands';
import '../../src/elements/ubik-chat/ubik-chat.define.js';
import type {UbikChat} from '../../src/elements/ubik-chat/ubik-chat.js';

/** The contrast that WCAG 2.2 requires of text (1.4.3), and of it for users who prefer more contrast (1.4.6). */
const [ofText, ofTextWithMore] = [4.5, 7];

/** Brand colours all around the wheel, pale and dark, dull and loud, and the two ends. */
const brands = [
  ...['#000', '#fff', '#808080', '#ff0', '#0f0', '#00f', '#f0f', '#f00', '#ffd400'],
  ...Array.from({length: 24}, (_, hue) => hue * 15).flatMap(hue =>
    [20, 40, 55, 70, 90].flatMap(light =>
      [30, 90].map(strength => `hsl(${hue} ${strength}% ${light}%)`),
    ),
  ),
];

const canvas = new OffscreenCanvas(1, 1);
const context = canvas.getContext('2d', {willReadFrequently: true});

/** Relative luminance of a colour as a browser paints it. */
function luminance(colour: string): number {
  if (!context) throw new Error('No canvas.');
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data].map(byte => {
    const part = byte / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Colours of a chat by the names of its tokens, as they are painted. */
function painted(chat: UbikChat, ...tokens: readonly string[]): readonly string[] {
  const probe = document.createElement('span');
  chat.shadowRoot?.append(probe);
  const colours = tokens.map(token => {
    probe.style.color = `var(--_${token})`;
    return getComputedStyle(probe).color;
  });
  probe.remove();
  return colours;
}

/** The pairs of a text colour and a ground that these brand colours make less readable than `least`. */
function poorPairs(chat: UbikChat, least: number): readonly string[] {
  const texts = ['text', 'text-muted', 'accent-text', 'warning', 'danger'];
  return brands.flatMap(brand => {
    chat.style.setProperty('--ubik-accent', brand);
    const [onAccent = '', accent = '', surface = '', soft = '', ...colours] = painted(
      chat,
      ...['on-accent', 'accent', 'surface', 'accent-soft'],
      ...texts,
    );
    const pairs = [
      ['on accent', onAccent, accent],
      ...colours.flatMap((colour, at) => [
        [texts[at] ?? '', colour, surface],
        [`${texts[at]} on soft`, colour, soft],
      ]),
    ] as const;
    return pairs.flatMap(([name = '', one = '', other = '']) => {
      const ratio = contrast(one, other);
      return ratio < least ? [`${brand}: ${name} ${ratio.toFixed(2)}`] : [];
    });
  });
}

describe('a theme', () => {
  for (const theme of ['light', 'dark'] as const) {
    it(`made from a brand colour alone is readable, ${theme} [WCAG 1.4.3]`, async () => {
      const chat = await fixture<UbikChat>(html`<ubik-chat theme=${theme}></ubik-chat>`);
      expect(poorPairs(chat, ofText)).to.deep.equal([]);
    });

    it(`is more readable for users who prefer more contrast, ${theme} [WCAG 1.4.3] [EN 11.7]`, async () => {
      const chat = await fixture<UbikChat>(html`<ubik-chat theme=${theme}></ubik-chat>`);
      // Only Chromium has a command for it.
      const {value: isSet} = await executeServerCommand<{value: boolean}, object>('engine:media', {
        contrast: 'more',
      });
      try {
        expect(matchMedia('(prefers-contrast: more)').matches).to.equal(isSet);
        expect(poorPairs(chat, isSet ? ofTextWithMore : ofText)).to.deep.equal([]);
      } finally {
        await executeServerCommand('engine:media', {});
      }
    });

    it(`has sufficient contrast by default, ${theme} [WCAG 1.4.3]`, async () => {
      const chat = await fixture<UbikChat>(html`<ubik-chat theme=${theme}></ubik-chat>`);
      const textColours = painted(
        chat,
        'text',
        'text-muted',
        'success',
        'warning',
        'danger',
        'accent-text',
      );
      const grounds = painted(chat, 'surface', 'surface-muted', 'surface-hover');
      const poor = textColours.flatMap(colour =>
        grounds.map(ground => contrast(colour, ground)).filter(ratio => ratio < ofText),
      );
      expect(poor).to.deep.equal([]);
    });
  }
});
