/**
 * The text of a step: one loop over lanes with loads, the row's expression, and a store.
 *
 *     v_add_f32 v2, -s0, v1     const aBits = (s[pa] | 0) ^ 0x80000000; const a = asF32(aBits);   once
 *                               for each active lane: const b = F[pb + l]; F[pd + l] = a + b;
 *
 * Everything that does not depend on the lane is computed once before the loop; a wave with all lanes active has a loop of
 * its own. Each shape of an instruction (which sources are vectors, which modifiers) is a function of its own, so that the
 * machine compiles straight loops over typed arrays; shared loops with callbacks were several times slower, and filling
 * scratch rows with scalars cost as much as the operation.
 */
import { loadText, wordsOf, type Float } from './load.ts';
import type { Mode } from './mode.ts';
import type { Plan, Source } from './plan.ts';
import { roundedText } from './rounding.ts';
import { isTwice, uses, type Type } from './row.ts';
import { storeText, type StoreOptions } from './store.ts';

/** The body of `factory(H, p, other)`, which returns the step. */
export function generate(plan: Plan, mode: Mode): string {
  const { row, sources, parameters, waveSize } = plan;
  const float: Float = { keep32: (mode.denormal32 & 1) === 1, keep16: (mode.denormal16 & 1) === 1 };
  const masked = row.outputs.includes('mask') || row.exec === true;
  const target = row.outputs.find((type) => type !== 'mask');
  const perLane: string[] = [];
  const once: string[] = [];
  const dpp = sources.find((source) => source.origin === 'dpp');
  for (const source of sources) {
    if (source.type === 'mask') {
      once.push(`const mLow = ${wordsOf(source, 0)}, mHigh = ${wordsOf(source, 1)};`);
    } else if (!isTwice(target)) {
      const lines = loadText(source, row.text, float);
      (isUniform(source) ? once : perLane).push(...lines);
    }
  }
  if (uses(row.text, 'vcc')) once.push('const vLow = s[106], vHigh = s[107];');
  if (uses(row.text, 'IEEE')) once.push(`const IEEE = ${mode.ieee};`);
  if (uses(row.text, 'signA'))
    once.push(
      `const signA = ${sources[0]?.negateLow === true}, signB = ${sources[1]?.negateLow === true};`,
    );
  if (uses(row.text, 'sel0'))
    once.push(`const sel0 = ${plan.opSel[0] ?? 0}, sel1 = ${plan.opSel[1] ?? 0};`);
  const options: StoreOptions = { plan, mode };
  const compute = isTwice(target)
    ? twice(plan, target, float, once, options)
    : single(plan, target, float, perLane, options);
  const names = Object.keys(parameters);
  // Local names: captured ones would be loaded again in each lane.
  const text = `const { ${names.map((name) => `${name}: $${name}`).join(', ')} } = p;
return function step(w) {
  if (w.mode !== ${mode.value} || w.indexing !== ${mode.indexing}) return other(w);
  const ${names.map((name) => `${name} = $${name}`).join(', ')};
  const U = w.u, I = w.i, F = w.f, s = w.s;
  let lo = s[126], hi = s[127];
  ${dpp ? dppText(dpp) : ''}
  ${once.join('\n  ')}
  ${masked || uses(row.text, 'm') || uses(row.text, 'vcc') ? halvesText(plan, compute, masked) : waveSize === 32 ? lowLanesText(compute) : lanesText(compute)}
};`;
  return `const { ${helperNames(text).join(', ')} } = H;\n${dpp ? 'const X = new Int32Array(128), XF = new Float32Array(X.buffer), XU = new Uint32Array(X.buffer);\n' : ''}${text}`;
}

const isUniform = (source: Source): boolean => source.origin !== 'row' && source.origin !== 'dpp';

function dppText(source: Source): string {
  const words = source.type.endsWith('64') || source.type === 'pkf32' ? 2 : 1;
  return `fetchDpp(dpp, I, p${source.letter}, ${words}, X, lo, hi);
  lo = (lo & dpp.low & dpp.validLow) >>> 0; hi = (hi & dpp.high & dpp.validHigh) >>> 0;`;
}

/** A loop over 64 lanes, and one over the active ones. */
function lanesText(compute: string): string {
  return `if ((lo & hi) === -1) {
    for (let l = 0; l < 64; l++) { ${compute} }
  } else {
    for (let l = 0, e = lo; l < 64; l++, e >>>= 1) {
      if (l === 32) e = hi;
      if (e & 1) { ${compute} }
    }
  }`;
}

/** The same for a wave of 32. */
function lowLanesText(compute: string): string {
  return `if (lo === 4294967295) {
    for (let l = 0; l < 32; l++) { ${compute} }
  } else {
    for (let l = 0, e = lo; l < 32; l++, e >>>= 1) {
      if (e & 1) { ${compute} }
    }
  }`;
}

/** Loops over 32 lanes each, for instructions that read or write a mask; a wave of 32 has one. */
function halvesText({ row, waveSize }: Plan, compute: string, masked: boolean): string {
  const onlyMask = row.outputs.every((type) => type === 'mask');
  const pair = waveSize === 64;
  const half = (name: 'Low' | 'High', from: number, exec: string): string => {
    const bits = [
      uses(row.text, 'm') ? `const m = (m${name} >>> l) & 1;` : '',
      uses(row.text, 'vcc') ? `const vcc = (v${name} >>> l) & 1;` : '',
    ].join(' ');
    const collect = masked ? `if (carry) q${name} |= 1 << l;` : '';
    const body = `${bits} ${compute} ${collect}`;
    const loop = (content: string): string =>
      `for (let l = ${from}; l < ${from + 32}; l++) { ${content} }`;
    if (onlyMask) return loop(body);
    return `if (${exec} === 4294967295) ${loop(body)} else ${loop(`if ((${exec} >>> l) & 1) { ${body} }`)}`;
  };
  const into = (low: string, high: string): string =>
    `s[${low}] = qLow; ${pair ? `s[${high}] = qHigh;` : ''}`;
  const write = masked
    ? `qLow &= lo; qHigh &= hi; ${row.outputs.includes('mask') ? into('pe', 'pe + 1') : ''}
  ${row.exec ? into('126', '127') : ''}`
    : '';
  return `${masked ? 'let qLow = 0, qHigh = 0;' : ''}
  ${half('Low', 0, 'lo')}
  ${pair ? half('High', 32, 'hi') : ''}
  ${write}`;
}

