/**
 * WMMA and SWMMAC of RDNA and gfx1250: random matrices are put into registers where AMD's calculator has them, the instruction is executed,
 * and D is compared with the plain product. Values are small integers and halves, so that every sum is exact.
 */
import {
  encodeSmallFloat,
  findMachine,
  type Message,
  smallFloats,
  type WmmaForm,
  wmmaForms,
} from '@ldscope/core';
import { describe, expect, test } from 'vitest';
import { kOfGroups, rowsOfGroups } from '../../../../test/wmma-layouts.ts';
import { mfmaUse } from '../../src/isa/mfma/use.ts';
import { wmmaFamily } from '../../src/isa/mfma/wmma.ts';
import type { Target, WaveSize } from '../../src/state/target.ts';
import { LANES, type Wave } from '../../src/state/wave.ts';
import { keptIn, problemsOf } from '../text/oracle.ts';
import { contextFor, newWave, parseLine, randomWords } from '../valu/harness.ts';

const kept = keptIn('wmma');

const FORMATS: Readonly<Record<string, string>> = {
  f16: 'f16',
  bf16: 'bf16',
  fp8: 'f8E4M3FN',
  bf8: 'f8E5M2',
};

const BITS: Readonly<Record<string, number>> = { f16: 16, bf16: 16, f32: 32, iu4: 4 };
const bitsOf = (type: string): number => BITS[type] ?? 8;

const float = new DataView(new ArrayBuffer(4));

/** The code of a value; integers wrap. */
function code(type: string, value: number): number {
  if (type === 'f32') {
    float.setFloat32(0, value);
    return float.getUint32(0);
  }
  const format = smallFloats[FORMATS[type] ?? ''];
  return format === undefined ? value & (2 ** bitsOf(type) - 1) : encodeSmallFloat(format, value);
}

const valueOf = new Map<string, Float64Array>();

/** The value of a code of 16 bits, by trying all that the tests use. */
function decode16(type: string, bits: number): number {
  let values = valueOf.get(type);
  if (values === undefined) {
    values = new Float64Array(65536).fill(NaN);
    for (let twice = -2048; twice <= 2048; twice++) values[code(type, twice / 2)] = twice / 2;
    valueOf.set(type, values);
  }
  return values[bits] ?? NaN;
}

type Matrix = number[][];
const matrix = (rows: number, columns: number, of: (i: number, j: number) => number): Matrix =>
  Array.from({ length: rows }, (_, i) => Array.from({ length: columns }, (_, j) => of(i, j)));

interface Registers {
  readonly d: number;
  readonly a: number;
  readonly b: number;
}

const list = (first: number, count: number): string =>
  count === 1 ? `v${first}` : `v[${first}:${first + count - 1}]`;

/** Registers of A, B and D. */
function sizes(form: WmmaForm, waveSize: WaveSize): Registers {
  const of = (side: 'a' | 'b'): number => {
    const own = kOfGroups(form, side, waveSize)[0]?.length ?? 0;
    return ((form.sparse && side === 'a' ? own / 2 : own) * bitsOf(form[side])) / 32;
  };
  const packed = form.generation >= 4 && form.d.endsWith('16');
  return { a: of('a'), b: of('b'), d: 256 / waveSize / (packed ? 2 : 1) };
}

const line = (form: WmmaForm, waveSize: WaveSize, modifiers = ''): string => {
  const { a, b, d } = sizes(form, waveSize);
  const c = form.sparse ? 'v100' : list(8, d);
  return `${form.name} ${list(8, d)}, ${list(32, a)}, ${list(64, b)}, ${c}${modifiers === '' ? '' : ` ${modifiers}`}`;
};

function orBits(wave: Wave, register: number, lane: number, low: number, bits: number): void {
  const at = LANES * (register + (low >> 5)) + lane;
  wave.u[at] = ((wave.u[at] ?? 0) | (bits << (low & 31))) >>> 0;
}

