/**
 * Random straight-line programs over integers, executed by a warp and a second time by whole numbers of any size.
 *
 *     mad.hi.s32 %r3, %r1, %r2, %r5;  @%p1 prmt.b32 %r4, %r3, %r0, 0x7531;  setp.lt.u64 %p0, %rd1, %rd2;  ...
 *
 * The second way knows nothing of rows: an operation is a function of unsigned whole numbers and a width.
 */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { kernel, run } from './harness.ts';
import { forAll } from '../../../test/for-all.ts';

const REGISTERS = 6;

type Operation = (args: readonly bigint[], bits: bigint) => bigint;

interface Instruction {
  readonly name: string;
  /** Widths of the result and of the operands: 32 or 64, 1 of predicates. */
  readonly out: 1 | 32 | 64;
  readonly ins: readonly (1 | 32 | 64)[];
  readonly of: Operation;
}

const signed = (value: bigint, bits: bigint): bigint => BigInt.asIntN(Number(bits), value);
const unsigned = (value: bigint, bits: bigint): bigint => BigInt.asUintN(Number(bits), value);
const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const most = (a: bigint, b: bigint): bigint => (a > b ? a : b);
const size = (value: bigint): bigint => (value < 0n ? -value : value);
const ones = (count: bigint): bigint => (1n << count) - 1n;
const bit = (value: bigint, at: bigint): bigint => (value >> at) & 1n;
const positions = (bits: bigint): bigint[] =>
  Array.from({ length: Number(bits) }, (_, i) => BigInt(i));
/** An operation of the operands as signed numbers. */
const withSigns =
  (of: Operation): Operation =>
  (args, bits) =>
    of(
      args.map((value) => signed(value, bits)),
      bits,
    );

const binary: Readonly<Record<string, Operation>> = {
  'add.u': ([a = 0n, b = 0n]) => a + b,
  'sub.u': ([a = 0n, b = 0n]) => a - b,
  'mul.lo.u': ([a = 0n, b = 0n]) => a * b,
  'mul.hi.u': ([a = 0n, b = 0n], bits) => (a * b) >> bits,
  'mul.hi.s': withSigns(([a = 0n, b = 0n], bits) => (a * b) >> bits),
  'div.u': ([a = 0n, b = 0n], bits) => (b === 0n ? ones(bits) : a / b),
  'rem.u': ([a = 0n, b = 0n], bits) => (b === 0n ? ones(bits) : a % b),
  'div.s': withSigns(([a = 0n, b = 0n]) => (b === 0n ? -1n : a / b)),
  'min.u': ([a = 0n, b = 0n]) => least(a, b),
  'max.s': withSigns(([a = 0n, b = 0n]) => most(a, b)),
  'and.b': ([a = 0n, b = 0n]) => a & b,
  'or.b': ([a = 0n, b = 0n]) => a | b,
  'xor.b': ([a = 0n, b = 0n]) => a ^ b,
};

const unary: Readonly<Record<string, Operation>> = {
  'not.b': ([a = 0n]) => ~a,
  'neg.s': ([a = 0n]) => -a,
  'abs.s': withSigns(([a = 0n]) => size(a)),
  'cnot.b': ([a = 0n]) => (a === 0n ? 1n : 0n),
  'brev.b': ([a = 0n], bits) =>
    positions(bits).reduce((sum, at) => sum | (bit(a, at) << (bits - 1n - at)), 0n),
};

const counting: Readonly<Record<string, Operation>> = {
  'popc.b': ([a = 0n], bits) => positions(bits).reduce((sum, at) => sum + bit(a, at), 0n),
  'clz.b': ([a = 0n], bits) => bits - BigInt(a.toString(2).replace(/^0$/, '').length),
  'bfind.u': ([a = 0n]) => BigInt(a.toString(2).replace(/^0$/, '').length) - 1n,
  'bfind.s': ([a = 0n], bits) => {
    const folded = bit(a, bits - 1n) === 1n ? unsigned(~a, bits) : a;
    return BigInt(folded.toString(2).replace(/^0$/, '').length) - 1n;
  },
};

