import {expect} from '@open-wc/testing';
import {
  formatBytes,
  formatDuration,
  formatPercent,
  formatTime,
} from '../../../../src/elements/shared/text/format.js';

describe('format', () => {
  const durations: readonly (readonly [number, string, string])[] = [
    [0.42, 'en', '0.4 sec'],
    [1, 'en', '1 sec'],
    [59.6, 'en', '1 min'],
    [125, 'en', '2 min 5 sec'],
    [3600, 'en', '1 hr'],
    [4200, 'en', '1 hr 10 min'],
    [97_200, 'en', '1 day 3 hr'],
    [172_800, 'en', '2 days'],
    [12, 'fr', '12 s'],
  ];
  for (const [seconds, locale, expected] of durations) {
    it(`formats ${seconds} seconds in ${locale} as ${expected}`, () => {
      expect(formatDuration(seconds, locale).replace(/\s/g, ' ')).to.equal(expected);
    });
  }

  it('formats sizes and percentages', () => {
    expect(formatBytes(512, 'en')).to.equal('512 bytes');
    expect(formatBytes(482_113, 'en')).to.equal('482 kB');
    expect(formatBytes(3_400_000, 'en')).to.equal('3.4 MB');
    expect(formatPercent(40, 'en')).to.equal('40%');
  });

  it('formats a time, and nothing for an invalid one', () => {
    expect(formatTime('2026-03-04T14:00:00Z', 'en')).to.contain('2026');
    expect(formatTime('soon', 'en')).to.equal('');
  });
});
