/** `arith` against models on big integers, and what is not exact or not defined. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forAll } from '../../../../test/for-all.ts';
import { rows } from '../../../../test/rows.ts';
import {
  asUnsigned,
  compares,
  integers,
  magnitude,
  type Model,
  predicates,
} from '../oracle/integers.ts';
import { codes, type Column, inLanes, laneKernel, ofPairs, perLane, widthOf } from './harness.ts';
import { textsIn } from '../../../../test/texts.ts';

const textOf = textsIn(new URL('arith.mlir', import.meta.url));

/** How the interpreter shows a value of a width: signed, an i1 as 0 or 1. */
const shown = (value: bigint, width: number): number =>
  Number(width === 1 ? BigInt.asUintN(1, value) : BigInt.asIntN(width, value));

/** The signed value that a width gives a small number's bits. */
const valueOf = (value: bigint, width: number): bigint => BigInt.asIntN(width, value);

/** Pairs that have the edges of the width, small numbers for shifts and divisors, and anything. */
function pairs(width: number): fc.Arbitrary<(readonly [bigint, bigint])[]> {
  const top = 1n << BigInt(Math.min(width, 53) - 1);
  const edges = [0n, 1n, -1n, top - 1n, 1n - top, BigInt(width - 1), 2n, 7n, -7n];
  if (width < 64) edges.push(-top);
  const value = fc.oneof(
    fc.constantFrom(...edges),
    fc.bigInt({ min: -20n, max: 20n }),
    fc.bigInt({ min: 1n - top, max: top - 1n }),
  );
  return fc.array(
    fc.tuple(value, value).map(([a, b]) => [valueOf(a, width), valueOf(b, width)] as const),
    { minLength: 192, maxLength: 192 },
  );
}

const types = ['i1', 'i8', 'i16', 'i32', 'i48', 'i64', 'index'];
const EXACT = 1n << 53n;
const settings = { numRuns: 3, seed: 1 };

/** An i48 has no size in memory of ours to rely on: its values travel as i64. */
const inMemory = (type: string): string => (type === 'i48' ? 'i64' : type);

/** `op` on `%a` and `%b`, as `%r`. */
function applied(op: string, type: string, result = type): string {
  if (type !== 'i48') return `%r = arith.${op} %a, %b : ${type}`;
  const cut = ['a', 'b'].map((name) => `%${name}n = arith.trunci %${name} : i64 to i48`);
  const last =
    result === 'i48'
      ? `%s = arith.${op} %an, %bn : i48\n%r = arith.extsi %s : i48 to i64`
      : `%r = arith.${op} %an, %bn : i48`;
  return [...cut, last].join('\n');
}

describe.each(types)('%s', (type) => {
  const width = widthOf(type);
  const inputs = (all: readonly (readonly [bigint, bigint])[]): Column[] => [
    [inMemory(type), all.map(([a]) => a)],
    [inMemory(type), all.map(([, b]) => b)],
  ];

  it.each(Object.keys(integers))('%s', (name) => {
    const model: Model = integers[name] ?? (() => undefined);
    forAll([pairs(width)], settings, (all) => {
      const chosen = all.filter(([a, b]) => {
        const value = model(a, b, width);
        return value !== undefined && magnitude(valueOf(value, width)) < EXACT;
      });
      if (chosen.length === 0) return;
      const result = inMemory(type);
      const found = perLane({ inputs: inputs(chosen), result, body: applied(name, type) });
      expect(found).toEqual(chosen.map(([a, b]) => shown(model(a, b, width) ?? 0n, width)));
    });
  });

  it.each(predicates)('cmpi %s', (name) => {
    forAll([pairs(width)], settings, (all) => {
      const body = applied(`cmpi ${name},`, type, 'i1');
      const found = perLane({ inputs: inputs(all), result: 'i1', body });
      expect(found).toEqual(all.map(([a, b]) => Number(compares(name, a, b, width))));
    });
  });
});