/** The destination as a source; of 16 bits, from the half that is written. */
const destination = (type: Type, upper: boolean): Source => ({
  letter: 'a',
  type,
  origin: 'row',
  negate: false,
  absolute: false,
  signExtend: false,
  sel: Number(upper),
  selHigh: 1,
  negateLow: false,
  negateHigh: false,
});

const rename = (lines: readonly string[]): string =>
  lines.join(' ').replaceAll('const a', 'const d').replaceAll('pa', 'pd');

function single(
  plan: Plan,
  target: Type | undefined,
  float: Float,
  perLane: readonly string[],
  options: StoreOptions,
): string {
  const text = expression(plan, options.mode);
  const old =
    target !== undefined && uses(text, 'd')
      ? rename(loadText(destination(target, plan.upper), 'a', float))
      : '';
  const at = uses(text, 'at') ? 'const at = pd + l;' : '';
  const lead = `${perLane.join(' ')} ${old} ${at}`;
  if (target === undefined) return `${lead} const carry = ${text};`;
  const carries = plan.row.outputs.includes('mask') ? 'let carry = false;' : '';
  if (!text.startsWith('{')) return `${lead} const r = ${text}; ${storeText(target, options)}`;
  return `${lead} let r = 0, rH = 0; ${carries} ${text} ${storeText(target, options)}`;
}

/** The expression for the low and for the high part. */
function twice(
  plan: Plan,
  target: Type,
  float: Float,
  once: string[],
  options: StoreOptions,
): string {
  const text = expression(plan, options.mode);
  const part = (half: 0 | 1): string => {
    const lines: string[] = [];
    for (const source of plan.sources) {
      const load = loadText(source, text, float, half).join(' ');
      if (!isUniform(source)) {
        lines.push(load);
        continue;
      }
      // Declared once under another name, and used in the block of this half.
      for (const name of load.matchAll(/const (\w+) =/g)) {
        lines.push(`const ${name[1]} = ${name[1]}_${half};`);
      }
      once.push(
        load
          .replaceAll(/const (\w+) =/g, `const $1_${half} =`)
          .replaceAll(/\b([abc]Bits)\b(?!_)/g, `$1_${half}`),
      );
    }
    if (uses(text, 'd')) lines.push(rename(loadText(destination(target, false), 'a', float, half)));
    return `{ ${lines.join(' ')} r${half} = ${text}; }`;
  };
  return `let r0 = 0, r1 = 0; ${part(0)} ${part(1)} ${storeText(target, options)}`;
}

/** The row's text for a mode, with the truth table of `v_bitop3` spelled out. */
export function expression({ row, bitop }: Plan, mode: Mode): string {
  if (row.text === 'BITOP2') return bitop2(bitop);
  return row.text === 'BITOP3' ? bitop3(bitop) : roundedText(row, mode);
}

/** Functions of b and c by their truth table: bit 2b + c. */
const OF_TWO = [
  '0',
  '~(b | c)',
  '(~b & c)',
  '~b',
  '(b & ~c)',
  '~c',
  '(b ^ c)',
  '~(b & c)',
  '(b & c)',
  '~(b ^ c)',
  'c',
  '(~b | c)',
  'b',
  '(b | ~c)',
  '(b | c)',
  '-1',
];

/** A function of a and b by the truth table of one of three sources, the third of which is 0: bit 4a + 2b. */
function bitop2(table: number): string {
  const bit = (at: number): number => (table >>> at) & 1;
  const ofTwo = OF_TWO[bit(0) | (bit(2) << 1) | (bit(4) << 2) | (bit(6) << 3)] ?? '0';
  return ofTwo.replaceAll(/\b[bc]\b/g, (name) => (name === 'b' ? 'a' : 'b'));
}

/** A function of a, b and c by its truth table: bit 4a + 2b + c. */
export function bitop3(table: number): string {
  const without = table & 15;
  const withA = (table >> 4) & 15;
  const low = OF_TWO[without] ?? '0';
  const high = OF_TWO[withA] ?? '0';
  if (without === withA) return low;
  if (without === 0) return `a & ${high}`;
  if (withA === 0) return `~a & ${low}`;
  if (withA === 15) return `a | ${low}`;
  if (without === 15) return `~a | ${high}`;
  if ((without ^ withA) === 15) return `a ^ ${low}`;
  return `(a & ${high}) | (~a & ${low})`;
}

/** Names of helpers in a text: those that are called or indexed, and the formats. */
function helperNames(text: string): string[] {
  const names = new Set<string>();
  for (const match of text.matchAll(/(?<![.\w])([A-Za-z]\w+)(?=[([])/g)) names.add(match[1] ?? '');
  for (const match of text.matchAll(/\b(\w+_FORMAT|sadBytes\w*)\b/g)) names.add(match[1] ?? '');
  for (const word of ['if', 'for', 'function', 'step', 'other', 'return', 'XF', 'XU'])
    names.delete(word);
  for (const name of names) if (/^[px][abcdem]$/.test(name)) names.delete(name);
  return [...names];
}
