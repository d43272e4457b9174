/** Two analyses beside each other: what has no cause costs the same, and what is told is what differs. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type AnalysisOf,
  compareAnalyses,
  type Cause,
  machineNamed,
  opcodeNumber,
  ReportBuilder,
  type Site,
  TraceBuilder,
} from '@ldscope/core';
import { forAll } from '../../../test/for-all.ts';

interface Access {
  readonly op: string;
  readonly site: Site;
  readonly addresses: readonly number[];
  readonly executions?: number;
}

const LANES = 64;

function analysisOf(accesses: readonly Access[], name = 'gfx942'): AnalysisOf {
  const machine = machineNamed(name);
  const trace = new TraceBuilder(
    LANES,
    accesses.map(({ site }) => site),
  );
  let order = 0;
  for (const [index, { op, addresses, executions = 1 }] of accesses.entries()) {
    for (let i = 0; i < executions; i++)
      trace.add(opcodeNumber(op) ?? 0, index, i, order++, Uint32Array.from(addresses), -1, -1);
  }
  const builder = new ReportBuilder(machine);
  builder.add(trace.finish(), 65_536);
  const kernel = { name: 'k', frontend: 'test', waves: 1, ldsBytes: 65_536 };
  return { analysis: builder.finish(kernel, [], []), machine, model: machine.models[0] };
}

const site = (line: number, text = `line ${line}`, buffer = 'tile'): Site => ({
  id: `${line}:1`,
  line,
  column: 1,
  text,
  buffer,
});

const lanes = (address: (lane: number) => number): number[] =>
  Array.from({ length: LANES }, (_, lane) => address(lane));

/** The causes of the only site of two kernels. */
function causesBetween(before: Access, after: Access, chips = ['gfx942', 'gfx942']): Cause[] {
  const [one, two] = chips;
  const { sites } = compareAnalyses(analysisOf([before], one), analysisOf([after], two));
  expect(sites).toHaveLength(1);
  return [...(sites[0]?.causes ?? [])];
}

const read = (address: (lane: number) => number, op = 'ds_read_b32'): Access => ({
  op,
  site: site(1, 'read'),
  addresses: lanes(address),
});

describe('a cause', () => {
  const column = read((lane) => 128 * (lane % 32) + 4 * Math.floor(lane / 32));
  test('is the pitch of rows', () => {
    const padded = read((lane) => 132 * (lane % 32) + 4 * Math.floor(lane / 32));
    expect(causesBetween(column, padded)).toEqual([
      {
        kind: 'pitch',
        steps: [0, 1, 2, 3, 4].map((bit) => ({ bit, before: 128 << bit, after: 132 << bit })),
      },
    ]);
  });

  test('is the key of a swizzle', () => {
    const swizzled = read((lane) => 128 * (lane % 32) + 4 * (Math.floor(lane / 32) ^ (lane % 32)));
    expect(causesBetween(column, swizzled)).toEqual([
      { kind: 'key', before: 'steps', after: 'xor' },
    ]);
  });

  test('is the order of lanes', () => {
    const reversed = read((lane) => column.addresses[63 - lane] ?? 0);
    expect(causesBetween(column, reversed)).toEqual([{ kind: 'order' }]);
  });

  test('is the width, with what follows of it', () => {
    const wide = read((lane) => 16 * lane, 'ds_read_b128');
    const narrow = read((lane) => 4 * lane);
    expect(causesBetween(narrow, wide).map(({ kind }) => kind)).toEqual(['width', 'pitch']);
  });

  test('is how often it is executed', () => {
    expect(causesBetween(column, { ...column, executions: 3 })).toEqual([
      { kind: 'executions', before: 1, after: 3 },
    ]);
  });

  test('is the chip, with what the same execution costs on it', () => {
    expect(causesBetween(column, column, ['gfx942', 'gfx950'])).toEqual([]);
    const rows = read((lane) => 16 * (lane % 8) + 256 * Math.floor(lane / 8), 'ds_read_b128');
    const [cause] = causesBetween(rows, rows, ['gfx942', 'gfx950']);
    expect(cause).toMatchObject({ kind: 'machine', before: 'gfx942', after: 'gfx950' });
    if (cause?.kind !== 'machine') expect.unreachable();
    expect(cause.cost?.before).not.toEqual(cause.cost?.after);
  });
});

