/**
 * Scales and ticks of pictures with axes.
 *
 *     niceTicks(0, 2048, 5)    0 500 1000 1500 2000        steps are 1, 2 or 5 times a power of ten
 */

/** Pixels of a character of the monospaced font, by the class of its text. */
export const characterWidth = { small: 5.5, normal: 6.7, large: 7.9 } as const;

/** Round numbers from `from` to `to`, at most `most` of them; at least the step that fits is chosen. */
export function niceTicks(from: number, to: number, most: number, whole = false): number[] {
  const span = to - from;
  if (!(span > 0) || !Number.isFinite(span) || most < 1) return [];
  const step = niceStep(span / most, whole);
  const ticks: number[] = [];
  for (let tick = Math.ceil(from / step - 1e-9); tick * step <= to + step * 1e-9; tick++) {
    ticks.push(Number((tick * step).toPrecision(12)));
  }
  return ticks;
}

/** The least of 1, 2, 5, 10, 20 ... (or a tenth of them) that is not less. */
function niceStep(least: number, whole: boolean): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= least * 0.999999);
  const chosen = step ?? 10 * power;
  return whole ? Math.max(1, chosen) : chosen;
}

/** `1,500`, `0.25`: whole numbers in groups, others with the places that they need, at most three. */
export function tickText(value: number): string {
  const rounded = Number(value.toFixed(3));
  const [whole = '', places] = String(Math.abs(rounded)).split('.');
  const groups = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return `${rounded < 0 ? '-' : ''}${groups}${places === undefined ? '' : `.${places}`}`;
}

/** A text within a width in pixels; a longer text is cut and marked. */
export function fitText(text: string, pixels: number, perCharacter: number): string {
  const most = Math.floor(pixels / perCharacter);
  if (text.length <= most) return text;
  return most < 2 ? '' : `${text.slice(0, most - 1)}…`;
}
