/** Integers of the `llvm` dialect against `bigint`: random programs on whole 64-bit values, and single operations. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forAll } from '../../../../test/for-all.ts';
import { raise } from '../../../../test/raise.ts';
import { compares, integers, type Model } from '../oracle/integers.ts';
import { range, words } from '../table.ts';
import { rows } from '../../../../test/rows.ts';
import { bufferMap, codes, executed, kernelOf, run } from './harness.ts';

const s = (value: bigint, width: number): bigint => BigInt.asIntN(width, value);
const u = (value: bigint, width: number): bigint => BigInt.asUintN(width, value);
const ones = (value: bigint): bigint => BigInt(value.toString(2).replaceAll('0', '').length);

/** Operations of the dialect, each with the name that `arith` has for it. */
const named = (names: string): readonly (readonly [name: string, model: Model])[] =>
  words(names).map((pair) => {
    const [name = '', own = ''] = pair.split(':');
    return [name, integers[own] ?? raise(own)];
  });
const TABLES = {
  plain: named(`
    add:addi sub:subi mul:muli and:andi or:ori xor:xori
    intr.smin:minsi intr.smax:maxsi intr.umin:minui intr.umax:maxui
  `),
  shift: named('shl:shli lshr:shrui ashr:shrsi'),
  divide: named('sdiv:divsi srem:remsi udiv:divui urem:remui'),
};
const UNARY: Readonly<Record<string, (a: bigint, width: number) => bigint>> = {
  'intr.ctpop': (a, w) => ones(u(a, w)),
  'intr.bitreverse': (a, w) =>
    BigInt(`0b${[...u(a, w).toString(2).padStart(w, '0')].reverse().join('')}`),
};
const PREDICATES = ['eq', 'slt', 'sge', 'ult', 'ugt'];

/** One operation of a program: numbers choose what it is and what it works on. */
const instruction = fc.record({
  kind: fc.constantFrom('plain', 'plain', 'plain', 'shift', 'divide', 'unary', 'compare', 'cast'),
  pick: fc.nat(1000),
  a: fc.nat(1000),
  b: fc.nat(1000),
  width: fc.constantFrom(64, 64, 64, 32, 16),
});
type Instruction = typeof instruction extends fc.Arbitrary<infer T> ? T : never;

const wide = fc.oneof(
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.constantFrom(
    0n,
    1n,
    -1n,
    2n ** 53n,
    -(2n ** 53n),
    2n ** 53n - 1n,
    2n ** 63n - 1n,
    -(2n ** 63n),
  ),
  fc.bigInt({ min: -300n, max: 300n }),
);

interface Built {
  readonly lines: readonly string[];
  readonly values: readonly {
    readonly width: number;
    readonly of: (a: bigint, b: bigint) => bigint;
  }[];
}

const nth = <T>(list: readonly T[], index: number): T => {
  const found = list[index % list.length];
  if (found === undefined) throw new Error('an empty list');
  return found;
};