const randomAddresses = fc.oneof(
  // Sums of steps, XORs of bits, anything.
  fc
    .array(fc.nat(64), { minLength: 6, maxLength: 6 })
    .map((steps) =>
      lanes((lane) => 4 * steps.reduce((sum, step, bit) => sum + ((lane >> bit) & 1) * step, 0)),
    ),
  fc
    .array(fc.nat(255), { minLength: 6, maxLength: 6 })
    .map((bits) =>
      lanes((lane) => 4 * bits.reduce((sum, one, bit) => sum ^ (((lane >> bit) & 1) * one), 0)),
    ),
  fc
    .array(fc.nat(255), { minLength: LANES, maxLength: LANES })
    .map((words) => words.map((word) => 4 * word)),
);
const randomAccess = fc
  .tuple(fc.constantFrom('ds_read_b32', 'ds_read_b64', 'ds_read_b128'), randomAddresses, fc.nat(3))
  .map(([op, addresses, begins]): Access => ({
    op,
    site: site(1, 'read'),
    addresses: addresses.map((address) => address * 4 + 16 * begins),
  }));

describe('a comparison', () => {
  test('finds no cause only where the cost is the same, on any two chips', () => {
    const chips = fc.constantFrom('gfx90a', 'gfx942', 'gfx950');
    forAll([randomAccess, randomAccess, chips, chips], (one, two, chip, other) => {
      const before = analysisOf([one], chip);
      const after = analysisOf([two], other);
      const { sites, totals, verdict } = compareAnalyses(before, after);
      expect(sites).toHaveLength(1);
      const isEqual =
        totals.before.bankConflict === totals.after.bankConflict &&
        totals.before.idxActive === totals.after.idxActive;
      if (sites[0]?.causes.length === 0) expect(isEqual).toBe(true);
      expect(verdict === 'equal').toBe(totals.before.bankConflict === totals.after.bankConflict);
    });
  });

  test('does not depend on unrelated lines, and sums up to the totals', () => {
    const accesses = fc.array(randomAccess, { minLength: 1, maxLength: 6 });
    const inserted = fc.array(fc.nat(20), { maxLength: 5 });
    forAll([accesses, inserted], (all, places) => {
      const at = (index: number): number => 10 * (index + 1);
      const shifted = (line: number): number =>
        line + places.filter((place) => place < line).length;
      const named = (line: (index: number) => number): Access[] =>
        all.map((one, index) => ({ ...one, site: site(line(index), `read ${index % 2}`) }));
      const before = analysisOf(named(at));
      const after = analysisOf(named((index) => shifted(at(index))));
      const { sites, buffers, totals } = compareAnalyses(before, after);
      expect(sites).toHaveLength(all.length);
      for (const { before: own, after: other, causes } of sites) {
        expect(other?.location.line).toBe(shifted(own?.location.line ?? 0));
        expect(causes).toEqual([]);
      }
      const sum = buffers.reduce((cycles, { bankConflict }) => cycles + bankConflict.after, 0);
      expect(sum).toBe(totals.after.bankConflict);
    });
  });

  test('pairs buffers of other names in the order in which they are accessed', () => {
    const before = analysisOf([
      { ...read((lane) => 4 * lane), site: site(1, 'a', '%a') },
      { ...read((lane) => 8 * lane), site: site(2, 'b', '%shared') },
    ]);
    const after = analysisOf([
      { ...read((lane) => 4 * lane), site: site(5, 'a', '%new') },
      { ...read((lane) => 8 * lane), site: site(6, 'b', '%shared') },
    ]);
    const { buffers, sites } = compareAnalyses(before, after);
    expect(buffers.map(({ names }) => names)).toEqual([
      { before: '%a', after: '%new' },
      { before: '%shared', after: '%shared' },
    ]);
    expect(sites.every((one) => one.before !== undefined && one.after !== undefined)).toBe(true);
  });
});
