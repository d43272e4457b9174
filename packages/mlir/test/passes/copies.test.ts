/** Direct-to-LDS: destinations stay, sources are permuted. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { describeKernel, findBuffers, parseModule, presentLayout } from '@ldscope/mlir';
import { constantsOf } from '../table.ts';
import { padded, plain, swizzled, tile, xor8 } from './kernels.ts';
import { machine, memoryAfter, rewrite, rewritten } from './run.ts';

const space = '#gpu.address_space<workgroup>';
const vec = 'vector<8xf16>';

interface Copy {
  /** Where a wave writes: `%wave` is its number, `%half` 0 or 32. */
  readonly destination: string;
  readonly transfer?: string;
  /** The column that a lane fetches; `%unit` is its unit. */
  readonly column?: string;
  /** The tile's type, `64x64xf16`. */
  readonly shape?: string;
  /** Indices of the destination: trailing ones may be missing, they are 0. */
  readonly places?: string;
}

/** 4 waves copy 8 rows each, twice; then every lane reads along rows. */
function copying({
  destination,
  transfer = vec,
  column = '',
  shape = '64x64xf16',
  places = '%to, %c0',
}: Copy): string {
  const lds = `memref<${shape}, ${space}>`;
  return `gpu.module @m {
  gpu.func @k(%in: memref<64x64xf16>, %out: memref<64x64xf16>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    ${constantsOf('%c0 %c2 %c8 %c32 %c64')}
    %t = gpu.thread_id x
    %row = arith.divui %t, %c8 : index
    %unit = arith.remui %t, %c8 : index
    %plain = arith.muli %unit, %c8 : index
    %wave = arith.divui %t, %c64 : index
    %tile = memref.alloc() : ${lds}
    %source = amdgpu.fat_raw_buffer_cast %in : memref<64x64xf16> to memref<64x64xf16, #amdgpu.address_space<fat_raw_buffer>>
    scf.for %half = %c0 to %c64 step %c32 {
      %row1 = arith.addi %row, %half : index
      ${column === '' ? '%column = arith.addi %plain, %c0 : index' : column}
      ${destination}
      amdgpu.gather_to_lds %source[%row1, %column], %tile[${places}] : ${transfer}, memref<64x64xf16, #amdgpu.address_space<fat_raw_buffer>>, ${lds}
    }
    amdgpu.memory_counter_wait load(0)
    gpu.barrier
    %r = arith.remui %t, %c64 : index
    %w = arith.divui %t, %c64 : index
    %c = arith.muli %w, %c8 : index
    %x = vector.load %tile[%r, %c] : ${lds}, ${vec}
    vector.store %x, %out[%r, %c] : memref<64x64xf16>, ${vec}
    gpu.return
  }
}
`;
}

const uniform = `%first = arith.muli %wave, %c8 : index
      %to0 = arith.addi %first, %half : index
      %to = gpu.subgroup_broadcast %to0, first_active_lane : index`;
const size = 64 * 64 * 2;

