/** Integer arithmetic of the `llvm` dialect: rows of `arithmetic/integers.ts` by its names, and pointers as integers. */
import {
  compareIntegers,
  extendSigned,
  extendUnsigned,
  integers,
  named,
  threeIntegers,
  truncate,
  wholeResult,
} from '../arithmetic/elementwise.ts';
import { bitOperations, integerOperations, saturating } from '../arithmetic/integers.ts';
import type { LowerOperation } from '../lowering.ts';
import { takes } from '../take.ts';
import { pointerSpace } from './types.ts';

const {
  addi,
  subi,
  muli,
  andi,
  ori,
  xori,
  shli,
  shrui,
  shrsi,
  divsi,
  remsi,
  divui,
  remui,
  minsi,
  maxsi,
  minui,
  maxui,
} = integerOperations;
const { absi, ...bits } = bitOperations;

/** `fshl(a, b, n)`: the high half of `a:b` shifted left by n modulo the width. */
const funnel = (left: boolean): LowerOperation =>
  threeIntegers(([a = 0n, b = 0n, n = 0n], width) => {
    const all = (BigInt.asUintN(width, a) << BigInt(width)) | BigInt.asUintN(width, b);
    const shift = BigInt.asUintN(width, n) % BigInt(width);
    return left ? all >> (BigInt(width) - shift) : all >> shift;
  });

/** Pointers and integers are the same numbers; a pointer to LDS has 32 bits. */
const pointerCast = takes(1, 1, ([source, result], lowering, op) => {
  const pointer = pointerSpace(source.type) ?? pointerSpace(result.type);
  if (pointer === undefined || pointer > 6) return lowering.unsupported('this type of pointer');
  extendUnsigned(op, lowering);
});

const sums = { add: (a: bigint, b: bigint) => a + b, sub: (a: bigint, b: bigint) => a - b };
const products = { ...sums, mul: (a: bigint, b: bigint) => a * b };

export const llvmIntegers: Readonly<Record<string, LowerOperation>> = {
  ...named(
    'llvm.',
    {
      'add': addi,
      'sub': subi,
      'mul': muli,
      'and': andi,
      'or': ori,
      'xor': xori,
      'shl': shli,
      'lshr': shrui,
      'ashr': shrsi,
      'sdiv': divsi,
      'srem': remsi,
      'udiv': divui,
      'urem': remui,
      'intr.smin': minsi,
      'intr.smax': maxsi,
      'intr.umin': minui,
      'intr.umax': maxui,
    },
    (row) => integers(2, row),
  ),
  ...named('llvm.intr.', { abs: absi, ...bits }, (row) => integers(1, row)),
  ...Object.fromEntries(
    Object.entries(products).flatMap(([name, apply]) =>
      (['s', 'u'] as const).map((sign) => [
        `llvm.intr.${sign}${name}.with.overflow`,
        wholeResult(apply, sign === 's', false),
      ]),
    ),
  ),
  ...Object.fromEntries(
    Object.entries(sums).flatMap(([name, apply]) =>
      (['s', 'u'] as const).map((sign) => [
        `llvm.intr.${sign}${name}.sat`,
        integers(2, saturating(apply, sign === 's')),
      ]),
    ),
  ),
  'llvm.intr.fshl': funnel(true),
  'llvm.intr.fshr': funnel(false),
  'llvm.icmp': compareIntegers,
  'llvm.sext': extendSigned,
  'llvm.zext': extendUnsigned,
  'llvm.trunc': truncate,
  'llvm.ptrtoint': pointerCast,
  'llvm.inttoptr': pointerCast,
};