const shifts: Readonly<Record<string, Operation>> = {
  'shl.b': ([a = 0n, n = 0n], bits) => (n >= bits ? 0n : a << n),
  'shr.u': ([a = 0n, n = 0n]) => a >> n,
  'shr.s': ([a = 0n, n = 0n], bits) => signed(a, bits) >> least(n, bits),
};

/** Bits from a place on: behind the last comes the sign, or zeros. */
const field =
  (hasSign: boolean): Operation =>
  ([a = 0n, at = 0n, length = 0n], bits) => {
    const [from, count] = [at & 255n, length & 255n];
    if (count === 0n) return 0n;
    const value = hasSign ? signed(a, bits) : a;
    const top = hasSign ? bit(unsigned(value, bits), least(from + count - 1n, bits - 1n)) : 0n;
    const kept = least(count, most(bits - from, 0n));
    const low = kept === 0n ? 0n : (unsigned(value, bits) >> from) & ones(kept);
    return top === 1n ? low | (-1n << kept) : low;
  };

const insertion: Operation = ([a = 0n, b = 0n, at = 0n, length = 0n], bits) => {
  const [from, count] = [at & 255n, length & 255n];
  if (from >= bits || count === 0n) return b;
  const mask = ones(least(count, bits - from)) << from;
  return (b & ~mask) | ((a << from) & mask);
};

const bytesOf = (value: bigint, count: number): bigint[] =>
  Array.from({ length: count }, (_, i) => (value >> BigInt(8 * i)) & 255n);

const words: Readonly<Record<string, Operation>> = {
  'mad.lo.s32': ([a = 0n, b = 0n, c = 0n]) => a * b + c,
  'mad.hi.u32': ([a = 0n, b = 0n, c = 0n]) => ((a * b) >> 32n) + c,
  'sad.s32': ([a = 0n, b = 0n, c = 0n]) => size(signed(a, 32n) - signed(b, 32n)) + c,
  'shf.l.wrap.b32': ([a = 0n, b = 0n, n = 0n]) => ((b << 32n) | a) >> (32n - (n & 31n)),
  'shf.r.clamp.b32': ([a = 0n, b = 0n, n = 0n]) => ((b << 32n) | a) >> least(n, 32n),
  'prmt.b32': ([a = 0n, b = 0n, selector = 0n]) => {
    const bytes = bytesOf((b << 32n) | a, 8);
    return [0, 1, 2, 3].reduce((sum, i) => {
      const select = (selector >> BigInt(4 * i)) & 15n;
      const byte = bytes[Number(select & 7n)] ?? 0n;
      const value = select < 8n ? byte : byte > 127n ? 255n : 0n;
      return sum | (value << BigInt(8 * i));
    }, 0n);
  },
  'dp4a.s32.u32': ([a = 0n, b = 0n, c = 0n]) =>
    bytesOf(a, 4).reduce(
      (sum, byte, i) => sum + signed(byte, 8n) * (bytesOf(b, 4)[i] ?? 0n),
      signed(c, 32n),
    ),
  'vabsdiff4.u32.u32.u32.add': ([a = 0n, b = 0n, c = 0n]) =>
    bytesOf(a, 4).reduce((sum, byte, i) => sum + size(byte - (bytesOf(b, 4)[i] ?? 0n)), c),
  'vadd2.s32.s32.s32.sat': ([a = 0n, b = 0n]) =>
    [0n, 16n].reduce((sum, at) => {
      const total = signed(a >> at, 16n) + signed(b >> at, 16n);
      return sum | (unsigned(most(-32768n, least(32767n, total)), 16n) << at);
    }, 0n),
};

