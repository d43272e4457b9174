/**
 * The expression of a row when results are not rounded to nearest.
 *
 *     v_add_f64, rounding up:   a + b   ->   sum64To(1, a, b)
 *
 * Rows compute exact values, and the store rounds them; where a double cannot hold the exact value, or an intermediate
 * result is rounded, the expression itself has to know the mode. f16 and f64 have one mode, f32 another.
 */
import type { Mode } from './mode.ts';
import type { Row, Type } from './row.ts';
import { ROUND_16, ROUND_32 } from './store.ts';

/** Sums and differences as the rows write them, by what is added. */
const SUMS: Readonly<Record<string, string>> = {
  'a + b': 'a, b',
  'a - b': 'a, -b',
  'b - a': 'b, -a',
};

function narrow(text: string, mode: number, round: (value: string) => string): string {
  const sum = SUMS[text];
  if (sum !== undefined) return `sumTo(${mode}, ${sum})`;
  const fused = /^a \* b \+ ([cd])$/.exec(text);
  if (fused !== null) return `fmaTo(${mode}, a, b, ${fused[1]})`;
  const twice = /^(?:Math\.fround|roundHalf)\(a \* b\) \+ ([cd])$/.exec(text);
  if (twice !== null) return `sumTo(${mode}, ${round('a * b')}, ${twice[1]})`;
  return text
    .replaceAll(/\bfma\(/g, `fmaTo(${mode}, `)
    .replaceAll(/\bfmaScaled\(/g, `fmaScaledTo(${mode}, `);
}

function wide(text: string, mode: number): string {
  const sum = SUMS[text];
  if (sum !== undefined) return `sum64To(${mode}, ${sum})`;
  if (text === 'a * b') return `product64To(${mode}, a, b)`;
  if (text === 'ldexp(a, b)') return `ldexp64To(${mode}, a, b)`;
  return text
    .replaceAll(/\bfma64\(/g, `fma64To(${mode}, `)
    .replaceAll(/\bfmaScaled64\(/g, `fmaScaled64To(${mode}, `);
}

/** The text of a row under a mode. */
export function roundedText({ outputs, text }: Row, mode: Mode): string {
  const type: Type | undefined = outputs[0];
  switch (type) {
    case 'f32':
    case 'pkf32': {
      const { round32 } = mode;
      return round32 === 0
        ? text
        : narrow(text, round32, (value) => `${ROUND_32[round32]}(${value})`);
    }
    case 'f16':
    case 'pkf16': {
      const { round16 } = mode;
      return round16 === 0
        ? text
        : narrow(text, round16, (value) => `HALF[${ROUND_16[round16]}(${value})]`);
    }
    case 'f64':
      return mode.round16 === 0 ? text : wide(text, mode.round16);
    default:
      // Two conversions in one word.
      return text.replaceAll(/\btoHalf\(/g, `${ROUND_16[mode.round16]}(`);
  }
}
