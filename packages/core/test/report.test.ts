/** The report says what differs from iteration to iteration, and nothing where nothing does. */
import { accountOf, machineNamed, opcodeNumber, ReportBuilder, TraceBuilder } from '@ldscope/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forAll } from '../../../test/for-all.ts';

const machine = machineNamed('gfx942');
const kernel = { name: 'k', frontend: 'test', waves: 2, ldsBytes: 65536 };
const read = opcodeNumber('ds_read_b32') ?? 0;
const read2 = opcodeNumber('ds_read2_b32') ?? 0;

/** Lanes `stride` words apart: on 32 banks, 32 lanes a phase, stride 2^n meets 2^n ways. */
const lanes = (stride: number): Uint32Array =>
  Uint32Array.from({ length: 64 }, (_, lane) => 4 * stride * lane);

/** Two waves that go through a loop; `strides` by iteration. */
function siteOf(strides: readonly number[], waves: readonly number[] = [0, 1]) {
  const builder = new TraceBuilder(64, [{ id: 'loop' }]);
  for (const wave of waves) {
    for (const [order, stride] of strides.entries())
      builder.add(read, 0, wave, order, lanes(stride));
  }
  const report = new ReportBuilder(machine as NonNullable<typeof machine>);
  report.add(builder.finish());
  const [site] = report.finish(kernel).report.sites;
  if (site === undefined) throw new Error('no site');
  return site;
}

describe('an account', () => {
  const sites = [
    { id: '3:1/ds_read_b32', op: 'ds_read_b32' },
    { id: '3:1/other', op: 'other', unserved: 'no-rule' },
    { id: '3:1/more', op: 'more', unserved: 'no-rule' },
    { id: '4:1', op: 'ds_bpermute_b32', unserved: 'no-banks' },
    { id: '5:1', op: 'lacking', unserved: 'no-instruction' },
  ] as const;

  it('counts an instruction of which a part has no cycles once', () => {
    const facts = { kernel, sites, diagnostics: [], hasFixedPhases: true };
    expect(accountOf(facts)).toMatchObject({
      isCovered: false,
      instructions: 2,
      counted: 0,
      missing: [
        { reason: 'without a public service rule (other, more)', instructions: 1 },
        { reason: 'that the chip lacks (lacking)', instructions: 1 },
      ],
      passing: { instructions: 1, ops: ['ds_bpermute_b32'] },
    });
  });
});

describe('sites', () => {
  it('come with the most conflicts first, then with the most cycles, then in their order', () => {
    const builder = new TraceBuilder(
      64,
      ['a', 'b', 'c', 'd'].map((id) => ({ id })),
    );
    for (const [site, stride, times] of [
      [0, 1, 1],
      [1, 1, 2],
      [2, 2, 1],
      [3, 1, 1],
    ] as const)
      for (let i = 0; i < times; i++) builder.add(read, site, 0, i, lanes(stride));
    const report = new ReportBuilder(machine);
    report.add(builder.finish());
    expect(report.finish(kernel).report.sites.map(({ id }) => id)).toEqual(['c', 'b', 'a', 'd']);
  });
});

describe('iterations', () => {
  it('are absent when all cost the same', () => {
    expect(siteOf([2, 2, 2]).iterations).toBeUndefined();
  });

  it('are runs of equal cost', () => {
    // A phase of 32 lanes, two phases: stride 4 makes 4 ways, 2 x 3 conflict cycles.
    expect(siteOf([1, 4, 4, 1]).iterations).toEqual([
      { first: 0, last: 0, executions: 2, idxActive: 4, bankConflict: 0 },
      { first: 1, last: 2, executions: 4, idxActive: 32, bankConflict: 24 },
      { first: 3, last: 3, executions: 2, idxActive: 4, bankConflict: 0 },
    ]);
  });

  it('take both addresses of an instruction as one execution', () => {
    const builder = new TraceBuilder(64, [{ id: 'loop' }]);
    for (const [order, stride] of [1, 2].entries()) {
      builder.add(read2, 0, 0, order, lanes(1));
      builder.add(read2, 0, 0, order, lanes(stride));
    }
    const report = new ReportBuilder(machine);
    report.add(builder.finish());
    expect(report.finish(kernel).report.sites[0]?.iterations).toEqual([
      { first: 0, last: 0, executions: 1, idxActive: 4, bankConflict: 0 },
      { first: 1, last: 1, executions: 1, idxActive: 6, bankConflict: 2 },
    ]);
  });

  it('are as many instructions under another reading, of two sites in one place too', () => {
    const builder = new TraceBuilder(64, [{ id: 'a' }, { id: 'b' }]);
    for (const site of [0, 0, 1]) builder.add(read2, site, 0, 0, lanes(1));
    const report = new ReportBuilder(machineNamed('gfx950'));
    report.add(builder.finish(), undefined, 3);
    const { totals, alternatives } = report.finish(kernel).report;
    const all = [totals, ...alternatives.map((other) => other.totals)];
    expect(all.map(({ instructions }) => instructions)).toEqual([6, 6]);
  });

  it('add up to the site', () => {
    forAll(
      [
        fc.array(fc.constantFrom(1, 2, 4, 8), { minLength: 1, maxLength: 12 }),
        fc.constantFrom([0], [0, 1], [3, 7, 9]),
      ],
      (strides, waves) => {
        const { iterations, ...site } = siteOf(strides, waves);
        expect(iterations === undefined).toBe(new Set(strides).size === 1);
        for (const key of ['executions', 'idxActive', 'bankConflict'] as const) {
          const sum = iterations?.reduce((all, run) => all + run[key], 0);
          expect(sum ?? site[key]).toBe(site[key]);
        }
        const covered = iterations?.reduce((all, { first, last }) => all + last - first + 1, 0);
        expect(covered ?? strides.length).toBe(strides.length);
      },
    );
  });
});