/** A program from `%v0` and `%v1` of type i64, and what each of its values is. */
function build(program: readonly Instruction[]): Built {
  const lines: string[] = [];
  const values: { width: number; of: (a: bigint, b: bigint) => bigint }[] = [
    { width: 64, of: (a) => a },
    { width: 64, of: (_a, b) => b },
  ];
  const define = (width: number, text: string, of: (a: bigint, b: bigint) => bigint): number => {
    lines.push(`%v${values.length} = llvm.${text}`);
    return values.push({ width, of: (a, b) => s(of(a, b), width) }) - 1;
  };
  const cast = (index: number, width: number, unsigned: boolean): number => {
    const from = values[index];
    if (from === undefined || from.width === width) return index;
    const name = from.width > width ? 'trunc' : unsigned ? 'zext' : 'sext';
    const of = (a: bigint, b: bigint): bigint =>
      unsigned ? u(from.of(a, b), from.width) : from.of(a, b);
    return define(width, `${name} %v${index} : i${from.width} to i${width}`, of);
  };
  for (const { kind, pick, a, b, width } of program) {
    const left = cast(a % values.length, width, pick % 2 === 0);
    const right = cast(b % values.length, width, pick % 3 === 0);
    const [x, y] = [values[left], values[right]];
    if (x === undefined || y === undefined) continue;
    const constant = (value: bigint): number =>
      define(width, `mlir.constant(${value} : i${width}) : i${width}`, () => value);
    switch (kind) {
      case 'plain':
      case 'shift':
      case 'divide': {
        const [name, model] = nth(TABLES[kind], pick);
        let [second, other] = [right, y];
        if (kind === 'shift') second = constant(BigInt(pick % width));
        if (kind === 'divide') {
          // Neither zero nor -1: the least number divided by it does not fit.
          const two = constant(2n);
          second = define(width, `or %v${right}, %v${two} : i${width}`, (p, q) => y.of(p, q) | 2n);
          const most = constant(2n ** BigInt(width - 1) - 1n);
          second = define(
            width,
            `and %v${second}, %v${most} : i${width}`,
            (p, q) => (y.of(p, q) | 2n) & (2n ** BigInt(width - 1) - 1n),
          );
        }
        other = values[second] ?? other;
        const parts = name.startsWith('intr.')
          ? `${name}(%v${left}, %v${second}) : (i${width}, i${width}) -> i${width}`
          : `${name} %v${left}, %v${second} : i${width}`;
        define(width, parts, (p, q) => model(x.of(p, q), other.of(p, q), width) ?? raise(name));
        break;
      }
      case 'unary': {
        const [name, meaning] = nth(Object.entries(UNARY), pick);
        define(width, `${name}(%v${left}) : (i${width}) -> i${width}`, (p, q) =>
          meaning(x.of(p, q), width),
        );
        break;
      }
      case 'compare': {
        const name = nth(PREDICATES, pick);
        lines.push(`%c${values.length} = llvm.icmp "${name}" %v${left}, %v${right} : i${width}`);
        define(width, `select %c${values.length}, %v${right}, %v${left} : i1, i${width}`, (p, q) =>
          compares(name, x.of(p, q), y.of(p, q), width) ? y.of(p, q) : x.of(p, q),
        );
        break;
      }
      case 'cast':
        cast(cast(left, 32, pick % 2 === 0), 64, pick % 3 === 0);
        break;
    }
  }
  const last = cast(values.length - 1, 64, false);
  lines.push(`%r = llvm.add %v${last}, %zero64 : i64`);
  return { lines, values: [...values.slice(0, -1), nth(values, last)] };
}

function execute(
  lines: readonly string[],
  inputs: readonly (readonly [bigint, bigint])[],
): bigint[] {
  const text = `llvm.func @k(%in: !llvm.ptr, %out: !llvm.ptr)
      attributes {gpu.kernel, gpu.known_block_size = array<i32: 64, 1, 1>} {
    %zero64 = llvm.mlir.constant(0 : i64) : i64
    %id = rocdl.workitem.id.x : i32
    %from = llvm.getelementptr %in[%id] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.array<2 x i64>
    %v0 = llvm.load %from : !llvm.ptr -> i64
    %next = llvm.getelementptr %from[1] : (!llvm.ptr) -> !llvm.ptr, i64
    %v1 = llvm.load %next : !llvm.ptr -> i64
    ${lines.join('\n')}
    %to = llvm.getelementptr %out[%id] : (!llvm.ptr, i32) -> !llvm.ptr, i64
    llvm.store %r, %to : i64, !llvm.ptr
    llvm.return
  }`;
  const data = BigInt64Array.from(
    { length: 128 },
    (_, i) => inputs[(i >> 1) % inputs.length]?.[i & 1 ? 1 : 0] ?? 0n,
  );
  const out = new BigInt64Array(64);
  const { diagnostics } = run(text, {
    buffers: bufferMap(new Uint8Array(data.buffer), new Uint8Array(out.buffer)),
  });
  expect(diagnostics, text).toEqual([]);
  return Array.from(out.subarray(0, inputs.length));
}