/** Puts a value per row and k into A at v32 or B at v64. */
function put(
  wave: Wave,
  form: WmmaForm,
  side: 'a' | 'b',
  of: (row: number, k: number, lane: number, element: number) => number,
): void {
  const groups = kOfGroups(form, side, wave.size);
  const bits = bitsOf(form[side]);
  const half = form.sparse && side === 'a';
  const lanes = form.generation === 3 ? wave.size : 16 * groups.length;
  for (let lane = 0; lane < lanes; lane++) {
    const ks = groups[(lane >> 4) % groups.length] ?? [];
    const own = half ? ks.filter((k) => k % 2 === 0) : ks;
    for (const [element, k] of own.entries()) {
      const value = of(lane % 16, k, lane, element);
      orBits(wave, side === 'a' ? 32 : 64, lane, element * bits, code(form[side], value));
    }
  }
}

const isPacked = (form: WmmaForm): boolean => form.generation >= 4 && form.d.endsWith('16');

/** The place of an element of D: word and low bit. */
function placeD(form: WmmaForm, lane: number, r: number, upper: number): readonly [number, number] {
  const packed = isPacked(form);
  return [LANES * (8 + (packed ? r >> 1 : r)) + lane, packed ? 16 * (r & 1) : upper];
}

function putD(wave: Wave, form: WmmaForm, c: Matrix, upper = 0): void {
  const rows = rowsOfGroups(form, wave.size);
  for (let lane = 0; lane < wave.size; lane++) {
    for (const [r, row] of (rows[lane >> 4] ?? []).entries()) {
      const value = c[row]?.[lane % 16] ?? 0;
      const [at, low] = placeD(form, lane, r, upper);
      if (form.d === 'f32') wave.f[at] = value;
      else if (form.d === 'i32') wave.i[at] = value;
      else wave.u[at] = ((wave.u[at] ?? 0) & ~(0xffff << low)) | (code(form.d, value) << low);
    }
  }
}

function readD(wave: Wave, form: WmmaForm, upper = 0): Matrix {
  const rows = rowsOfGroups(form, wave.size);
  const result = matrix(16, 16, () => NaN);
  for (let lane = 0; lane < wave.size; lane++) {
    for (const [r, row] of (rows[lane >> 4] ?? []).entries()) {
      const [at, low] = placeD(form, lane, r, upper);
      const value =
        form.d === 'f32'
          ? wave.f[at]
          : form.d === 'i32'
            ? wave.i[at]
            : decode16(form.d, ((wave.u[at] ?? 0) >>> low) & 0xffff);
      (result[row] ?? [])[lane % 16] = value ?? NaN;
    }
  }
  return result;
}

function execute(wave: Wave, text: string, target: Target): void {
  const instruction = parseLine(text);
  const reports: Message[] = [];
  const context = contextFor(target, wave.size, reports);
  const step = wmmaFamily(target).get(instruction.mnemonic)?.(instruction, context);
  if (step === undefined)
    throw new Error(`${text}: ${reports.map(({ message }) => message).join('; ')}`);
  step(wave);
}

const chips = ['gfx1100', 'gfx1201', 'gfx1250'] as const;
const cases = chips.flatMap((target) =>
  wmmaForms(target).flatMap((form) =>
    (findMachine(target)?.waveSizes ?? []).map((size): [Target, string, WaveSize, WmmaForm] => [
      target,
      form.name,
      size,
      form,
    ]),
  ),
);

const integers = (form: WmmaForm): boolean => form.d === 'i32';

describe.each(cases)('%s %s in waves of %i', (target, _name, waveSize, form) => {
  const next = randomWords(17);
  // Sums of a bf16 are exact up to 256.
  const narrow = form.d.endsWith('16');
  const small = (signed: boolean): number =>
    integers(form)
      ? (next() % 7) - (signed ? 3 : 0)
      : narrow
        ? (next() % 5) - 2
        : ((next() % 9) - 4) / 2;

  test.each(integers(form) ? ['', 'neg_lo:[1,1,0]', 'neg_lo:[0,1,0]'] : [''])(
    'the product %s',
    (modifiers) => {
      const signs = [modifiers.startsWith('neg_lo:[1'), modifiers.includes(',1,')];
      const wave = newWave(waveSize);
      const b = matrix(form.k, 16, () => small(signs[1] === true));
      const c = matrix(16, 16, () => (next() % 40) - 20);
      const a = matrix(16, form.k, () => 0);
      if (form.sparse) {
        // Of four k, two different ones are kept; the index says which.
        const chosen = matrix(16, form.k / 4, () => next() % 4);
        const second = matrix(
          16,
          form.k / 4,
          (i, q) => ((chosen[i]?.[q] ?? 0) + 1 + (next() % 3)) % 4,
        );
        for (let i = 0; i < 16; i++)
          for (let q = 0; q < form.k / 4; q++)
            for (const pick of [chosen, second])
              (a[i] ?? [])[4 * q + (pick[i]?.[q] ?? 0)] = small(signs[0] === true);
        put(wave, form, 'a', (i, k, lane, element) => {
          const quad = Math.floor(k / 4);
          const index = (k % 4 === 0 ? chosen : second)[i]?.[quad] ?? 0;
          orBits(wave, 100, lane, 2 * element, index);
          return a[i]?.[4 * quad + index] ?? 0;
        });
      } else {
        for (const row of a) for (let k = 0; k < form.k; k++) row[k] = small(signs[0] === true);
        put(wave, form, 'a', (i, k) => a[i]?.[k] ?? 0);
      }
      put(wave, form, 'b', (j, k) => b[k]?.[j] ?? 0);
      putD(wave, form, c);
      execute(wave, line(form, waveSize, modifiers), target);
      const product = matrix(16, 16, (i, j) =>
        b.reduce((sum, row, k) => sum + (a[i]?.[k] ?? 0) * (row[j] ?? 0), c[i]?.[j] ?? 0),
      );
      expect(readD(wave, form)).toEqual(product);
    },
  );
});

