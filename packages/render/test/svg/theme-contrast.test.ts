/** Texts stand out from what they stand on, as WCAG 2.2 counts it (level AA, 4.5 to 1). */
import { describe, expect, test } from 'vitest';
import { themes } from '../../src/svg/theme.ts';

type Token = keyof (typeof themes)['light'];

const pairs: readonly (readonly [text: Token, ground: Token])[] = [
  ...(['page', 'panel', 'sunken'] as const).flatMap((ground) =>
    (['ink', 'ink-soft', 'ink-faint', 'accent', 'conflict', 'good', 'warn'] as const).map(
      (text) => [text, ground] as const,
    ),
  ),
  ['accent-ink', 'accent'],
  ['ink', 'accent-wash'],
  ['accent', 'accent-wash'],
  ['conflict-ink', 'conflict'],
  ['conflict', 'conflict-wash'],
  ['good', 'good-wash'],
  ['warn', 'warn-wash'],
  ['broadcast', 'broadcast-wash'],
];

/** Relative luminance of `#rrggbb`. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05);
}

describe.each(['light', 'dark'] as const)('in the %s theme', (name) => {
  test.each(pairs)('%s can be read on %s', (text, ground) => {
    const tokens = themes[name];
    expect(contrast(tokens[text], tokens[ground])).toBeGreaterThanOrEqual(4.5);
  });
});