describe('casts of integers', () => {
  const widths = [1, 8, 16, 32, 64];
  const cases = widths.flatMap((from) => widths.map((to) => [from, to] as const));

  it.each(cases)('i%i to i%i', (from, to) => {
    forAll([pairs(from)], settings, (all) => {
      const values = all.map(([a]) => a);
      const cast = (op: string, chosen: readonly bigint[]): number[] =>
        inLanes(`%r = arith.${op} %a : i${from} to i${to}`, `i${from}`, chosen, `i${to}`);
      if (to < from) {
        expect(cast('trunci', values)).toEqual(values.map((value) => shown(value, to)));
      } else if (to > from) {
        expect(cast('extsi', values)).toEqual(values.map((value) => shown(value, to)));
        const unsigned = values.map((value) => shown(asUnsigned(value, from), to));
        expect(cast('extui', values)).toEqual(unsigned);
      }
    });
  });

  it.each([1, 8, 16, 32])('index_cast between index and i%i', (width) => {
    const values = [0n, 1n, -1n, 5n, 127n, -128n, 1n << 20n, (1n << 31n) - 1n, -(1n << 31n)];
    const own = values.map((value) => valueOf(value, width));
    const cast = (op: string, from: string, to: string, given: readonly bigint[]): number[] =>
      inLanes(`%r = arith.${op} %a : ${from} to ${to}`, from, given, to);
    const type = `i${width}`;
    expect(cast('index_cast', type, 'index', own)).toEqual(own.map(Number));
    const unsigned = own.map((value) => Number(asUnsigned(value, width)));
    expect(cast('index_castui', type, 'index', own)).toEqual(unsigned);
    for (const op of ['index_cast', 'index_castui']) {
      const cut = values.map((value) => shown(value, width));
      expect(cast(op, 'index', type, values)).toEqual(cut);
    }
  });

  it('keeps the bits of a bitcast', () => {
    const values = [0, -0, 1, -1.5, 3.25, Infinity];
    const bits = values.map((value) => new Int32Array(Float32Array.of(value).buffer)[0] ?? 0);
    const toBits = inLanes('%r = arith.bitcast %a : f32 to i32', 'f32', values, 'i32');
    expect(toBits).toEqual(bits);
    const back = inLanes('%r = arith.bitcast %a : i32 to f32', 'i32', bits, 'f32');
    expect(back).toEqual(values);
  });
});

describe('floats', () => {
  const special = [0, -0, 1, -1, 0.1, 65504, 1e-8, 3.4e38, Infinity, -Infinity, NaN];
  const left = special.flatMap((a) => special.map(() => a));
  const right = special.flatMap(() => special);
  const rounded = (type: string, values: readonly number[]): number[] =>
    inLanes(`%r = arith.truncf %a : f64 to ${type}`, 'f64', values, type);

  const operations: readonly (readonly [string, (a: number, b: number) => number])[] = [
    ['addf', (a, b) => a + b],
    ['subf', (a, b) => a - b],
    ['mulf', (a, b) => a * b],
    ['divf', (a, b) => a / b],
    ['maximumf', Math.max],
    ['minimumf', Math.min],
    ['maxnumf', (a, b) => (Number.isNaN(a) ? b : Number.isNaN(b) ? a : Math.max(a, b))],
    ['minnumf', (a, b) => (Number.isNaN(a) ? b : Number.isNaN(b) ? a : Math.min(a, b))],
  ];

  describe.each(['f16', 'bf16', 'f32'])('%s', (type) => {
    it.each(operations)('%s rounds once', (name, apply) => {
      const [a, b] = [rounded(type, left), rounded(type, right)];
      const exact = a.map((value, i) => apply(value, b[i] ?? 0));
      const found = ofPairs(`%r = arith.${name} %a, %b : ${type}`, type, [a, b]);
      expect(found).toEqual(rounded(type, exact));
    });
  });

  it.each([
    [
      'f16',
      [2049, 2051, 2050, 65519, 65520, 2 ** -25, 2 ** -24 * 1.5, -(2 ** -25)],
      [2048, 2052, 2050, 65504, Infinity, 0, 2 ** -23, -0],
    ],
    ['bf16', [257, 259, 1 + 2 ** -8, 1 + 3 * 2 ** -8], [256, 260, 1, 1 + 2 ** -6]],
  ])('rounds %s half to even', (type, values, wanted) => {
    expect(rounded(type, values)).toEqual(wanted);
  });

  const ordered = (a: number, b: number): boolean => !Number.isNaN(a) && !Number.isNaN(b);
  const comparisons: readonly (readonly [string, (a: number, b: number) => boolean])[] = [
    ['false', () => false],
    ['oeq', (a, b) => ordered(a, b) && a === b],
    ['ogt', (a, b) => ordered(a, b) && a > b],
    ['oge', (a, b) => ordered(a, b) && a >= b],
    ['olt', (a, b) => ordered(a, b) && a < b],
    ['ole', (a, b) => ordered(a, b) && a <= b],
    ['one', (a, b) => ordered(a, b) && a !== b],
    ['ord', ordered],
    ['ueq', (a, b) => !ordered(a, b) || a === b],
    ['ugt', (a, b) => !ordered(a, b) || a > b],
    ['uge', (a, b) => !ordered(a, b) || a >= b],
    ['ult', (a, b) => !ordered(a, b) || a < b],
    ['ule', (a, b) => !ordered(a, b) || a <= b],
    ['une', (a, b) => !ordered(a, b) || a !== b],
    ['uno', (a, b) => !ordered(a, b)],
    ['true', () => true],
  ];

  it.each(comparisons)('cmpf %s', (name, holds) => {
    const found = ofPairs(`%r = arith.cmpf ${name}, %a, %b : f32`, 'f32', [left, right], 'i1');
    const wanted = left.map((a, i) => Number(holds(Math.fround(a), Math.fround(right[i] ?? 0))));
    expect(found).toEqual(wanted);
  });

  const fractions = [0, -0.5, 0.5, 1.9, -1.9, 127.5, -128, 1e6];
  const wholes = [0, 0, 0, 1, -1, 127, -128, 1e6];
  it.each<[string, string, string, (number | bigint)[], number[]]>([
    ['fptosi %a : f32 to i32', 'f32', 'i32', fractions, wholes],
    ['fptosi %a : f32 to i64\n%r = arith.sitofp %n : i64 to f32', 'f32', 'f32', fractions, wholes],
    ['sitofp %a : i8 to f32', 'i8', 'f32', [0, 1, -1, 127, -128], [0, 1, -1, 127, -128]],
    ['uitofp %a : i8 to f32', 'i8', 'f32', [0, 1, -1, 127, -128], [0, 1, 255, 127, 128]],
    ['uitofp %a : i64 to f32', 'i64', 'f32', [-1n, 5n], [2 ** 64, 5]],
    ['sitofp %a : i1 to f32', 'i1', 'f32', [0, 1], [0, -1]],
    ['uitofp %a : i1 to f32', 'i1', 'f32', [0, 1], [0, 1]],
  ])('%s', (cast, type, result, values, wanted) => {
    const body = `%${cast.includes('%n') ? 'n' : 'r'} = arith.${cast}`;
    expect(inLanes(body, type, values, result)).toEqual(wanted);
  });
});

