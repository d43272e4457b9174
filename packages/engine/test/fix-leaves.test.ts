/** What `fix` leaves: never "nothing left to do" where `analyze` counts conflicts, and other buffers are still rewritten. */
import * as fc from 'fast-check';
import { emptyLaunch, findMachine } from '@ldscope/core';
import { describe, expect, it } from 'vitest';
import { forAll } from '../../../test/for-all.ts';
import { analyzeKernel } from '../src/index.ts';
import { fixKernel } from '../src/fix/fix-kernel.ts';

const gfx942 = findMachine('gfx942');
const machines = gfx942 === undefined ? [] : [gfx942];

/** How a buffer is read: as what `fix` writes, or in ways that are partly in other memory, not understood, or not proven. */
const READS = {
  load: (t: string, at: string) => `%v${t} = memref.load %${t}[${at}] : memref<32x32xf32, #lds>`,
  transfer: (t: string, at: string) => `
    %w${t} = vector.transfer_read %${t}[${at}], %zero {in_bounds = [true]} : memref<32x32xf32, #lds>, vector<1xf32>
    %v${t} = vector.extract %w${t}[0] : f32 from vector<1xf32>`,
  down: (t: string, at: string) => `
    %w${t} = vector.transfer_read %${t}[${at}], %zero {in_bounds = [true], permutation_map = affine_map<(d0, d1) -> (d0)>} : memref<32x32xf32, #lds>, vector<1xf32>
    %v${t} = vector.extract %w${t}[0] : f32 from vector<1xf32>`,
  atomic: (t: string, at: string) =>
    `%v${t} = memref.atomic_rmw addf %zero, %${t}[${at}] : (f32, memref<32x32xf32, #lds>) -> f32`,
  select: (t: string, at: string) => `
    %one${t} = arith.constant true
    %m${t} = arith.select %one${t}, %${t}, %${t} : memref<32x32xf32, #lds>
    %v${t} = memref.load %m${t}[${at}] : memref<32x32xf32, #lds>`,
  beyond: (t: string, at: string) => `
    %w${t} = vector.transfer_read %${t}[${at}], %zero {in_bounds = [false]} : memref<32x32xf32, #lds>, vector<4xf32>
    %v${t} = vector.reduction <add>, %w${t} : vector<4xf32> into f32`,
  masked: (t: string, at: string) => `
    %l${t} = arith.subi %c32, ${at.split(', ')[1] ?? ''} : index
    %m${t} = vector.create_mask %l${t} : vector<4xi1>
    %p${t} = arith.constant dense<0.0> : vector<4xf32>
    %w${t} = vector.maskedload %${t}[${at}], %m${t}, %p${t} : memref<32x32xf32, #lds>, vector<4xi1>, vector<4xf32> into vector<4xf32>
    %v${t} = vector.reduction <add>, %w${t} : vector<4xf32> into f32`,
} as const;

interface Buffer {
  readonly read: keyof typeof READS;
  /** Read down a column, with conflicts, or along a row. */
  readonly turned: boolean;
}

