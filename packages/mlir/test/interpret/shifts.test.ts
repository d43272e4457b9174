/** Accesses to global memory that move from workgroup to workgroup, beside an execution of every workgroup. */
import { type GlobalSink, GlobalTotals, type Machine, machineNamed } from '@ldscope/core';
import { parseModule } from '@ldscope/mlir';
import { describe, expect, it } from 'vitest';
import { executeKernel } from '../../src/interpret/execute.ts';
import { shiftsOf } from '../../src/interpret/slice/shifts.ts';
import { flowsOf } from '../../src/interpret/slice/slice.ts';

const GRID = [3, 4, 2] as const;
const WAVES = 2;

/** A kernel of two waves on a grid of 3 x 4 x 2; `%b`, `%c` and `%d` are the id of the workgroup. */
const kernel = (body: string, parameter = ''): string => `
  #lds = #gpu.address_space<workgroup>
  gpu.module @m {
    gpu.func @k(%in: memref<65536xf32>, %out: memref<64x1024xf16>${parameter})
        workgroup(%tile: memref<128xf32, #lds>) kernel
        attributes {known_block_size = array<i32: 128, 1, 1>, known_grid_size = array<i32: ${GRID.join(', ')}>} {
      %t = gpu.thread_id x
      %b = gpu.block_id x
      %c = gpu.block_id y
      %d = gpu.block_id z
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c3 = arith.constant 3 : index
      %c128 = arith.constant 128 : index
      %f = arith.constant 1.0 : f32
      ${body}
      gpu.return
    }
  }`;

function shifts(body: string, parameter?: string): readonly (readonly number[])[] | undefined {
  const { module, diagnostics } = parseModule(kernel(body, parameter));
  expect(diagnostics).toEqual([]);
  const [func] = module.operations[0]?.regions[0]?.blocks[0]?.operations ?? [];
  if (func === undefined) throw new Error('no kernel');
  const found = shiftsOf(flowsOf(func, new Map()));
  return found && [...found.values()];
}

const gfx950 = machineNamed('gfx950');

/** A machine whose blocks are so large that nothing but what stays where it is moves by whole ones. */
const [lines] = gfx950.coalescing;
const endless: Machine = {
  ...gfx950,
  coalescing: [{ ...lines, transactionBytes: { ...lines.transactionBytes, value: 2 ** 40 } }],
};

function execute(body: string, classes: boolean, on: Machine, onGlobal: GlobalSink): void {
  const text = kernel(body);
  const { isMissed, diagnostics } = executeKernel(parseModule(text).module, text, {
    machine: on,
    accessesOnly: true,
    classes,
    onGlobal,
  });
  expect([isMissed, diagnostics.filter(({ severity }) => severity === 'error')]).toEqual([
    undefined,
    [],
  ]);
}

/** Every row as text, in any order: an instruction, which wave of a workgroup executes it, and where. */
function accesses(body: string, classes: boolean): readonly string[] {
  const rows: string[] = [];
  execute(body, classes, endless, (trace, times = 1) => {
    for (const [row, number] of trace.instruction.entries()) {
      const lanes = trace.addressBytes.slice(row * trace.waveSize, (row + 1) * trace.waveSize);
      const mask = trace.activeMask.slice(2 * row, 2 * row + 2);
      const { name } = trace.instructions[number] ?? {};
      const wave = (trace.wave[row] ?? 0) % WAVES;
      const text = [name, trace.site[row], wave, mask.join(), lanes.join()].join(' ');
      rows.push(...Array.from({ length: times }, () => text));
    }
  });
  return rows.sort();
}

/** What the accesses cost, and the batches of rows that were counted more than once. */
function costs(body: string, classes: boolean): { sites: unknown; repeated: number } {
  const totals = new GlobalTotals(lines);
  let repeated = 0;
  execute(body, classes, gfx950, (trace, times = 1) => {
    totals.add(trace, times);
    if (times > 1) repeated++;
  });
  return { sites: totals.sites(), repeated };
}

const moving: Readonly<
  Record<string, readonly [body: string, shifts: readonly (readonly number[])[]]>