describe('whole 64-bit values', () => {
  const value = fc.oneof(
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    fc.bigInt({ min: -70n, max: 70n }),
    fc.constantFrom(
      2n ** 53n,
      -(2n ** 53n),
      2n ** 53n + 1n,
      2n ** 63n - 1n,
      -(2n ** 63n),
      2n ** 62n,
    ),
  );
  const wholes = fc.array(fc.tuple(value, value), { minLength: 192, maxLength: 192 });

  /** What a body makes of `%x` and `%y` of a type: `%s`. Memory has the halves. */
  function wholeResults(
    type: string,
    all: readonly (readonly [bigint, bigint])[],
    body: string,
  ): bigint[] {
    const inputs = [0, 1].flatMap((which) =>
      [0n, 32n].map((by): Column => [
        'i32',
        all.map((pair) => valueOf((pair[which] ?? 0n) >> by, 32)),
      ]),
    );
    const cast = (name: string, from: string, to: string): string =>
      `arith.${type === 'i64' ? 'bitcast' : 'index_cast'} %${name} : ${from} to ${to}`;
    const joined = (name: string, low: string, high: string): string =>
      `%${name}l = arith.extui %${low} : i32 to i64
       %${name}h = arith.extui %${high} : i32 to i64
       %${name}s = arith.shli %${name}h, %n32 : i64
       %${name}w = arith.ori %${name}l, %${name}s : i64
       %${name} = ${cast(`${name}w`, 'i64', type)}`;
    const [low = [], high = []] = ['w', 'wh'].map((part) =>
      perLane({
        inputs,
        result: 'i32',
        body: `%n32 = arith.constant 32 : i64
          ${joined('x', 'a', 'b')}
          ${joined('y', 'c', 'd')}
          ${body}
          %w = ${cast('s', type, 'i64')}
          %wh = arith.shrui %w, %n32 : i64
          %r = arith.trunci %${part} : i64 to i32`,
      }),
    );
    return low.map((part, i) => (BigInt(high[i] ?? 0) << 32n) | asUnsigned(BigInt(part), 32));
  }

  const all = ['i64', 'index'].flatMap((type) =>
    Object.keys(integers).map((name) => [type, name] as const),
  );
  it.each(all)('%s %s', (type, name) => {
    const model: Model = integers[name] ?? (() => undefined);
    forAll([wholes], settings, (pairs) => {
      const chosen = pairs
        .map(([a, b]) => [a, name.startsWith('sh') ? asUnsigned(b, 6) : b] as const)
        .filter(([a, b]) => model(a, b, 64) !== undefined);
      const found = wholeResults(type, chosen, `%s = arith.${name} %x, %y : ${type}`);
      expect(found).toEqual(chosen.map(([a, b]) => valueOf(model(a, b, 64) ?? 0n, 64)));
    });
  });

  it.each(predicates)('cmpi %s, and select by it', (name) => {
    forAll([wholes], settings, (pairs) => {
      const body = `%p = arith.cmpi ${name}, %x, %y : i64\n%s = arith.select %p, %x, %y : i64`;
      const found = wholeResults('i64', pairs, body);
      expect(found).toEqual(pairs.map(([a, b]) => (compares(name, a, b, 64) ? a : b)));
    });
  });

  const bits = (whole: bigint): string => asUnsigned(whole, 64).toString(2).padStart(64, '0');
  const unary: Readonly<Record<string, (whole: bigint) => bigint>> = {
    absi: magnitude,
    ctpop: (whole) => BigInt(bits(whole).replaceAll('0', '').length),
    ctlz: (whole) => BigInt(/^0*/.exec(bits(whole))?.[0].length ?? 0),
    cttz: (whole) => BigInt(/0*$/.exec(bits(whole))?.[0].length ?? 0),
  };
  it.each(Object.keys(unary))('math.%s', (name) => {
    forAll([wholes], settings, (pairs) => {
      const found = wholeResults('i64', pairs, `%s = math.${name} %x : i64`);
      expect(found).toEqual(pairs.map(([a]) => valueOf(unary[name]?.(a) ?? 0n, 64)));
    });
  });

  it('are rounded once as floats, and keep the bits of f64', () => {
    forAll([wholes], settings, (pairs) => {
      const body = (op: string): string =>
        `%f = arith.${op} %x : i64 to f64\n%s = arith.bitcast %f : f64 to i64`;
      const bitsOf = (number: number): bigint =>
        new BigInt64Array(Float64Array.of(number).buffer)[0] ?? 0n;
      const signed = pairs.map(([a]) => bitsOf(Number(a)));
      expect(wholeResults('i64', pairs, body('sitofp'))).toEqual(signed);
      const unsigned = pairs.map(([a]) => bitsOf(Number(asUnsigned(a, 64))));
      expect(wholeResults('i64', pairs, body('uitofp'))).toEqual(unsigned);
    });
  });

  it('pass through constants, conditions and loops', () => {
    const body = textOf('pass through constants, conditions and loops');
    forAll([wholes], settings, (pairs) => {
      const wanted = pairs.map(([x, y]) => {
        let hash = y > x ? x : y;
        for (let i = 0; i < 5; i++) hash = valueOf(hash * 6364136223846793005n, 64) ^ y;
        return hash;
      });
      expect(wholeResults('i64', pairs, body)).toEqual(wanted);
    });
  });
});