describe('a copy to LDS', () => {
  const text = copying({ destination: uniform });
  const before = memoryAfter(text, [size, size]);
  it.each([
    ['XOR of 8 rows', xor8],
    ['XOR of pairs of rows', swizzled({ kind: 'xor', phases: 4, rowsPerPhase: 2 })],
    ['XOR of 32-byte units', swizzled({ kind: 'xor', phases: 4, rowsPerPhase: 1 }, 32)],
    ['rotation', swizzled({ kind: 'rotate', step: 3, rowsPerPhase: 1 })],
  ])('under %s', (_name, layout) => {
    const result = rewritten(text, layout);
    expect(before.codes).toEqual([]);
    expect(memoryAfter(result, [size, size])).toEqual(before);
    // The destination is the one of before.
    expect(result).toMatch(/gather_to_lds %source\[%row1, %\w+\], %tile\[%to, %c0\]/);
  });
  it('with the index of its row alone is where the row begins', () => {
    const alone = copying({ destination: uniform, places: '%to' });
    expect(memoryAfter(alone, [size, size])).toEqual(before);
    const result = rewritten(alone, xor8);
    expect(memoryAfter(result, [size, size])).toEqual(before);
    expect(result).toMatch(/gather_to_lds %source\[%row1, %\w+\], %tile\[%to\]/);
  });
  it('has its swizzle recognised, replaced and removed', () => {
    const there = rewritten(text, xor8);
    const { module } = parseModule(there);
    const described = describeKernel(module, machine);
    const [buffer] = described.ok ? findBuffers(described.value.op) : [];
    if (buffer === undefined) throw new Error('not described');
    const present = presentLayout({ module, buffer, tile, block: [256, 1, 1], waveSize: 64 });
    expect(present).toEqual({ kind: 'known', layout: xor8, missing: [] });
    const other = swizzled({ kind: 'xor', phases: 2, rowsPerPhase: 4 });
    const replaced = rewritten(there, other, xor8);
    expect(memoryAfter(replaced, [size, size])).toEqual(before);
    const removed = rewritten(replaced, plain, other);
    expect(memoryAfter(removed, [size, size])).toEqual(before);
    expect(removed).not.toContain('xori');
  });
  const uneven = copying({ destination: '%to = arith.addi %row, %half : index' });
  const gaps = copying({ destination: uniform, transfer: 'vector<6xf16>' });
  const short = text.replace('%source[%row1, %column]', '%source[%row1]');
  const eights = swizzled({ kind: 'xor', phases: 8, rowsPerPhase: 1 }, 8);
  it.each([
    ['in the same order', 'known', '%next = arith.addi %key, %c0 : index'],
    ['in another order', 'unknown', '%next = arith.xori %key, %turn : index'],
  ])('that fills its rows %s by every workgroup: %s', (_name, kind, next) => {
    // Odd workgroups begin with the second half of the tile.
    const destination = `%first = arith.muli %wave, %c8 : index
      %group = gpu.block_id x
      %both = arith.addi %turn, %group : index
      %second = arith.remui %both, %c2 : index
      %rows = arith.muli %second, %c32 : index
      %to0 = arith.addi %first, %rows : index
      %to = gpu.subgroup_broadcast %to0, first_active_lane : index`;
    const keyOf = (row: string, unit: string, name: string): string =>
      `%low${name} = arith.remui ${row}, %c8 : index
      %${name} = arith.xori ${unit}, %low${name} : index`;
    const column = `%turn = arith.divui %half, %c32 : index
      ${keyOf('%row', '%unit', 'key')}
      ${next}
      %column = arith.muli %next, %c8 : index`;
    const read = `${keyOf('%r', '%w', 'at')}\n    %c = arith.muli %at, %c8 : index`;
    const text = copying({ destination, column }).replace(/%c = arith\.muli.*/, read);
    const { module } = parseModule(text);
    const described = describeKernel(module, machine);
    const [buffer] = described.ok ? findBuffers(described.value.op) : [];
    if (buffer === undefined) throw new Error('not described');
    const present = presentLayout({ module, buffer, tile, block: [256, 1, 1], waveSize: 64 });
    expect(present).toMatchObject({ kind, ...(kind === 'known' && { layout: xor8 }) });
  });
  it.each([
    ['rows longer than a transfer', text, padded(16)],
    ['a destination that differs from lane to lane', uneven, xor8],
    ['units smaller than what a lane transfers', text, eights],
    ['a source with fewer indices than dimensions', short, xor8],
    ['transfers that leave gaps', gaps, xor8],
  ])('is refused: %s', (_name, kernel, layout) => {
    const result = rewrite(kernel, '%tile', layout);
    expect('codes' in result ? result.codes : []).toContainEqual(
      expect.stringMatching(/^fix\/(?:copy|crosses-unit)$/),
    );
  });
  it('keeps rows that whole transfers fill apart', () => {
    // 8 rows of 512 elements: a wave fills one row with a transfer of 16 bytes per lane.
    const wide = { rows: 8, columns: 512, elementBytes: 2 };
    const kernel = copying({
      shape: '8x512xf16',
      destination: `%w4 = arith.divui %half, %c8 : index
      %to0 = arith.addi %wave, %w4 : index
      %to = gpu.subgroup_broadcast %to0, first_active_lane : index`,
    })
      .replace('%x = vector.load %tile[%r, %c]', '%x = vector.load %tile[%r8, %c]')
      .replace('%r = arith.remui', '%r8 = arith.remui %t, %c8 : index\n    %r = arith.remui');
    const old = memoryAfter(kernel, [size, size]);
    const layout = padded(32, wide);
    const result = rewritten(kernel, { ...layout, tile: wide });
    expect(old.codes).toEqual([]);
    expect(memoryAfter(result, [size, size])).toEqual(old);
    expect(result).toContain('memref<8x528xf16');
  });
});

const path = new URL('../../../../../shared/kernels/wave/gemm.mlir', import.meta.url);
const present = existsSync(path);
if (!present)
  console.log('skipped: the reference kernel (../shared/kernels/wave/gemm.mlir) is absent');

describe.skipIf(!present)('the reference kernel as published', () => {
  const text = present ? readFileSync(path, 'utf8') : '';
  it('has two buffers of three allocations, swizzled by the row mod 8', () => {
    const { module } = parseModule(text);
    const described = describeKernel(module, machine);
    const buffers = described.ok ? findBuffers(described.value.op) : [];
    expect(buffers.map(({ names }) => names)).toEqual([
      ['%alloc', '%alloc_0', '%alloc_1'],
      ['%alloc_2', '%alloc_3', '%alloc_4'],
    ]);
    for (const buffer of buffers) {
      const of = { ...tile, rows: buffer.shape[0] ?? 0 };
      const found = presentLayout({ module, buffer, tile: of, block: [256, 2, 1], waveSize: 64 });
      expect(found).toEqual({ kind: 'known', layout: { ...xor8, tile: of }, missing: [] });
    }
  });
});
