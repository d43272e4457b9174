/** The cause of a conflict, of addresses that are made to have it. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  conflictCauseOf,
  findMachine,
  opcodeNumber,
  simulate,
  singleAccess,
} from '../src/index.ts';

const machine = findMachine('gfx942');
if (machine === undefined) throw new Error('gfx942 is known');
const [model] = machine.models;

const traceOf = (op: string, addressOf: (lane: number) => number) =>
  singleAccess(
    opcodeNumber(op) ?? 0,
    Array.from({ length: 64 }, (_, lane) => addressOf(lane)),
  );

const causeOf = (op: string, addressOf: (lane: number) => number) =>
  conflictCauseOf(traceOf(op, addressOf), machine, model);

describe('the cause of a conflict', () => {
  it.each([
    ['a word that all lanes write', 'ds_write_b32', () => 64, { kind: 'word', bytes: 0 }],
    [
      'a column of rows of 128 B',
      'ds_read_b32',
      (l: number) => l * 128,
      { kind: 'stride', bytes: 128 },
    ],
    [
      'the same, upwards',
      'ds_read_b32',
      (l: number) => (63 - l) * 128,
      { kind: 'stride', bytes: 128 },
    ],
    ['pairs', 'ds_read_b32', (l: number) => l * 8, { kind: 'stride', bytes: 8 }],
    [
      'sixteen lanes of a row each, 256 B apart',
      'ds_read_b32',
      (l: number) => (l % 16) * 256 + (l >> 4) * 4,
      { kind: 'rows', bytes: 256 },
    ],
    [
      'a swizzle of two keys',
      'ds_read_b32',
      (l: number) => (l >> 3) * 128 + ((l % 8) ^ ((l >> 3) & 1)) * 16,
      { kind: 'xor', bytes: 0 },
    ],
    [
      'a hash',
      'ds_read_b32',
      (l: number) => ((l * l * 7) % 61) * 128,
      { kind: 'scattered', bytes: 0 },
    ],
  ])('is that of %s', (_, op, addressOf, cause) => {
    expect(causeOf(op, addressOf)).toEqual(cause);
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
    fc.assert(
      fc.property(access, ({ op, stride, shift }) => {
        const trace = traceOf(op, (lane) => (lane >> shift) * stride + (lane % 4) * 16);
        const costs = simulate(trace, machine, model);
        const cause = conflictCauseOf(trace, machine, model);
        expect(cause !== undefined).toBe((costs.bankConflict[0] ?? 0) > 0);
      }),
    );
  });
});
