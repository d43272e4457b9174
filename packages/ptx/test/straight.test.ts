/**
 * Random straight-line programs over integers, executed by a warp and a second time by whole numbers of any size.
 *
 *     mad.hi.s32 %r3, %r1, %r2, %r5;  @%p1 prmt.b32 %r4, %r3, %r0, 0x7531;  setp.lt.u64 %p0, %rd1, %rd2;  ...
 *
 * The second way knows nothing of rows: an operation is a function of unsigned whole numbers and a width.
 */
import { range } from '@ldscope/core';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { kernel, run } from './harness.ts';
import { forAll } from '../../../test/for-all.ts';

const REGISTERS = 6;

type Operation = (args: readonly bigint[], bits: bigint) => bigint;

type Width = 1 | 32 | 64;

interface Instruction {
  readonly name: string;
  /** Widths of the result and of the operands: 32 or 64, 1 of predicates. */
  readonly out: Width;
  readonly ins: readonly Width[];
  readonly of: Operation;
}

const signed = (value: bigint, bits: bigint): bigint => BigInt.asIntN(Number(bits), value);
const unsigned = (value: bigint, bits: bigint): bigint => BigInt.asUintN(Number(bits), value);
const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const most = (a: bigint, b: bigint): bigint => (a > b ? a : b);
const size = (value: bigint): bigint => (value < 0n ? -value : value);
const ones = (count: bigint): bigint => (1n << count) - 1n;
const bit = (value: bigint, at: bigint): bigint => (value >> at) & 1n;
const positions = (bits: bigint): bigint[] => range(Number(bits)).map(BigInt);
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

/** Bits without the zeros before them. */
const significant = (value: bigint): bigint =>
  value === 0n ? 0n : BigInt(value.toString(2).length);
const counting: Readonly<Record<string, Operation>> = {
  'popc.b': ([a = 0n], bits) => positions(bits).reduce((sum, at) => sum + bit(a, at), 0n),
  'clz.b': ([a = 0n], bits) => bits - significant(a),
  'bfind.u': ([a = 0n]) => significant(a) - 1n,
  'bfind.s': ([a = 0n], bits) =>
    significant(bit(a, bits - 1n) === 1n ? unsigned(~a, bits) : a) - 1n,
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
  'setp.lt.u': ([a = 0n, b = 0n]) => (a < b ? 1n : 0n),
  'setp.ge.s': withSigns(([a = 0n, b = 0n]) => (a >= b ? 1n : 0n)),
  'setp.ne.b': ([a = 0n, b = 0n]) => (a === b ? 0n : 1n),
};

const selection: Operation = ([a = 0n, b = 0n, c = 0n]) => (c === 1n ? a : b);
const product: Operation = ([a = 0n, b = 0n]) => signed(a, 32n) * signed(b, 32n);
const saturated: Operation = ([a = 0n]) =>
  most(-(2n ** 31n), least(2n ** 31n - 1n, signed(a, 64n)));

const one = (name: string, [out = 1, ...ins]: readonly Width[], of: Operation): Instruction => ({
  name,
  out,
  ins,
  of,
});
/** Instructions for 32 and for 64 bits; `shape` is the width of the result and those of the operands. */
const both = (
  table: Readonly<Record<string, Operation>>,
  shape: (width: 32 | 64) => readonly Width[],
): Instruction[] =>
  Object.entries(table).flatMap(([name, of]) =>
    ([32, 64] as const).map((width) => one(`${name}${width}`, shape(width), of)),
  );

