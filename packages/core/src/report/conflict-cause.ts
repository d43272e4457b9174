/**
 * What the lanes that meet on a bank have in common: how the words of the worst execution of a site follow from the numbers
 * of its lanes.
 *
 *     word         lanes name one word, and the instruction does not combine them
 *     stride 256   lane i is at i * 256: the column of a tile whose rows are 256 bytes
 *     rows 256     the lanes that meet are 256 bytes apart, the others are not: a lane has a part of a row
 *     xor          addresses are XORs of bits of the lane: a swizzle that repeats too early
 *     scattered    addresses do not follow from the bits of the lane: a gather, a histogram
 *
 * LIMITATIONS. One execution is looked at, the most expensive one, and of it the fullest bank of the worst phase.
 */
import { explainAccess } from '../conflict/explain.ts';
import type { BankRequest } from '../conflict/explanation.ts';
import { gcd } from '../base/numbers.ts';
import type { ConflictModel, Machine } from '../machine/machine.ts';
import type { AccessTrace } from '../access/trace.ts';
import { lanePatternOf } from './compare/lane-pattern.ts';

export type ConflictCauseKind = 'word' | 'stride' | 'rows' | 'xor' | 'scattered';

export interface ConflictCause {
  readonly kind: ConflictCauseKind;
  /** Of `stride` from lane to lane, of `rows` between the lanes that meet; 0 for others. */
  readonly bytes: number;
}

/** The cause of the conflicts of row 0 of a trace; `undefined` where it has none. */
export function conflictCauseOf(
  trace: AccessTrace,
  machine: Machine,
  model: ConflictModel,
): ConflictCause | undefined {
  const { phases = [] } = explainAccess(trace, 0, machine, model) ?? {};
  const worst = phases.reduce<BankRequest | undefined>((fullest, { banks }) => {
    const first = banks.reduce<BankRequest | undefined>(
      (most, bank) => (bank.slots > (most?.slots ?? 1) ? bank : most),
      undefined,
    );
    return (first?.slots ?? 1) > (fullest?.slots ?? 1) ? first : fullest;
  }, undefined);
  if (worst === undefined) return undefined;
  if (worst.words.length * 2 <= worst.slots) return { kind: 'word', bytes: 0 };
  const { shape } = lanePatternOf(trace, 0);
  if (shape.kind === 'other') return { kind: 'scattered', bytes: 0 };
  if (shape.kind === 'xor') return { kind: 'xor', bytes: 0 };
  const stride = strideOf(shape.bits);
  if (stride !== undefined) return { kind: 'stride', bytes: stride };
  const [first, ...others] = worst.words.map(({ addressBytes }) => addressBytes);
  const bytes = others.reduce((step, address) => gcd(step, address - (first ?? 0)), 0);
  return { kind: 'rows', bytes };
}

/** The distance of neighbouring lanes where it is the same for all; positive. */
function strideOf(bits: readonly (number | undefined)[]): number | undefined {
  const strides = new Set(
    bits.flatMap((step, bit) => (step === undefined ? [] : [step / 2 ** bit])),
  );
  const [stride] = strides;
  return strides.size === 1 && stride !== 0 && stride !== undefined ? Math.abs(stride) : undefined;
}
