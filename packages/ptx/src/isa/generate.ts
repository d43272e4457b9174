/**
 * The text of a step: one loop over the lanes of a warp with loads, a row's expression, and a store.
 *
 *     add.s32 %r3, %r1, 4;      for each active lane: I[pd + l] = (I[pa + l] + ka) | 0
 *
 * Registers are rows of 32 words, 64-bit ones of 64 with the words of a lane side by side, so that an f64 is an element of `D`.
 * A predicate is one word, a bit per lane. Instructions of one shape (which sources are registers, which are constants) share
 * one compiled function, as in the frontend for AMD's machine code (decision 0009).
 */
import type { Type } from '../text/program.ts';
import { bitsOf } from '../text/types.ts';
import { isPair, isWide, LETTERS, type Row, type RowType } from './row.ts';

/** Where a source is: a register at an offset, or a constant. */
export type Source =
  | {
      readonly kind: 'register';
      readonly offset: number;
      readonly type: Type;
      readonly negated: boolean;
    }
  | {
      readonly kind: 'constant';
      readonly low: number;
      readonly high: number;
      readonly value: number;
    };

/** The destination: the register's offset and type; absent for `_`. */
export interface Target {
  readonly offset: number;
  readonly type: Type;
}

type Parameters = Record<string, number>;

/** The function text of an instruction, which `parametersOf` binds. */
export function generate(
  row: Row,
  sources: readonly Source[],
  target: Target | undefined,
  second?: { readonly text: string; readonly target: Target },
): string {
  const loads: string[] = [];
  for (const [index, type] of row.ins.entries()) {
    const source = sources[index];
    const letter = LETTERS[index];
    if (source === undefined || letter === undefined) continue;
    loads.push(load(letter, type, source));
  }
  const isMask = row.out === 'pred';
  const compute = row.text.startsWith('{')
    ? `let r = 0, rL = 0, rH = 0; ${row.text}`
    : isPair(row.out) && !row.out.endsWith('x2')
      ? `const rL = ${row.text}, rH = 0;`
      : `const r = ${row.text};`;
  const store = isMask
    ? `if (r) q |= 1 << l; ${second === undefined ? '' : `if (${second.text}) t |= 1 << l;`}`
    : target === undefined
      ? ''
      : storeText(row.out, target.type);
  const carry =
    row.carry === undefined
      ? ['', '']
      : [
          'let CC = (w.carry >>> l) & 1;',
          row.carry === 'in' ? '' : 'if (CC) w.carry |= 1 << l; else w.carry &= ~(1 << l);',
        ];
  const body = `${loads.join(' ')} ${carry[0]} ${compute} ${store} ${carry[1]}`;
  const masks = isMask
    ? `${target === undefined ? '' : 'I[pd] = (I[pd] & ~m) | (q & m);'} ${second === undefined ? '' : 'I[pq] = (I[pq] & ~m) | (t & m);'}`
    : '';
  const names = Object.keys(parametersOf(row, sources, target, second));
  return `const { ${names.map((name) => `${name}: $${name}`).join(', ')} } = p;
return function step(w, m) {
  const ${[...names.map((name) => `${name} = $${name}`), 'I = w.i'].join(', ')}, U = w.u, F = w.f, D = w.d;
  ${isMask ? 'let q = 0, t = 0;' : ''}
  if (m === -1) for (let l = 0; l < 32; l++) { ${body} }
  else for (let l = 0, e = m; e !== 0; l++, e >>>= 1) if (e & 1) { ${body} }
  ${masks}
};`;
}

/** The parts that instructions with the same text share. */
export function shapeOf(
  { out, ins, text, carry }: Row,
  sources: readonly Source[],
  target: Target | undefined,
  second?: { readonly text: string },
): string {
  let shape = `${out} ${carry ?? ''} ${target === undefined ? 0 : bitsOf(target.type)}`;
  for (let index = 0; index < ins.length; index++) {
    const source = sources[index];
    shape += ` ${ins[index]}`;
    if (source === undefined) shape += '-';
    else if (source.kind === 'register') shape += `${bitsOf(source.type)}${source.negated}`;
  }
  return `${shape} ${text} ${second?.text ?? ''}`;
}

/** The numbers to which the text of an instruction is bound: places of registers, and constants. */
export function parametersOf(
  { ins }: Row,
  sources: readonly Source[],
  target: Target | undefined,
  second?: { readonly target: Target },
): Parameters {
  const parameters: Parameters = {};
  for (let index = 0; index < ins.length; index++) {
    const [type, source, letter] = [ins[index], sources[index], LETTERS[index]];
    if (type === undefined || source === undefined || letter === undefined) continue;
    if (source.kind === 'register') parameters[`p${letter}`] = source.offset;
    else if (isWide(type)) {
      parameters[`k${letter}L`] = source.low;
      parameters[`k${letter}H`] = source.high;
    } else
      parameters[`k${letter}`] = type.endsWith('x2')
        ? source.low
        : numberAs(type, source.low, source.value);
  }
  if (target !== undefined) parameters['pd'] = target.offset;
  if (second !== undefined) parameters['pq'] = second.target.offset;
  return parameters;
}