const compares: Readonly<Record<string, Operation>> = {
  'lt.u': ([a = 0n, b = 0n]) => (a < b ? 1n : 0n),
  'ge.s': withSigns(([a = 0n, b = 0n]) => (a >= b ? 1n : 0n)),
  'ne.b': ([a = 0n, b = 0n]) => (a === b ? 0n : 1n),
};

const widths = [32, 64] as const;
const rows = (
  table: Readonly<Record<string, Operation>>,
  make: (name: string, of: Operation, width: 32 | 64) => Instruction,
): Instruction[] =>
  Object.entries(table).flatMap(([name, of]) =>
    widths.map((width) => make(`${name}${width}`, of, width)),
  );

const instructions: readonly Instruction[] = [
  ...rows(binary, (name, of, w) => ({ name, out: w, ins: [w, w], of })),
  ...rows(unary, (name, of, w) => ({ name, out: w, ins: [w], of })),
  ...rows(counting, (name, of, w) => ({ name, out: 32, ins: [w], of })),
  ...rows(shifts, (name, of, w) => ({ name, out: w, ins: [w, 32], of })),
  ...rows({ 'bfe.u': field(false), 'bfe.s': field(true) }, (name, of, w) => ({
    name,
    out: w,
    ins: [w, 32, 32],
    of,
  })),
  ...rows({ 'bfi.b': insertion }, (name, of, w) => ({ name, out: w, ins: [w, w, 32, 32], of })),
  ...rows(compares, (name, of, w) => ({ name: `setp.${name}`, out: 1, ins: [w, w], of })),
  ...rows({ 'selp.b': ([a = 0n, b = 0n, c = 0n]) => (c === 1n ? a : b) }, (name, of, w) => ({
    name,
    out: w,
    ins: [w, w, 1],
    of,
  })),
  ...Object.entries(words).map(([name, of]): Instruction => ({
    name,
    out: 32,
    ins: [32, 32, 32],
    of,
  })),
  {
    name: 'mul.wide.s32',
    out: 64,
    ins: [32, 32],
    of: ([a = 0n, b = 0n]) => signed(a, 32n) * signed(b, 32n),
  },
  { name: 'cvt.s64.s32', out: 64, ins: [32], of: ([a = 0n]) => signed(a, 32n) },
  { name: 'cvt.u32.u64', out: 32, ins: [64], of: ([a = 0n]) => a },
  {
    name: 'cvt.sat.s32.s64',
    out: 32,
    ins: [64],
    of: ([a = 0n]) => most(-(2n ** 31n), least(2n ** 31n - 1n, signed(a, 64n))),
  },
  { name: 'xor.pred', out: 1, ins: [1, 1], of: ([a = 0n, b = 0n]) => a ^ b },
];

interface Line {
  readonly instruction: Instruction;
  readonly target: number;
  readonly sources: readonly number[];
  /** An operand that is a number, and which. */
  readonly constant: readonly [operand: number, value: bigint] | undefined;
  readonly guard: number | undefined;
}

const register = (width: 1 | 32 | 64, number: number): string =>
  `%${width === 1 ? 'p' : width === 32 ? 'r' : 'rd'}${10 + number}`.replace('%p1', '%p');

const lineOf: fc.Arbitrary<Line> = fc.record({
  instruction: fc.constantFrom(...instructions),
  target: fc.nat(REGISTERS - 1),
  sources: fc.array(fc.nat(REGISTERS - 1), { minLength: 4, maxLength: 4 }),
  constant: fc.option(
    fc.tuple(
      fc.nat(3),
      fc.oneof(fc.bigInt(0n, 70n), fc.constantFrom(0x7fffffffn, 0x80000000n, 0xffffffffn)),
    ),
    { nil: undefined },
  ),
  guard: fc.option(fc.nat(REGISTERS - 1), { nil: undefined, freq: 4 }),
});

/** The constant of a line, where it stands for an operand that is not a predicate. */
const constantAt = ({ instruction, constant }: Line, operand: number): bigint | undefined =>
  constant?.[0] === operand && instruction.ins[operand] !== 1 ? constant[1] : undefined;

