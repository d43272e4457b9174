/** Expressions on four lanes at once: what their code leaves is what JavaScript makes of the same text in each lane. */
import * as arithmetic from '@ldscope/core/arithmetic';
import {
  asBits,
  asFloat,
  bits,
  CompiledCode,
  Blocks,
  compiledFunction,
  evaluateStatements,
  evaluateText,
  float,
  fromHalf,
  halfBits,
  mask,
  type Names,
  NoForm,
  permuteBytes,
  RegisterMemory,
  toBfloat,
  type Value,
  VectorCode,
} from '@ldscope/core/vector';
import { encodeModule, i32, instantiate, type ModuleFunction, v128 } from '@ldscope/core/wasm';
import { describe, expect, it } from 'vitest';
import { raise } from '../../../../test/raise.ts';

class Lanes extends VectorCode {
  constructor() {
    super(0);
  }

  /** A function that leaves four lanes at an address. */
  function(at: number, result: readonly number[]): ModuleFunction {
    const body = [...this.body, ...v128.store(i32.const(at), result)];
    return { name: 'f', parameters: 0, locals: this.locals, body };
  }
}

const RESULT = 128;
const load = (slot: number): readonly number[] => v128.load(i32.const(16 * slot));

/** a, b: unsigned; s, t: signed; f, g, h: floats; m, n: masks; w: words of which no range is known. */
const names: Names = {
  a: bits(load(0), 'unsigned'),
  b: bits(load(1), 'unsigned'),
  s: bits(load(2), 'signed'),
  t: bits(load(3), 'signed'),
  f: float(load(4)),
  g: float(load(5)),
  h: float(load(6)),
  m: mask(load(7)),
  w: bits(load(0)),
};

const words = [0, 1, 2, 31, 0x7fffffff, 0x80000000, 0xffffffff, 0x12345678, 0xfffe0001, 0xc000, 33];
const numbers = '0 -0 1 -1 1.5 2.5 -2.5 65504 65520 1e30 -3e38 Infinity -Infinity NaN'
  .split(' ')
  .map(Number)
  .concat([2 ** -24, 3 * 2 ** -25, 2 ** -127, -(2 ** -130), 1 + 2 ** -12, 2 ** -60]);

type Lane = Readonly<Record<'a' | 'b' | 's' | 't' | 'f' | 'g' | 'h' | 'm' | 'w', number>>;

const pick = <T>(from: readonly T[], index: number): T =>
  from[index % from.length] ?? raise('an empty list');

/** All pairs of words, and of numbers with further ones. */
const lanes: readonly Lane[] = Array.from({ length: 400 }, (_, i) => {
  const [a, b] = [pick(words, i), pick(words, Math.floor(i / words.length))];
  const numbersOf = [pick(numbers, i), pick(numbers, Math.floor(i / numbers.length))];
  const [f = 0, g = 0, h = 0] = [...numbersOf, pick(numbers, 7 * i + 3)].map(Math.fround);
  return { a, b, s: a | 0, t: b | 0, f, g, h, m: i % 3 === 0 ? 1 : 0, w: a };
});

/** What the code of a value leaves in each lane. */
function left(make: (code: VectorCode) => readonly number[]): number[] {
  const code = new Lanes();
  const result = make(code);
  const instance =
    instantiate(encodeModule(1, [code.function(RESULT, result)])) ?? raise('no WebAssembly');
  const run = instance.call('f');
  const ints = new Int32Array(instance.memory);
  const floats = new Float32Array(instance.memory);
  return Array.from({ length: lanes.length / 4 }, (_, group) => {
    for (let i = 0; i < 4; i++) {
      const lane = pick(lanes, 4 * group + i);
      for (const [slot, word] of [lane.a, lane.b, lane.s, lane.t].entries())
        ints[4 * slot + i] = word;
      for (const [slot, value] of [lane.f, lane.g, lane.h].entries())
        floats[16 + 4 * slot + i] = value;
      ints[28 + i] = -lane.m;
    }
    run();
    return Array.from(ints.slice(RESULT / 4, RESULT / 4 + 4));
  }).flat();
}

const float32 = (word: number): number => arithmetic.asF32(word);

/** The least or greatest of numbers, NaN only where both are. */
const extreme =
  (of: (a: number, b: number) => number) =>
  (a: number, b: number): number =>
    a !== a ? b : b !== b ? a : of(a, b);

const helpers = { ...arithmetic, minNumber: extreme(Math.min), maxNumber: extreme(Math.max) };