function load(letter: string, type: RowType, source: Source): string {
  if (source.kind === 'constant') return constant(letter, type);
  const name = `p${letter}`;
  // Of a register that is wider than the type, the low word.
  const at = type !== 'pred' && bitsOf(source.type) === 64 ? '2 * l' : 'l';
  const word = `I[${name} + ${at}]`;
  switch (type) {
    case 'pred':
      return `const ${letter} = ${source.negated ? '1 ^ ' : ''}((I[${name}] >>> l) & 1);`;
    case 's8':
      return `const ${letter} = ${word} << 24 >> 24;`;
    case 'u8':
    case 'b8':
      return `const ${letter} = ${word} & 255;`;
    case 's16':
      return `const ${letter} = ${word} << 16 >> 16;`;
    case 'u16':
    case 'b16':
      return `const ${letter} = ${word} & 65535;`;
    case 's32':
    case 'b32':
      return `const ${letter} = ${word};`;
    case 'u32':
      return `const ${letter} = U[${name} + ${at}];`;
    case 'f16':
      return `const ${letter} = HALF[${word} & 65535];`;
    case 'bf16':
      return `const ${letter} = asF32(${word} << 16);`;
    case 'f32':
    case 'tf32':
      return `const ${letter} = F[${name} + l];`;
    case 'f64':
      return `const ${letter} = D[(${name} >> 1) + l];`;
    case 'f16x2':
      return `const ${letter}L = HALF[${word} & 65535], ${letter}H = HALF[${word} >>> 16];`;
    case 'bf16x2':
      return `const ${letter}L = asF32(${word} << 16), ${letter}H = asF32(${word} & -65536);`;
    case 'f32x2':
      return `const ${letter}L = F[${name} + 2 * l], ${letter}H = F[${name} + 2 * l + 1];`;
    case 'u16x2':
      return `const ${letter}L = ${word} & 65535, ${letter}H = ${word} >>> 16;`;
    case 's16x2':
      return `const ${letter}L = ${word} << 16 >> 16, ${letter}H = ${word} >> 16;`;
    default:
      return `const ${letter}L = I[${name} + 2 * l], ${letter}H = I[${name} + 2 * l + 1];`;
  }
}

/** A constant as a type reads it; its value is bound, so that instructions share their function. */
function constant(letter: string, type: RowType): string {
  const name = `k${letter}`;
  if (isWide(type)) return `const ${letter}L = ${name}L, ${letter}H = ${name}H;`;
  if (type.endsWith('x2')) {
    const [of, signed] = [type.slice(0, -2), type.startsWith('s')];
    const part = (shift: string): string =>
      of === 'f16'
        ? `HALF[(${name} ${shift}) & 65535]`
        : of === 'bf16'
          ? `asF32(${name} ${shift === '' ? '<< 16' : '& -65536'})`
          : `(${name} ${shift}) ${signed ? '<< 16 >> 16' : '& 65535'}`;
    return `const ${letter}L = ${part('')}, ${letter}H = ${part('>>> 16')};`;
  }
  return `const ${letter} = ${name};`;
}

function numberAs(type: RowType, low: number, value: number): number {
  switch (type) {
    case 's8':
      return (low << 24) >> 24;
    case 'u8':
    case 'b8':
      return low & 255;
    case 's16':
      return (low << 16) >> 16;
    case 'u16':
    case 'b16':
      return low & 65535;
    case 'u32':
      return low >>> 0;
    case 'f16':
    case 'bf16':
    case 'f32':
    case 'tf32':
    case 'f64':
      return value;
    case 'pred':
      return low & 1;
    default:
      return low;
  }
}

/** Stores r, or rL and rH, into the register of the destination, which may be wider than the result. */
function storeText(type: RowType, register: Type): string {
  const width = bitsOf(register);
  const word = 'I[pd + l]';
  switch (type) {
    case 'f32':
    case 'tf32':
      return 'F[pd + l] = r;';
    case 'f64':
      return 'D[(pd >> 1) + l] = r;';
    case 'f16':
      return `${word} = halfBits(r);`;
    case 'bf16':
      return `${word} = bfloatBits(r);`;
    case 'f16x2':
      return `${word} = halfBits(rL) | (halfBits(rH) << 16);`;
    case 'bf16x2':
      return `${word} = bfloatBits(rL) | (bfloatBits(rH) << 16);`;
    case 'f32x2':
      return 'F[pd + 2 * l] = rL; F[pd + 2 * l + 1] = rH;';
    case 'u16x2':
    case 's16x2':
      return `${word} = (rL & 65535) | (rH << 16);`;
    case 'b64':
    case 's64':
    case 'u64':
      return 'I[pd + 2 * l] = rL; I[pd + 2 * l + 1] = rH;';
    case 's8':
      return extended('r << 24 >> 24', width, true);
    case 'u8':
    case 'b8':
      return extended('r & 255', width, false);
    case 's16':
      return extended('r << 16 >> 16', width, true);
    case 'u16':
    case 'b16':
      return extended('r & 65535', width, false);
    default:
      return width === 64 ? extended('r', width, type === 's32') : `${word} = r;`;
  }
}

/** A narrow value in a register: 16-bit ones keep zeros above, wider ones the sign. */
function extended(value: string, width: number, signed: boolean): string {
  if (width === 64)
    return `{ const v = ${value}; I[pd + 2 * l] = v; I[pd + 2 * l + 1] = ${signed ? 'v >> 31' : '0'}; }`;
  return width === 32 ? `I[pd + l] = ${value};` : `I[pd + l] = (${value}) & 65535;`;
}