test.each(chips)('LLVM takes the operands of %s', (chip) => {
  for (const size of findMachine(chip)?.waveSizes ?? []) {
    const own = cases.filter(([target, , waveSize]) => target === chip && waveSize === size);
    const lines = own.map(([, , , form]) => line(form, size));
    expect(problemsOf(kept, chip, lines, `-mattr=+wavefrontsize${size}`)).toEqual(
      lines.map(() => ''),
    );
  }
});

const formOf = (target: Target, name: string): WmmaForm => {
  const form = wmmaForms(target).find((one) => one.name === name);
  if (form === undefined) throw new Error(name);
  return form;
};

/** A and B all ones (or of one value), C counting; D after an instruction. */
function ofOnes(
  target: Target,
  name: string,
  modifiers: string,
  { upper = 0, c = (i: number, j: number): number => i - j, a = 1, b = 1 } = {},
): { readonly wave: Wave; readonly d: Matrix } {
  const form = formOf(target, name);
  const wave = newWave(32);
  if (form.generation === 3) wave.u.fill(0xabcd1234, LANES * 8, LANES * 16);
  put(wave, form, 'a', () => a);
  put(wave, form, 'b', () => b);
  putD(wave, form, matrix(16, 16, c), upper);
  execute(wave, line(form, 32, modifiers), target);
  return { wave, d: readD(wave, form, upper) };
}

