/**
 * How the addresses of an execution follow from the numbers of its lanes, and what differs between two of them.
 *
 *     lane     0    1    2    3
 *     steps    0  132  264  396      sums: +132 for bit 0 of the lane, +264 for bit 1
 *     xor      0  132  264  140      XORs: 132 for bit 0, 264 for bit 1 (rows of 128 bytes, units XORed with the row)
 *
 * Bank conflicts do not depend on where an access begins, as far as this keeps its alignment: addresses are relative to the
 * lowest one.
 */
import { leastOf } from '../../base/numbers.ts';
import type { AccessTrace } from '../../access/trace.ts';
import { laneAddresses } from '../../access/wave-rows.ts';
import type { Cause } from './comparison.ts';

/** Instructions look at the alignment of addresses up to these bytes. */
const ALIGNMENT_BYTES = 16;

interface LanePattern {
  /** By lane, from the lowest address on; `undefined` for lanes that take no part. */
  readonly offsets: readonly (number | undefined)[];
  /** The lowest address modulo `ALIGNMENT_BYTES`. */
  readonly alignment: number;
  readonly active: number;
  /** Bytes by bit of the lane, where addresses are sums or XORs of these. */
  readonly shape:
    | { readonly kind: 'steps' | 'xor'; readonly bits: readonly (number | undefined)[] }
    | { readonly kind: 'other' };
}

/** The addresses of one row of a trace. */
export function lanePatternOf(trace: AccessTrace, row: number): LanePattern {
  const addresses = laneAddresses(trace, row);
  const taken = addresses.flatMap((address) => (address === undefined ? [] : [address]));
  const lowest = leastOf(taken);
  const offsets = addresses.map((address) =>
    address === undefined ? undefined : address - lowest,
  );
  return {
    offsets,
    alignment: taken.length === 0 ? 0 : lowest % ALIGNMENT_BYTES,
    active: taken.length,
    shape: shapeOf(addresses, offsets),
  };
}

/**
 * Sums are tried first: what is a sum of powers of two is an XOR too. XORs are those of the addresses, or of their distances
 * from the lowest where that is not aligned.
 */
function shapeOf(
  addresses: readonly (number | undefined)[],
  offsets: readonly (number | undefined)[],
): LanePattern['shape'] {
  const steps = bitsOf(offsets, 'steps');
  if (steps !== undefined) return { kind: 'steps', bits: steps };
  const bits = bitsOf(addresses, 'xor') ?? bitsOf(offsets, 'xor');
  return bits === undefined ? { kind: 'other' } : { kind: 'xor', bits };
}

/**
 * The bytes that each bit of the lane adds, from any two active lanes that differ in it alone; `undefined` where addresses do not
 * follow from these, or where active lanes differ in a bit and no two of them in it alone.
 */
function bitsOf(
  addresses: readonly (number | undefined)[],
  kind: 'steps' | 'xor',
): (number | undefined)[] | undefined {
  const reference = addresses.findIndex((address) => address !== undefined);
  const first = addresses[reference];
  if (first === undefined) return undefined;
  const bits: (number | undefined)[] = [];
  for (let bit = 0; 1 << bit < addresses.length; bit++) bits.push(stepOf(addresses, bit, kind));
  const fits = addresses.every((address, lane) => {
    if (address === undefined) return true;
    let sum = first;
    for (const [bit, step] of bits.entries()) {
      const isSet = (lane >> bit) & 1;
      if (isSet === ((reference >> bit) & 1)) continue;
      if (step === undefined) return false;
      if (kind === 'xor') sum = (sum ^ step) >>> 0;
      else sum += isSet === 1 ? step : -step;
    }
    return sum === address;
  });
  return fits ? bits : undefined;
}

/** What a bit adds by the first two active lanes that differ in it alone. */
function stepOf(
  addresses: readonly (number | undefined)[],
  bit: number,
  kind: 'steps' | 'xor',
): number | undefined {
  for (const [lane, address] of addresses.entries()) {
    const partner = addresses[lane | (1 << bit)];
    if ((lane >> bit) & 1 || address === undefined || partner === undefined) continue;
    return kind === 'steps' ? partner - address : (address ^ partner) >>> 0;
  }
  return undefined;
}

/** The differences between two executions by one instruction; empty where they cost the same on every chip. */
export function patternCauses(before: LanePattern, after: LanePattern): Cause[] {
  if (before.active !== after.active)
    return [{ kind: 'lanes', before: before.active, after: after.active }];
  if (after.offsets.every((offset, lane) => offset === before.offsets[lane])) {
    return before.alignment === after.alignment
      ? []
      : [{ kind: 'alignment', before: before.alignment, after: after.alignment }];
  }
  const places = sorted(after);
  if (sorted(before).every((offset, i) => offset === places[i])) return [{ kind: 'order' }];
  const [own, other] = [before.shape, after.shape];
  if (own.kind === 'other' || other.kind === 'other') return [{ kind: 'addresses' }];
  if (own.kind !== 'steps' || other.kind !== 'steps')
    return [{ kind: 'key', before: own.kind, after: other.kind }];
  const steps = own.bits.flatMap((step, bit) => {
    const next = other.bits[bit];
    return step === undefined || next === undefined || step === next
      ? []
      : [{ bit, before: step, after: next }];
  });
  return steps.length === 0 ? [{ kind: 'addresses' }] : [{ kind: 'pitch', steps }];
}

const sorted = ({ offsets }: LanePattern): number[] =>
  offsets.flatMap((offset) => (offset === undefined ? [] : [offset])).sort((a, b) => a - b);