function kernel(buffers: readonly Buffer[]): string {
  const names = buffers.map((_, i) => `t${i}`);
  const each = (of: (name: string, buffer: Buffer) => string): string =>
    buffers.map((buffer, i) => `    ${of(names[i] ?? '', buffer)}`).join('\n');
  const all = names.map((name) => `%${name}: memref<32x32xf32, #lds>`).join(', ');
  return `
#lds = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @k(%in: memref<1024xf32>, %out: memref<1024xf32>) workgroup(${all}) kernel attributes {known_block_size = array<i32: 32, 32, 1>, known_grid_size = array<i32: 1, 1, 1>} {
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    %c32 = arith.constant 32 : index
    %zero = arith.constant 0.0 : f32
    %row = arith.muli %y, %c32 : index
    %i = arith.addi %row, %x : index
    %v = memref.load %in[%i] : memref<1024xf32>
${each((name) => `memref.store %v, %${name}[%y, %x] : memref<32x32xf32, #lds>`)}
    gpu.barrier
${each((name, { read, turned }) => READS[read](name, turned ? '%x, %y' : '%y, %x'))}
${each((name) => `%s${name} = arith.addf %v${name}, %v${name} : f32\n    memref.store %s${name}, %out[%i] : memref<1024xf32>`)}
    gpu.return
  }
}`;
}

/** Compilers split them by elements: none of their conflicts are counted. */
const UNCOUNTED: ReadonlySet<string> = new Set(['beyond', 'masked']);
const WRITABLE: ReadonlySet<string> = new Set(['load', 'transfer', 'select']);

const drawn: fc.Arbitrary<readonly Buffer[]> = fc.array(
  fc.record({
    read: fc.constantFrom(...(Object.keys(READS) as (keyof typeof READS)[])),
    turned: fc.boolean(),
  }),
  { minLength: 1, maxLength: 4 },
);

const fixed = (buffers: readonly Buffer[]): ReturnType<typeof fixKernel> =>
  fixKernel(kernel(buffers), { machines, launch: emptyLaunch });

describe('where conflicts are', () => {
  it('something is written, or the reason why not is given', () => {
    forAll([drawn], 12, (buffers) => {
      const { analysis } = analyzeKernel(kernel(buffers), { machine: 'gfx942' });
      const conflicts = analysis?.report.totals.bankConflict ?? NaN;
      const { report, text } = fixed(buffers);
      if (conflicts === 0) return;
      expect(report.verdict).not.toBe('nothing');
      if (text !== undefined && report.verdict === 'fixed') return;
      expect(report.diagnostics.length).toBeGreaterThan(0);
    });
  });

  it('every buffer that can be rewritten is, whatever is beside it; the others are named with the reason', () => {
    forAll([drawn], 25, (buffers) => {
      const { report, text } = fixed(buffers);
      const turned = buffers.flatMap((buffer, i) => (buffer.turned ? [{ ...buffer, i }] : []));
      const wanted = turned.filter(({ read }) => WRITABLE.has(read)).map(({ i }) => `%t${i}`);
      expect(text === undefined).toBe(wanted.length === 0);
      if (text !== undefined) {
        expect(report.buffers.map(({ names }) => names.join())).toEqual(wanted);
        for (const { conflicts } of report.buffers)
          expect(conflicts[0]).toMatchObject({ readBefore: 992, readAfter: 0, writeAfter: 0 });
        expect(report.proof.map(({ outcome }) => outcome)).not.toContain('fails');
      }
      const said = report.diagnostics.map(({ message }) => message).join('\n');
      for (const { i, read } of turned)
        if (!WRITABLE.has(read))
          expect(said).toContain(UNCOUNTED.has(read) ? 'not counted' : `%t${i}`);
    });
  });

  it.each(['beyond', 'masked'] as const)(
    'the buffer beside one that is read %s is rewritten',
    (read) => {
      const { report, text } = fixed([
        { read, turned: true },
        { read: 'load', turned: true },
      ]);
      expect(report.verdict).toBe('partial');
      expect(report.buffers.map(({ names }) => names)).toEqual([['%t1']]);
      expect(report.buffers[0]?.conflicts[0]).toMatchObject({ readBefore: 992, readAfter: 0 });
      expect(text).toContain('memref<32x33xf32');
    },
  );

  it('a buffer that arith.select passes gets a layout that keeps its type: the proof follows no other', () => {
    const selected = kernel([{ read: 'select', turned: true }]);
    const { analysis } = analyzeKernel(selected, { machine: 'gfx942' });
    expect(analysis?.report.totals.bankConflict).toBe(992);
    const { report, text = '' } = fixKernel(selected, { machines, launch: emptyLaunch });
    expect(report.verdict).toBe('fixed');
    expect(text).toContain('memref<32x32xf32');
    expect(report.candidates?.map(({ kind, out }) => [kind, out?.reason])).toEqual([
      ['xor', undefined],
      ['padding', 'not proven'],
    ]);
    const padded = fixKernel(selected, { machines, launch: emptyLaunch, layout: 'pad = 33' });
    expect(padded.text).toBeUndefined();
    expect(padded.report.diagnostics.map(({ code }) => code)).toEqual(['fix/unproven']);
    expect(JSON.stringify(padded.report.diagnostics[0]?.hint)).toContain('arith.select');
  });

  const other = kernel([{ read: 'load', turned: true }])
    .replace(
      'gpu.func',
      'llvm.mlir.global internal @g() {addr_space = 3 : i32} : !llvm.array<4096 x i8>\n  gpu.func',
    )
    .replace(
      'gpu.barrier',
      `%g = llvm.mlir.addressof @g : !llvm.ptr<3>
    %down = arith.muli %x, %c32 : index
    %to = arith.addi %down, %y : index
    %at = arith.index_cast %to : index to i64
    %p = llvm.getelementptr %g[%at] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f32
    llvm.store %v, %p : f32, !llvm.ptr<3>
    gpu.barrier`,
    );

  it.each([
    [{}, 'partial'],
    [{ layout: 'pad 33' }, 'fixed'],
    [{ buffer: '%t0' }, 'fixed'],
  ])('with accesses to no buffer and %j is %s', (given, verdict) => {
    const { report } = fixKernel(other, { machines, launch: emptyLaunch, ...given });
    expect(report.verdict).toBe(verdict);
    expect(report.diagnostics.map(({ message }) => message)).toEqual(
      verdict === 'fixed'
        ? []
        : [expect.stringMatching(/^992 conflict cycles are of accesses to no/)],
    );
  });

  it('a buffer that has conflicts under every layout is given up, with their number', () => {
    // Lane 0 loads each of 33 words while the others load another: two of them are of one bank, wherever they are.
    const pairs = `
func.func @k() attributes {gpu.kernel, gpu.known_block_size = array<i32: 64, 1, 1>} {
  %t = memref.alloc() : memref<33xf32, #gpu.address_space<workgroup>>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c33 = arith.constant 33 : index
  %x = gpu.thread_id x
  %first = arith.cmpi eq, %x, %c0 : index
  scf.for %i = %c0 to %c33 step %c1 {
    scf.for %j = %c0 to %c33 step %c1 {
      %at = arith.select %first, %i, %j : index
      %v = memref.load %t[%at] : memref<33xf32, #gpu.address_space<workgroup>>
    }
  }
  return
}`;
    const { report, text } = fixKernel(pairs, { machines, launch: emptyLaunch });
    expect(text).toBeUndefined();
    expect(report.verdict).toBe('stuck');
    expect(report.diagnostics.map(({ code, message }) => [code, message])).toEqual([
      ['fix/no-better', expect.stringMatching(/^%t has 2 conflict cycles, /)],
    ]);
  });

  it('a buffer without conflicts is left alone', () => {
    expect(fixed([{ read: 'load', turned: false }]).report.verdict).toBe('nothing');
  });
});