function inJavaScript(text: string): (number | boolean)[] {
  const body = `const { ${Object.keys(helpers).join(', ')} } = H; return ({ a, b, s, t, f, g, h, m, w }) => (${text});`;
  const of = new Function('H', body) as (of: typeof helpers) => (lane: Lane) => number | boolean;
  return lanes.map(of(helpers));
}

/** Texts between semicolons. */
const textsOf = (list: string): string[] => list.split(';').map((text) => text.trim());

describe('integers', () => {
  it.each(
    textsOf(`
      a + b | 0; a - b >>> 0; a & b | ~s ^ t; a ^ b & 255; -s | 0; ~a; s + 0; a - 0; a << (b & 31); a << 5;
      s >> 3; s >> b; a >>> 7; a >>> b; 1 << t; (3 & 6) + 8 * 2 - 4; a + b > 4294967295 ? 1 : 0;
      a - b < 0 ? 1 : 0; a + b + 1 > 4294967295; a - b - 1 < 0; a < b; a <= b; s > t; s >= t; a === b; s !== t;
      a > 2147483647; s < -1; a < b ? a : b; s < 0 ? -s | 0 : s; m ? 1 : 0; m ? a : t; 1 < 2 ? a : b;
      2 < 1 ? a : b; m && a < b; m || s === t; !m; !(a < b); (m & (a < b)) | (s === t); m ^ (a < b); m === 1;
      Math.min(a, b); Math.max(a, b); Math.min(s, t); Math.max(s, -5); Math.clz32(a); countBits(a);
      mulHigh(a, b) >>> 0; mulHighSigned(s, t); Math.imul(a, t); clampTo(s, -8, 7); clampTo(a, b, 77);
      toHalf(f); toBfloat(f); f < g; f <= g; f > g; f >= g; f === g; f !== g; f < 1.5; true; !0; f < g || m;
      1 | a; 0x10 | 0; -1 | 0; a - b | 0; -3 >>> 1; -3 >> 1; 6 ^ 3; 7 & 12; 9 / 3; 2.5 | 0
    `),
  )('%s', (text) => {
    const got = left((code) => asBits(evaluateText(code, text, names)));
    expect(got).toEqual(inJavaScript(text).map((value) => Number(value) | 0));
  });
});

describe('floats', () => {
  it.each(
    textsOf(`
      f + g; f - g; f * g; f / g; -f; -(-f); f * 2; 1 - f; Math.fround(f + g) * h; Math.fround(s);
      Math.fround(a); Math.abs(f); Math.floor(f); Math.ceil(f); Math.trunc(f); roundEven(f); fma(f, g, h);
      fma(g, 1, h); flush32(f); m ? f : g; f < g ? f : g * h; m ? f : 1; m ? 0 : f; minNumber(f, g);
      maxNumber(f, g); clampTo(f, -1, 1); Math.fround(f < g)
    `),
  )('%s', (text) => {
    const got = left((code) => asFloat(evaluateText(code, text, names)).code).map(float32);
    expect(got).toEqual(inJavaScript(text).map((value) => Math.fround(Number(value))));
  });

  it('are halves and back', () => {
    const table = arithmetic.halfTable();
    const halves = left((code) => fromHalf(code, v128.and(load(0), v128.const32(0xffff))).code);
    expect(halves.map(float32)).toEqual(lanes.map(({ a }) => table[a & 0xffff]));
    const back = left((code) => halfBits(code, evaluateText(code, 'f', names)));
    expect(back).toEqual(lanes.map(({ f }) => arithmetic.toHalf(f)));
    const brains = left((code) => toBfloat(code, load(4)));
    expect(brains).toEqual(lanes.map(({ f }) => arithmetic.toBfloat(f)));
  });

  it('are rounded once where a sum of halves becomes a half', () => {
    const halves: Names = { x: fromHalfOf(0), y: fromHalfOf(1) };
    const rounded = (): unknown =>
      left((code) => halfBits(code, evaluateText(code, 'f + g', names)));
    expect(rounded).toThrow(NoForm);
    const table = arithmetic.halfTable();
    const [x, y] = (['a', 'b'] as const).map((name) =>
      lanes.map((lane) => table[lane[name] & 0xffff] ?? 0),
    );
    const sums = x?.map((value, i) => value + (y?.[i] ?? 0));
    const got = left((code) => halfBits(code, evaluateText(code, 'x + y', halves)));
    // What a NaN carries is not compared.
    const isNumber = (_: number, i: number): boolean => !Number.isNaN(sums?.[i]);
    expect(got.filter(isNumber)).toEqual(sums?.map(arithmetic.toHalf).filter(isNumber));
  });
});