> = {
  'by a multiple of the id': [
    `%r = arith.muli %b, %c128 : index
     %i = arith.addi %r, %t : index
     %v = memref.load %in[%i] : memref<65536xf32>`,
    [[512, 0, 0]],
  ],
  'by a map of all ids, beside divisions of the lane': [
    `%i = affine.apply affine_map<()[s0, s1, s2, s3] -> (s1 * 128 + s2 * 384 + s3 * 1536 + s0 - (s0 floordiv 8) * 8)>()[%t, %b, %c, %d]
     %v = vector.load %in[%i] : memref<65536xf32>, vector<4xf32>
     %k = arith.subi %c128, %b : index
     %w = memref.load %in[%k] : memref<65536xf32>`,
    [
      [512, 1536, 6144],
      [-4, 0, 0],
    ],
  ],
  'by rows, in a loop, and not at all': [
    `scf.for %i = %c0 to %c3 step %c1 {
       %r = affine.apply affine_map<()[s0, s1] -> (s0 + s1 * 4)>()[%i, %c]
       %v = vector.load %out[%r, %t] : memref<64x1024xf16>, vector<2xf16>
     }
     %w = memref.load %in[%t] : memref<65536xf32>`,
    [
      [0, 8192, 0],
      [0, 0, 0],
    ],
  ],
};

/** Accesses that are not shown to move, or whose movement leaves a buffer. */
const others: Readonly<Record<string, string>> = {
  'a remainder': `
     %i = affine.apply affine_map<()[s0, s1] -> ((s1 * 128) mod 256 + s0)>()[%t, %b]
     %v = memref.load %in[%i] : memref<65536xf32>`,
  'an exclusive or': `
     %i = arith.xori %t, %b : index
     %v = memref.load %in[%i] : memref<65536xf32>`,
  'a product of two ids': `
     %i = arith.muli %b, %c : index
     %v = memref.load %in[%i] : memref<65536xf32>`,
  'a decision': `
     %is = arith.cmpi ult, %b, %c : index
     scf.if %is { %v = memref.load %in[%t] : memref<65536xf32> }`,
  'a bound of a loop': `
     scf.for %i = %c0 to %b step %c1 { %v = memref.load %in[%t] : memref<65536xf32> }`,
  'what a loop carries': `
     %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%at = %b) -> (index) {
       %v = memref.load %in[%at] : memref<65536xf32>
       %n = arith.addi %at, %c1 : index
       scf.yield %n : index
     }`,
  'an integer that may wrap': `
     %n = arith.index_cast %b : index to i8
     %m = arith.addi %n, %n : i8
     %i = arith.index_cast %m : i8 to index
     %v = memref.load %in[%i] : memref<65536xf32>`,
  'a view': `
     %s = memref.subview %in[%b] [128] [1] : memref<65536xf32> to memref<128xf32, strided<[1], offset: ?>>
     %v = memref.load %s[%t] : memref<128xf32, strided<[1], offset: ?>>`,
};

describe('accesses that move', () => {
  it.each(Object.entries(moving))('%s', (_, [body, wanted]) => {
    expect(shifts(body)).toEqual(wanted);
    expect(accesses(body, true)).toEqual(accesses(body, false));
    expect(costs(body, true).sites).toEqual(costs(body, false).sites);
  });

  it('by whole lines of the cache are counted as often', () => {
    const byLines = moving['by rows, in a loop, and not at all']?.[0] ?? '';
    const byLess = moving['by a map of all ids, beside divisions of the lane']?.[0] ?? '';
    expect([costs(byLines, true).repeated, costs(byLines, false).repeated]).toEqual([1, 0]);
    // One source moves by 4 bytes from one workgroup to the next in x, and not at all in y and z.
    expect(costs(byLess, true).repeated).toBe(1);
  });
});

describe('workgroups are executed', () => {
  it.each(Object.entries(others))('for %s', (_, body) => {
    expect(shifts(body)).toBeUndefined();
    expect(accesses(body, true)).toEqual(accesses(body, false));
  });

  it('for rows of a matrix whose pitch is not given', () => {
    const any = ', %any: memref<?x?xf32>';
    expect(shifts('%v = memref.load %any[%b, %t] : memref<?x?xf32>', any)).toBeUndefined();
    expect(shifts('%v = memref.load %any[%t, %b] : memref<?x?xf32>', any)).toEqual([[4, 0, 0]]);
  });

  it('where lanes leave the buffer that a descriptor bounds', () => {
    const body = `
      %valid = arith.constant 2048 : i64
      %fat = amdgpu.fat_raw_buffer_cast %in validBytes(%valid) : memref<65536xf32> to memref<65536xf32, #amdgpu.address_space<fat_raw_buffer>>
      %i = affine.apply affine_map<()[s0, s1, s2] -> (s0 + s1 * 128 + s2 * 96)>()[%t, %b, %c]
      %v = memref.load %fat[%i] : memref<65536xf32, #amdgpu.address_space<fat_raw_buffer>>`;
    expect(shifts(body)).toEqual([[512, 384, 0]]);
    const all = accesses(body, false);
    expect(accesses(body, true)).toEqual(all);
    expect(new Set(all.map((row) => row.split(' ')[3])).size).toBeGreaterThan(1);
  });
});