const instructions: readonly Instruction[] = [
  ...both(binary, (w) => [w, w, w]),
  ...both(unary, (w) => [w, w]),
  ...both(counting, (w) => [32, w]),
  ...both(shifts, (w) => [w, w, 32]),
  ...both({ 'bfe.u': field(false), 'bfe.s': field(true) }, (w) => [w, w, 32, 32]),
  ...both({ 'bfi.b': insertion }, (w) => [w, w, w, 32, 32]),
  ...both(compares, (w) => [1, w, w]),
  ...both({ 'selp.b': selection }, (w) => [w, w, w, 1]),
  ...Object.entries(words).map(([name, of]) => one(name, [32, 32, 32, 32], of)),
  one('mul.wide.s32', [64, 32, 32], product),
  one('cvt.s64.s32', [64, 32], ([a = 0n]) => signed(a, 32n)),
  one('cvt.u32.u64', [32, 64], ([a = 0n]) => a),
  one('cvt.sat.s32.s64', [32, 64], saturated),
  one('xor.pred', [1, 1, 1], ([a = 0n, b = 0n]) => a ^ b),
];

interface Line {
  readonly instruction: Instruction;
  readonly target: number;
  readonly sources: readonly number[];
  /** An operand that is a number, and which. */
  readonly constant: readonly [operand: number, value: bigint] | undefined;
  readonly guard: number | undefined;
}

const register = (width: Width, number: number): string =>
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
type State = Readonly<Record<Width, bigint[]>>;

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

const each = range(REGISTERS);
/** Loads registers of both widths and predicates of a lane, `lines`, stores of all. */
const textOfAll = (lines: readonly Line[]): string => {
  const loads = each.map((i) => {
    const [wide, word, predicate] = [register(64, i), register(32, i), register(1, i)];
    return `  ld.global.u64 ${wide}, [%rd0+${8 * i}]; cvt.u32.u64 ${word}, ${wide}; and.b32 %r1, ${word}, 1; setp.eq.u32 ${predicate}, %r1, 1;`;
  });
  const stores = each.map((i) => {
    const [wide, word, predicate] = [register(64, i), register(32, i), register(1, i)];
    return `  st.global.u64 [%rd1+${24 * i}], ${wide}; cvt.u64.u32 %rd2, ${word}; st.global.u64 [%rd1+${24 * i + 8}], %rd2; selp.u64 %rd2, 1, 0, ${predicate}; st.global.u64 [%rd1+${24 * i + 16}], %rd2;`;
  });
  const begin = `  mov.u32 %r0, %tid.x; ld.param.u64 %rd0, [in]; ld.param.u64 %rd1, [out];
  mad.wide.u32 %rd0, %r0, ${8 * REGISTERS}, %rd0; mad.wide.u32 %rd1, %r0, ${24 * REGISTERS}, %rd1;`;
  return kernel(
    ['in', 'out'],
    [begin, ...loads, ...lines.map(textOf), ...stores, '  ret;'].join('\n'),
  );
};

test('programs of whole numbers give what whole numbers of any size give', () => {
  const someLines = fc.array(lineOf, { minLength: 1, maxLength: 40 });
  const someSeeds = fc.array(fc.bigInt(0n, 2n ** 64n - 1n), { minLength: 32, maxLength: 32 });
  forAll([someLines, someSeeds], 150, (lines, seeds) => {
    const start = (lane: number, i: number): bigint =>
      unsigned((seeds[lane] ?? 0n) * BigInt(2 * i + 1), 64n) >> BigInt(8 * (i % 5));
    const lanes = range(32);
    const inputs = BigUint64Array.from(lanes.flatMap((lane) => each.map((i) => start(lane, i))));
    const out = new BigUint64Array(32 * 3 * REGISTERS);
    expect(run(textOfAll(lines), [inputs, out]).codes).toEqual([]);
    for (const lane of lanes) {
      const state: State = {
        64: each.map((i) => start(lane, i)),
        32: each.map((i) => start(lane, i) & 0xffffffffn),
        1: each.map((i) => start(lane, i) & 1n),
      };
      for (const line of lines) evaluate(line, state);
      const found = out.subarray(3 * lane * REGISTERS, 3 * (lane + 1) * REGISTERS);
      expect(Array.from(found)).toEqual(
        each.flatMap((i) => [state[64][i], state[32][i], state[1][i]]),
      );
    }
  });
});
