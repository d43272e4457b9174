/** The cause of a conflict, of addresses that are made to have it. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  conflictCauseOf,
  machineNamed,
  opcodeNumber,
  simulate,
  singleAccess,
} from '../src/index.ts';
import { forAll } from '../../../test/for-all.ts';

const machine = machineNamed('gfx942');
const [model] = machine.models;

const traceOf = (op: string, addressOf: (lane: number) => number) =>
  singleAccess(
    opcodeNumber(op) ?? 0,
    Array.from({ length: 64 }, (_, lane) => addressOf(lane)),
  );

const causeOf = (op: string, addressOf: (lane: number) => number) =>
  conflictCauseOf(traceOf(op, addressOf), machine, model);

const swizzled = (lane: number): number =>
  (lane >> 3) * 128 + ((lane % 8) ^ ((lane >> 3) & 1)) * 16;

describe('the cause of a conflict', () => {
  const read = 'ds_read_b32';
  it.each([
    ['a word that all lanes write', 'ds_write_b32', () => 64, 'word', 0],
    ['a column of rows of 128 B', read, (l: number) => l * 128, 'stride', 128],
    ['the same, upwards', read, (l: number) => (63 - l) * 128, 'stride', 128],
    ['pairs', read, (l: number) => l * 8, 'stride', 8],
    ['16 lanes of a row each', read, (l: number) => (l % 16) * 256 + (l >> 4) * 4, 'rows', 256],
    ['a swizzle of two keys', read, swizzled, 'xor', 0],
    ['a hash', read, (l: number) => ((l * l * 7) % 61) * 128, 'scattered', 0],
  ])('is that of %s', (_, op, addressOf, kind, bytes) => {
    expect(causeOf(op, addressOf)).toEqual({ kind, bytes });
  });

  it.each([
    ['the first lane', 0xffff_fffe],
    ['the first five lanes', 0xffff_ffe0],
    ['every second lane', 0xaaaa_aaaa],
  ])('is that of the other lanes without %s', (_, mask) => {
    const addresses = Array.from({ length: 64 }, (_lane, lane) => 4096 + lane * 32);
    const options = { maskLow: mask, maskHigh: mask };
    const trace = singleAccess(opcodeNumber('ds_read_b32') ?? 0, addresses, options);
    expect(conflictCauseOf(trace, machine, model)).toEqual({ kind: 'stride', bytes: 32 });
  });

  it('is there exactly where there are conflicts', () => {
    const access = fc.record({
      op: fc.constantFrom('ds_read_b32', 'ds_write_b32', 'ds_read_b64', 'ds_read_b128'),
      stride: fc.integer({ min: 0, max: 128 }).map((words) => words * 16),
      shift: fc.integer({ min: 0, max: 6 }),
    });
    forAll([access], ({ op, stride, shift }) => {
      const trace = traceOf(op, (lane) => (lane >> shift) * stride + (lane % 4) * 16);
      const costs = simulate(trace, machine, model);
      const cause = conflictCauseOf(trace, machine, model);
      expect(cause !== undefined).toBe((costs.bankConflict[0] ?? 0) > 0);
    });
  });
});