function textOf(line: Line): string {
  const { instruction, target, sources, guard } = line;
  const operands = instruction.ins.map(
    (width, i) => constantAt(line, i)?.toString() ?? register(width, sources[i] ?? 0),
  );
  if (instruction.name.startsWith('vadd2')) operands[2] = register(32, sources[2] ?? 0);
  const predicate = guard === undefined ? '' : `@!${register(1, guard)} `;
  return `  ${predicate}${instruction.name} ${[register(instruction.out, target), ...operands].join(', ')};`;
}

/** Registers of a lane by width. */
type State = Readonly<Record<1 | 32 | 64, bigint[]>>;

function evaluate(line: Line, state: State): void {
  const { instruction, target, sources, guard } = line;
  if (guard !== undefined && state[1][guard] === 1n) return;
  const args = instruction.ins.map((width, i) => {
    const constant = constantAt(line, i);
    return constant === undefined
      ? (state[width][sources[i] ?? 0] ?? 0n)
      : unsigned(constant, BigInt(width));
  });
  const bits = BigInt(instruction.ins[0] ?? 32);
  state[instruction.out][target] = unsigned(instruction.of(args, bits), BigInt(instruction.out));
}

test('programs of whole numbers give what whole numbers of any size give', () => {
  forAll(
    [
      fc.array(lineOf, { minLength: 1, maxLength: 40 }),
      fc.array(fc.bigInt(0n, 2n ** 64n - 1n), { minLength: 32, maxLength: 32 }),
    ],
    150,
    (lines, seeds) => {
      const start = (lane: number, i: number): bigint =>
        unsigned((seeds[lane] ?? 0n) * BigInt(2 * i + 1), 64n) >> BigInt(8 * (i % 5));
      const each = Array.from({ length: REGISTERS }, (_, i) => i);
      const inputs = BigUint64Array.from({ length: 32 * REGISTERS }, (_, i) =>
        start(Math.floor(i / REGISTERS), i % REGISTERS),
      );
      const out = new BigUint64Array(32 * 3 * REGISTERS);
      const text = kernel(
        ['in', 'out'],
        `  mov.u32 %r0, %tid.x; ld.param.u64 %rd0, [in]; ld.param.u64 %rd1, [out];
  mad.wide.u32 %rd0, %r0, ${8 * REGISTERS}, %rd0; mad.wide.u32 %rd1, %r0, ${24 * REGISTERS}, %rd1;
${each
  .map(
    (
      i,
    ) => `  ld.global.u64 ${register(64, i)}, [%rd0+${8 * i}]; cvt.u32.u64 ${register(32, i)}, ${register(64, i)};
  and.b32 %r1, ${register(32, i)}, 1; setp.eq.u32 ${register(1, i)}, %r1, 1;`,
  )
  .join('\n')}
${lines.map(textOf).join('\n')}
${each
  .map(
    (
      i,
    ) => `  st.global.u64 [%rd1+${24 * i}], ${register(64, i)}; cvt.u64.u32 %rd2, ${register(32, i)}; st.global.u64 [%rd1+${24 * i + 8}], %rd2;
  selp.u64 %rd2, 1, 0, ${register(1, i)}; st.global.u64 [%rd1+${24 * i + 16}], %rd2;`,
  )
  .join('\n')}
  ret;`,
      );
      expect(run(text, [inputs, out]).codes).toEqual([]);
      for (let lane = 0; lane < 32; lane++) {
        const state: State = {
          64: each.map((i) => start(lane, i)),
          32: each.map((i) => start(lane, i) & 0xffffffffn),
          1: each.map((i) => start(lane, i) & 1n),
        };
        for (const line of lines) evaluate(line, state);
        for (const i of each) {
          const at = 3 * (lane * REGISTERS + i);
          expect(Array.from(out.subarray(at, at + 3))).toEqual([
            state[64][i],
            state[32][i],
            state[1][i],
          ]);
        }
      }
    },
  );
});
