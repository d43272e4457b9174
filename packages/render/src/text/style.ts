/**
 * Colour by meaning: the renderers name the role of a text, and this file defines its look in a terminal. Only the
 * eight basic colours are used, so that the reader's own palette applies.
 */
export type Style = 'plain' | 'strong' | 'faint' | 'good' | 'warn' | 'bad' | 'worst' | 'accent';

/** Gives a text its style; widths must be settled before, escape codes count as characters. */
type Paint = (style: Style, text: string) => string;

const codes: Readonly<Record<Style, string>> = {
  plain: '',
  strong: '1',
  faint: '2',
  good: '32',
  warn: '33',
  bad: '31',
  worst: '1;31',
  accent: '36',
};

/** The options of all text outputs. */
export interface TextOptions {
  /** Columns that no line exceeds; 100 by default, at least 40. */
  readonly width?: number;
  readonly color?: boolean;
}

/** The settled form of `TextOptions`. */
export interface Page {
  readonly width: number;
  readonly paint: Paint;
}

const USUAL_WIDTH = 100;
const LEAST_WIDTH = 40;

/** Fills in the defaults. */
export function pageFor(options: TextOptions): Page {
  return {
    width: Math.max(LEAST_WIDTH, options.width ?? USUAL_WIDTH),
    paint: options.color === true ? colored : (_style, text) => text,
  };
}

function colored(style: Style, text: string): string {
  const code = codes[style];
  return code === '' || text.trim() === '' ? text : `\u001B[${code}m${text}\u001B[0m`;
}
