/**
 * The colours by meaning, in both themes: the one place that the web app, the HTML report and exported pictures take them
 * from.
 *
 * The hues are those of Okabe and Ito, which readers with any colour vision tell apart; a conflict is also hatched and has
 * its number, so that no meaning rests on colour alone. Lanes run through a ramp of hue and lightness together.
 */
export type ThemeName = 'light' | 'dark';

/** Tokens by name; each becomes the CSS variable `--name`. */
export type Tokens = Readonly<Record<TokenName, string>>;

type TokenName =
  | 'page'
  | 'panel'
  | 'sunken'
  | 'ink'
  | 'ink-soft'
  | 'ink-faint'
  | 'line'
  | 'line-strong'
  | 'accent'
  | 'accent-ink'
  | 'accent-wash'
  | 'conflict'
  | 'conflict-ink'
  | 'conflict-wash'
  | 'good'
  | 'good-wash'
  | 'broadcast'
  | 'broadcast-wash'
  | 'warn'
  | 'warn-wash'
  | 'matrix'
  | 'memory';

export const themes: Readonly<Record<ThemeName, Tokens>> = {
  light: {
    'page': '#f7f6f2',
    'panel': '#fffefb',
    'sunken': '#efede6',
    'ink': '#1d2329',
    'ink-soft': '#4c545c',
    'ink-faint': '#646b72',
    'line': '#dcd8cd',
    'line-strong': '#b4afa2',
    'accent': '#00597f',
    'accent-ink': '#ffffff',
    'accent-wash': '#dcebf2',
    'conflict': '#ad3f00',
    'conflict-ink': '#ffffff',
    'conflict-wash': '#f9e0d0',
    'good': '#006b50',
    'good-wash': '#d5ece3',
    'broadcast': '#24679c',
    'broadcast-wash': '#d6e8f6',
    'warn': '#7a5800',
    'warn-wash': '#f6e9c4',
    'matrix': '#8a4a74',
    'memory': '#24679c',
  },
  dark: {
    'page': '#14181c',
    'panel': '#1b2127',
    'sunken': '#101418',
    'ink': '#e9e6de',
    'ink-soft': '#b6b9ba',
    'ink-faint': '#959b9f',
    'line': '#303840',
    'line-strong': '#54606a',
    'accent': '#6cc0e5',
    'accent-ink': '#0c1a22',
    'accent-wash': '#17323f',
    'conflict': '#ff8f4f',
    'conflict-ink': '#241003',
    'conflict-wash': '#4a2410',
    'good': '#4fc7a3',
    'good-wash': '#113c31',
    'broadcast': '#7fb9e8',
    'broadcast-wash': '#17334b',
    'warn': '#e6bd55',
    'warn-wash': '#403108',
    'matrix': '#d89ac2',
    'memory': '#7fb9e8',
  },
};

/** The tokens of a theme as CSS declarations. */
export function tokenDeclarations(theme: ThemeName): string {
  return Object.entries(themes[theme])
    .map(([name, value]) => `--${name}:${value};`)
    .join('');
}

/**
 * The fill of a lane among `count` lanes: hue and lightness run together, so neighbours are near and far lanes differ also
 * without hue. Ink on it is `--lane-ink`, dark in both themes.
 */
export function laneColor(lane: number, count = 64): string {
  const t = count <= 1 ? 0 : (lane % count) / (count - 1);
  const hue = 265 - 225 * t;
  const lightness = 68 + 20 * t;
  return `hsl(${Math.round(hue)} 62% ${Math.round(lightness)}%)`;
}

/** The styles of the classes of pictures; they use the tokens. */
export const pictureStyles = `
.picture{font-family:'IBM Plex Mono',ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace;font-size:11px;fill:var(--ink)}
.picture text{dominant-baseline:central;text-anchor:middle}
.picture .start{text-anchor:start}
.picture .end{text-anchor:end}
.picture .small{font-size:9px}
.picture .large{font-size:13px}
.picture .strong{font-weight:600}
.picture .soft{fill:var(--ink-soft)}
.picture .faint{fill:var(--ink-faint)}
.picture .on-lane{fill:#14181c}
.picture .cell{fill:var(--panel);stroke:var(--line);stroke-width:1}
.picture .empty{fill:var(--sunken);stroke:var(--line);stroke-width:1}
.picture .lane{stroke:var(--panel);stroke-width:1}
.picture .good{fill:var(--good-wash);stroke:var(--good)}
.picture .conflict{fill:var(--conflict-wash);stroke:var(--conflict);stroke-width:1.5}
.picture .broadcast{fill:var(--broadcast-wash);stroke:var(--broadcast)}
.picture .warn{fill:var(--warn-wash);stroke:var(--warn)}
.picture .accent{fill:var(--accent-wash);stroke:var(--accent)}
.picture text.good{fill:var(--good);stroke:none}
.picture text.conflict{fill:var(--conflict);stroke:none;font-weight:600}
.picture text.broadcast{fill:var(--broadcast);stroke:none}
.picture text.warn{fill:var(--warn);stroke:none}
.picture text.accent{fill:var(--accent);stroke:none}
.picture .rule{stroke:var(--line);stroke-width:1;fill:none}
.picture .axis{stroke:var(--line-strong);stroke-width:1;fill:none}
.picture .arrow{stroke:var(--ink-soft);stroke-width:1.25;fill:none}
.picture .head{fill:var(--ink-soft)}
.picture .ring{fill:none;stroke:var(--conflict);stroke-width:2}
.picture .hatch{fill:none;stroke:var(--conflict);stroke-width:1;opacity:.55}
.picture .owned{stroke:none}
.picture .shared{fill:var(--broadcast-wash);stroke:none}
.picture .ring-broadcast{fill:none;stroke:var(--broadcast);stroke-width:1.25}
.picture .contested{stroke:var(--conflict);stroke-width:3;fill:none}
.picture .ghost{fill:none;stroke:var(--line-strong);stroke-width:1;stroke-dasharray:2 2}
.picture .ghost-selected{stroke:var(--ink);stroke-width:1.5}
.picture .gap{fill:var(--sunken);stroke:none}
.picture .column{fill:transparent;stroke:none}
.picture .column-conflict{fill:var(--conflict-wash)}
.picture .column-selected{fill:var(--accent-wash)}
.picture .selected{stroke:var(--ink);stroke-width:2.5}
.picture .dimmed{opacity:.6}
.picture .untouched{opacity:.4}
.picture .selecting>.tile-cell:not(.picked){opacity:.3}
.picture .fine{stroke:none}
.picture .elsewhere{fill:none;stroke:var(--line);stroke-width:1}
.picture .bar-conflict{fill:var(--conflict)}
.picture .bar-good{fill:var(--good)}
.picture .bar-accent{fill:var(--accent)}
.picture .bar-matrix{fill:var(--matrix)}
.picture .bar-memory{fill:var(--memory)}
.picture .bar-soft{fill:var(--line-strong)}
.picture .bar-warn{fill:var(--warn)}
`.trim();

/** The styles of a picture that stands alone, in one theme. */
export function standaloneStyles(theme: ThemeName): string {
  return `.picture{${tokenDeclarations(theme)}background:var(--panel)}${pictureStyles}`;
}