describe('what is not exact or not defined', () => {
  const program = (body: string): string =>
    laneKernel({ inputs: [['i64', [0]]], result: 'i64', body });

  it.each(rows`
      a store              | %r = arith.addi %c, %c : i64
      a shuffle of vectors | %v = vector.broadcast %w : i64 to vector<2xi64> \n %r = vector.extract %v[1] : i64 from vector<2xi64>
      affine arithmetic    | %n = arith.index_cast %w : i64 to index \n %m = affine.apply affine_map<(d0) -> (d0 mod 4)>(%n) \n %r = arith.index_cast %m : index to i64
    `)('stops before %s of a number that a double does not hold', (_name, body) => {
    const text = `%c = arith.constant 9007199254740991 : i64\n%w = arith.addi %c, %c : i64\n${body}`;
    expect(codes(program(text))).toEqual(['execute/unsupported']);
  });

  it('goes on when the wrapped result fits again', () => {
    const found = inLanes(
      `%s = arith.constant 62 : i64
        %h = arith.constant 4503599627370496 : i64
        %t = arith.muli %h, %h : i64
        %r = arith.addi %t, %a : i64`,
      'i64',
      [3n, -1n],
    );
    expect(found).toEqual([3, -1]);
  });

  it.each(['divsi', 'divui', 'remsi', 'remui', 'floordivsi', 'ceildivsi', 'ceildivui'])(
    '%s by zero stops, unless the lane is inactive',
    (name) => {
      const divide = `arith.${name} %c, %a : i64`;
      const constant = '%c = arith.constant 7 : i64';
      expect(codes(program(`${constant}\n%r = ${divide}`))).toEqual(['execute/division-by-zero']);
      const guarded = `${constant}
        %zero = arith.constant 0 : i64
        %sound = arith.cmpi ne, %a, %zero : i64
        %r = scf.if %sound -> (i64) {
          %q = ${divide}
          scf.yield %q : i64
        } else {
          scf.yield %c : i64
        }`;
      expect(codes(program(guarded))).toEqual([]);
    },
  );
});
