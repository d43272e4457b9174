/** `arith.select` of buffers: one for all lanes, one for each lane, and what is refused. */
import { describe, expect, it } from 'vitest';
import { type AccessTrace, isLaneActive } from '@ldscope/core';
import { range } from '../table.ts';
import { codes, executed, type Executed, kernelOf, lanes, LDS, run } from './harness.ts';

const TILE = `memref<64xi32, ${LDS}>`;

/** Two buffers in LDS, %a of 1 to 64 and %b of 101 to 164; `choice` gives `%m`, which is read at `%x + shift`. */
const kernel = (choice: string, shift = 0, parameters = ''): string =>
  kernelOf(`(%in: memref<64xi32>, %out: memref<64xi32>${parameters})
      %hundred = arith.constant 100 : i32
    %a = memref.alloc() : ${TILE}
    %b = memref.alloc() : ${TILE}
    %v = memref.load %in[%x] : memref<64xi32>
    %w = arith.addi %v, %hundred : i32
    memref.store %v, %a[%x] : ${TILE}
    memref.store %w, %b[%x] : ${TILE}
    gpu.barrier
    %rest = arith.remui %x, %c3 : index
    %odd = arith.cmpi eq, %rest, %c1 : index
    %always = arith.cmpi eq, %c1, %c1 : index
    ${choice}
    %at = affine.apply affine_map<()[s0] -> (s0 + ${shift})>()[%x]
    %r = memref.load %m[%at] : ${TILE}
    memref.store %r, %out[%x] : memref<64xi32>`);

const select = (condition: string): string => `%m = arith.select ${condition}, %a, %b : ${TILE}`;
/** The same choice by a branch. */
const branch = (condition: string): string => `%m = scf.if ${condition} -> (${TILE}) {
      scf.yield %a : ${TILE}
    } else {
      scf.yield %b : ${TILE}
    }`;

const outcome = (text: string): Executed => executed(text, [range(64, (i) => i + 1)]);

/** Addresses of the active lanes of the last access, and its buffers. */
function lastRead([trace]: readonly AccessTrace[]): { addresses: number[]; buffer: string } {
  if (trace === undefined) return { addresses: [], buffer: '' };
  const row = trace.count - 1;
  const mask = { low: trace.activeMask[2 * row] ?? 0, high: trace.activeMask[2 * row + 1] ?? 0 };
  const active = lanes.filter((lane) => isLaneActive(mask, lane));
  return {
    addresses: active.map((lane) => trace.addressBytes[64 * row + lane] ?? 0),
    buffer: trace.sites[trace.site[row] ?? 0]?.buffer ?? '',
  };
}

describe('arith.select of buffers in LDS', () => {
  it.each([
    ['%always', '%a', (lane: number) => lane + 1],
    ['%odd', '%a, %b', (lane: number) => lane + (lane % 3 === 1 ? 1 : 101)],
  ])('by %s, gives and accesses what a branch does', (condition, buffer, value) => {
    const [chosen, branched] = [select, branch].map((way) => outcome(kernel(way(condition))));
    expect(chosen?.out).toEqual(lanes.map(value));
    expect(chosen?.out).toEqual(branched?.out);
    expect(lastRead(chosen?.traces ?? [])).toEqual(lastRead(branched?.traces ?? []));
    expect(lastRead(chosen?.traces ?? []).buffer).toBe(buffer);
  });

  it('changes sides in a loop', () => {
    const text =
      kernel(`%m = scf.for %i = %c0 to %c3 step %c1 iter_args(%before = %a) -> (${TILE}) {
      %p = arith.remui %i, %c2 : index
      %even = arith.cmpi eq, %p, %c0 : index
      %next = arith.select %even, %b, %a : ${TILE}
      scf.yield %next : ${TILE}
    }`);
    expect(outcome(text).out[0]).toBe(101);
  });

  it('keeps each lane inside of its own buffer', () => {
    expect(codes(kernel(select('%odd'), 1))).toContain('execute/lds-out-of-range');
    // Lane 63 views %b, lane 61 is the last that views %a.
    expect(codes(kernel(select('%odd'), 0))).toEqual([]);
  });

  it('is not counted where the condition is not known', () => {
    const { execution } = run(kernel(select('%n'), 0, ', %n: i1'), { unknownValues: true });
    expect(execution.kernel.ldsInstructions).toMatchObject({ counted: 2 });
  });

  it('refuses lanes in different buffers of global memory, by its true reason', () => {
    const text = kernel(
      `%g = arith.select %odd, %in, %out : memref<64xi32>
      %q = memref.load %g[%x] : memref<64xi32>
      ${select('%odd')}`,
    );
    const { diagnostics } = run(text);
    expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
      [
        'execute/unsupported',
        'arith.select: a memref that is in different buffers in different lanes is not supported',
      ],
    ]);
  });

  it('says of a branch that gives two such buffers what is wrong with the first', () => {
    const part = 'memref<?xi32, strided<[1]>>';
    const text = kernel(`%short = memref.subview %in[0] [%c3] [1] : memref<64xi32> to ${part}
      %long = memref.subview %in[0] [%c1] [1] : memref<64xi32> to ${part}
      %g:2 = scf.if %odd -> (memref<64xi32>, ${part}) {
        scf.yield %in, %short : memref<64xi32>, ${part}
      } else {
        scf.yield %out, %long : memref<64xi32>, ${part}
      }
      %q = memref.load %g#0[%x] : memref<64xi32>
      %s = memref.load %g#1[%c0] : ${part}
      ${select('%odd')}`);
    expect(run(text).diagnostics.map(({ message }) => message)).toEqual([
      'scf.yield: a memref that is in different buffers in different lanes is not supported',
    ]);
  });
});