/** Halves in the low bits of the words of a slot. */
function fromHalfOf(slot: number): Value {
  return fromHalf(new InPlace(), v128.and(load(slot), v128.const32(0xffff)));
}

/** Keeps nothing: code that is written again wherever it is used. */
class InPlace extends Lanes {
  override keep(code: readonly number[]): readonly number[] {
    return code;
  }
}

describe('code', () => {
  it('permutes bytes as one lane does', () => {
    const selectors = v128.const32(0x0d0c0906);
    const permuted = (by: readonly number[]): number[] =>
      left((code) => permuteBytes(code, load(0), load(1), by));
    const wanted = (by: (lane: Lane) => number): number[] =>
      lanes.map((lane) => arithmetic.permuteBytes(lane.a, lane.b, by(lane)));
    expect(permuted(selectors)).toEqual(wanted(() => 0x0d0c0906));
    expect(permuted(load(2))).toEqual(wanted(({ s }) => s));
  });

  it('runs statements in order', () => {
    const text = '{ const x = a + b; rL = x | 0; rH = x > 4294967295 ? 1 : 0; }';
    const of = (name: string): number[] =>
      left((code) => asBits(evaluateStatements(code, text, names)[name] ?? bits([])));
    expect(of('rL')).toEqual(lanes.map(({ a, b }) => (a + b) | 0));
    expect(of('rH')).toEqual(lanes.map(({ a, b }) => Number(a + b > 2 ** 32 - 1)));
  });

  it.each(
    textsOf(`
      f | 0; a / b; a < s; w * a; w < 1; f + g < h; Math.fround(w); 0.1 + f; a +; unknown; unknown(a);
      Math.min(a, s); fma(f, g); fma(f + g, f, g); (a; a b; f(; Math.abs(s); a ? b; a % b; !f
    `),
  )('has no form of %s', (text) => {
    expect(() => left((code) => asBits(evaluateText(code, text, names)))).toThrow(NoForm);
  });

  it.each(textsOf('a = b; { a }; { a = }; { { a = b } }').concat('{ a == b; }'))(
    'has no form of statements %s',
    (text) => {
      expect(() => evaluateStatements(new Lanes(), text, names)).toThrow(NoForm);
    },
  );
});

describe('a memory of registers', () => {
  const memory = new RegisterMemory(512, 1024);
  const buffer = memory.memory?.buffer ?? new ArrayBuffer(0);

  it('has a mask for each four bits', () => {
    const words = new Int32Array(buffer, memory.masks, 64);
    expect(Array.from(words.slice(4 * 5, 4 * 5 + 8))).toEqual([-1, 0, -1, 0, 0, -1, -1, 0]);
    const code = new Lanes();
    const run = compiledFunction(memory, code.function(768, memory.maskOf(i32.const(16 + 9))));
    run?.();
    expect([...new Int32Array(buffer, 768, 4)]).toEqual([-1, 0, 0, -1]);
  });

  it('gives rooms until none is left, and takes them back as one', () => {
    const taken = [1, 257, 257, 256].map((size) => memory.take(size));
    expect(taken).toEqual([768, 1024, undefined, 1536]);
    expect(memory.take(1)).toBeUndefined();
    for (const at of [1536, 768, 1024, 1024, 99]) memory.give(at);
    expect([memory.take(1025), memory.take(1024)]).toEqual([undefined, 768]);
  });
});

describe('blocks', () => {
  it('are made where execution comes often enough, and where one ends another may begin', () => {
    const made: number[] = [];
    const blocks = new Blocks(8, [1, 5], 3, (start) => {
      made.push(start);
      return start === 5 ? { length: 1 } : { length: 3 };
    });
    const at = (number: number): (number | undefined)[] =>
      Array.from({ length: 5 }, () => blocks.at(number)?.length);
    const none = undefined;
    expect(at(0)).toEqual([none, none, none, none, none]);
    expect(at(1)).toEqual([none, none, 3, 3, 3]);
    expect(at(4)).toEqual([none, none, 3, 3, 3]);
    expect(at(5)).toEqual([none, none, none, none, none]);
    expect(made).toEqual([1, 4, 5]);
  });

  it('are kept by what they do', () => {
    const code = new CompiledCode<number>();
    const got = [code.get('a', () => 1), code.get('a', () => 2), code.get('b', () => 3)];
    expect(got).toEqual([1, 1, 3]);
  });
});