describe('integers of the llvm dialect', () => {
  it('are those of bigint, in random programs of whole 64-bit values', () => {
    forAll(
      [
        fc.array(instruction, { minLength: 1, maxLength: 24 }),
        fc.array(fc.tuple(wide, wide), { minLength: 8, maxLength: 32 }),
      ],
      150,
      (program, inputs) => {
        const { lines, values } = build(program);
        const wanted = inputs.map(([a, b]) => nth(values, values.length - 1).of(a, b));
        expect(execute(lines, inputs), lines.join('\n')).toEqual(
          wanted.map((value) => s(value, 64)),
        );
      },
    );
  });

  it.each(['fshl', 'fshr'])('%s takes both as one number', (name) => {
    const meaning = (a: bigint, b: bigint): bigint => {
      const by = u(b, 64) % 64n;
      return ((u(a, 64) << 64n) | u(b, 64)) >> (name === 'fshl' ? 64n - by : by);
    };
    forAll([fc.array(fc.tuple(wide, wide), { minLength: 4, maxLength: 16 })], 30, (inputs) => {
      const line = `%r = llvm.intr.${name}(%v0, %v1, %v1) : (i64, i64, i64) -> i64`;
      expect(execute([line], inputs)).toEqual(inputs.map(([a, b]) => s(meaning(a, b), 64)));
    });
  });

  it('keep their bits through floats, vectors, structs and memory of the lane', () => {
    const lines = [
      '%f = llvm.bitcast %v0 : i64 to f64',
      '%back = llvm.bitcast %f : f64 to i64',
      '%pair = llvm.bitcast %v1 : i64 to vector<2xi32>',
      '%turned = llvm.shufflevector %pair, %pair [1, 0] : vector<2xi32>',
      '%again = llvm.shufflevector %turned, %turned [1, 0] : vector<2xi32>',
      '%whole = llvm.bitcast %again : vector<2xi32> to i64',
      '%u = llvm.mlir.undef : !llvm.struct<(i32, array<2 x i64>)>',
      '%s = llvm.insertvalue %whole, %u[1, 1] : !llvm.struct<(i32, array<2 x i64>)>',
      '%part = llvm.extractvalue %s[1, 1] : !llvm.struct<(i32, array<2 x i64>)>',
      '%one = llvm.mlir.constant(1 : i32) : i32',
      '%stack = llvm.alloca %one x !llvm.struct<(i32, array<2 x i64>)> : (i32) -> !llvm.ptr<5>',
      'llvm.store %s, %stack : !llvm.struct<(i32, array<2 x i64>)>, !llvm.ptr<5>',
      '%place = llvm.getelementptr %stack[0, 1, 1] : (!llvm.ptr<5>) -> !llvm.ptr<5>, !llvm.struct<(i32, array<2 x i64>)>',
      '%read = llvm.load %place : !llvm.ptr<5> -> i64',
      '%x = llvm.xor %part, %read : i64',
      '%y = llvm.add %x, %whole : i64',
      '%same = llvm.icmp "eq" %back, %v0 : i64',
      '%r = llvm.select %same, %y, %v1 : i1, i64',
    ];
    // NaNs have many bit patterns: as a double they count as one.
    const inputs = [1n, -1n, 2n ** 62n + 1n, -(2n ** 63n), 0x3ff0000000000001n].map(
      (b, i) => [0x4008000000000001n + BigInt(i) * 2n ** 40n, b] as const,
    );
    expect(execute(lines, inputs)).toEqual(inputs.map(([, b]) => b));
  });

  it('convert to floats as the nearest, however wide', () => {
    forAll([fc.array(fc.tuple(wide, wide), { minLength: 4, maxLength: 16 })], 60, (inputs) => {
      const lines = [
        '%f = llvm.sitofp %v0 : i64 to f32',
        '%bits = llvm.bitcast %f : f32 to i32',
        '%r = llvm.zext %bits : i32 to i64',
      ];
      const nearest = (value: bigint): bigint => {
        const magnitude = value < 0n ? -value : value;
        const excess = BigInt(Math.max(0, magnitude.toString(2).length - 24));
        const half = excess === 0n ? 0n : 1n << (excess - 1n);
        const cut = magnitude >> excess;
        const rest = magnitude - (cut << excess);
        const up = excess > 0n && (rest > half || (rest === half && (cut & 1n) === 1n));
        const view = new DataView(new ArrayBuffer(4));
        view.setFloat32(0, Number((cut + (up ? 1n : 0n)) << excess) * (value < 0n ? -1 : 1));
        return BigInt(view.getUint32(0));
      };
      expect(execute(lines, inputs)).toEqual(inputs.map(([a]) => nearest(a)));
    });
  });

  it('give both halves of a product with arith', () => {
    const m = 'memref<64xi32>';
    const body = `%p = memref.load %a[%x] : ${m}
      %q = memref.load %b[%x] : ${m}
      %r0, %r1 = arith.mulsi_extended %p, %q : i32
      %r2, %r3 = arith.mului_extended %p, %q : i32
      ${range(4, (i) => `memref.store %r${i}, %out[%x, %c${i}] : memref<64x4xi32>`).join('\n')}`;
    const a = range(64, (i) => Math.imul(i * 77 + 13, 0x9e3779b1));
    const b = range(64, (i) => Math.imul(i * 31 + 5, 0x85ebca6b));
    const text = kernelOf(body, `%a: ${m}, %b: ${m}, %out: memref<64x4xi32>`);
    const wanted = a.flatMap((x, i) => {
      const [p, q] = [BigInt(x), BigInt(b[i] ?? 0)];
      const [signed, unsigned] = [p * q, u(p, 32) * u(q, 32)];
      return [signed, signed >> 32n, unsigned, unsigned >> 32n].map((part) => Number(s(part, 32)));
    });
    expect(executed(text, [a, b]).out).toEqual(wanted);
  });

  const big = '%big = llvm.mlir.constant(1152921504606846977 : i64) : i64';
  it.each([
    ['arith.cmpi slt, %big, %one : i64\n %r = arith.extui %v : i1 to i32', 0],
    ['arith.trunci %big : i64 to i32\n %r = arith.addi %v, %v : i32', 2],
    ['arith.sitofp %big : i64 to f32\n %r = arith.bitcast %v : f32 to i32', 0x5d800000],
  ])('are read whole by arith: %s', (operation, wanted) => {
    const body = `%one = arith.constant 1 : i64
      ${big}
      %v = ${operation}
      memref.store %r, %out[%x] : memref<64xi32>`;
    expect(executed(kernelOf(body, '%out: memref<64xi32>')).out).toEqual(range(64, () => wanted));
  });

  it.each(rows`
      an operation of another dialect has lost them | i32 | %v = llvm.mlir.constant(dense<1152921504606846977> : vector<2xi64>) : vector<2xi64> \n %one = vector.extract %v[1] : i64 from vector<2xi64> \n %pair = llvm.bitcast %one : i64 to vector<2xi32> \n %r = vector.extract %pair[1] : i32 from vector<2xi32>
      a memref would take less than all of them | i64 | %r = llvm.mlir.constant(1152921504606846977 : i64) : i64
      an operation of another dialect cannot hold them | i64 | ${big} \n %one = arith.constant 1 : i64 \n %r = arith.addi %big, %one : i64
    `)('stop where %s', (_name, type, body = '') => {
    const text = kernelOf(`(%out: memref<64x${type}>)
      ${body}\nmemref.store %r, %out[%x] : memref<64x${type}>`);
    expect(codes(text)).toContain('execute/unsupported');
  });
});
