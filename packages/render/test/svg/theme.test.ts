import { describe, expect, it } from 'vitest';
import { numbersIn, rows } from '../../../../test/rows.ts';
import { escapeMarkup, label, markup, pictureNode, svg } from '../../src/svg/node.ts';
import { classes, emphasis } from '../../src/svg/selection.ts';
import {
  laneColor,
  pictureStyles,
  standaloneStyles,
  themes,
  tokenDeclarations,
} from '../../src/svg/theme.ts';

type Rgb = readonly number[];

/** Linear light of `#rrggbb`. */
function linear(hex: string): Rgb {
  const part = (at: number): number => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}

/** `hsl(210 62% 70%)` as `#rrggbb`. */
function hexOf(hsl: string): string {
  const [hue = 0, saturation = 0, lightness = 0] = (hsl.match(/[\d.]+/g) ?? []).map(Number);
  const [s, l] = [saturation / 100, lightness / 100];
  const part = (n: number): string => {
    const k = (n + hue / 30) % 12;
    const value = l - s * Math.min(l, 1 - l) * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return Math.round(255 * value)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${part(0)}${part(8)}${part(4)}`;
}

const luminance = ([r = 0, g = 0, b = 0]: Rgb): number => 0.2126 * r + 0.7152 * g + 0.0722 * b;

/** The contrast ratio of WCAG 2. */
function contrast(one: string, other: string): number {
  const [a, b] = [luminance(linear(one)), luminance(linear(other))];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Full protanopia, deuteranopia and tritanopia over linear light, after Machado, Oliveira and Fernandes (2009). */
const VISIONS = rows`
  any          | 1 0 0                        | 0 1 0                       | 0 0 1
  protanopia   | 0.152286 1.052583 -0.204868  | 0.114503 0.786281 0.099216  | -0.003882 -0.048116 1.051998
  deuteranopia | 0.367322 0.860646 -0.227968  | 0.280085 0.672501 0.047413  | -0.01182 0.04294 0.968881
  tritanopia   | 1.255528 -0.076749 -0.178779 | -0.078411 0.930809 0.147602 | 0.004733 0.691367 0.3039
`.map(([name, ...matrix]) => ({ name, matrix: matrix.map(numbersIn) }));

/** L*, a*, b* of what somebody sees. */
function seen(hex: string, matrix: readonly Rgb[]): Rgb {
  const light = linear(hex);
  const [x = 0, y = 0, z = 0] = matrix
    .map((row) => row.reduce((sum, one, at) => sum + one * (light[at] ?? 0), 0))
    .map((value) => Math.min(1, Math.max(0, value)));
  const xyz = [
    (0.4124 * x + 0.3576 * y + 0.1805 * z) / 0.9505,
    0.2126 * x + 0.7152 * y + 0.0722 * z,
    (0.0193 * x + 0.1192 * y + 0.9505 * z) / 1.089,
  ].map((value) => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116));
  const [fx = 0, fy = 0, fz = 0] = xyz;
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)];
}

const distance = (a: Rgb, b: Rgb): number => Math.hypot(...a.map((one, i) => one - (b[i] ?? 0)));

describe.each(['light', 'dark'] as const)('the %s theme', (name) => {
  const theme = themes[name];

  it('has text that can be read', () => {
    expect(contrast(theme.ink, theme['accent-wash'])).toBeGreaterThan(4.5);
    for (const ground of [theme.page, theme.panel, theme.sunken]) {
      expect(contrast(theme.ink, ground)).toBeGreaterThan(7);
      for (const tone of ['ink-soft', 'ink-faint', 'accent', 'conflict', 'good', 'warn'] as const)
        expect(contrast(theme[tone], ground), tone).toBeGreaterThan(4.5);
    }
    for (const tone of ['conflict', 'good', 'broadcast', 'warn', 'accent'] as const) {
      expect(contrast(theme[tone], theme.panel)).toBeGreaterThan(4.5);
      expect(contrast(theme[tone], theme[`${tone}-wash`])).toBeGreaterThan(4.5);
    }
    expect(contrast(theme['accent-ink'], theme.accent)).toBeGreaterThan(4.5);
    expect(contrast(theme['conflict-ink'], theme.conflict)).toBeGreaterThan(4.5);
    for (const fill of ['accent', 'good', 'broadcast', 'matrix', 'warn', 'memory'] as const) {
      expect(contrast(theme.panel, theme[fill])).toBeGreaterThan(4.5);
    }
  });

  it('has meanings that readers of any colour vision tell apart', () => {
    for (const { name: vision, matrix } of VISIONS) {
      const apart = (one: keyof typeof theme, other: keyof typeof theme): number =>
        distance(seen(theme[one], matrix), seen(theme[other], matrix));
      expect(apart('conflict', 'good')).toBeGreaterThan(20);
      expect(apart('conflict', 'broadcast')).toBeGreaterThan(20);
      // Blue and green are near to each other without blue cones; a shared slot is also marked by its shape.
      if (vision !== 'tritanopia') expect(apart('good', 'broadcast')).toBeGreaterThan(20);
    }
  });

  it('declares all of its tokens, and pictures use no others', () => {
    const declared = tokenDeclarations(name);
    for (const [token, value] of Object.entries(theme)) {
      expect(declared).toContain(`--${token}:${value};`);
      expect(value).toMatch(/^#[0-9a-f]{6}$/);
    }
    for (const [, token = ''] of pictureStyles.matchAll(/var\(--([a-z-]+)\)/g)) {
      expect(Object.keys(theme)).toContain(token);
    }
    expect(standaloneStyles(name)).toContain(pictureStyles);
  });
});

describe('the colours of lanes', () => {
  it('grow lighter from lane to lane, and the ink on them can be read', () => {
    for (const count of [32, 64]) {
      let before = -1;
      for (let lane = 0; lane < count; lane++) {
        const hex = hexOf(laneColor(lane, count));
        expect(contrast('#14181c', hex)).toBeGreaterThan(4.5);
        const [lightness = NaN] = seen(hex, VISIONS[0]?.matrix ?? []);
        if (lane % 8 === 0) {
          expect(lightness).toBeGreaterThan(before);
          before = lightness;
        }
      }
    }
    expect(laneColor(0, 1)).toBe(laneColor(0, 64));
  });
});

describe('pictures as text', () => {
  it('escape everything and leave out what XML does not have', () => {
    expect(escapeMarkup(`<a href="x">'&'</a>`)).toBe(
      '&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;',
    );
    expect(escapeMarkup('a\u0000\u0007\ud800b\ufffe\n\t')).toBe('a\ufffd\ufffd\ufffdb\ufffd\n\t');
    expect(escapeMarkup('lane 😀')).toBe('lane 😀');
    expect(markup(svg('g', { 'class': '"x', 'data-lane': 3, 'id': undefined }, '<'))).toBe(
      '<g class="&quot;x" data-lane="3">&lt;</g>',
    );
  });

  it('round to hundredths of a pixel', () => {
    expect(markup(label(1 / 3, 2, 5))).toBe('<text x="0.33" y="2">5</text>');
    expect(markup(svg('rect', { x: -0.0001 }))).toBe('<rect x="0"/>');
  });

  it('have a size, a name, and their styles where they stand alone', () => {
    const picture = { width: 10.004, height: 5, title: 'T', description: 'd.', content: ['x'] };
    expect(markup(pictureNode(picture, 'a>b{}'))).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 5" width="10" height="5" class="picture" ' +
        'role="img" aria-label="T. d."><style>a&gt;b{}</style>x</svg>',
    );
  });
});

describe('a selection', () => {
  it('selects what agrees with all of it, and dims only what it knows of', () => {
    expect(emphasis(undefined, { lanes: [1] })).toBeUndefined();
    expect(emphasis({}, { lanes: [1] })).toBeUndefined();
    expect(emphasis({ lane: 1 }, { banks: [1] })).toBeUndefined();
    expect(emphasis({ lane: 1 }, { lanes: [0, 1] })).toBe('selected');
    expect(emphasis({ lane: 2 }, { lanes: [0, 1] })).toBe('dimmed');
    expect(emphasis({ lane: 1, bank: 3 }, { lanes: [1], banks: [4] })).toBe('dimmed');
    expect(emphasis({ lane: 1, line: 3 }, { lanes: [1] })).toBe('selected');
    expect(classes('a', undefined, false, '', 'b')).toBe('a b');
  });
});