describe('modifiers', () => {
  test('op_sel: C and D of 16 bits in upper halves, the lower kept', () => {
    for (const name of ['v_wmma_f16_16x16x16_f16', 'v_wmma_bf16_16x16x16_bf16']) {
      const { wave, d } = ofOnes('gfx1100', name, 'op_sel:[0,0,1]', { upper: 16 });
      expect(d).toEqual(matrix(16, 16, (i, j) => 16 + i - j));
      for (let n = LANES * 8; n < LANES * 16; n++)
        if (n % LANES < 32) expect((wave.u[n] ?? 0) & 0xffff).toBe(0x1234);
      const low = ofOnes('gfx1100', name, '');
      for (let n = LANES * 8; n < LANES * 16; n++)
        if (n % LANES < 32) expect((low.wave.u[n] ?? 0) >>> 16).toBe(0xabcd);
    }
  });

  test('neg_lo and neg_hi: halves of A and B, sign of C', () => {
    const name = 'v_wmma_f32_16x16x16_f16';
    for (const target of ['gfx1100', 'gfx1201'] as const) {
      expect(ofOnes(target, name, 'neg_lo:[1,0,0]').d[3]?.[5]).toBe(-2);
      expect(ofOnes(target, name, 'neg_lo:[1,0,0] neg_hi:[1,0,0]').d[3]?.[5]).toBe(-18);
      expect(ofOnes(target, name, 'neg_lo:[1,0,0] neg_hi:[0,1,0]').d[3]?.[5]).toBe(-18);
      expect(ofOnes(target, name, 'neg_lo:[0,0,1]').d[3]?.[5]).toBe(18);
      expect(ofOnes(target, name, 'neg_hi:[0,0,1]').d[3]?.[5]).toBe(18);
      expect(ofOnes(target, name, 'neg_lo:[0,0,1] neg_hi:[0,0,1]').d[3]?.[5]).toBe(14);
    }
  });

  test('clamp: integers saturate, and wrap without', () => {
    const c = (): number => 2147483647;
    const name = 'v_wmma_i32_16x16x16_iu8';
    expect(ofOnes('gfx1201', name, 'clamp', { c }).d[0]?.[0]).toBe(2147483647);
    expect(ofOnes('gfx1201', name, '', { c }).d[0]?.[0]).toBe(-2147483648 + 15);
    const low = (): number => -2147483648;
    const signed = 'neg_lo:[1,0,0] clamp';
    expect(ofOnes('gfx1100', name, signed, { c: low, a: -1 }).d[0]?.[0]).toBe(-2147483648);
  });

  test('a constant for C', () => {
    const form = formOf('gfx1100', 'v_wmma_f32_16x16x16_f16');
    const wave = newWave(32);
    put(wave, form, 'a', () => 1);
    put(wave, form, 'b', () => 0.5);
    execute(wave, 'v_wmma_f32_16x16x16_f16 v[8:15], v[32:39], v[64:71], -2.0', 'gfx1100');
    expect(readD(wave, form)).toEqual(matrix(16, 16, () => 6));
    execute(wave, 'v_wmma_f32_16x16x16_f16 v[8:15], v[32:39], v[64:71], 0', 'gfx1100');
    expect(readD(wave, form)).toEqual(matrix(16, 16, () => 8));
  });

  test('what an instruction does not have is refused', () => {
    for (const [text, what] of [
      ['v_wmma_f32_16x16x16_f16 v[8:15], v[32:39], v[64:71], v[8:15] clamp', 'clamp'],
      ['v_wmma_f32_16x16x16_f16 v[8:15], v[32:35], v[64:71], v[8:15]', 'A has to be'],
      ['v_wmma_f32_16x16x16_f16 v[8:15], v[32:39], v[64:71], 3', 'C has to be'],
      ['v_wmma_i32_16x16x16_iu8 v[8:15], v[32:35], v[64:67], v[8:15] neg_hi:[1,0,0]', 'neg'],
    ] as const)
      expect(() => execute(newWave(32), text, 'gfx1100'), text).toThrow(what);
    const sparse = 'v_swmmac_f32_16x16x32_f16 v[8:15], v[32:35], v[64:71], v100 index_key:';
    expect(() => execute(newWave(32), `${sparse}2`, 'gfx1201')).toThrow('index_key:2');
    expect(() => execute(newWave(32), `${sparse}1`, 'gfx1201')).not.toThrow();
  });
});

test('sets of indices of sparse A follow each other', () => {
  const form = formOf('gfx1201', 'v_swmmac_f32_16x16x32_f16');
  for (const [waveSize, sets] of [
    [32, 2],
    [64, 4],
  ] as const) {
    for (let set = 0; set < sets; set++) {
      const wave = newWave(waveSize);
      const bits = 32 / sets;
      // The first element of each pair is the first of four k, the second the last, in this set alone.
      put(wave, form, 'a', (_, k, lane, element) => {
        orBits(wave, 100, lane, set * bits + 2 * element, k % 4 === 0 ? 0 : 3);
        return 1;
      });
      put(wave, form, 'b', (j, k) => (k % 4 === 0 ? j : k % 4 === 3 ? 2 : 100));
      execute(wave, line(form, waveSize, `index_key:${set}`), 'gfx1201');
      expect(readD(wave, form)).toEqual(matrix(16, 16, (_, j) => 8 * j + 16));
    }
  }
});

test('every register that is read or written is named', () => {
  for (const [target, , waveSize, form] of cases) {
    const text = line(form, waveSize);
    const use = mfmaUse(parseLine(text), { target, waveSize });
    const { a, b, d } = sizes(form, waveSize);
    const rows = (first: number, count: number): number[] =>
      Array.from({ length: count }, (_, n) => first + n);
    expect(new Set(use?.writes.rows)).toEqual(new Set(rows(8, d)));
    const sources = [...rows(32, a), ...rows(64, b), ...rows(8, d), ...(form.sparse ? [100] : [])];
    expect(new Set(use?.reads.rows)).toEqual(new Set(sources));
  }
});
