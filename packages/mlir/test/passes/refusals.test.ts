/** What is not rewritten: each with its code and place, and without a text. */
import { plainLayout, type RowLayout } from '@ldscope/core';
import { describe, expect, it } from 'vitest';
import { describeKernel, parseModule, rewriteBuffer } from '@ldscope/mlir';
import { rows } from '../../../../test/rows.ts';
import { kernel, padded, swizzled, tileType, xor8 } from './kernels.ts';
import { machine, memoryAfter, rewritten } from './run.ts';

const vec = 'vector<8xf16>';
const alloc = `%tile = memref.alloc() : ${tileType}`;
const store = `vector.store %v, %tile[%row1, %column] : ${tileType}, ${vec}`;
const load = `%x = vector.load %tile[%r1, %c] : ${tileType}, ${vec}`;
const pad = '%pad = arith.constant 0.0 : f16';
const space = '#gpu.address_space<workgroup>';
/** Where a layout that does not fit is reported. */
const place = '%tile = memref.alloc()';
const large = `memref<128x64xf16, ${space}>`;
const part = `memref<64x64xf16, strided<[64, 1]>, ${space}>`;
const slab = `memref<64x64xf16, strided<[64, 1], offset: ?>, ${space}>`;
const bytes = `memref<16384xi8, ${space}>`;
const anyType = `memref<*xf16, ${space}>`;

/** What a kernel does in place of allocating, writing and reading a tile; what is refused, and what its place begins with. */
const kernels = rows`
  a call | unknown-user | func.call @helper | | | func.call @helper(%tile) : (${tileType}) -> () \n ${load}
  a copy of memrefs | unknown-user | memref.copy | ${alloc} \n %other = memref.alloc() : ${tileType} | | memref.copy %tile, %other : ${tileType} to ${tileType} \n ${load}
  a transposed load | unknown-user | %y = amdgpu.transpose_load | | | %y = amdgpu.transpose_load %tile[%r1, %c] : ${tileType} -> vector<4xf16> \n ${load}
  a transfer that may leave the tile | transfer | %x = vector.transfer_read | | | ${pad} \n %x = vector.transfer_read %tile[%r1, %c], %pad : ${tileType}, ${vec}
  a transfer down a column | transfer | %x = vector.transfer_read | | | ${pad} \n %x = vector.transfer_read %tile[%c0, %c], %pad {in_bounds = [true], permutation_map = affine_map<(d0, d1) -> (d0)>} : ${tileType}, ${vec}
  a transfer of two rows | transfer | %y = vector.transfer_read | | | ${pad} \n %y = vector.transfer_read %tile[%r1, %c], %pad {in_bounds = [true, true]} : ${tileType}, vector<2x4xf16> \n %x = vector.shape_cast %y : vector<2x4xf16> to ${vec}
  a transfer in a vector.mask | transfer | vector.transfer_read | | | ${pad} \n %mask = vector.create_mask %c8 : vector<8xi1> \n %x = vector.mask %mask { vector.transfer_read %tile[%r1, %c], %pad {in_bounds = [true]} : ${tileType}, ${vec} } : vector<8xi1> -> ${vec}
  an atomic operation | unknown-user | %old = memref.atomic_rmw | | ${store} \n %e = vector.extract %v[0] : f16 from ${vec} \n %old = memref.atomic_rmw addf %e, %tile[%row1, %column] : (f16, ${tileType}) -> f16 |
  an unranked view | unknown-user | func.call @helper | ${alloc} \n %any = memref.cast %tile : ${tileType} to ${anyType} | | func.call @helper(%any) : (${anyType}) -> () \n ${load}
  a vector that begins anywhere | crosses-unit | %x = vector.load %tile[%r1, %odd] | | | %odd = arith.addi %c, %u : index \n %x = vector.load %tile[%r1, %odd] : ${tileType}, ${vec}
  allocations of different shapes that take each other's place | mixed-shapes | %large = memref.alloc() | ${alloc} \n %large = memref.alloc() : ${large} \n %part = memref.subview %large[0, 0] [64, 64] [1, 1] : ${large} to ${part} \n %same = memref.cast %part : ${part} to ${tileType} \n %yes = arith.cmpi eq, %c1, %c1 : index \n %one = arith.select %yes, %tile, %same : ${tileType} | ${store.replace('%tile', '%one')} | ${load.replace('%tile', '%one')}
  views that overlap | overlapping-views | %tile = memref.view | %bytes = memref.alloc() : ${bytes} \n %near = arith.constant 4096 : index \n %tile = memref.view %bytes[%c0][] : ${bytes} to ${tileType} \n %other = memref.view %bytes[%near][] : ${bytes} to ${tileType} | |
`;

type Case = readonly [what: string, code: string, at: string, layout: RowLayout, buffer: string];

const layouts: readonly Case[] = [
  ['a unit below the accesses', 'crosses-unit', 'vector.store %v, %tile', key(8, 8), '%tile'],
  ['keys that leave the row', 'layout', place, key(16), '%tile'],
  [
    'a table that is not an XOR of row bits',
    'layout',
    place,
    swizzled({ kind: 'xor-table', keys: [0, 1, 2, 4] }),
    '%tile',
  ],
  [
    'padding inside rows',
    'layout',
    place,
    { ...xor8, paddings: [{ intervalBytes: 64, padBytes: 16 }] },
    '%tile',
  ],
  ['a name that no buffer has', 'no-buffer', '', xor8, '%nothing'],
];

function key(phases: number, unitBytes?: number): RowLayout {
  return swizzled({ kind: 'xor', phases, rowsPerPhase: 1 }, unitBytes);
}

function expectRefused(
  text: string,
  code: string,
  at: string,
  layout: RowLayout = xor8,
  buffer = '%tile',
): void {
  const { module, diagnostics } = parseModule(text);
  expect(diagnostics).toEqual([]);
  const described = describeKernel(module, machine);
  if (!described.ok) throw new Error('not described');
  const { op, block, waveSize } = described.value;
  const from = plainLayout(layout.tile);
  const request = { module, text, kernel: op, buffer, from, to: layout, block, waveSize };
  const result = rewriteBuffer(request);
  expect(result.ok).toBe(false);
  const [first] = result.diagnostics;
  expect(first).toMatchObject({ code: `fix/${code}`, severity: 'error' });
  expect(first?.hint).not.toBe('');
  const { start = 0, end = 0 } = first?.span ?? {};
  expect(text.slice(start, end).slice(0, at.length)).toBe(at);
}

const plainKernel = kernel({});

describe('refused', () => {
  it.each(kernels)('%s: %s', (_name, code = '', at = '', setup = '', write = '', read = '') => {
    const [own = alloc, writing, reading] = [setup, write, read].map((part) => part || undefined);
    const text = kernel({ setup: own, write: writing, read: reading });
    expectRefused(text, code, at);
  });

  it.each(layouts)('%s: %s', (_name, code, at, layout, buffer) => {
    expectRefused(plainKernel, code, at, layout, buffer);
  });

  it('longer rows behind a size that the kernel asks for', () => {
    const setup = `${alloc}\n%size = memref.dim %tile, %c1 : ${tileType}`;
    const text = kernel({ setup });
    expectRefused(text, 'padding', '%size = memref.dim', padded(16));
  });

  it('a slab at any row', () => {
    const text = kernel({
      setup: `%pair = memref.alloc() : ${large}
        %slab = memref.subview %pair[%unit, 0] [64, 64] [1, 1] : ${large} to ${slab}
        %any = scf.for %i = %c0 to %c2 step %c1 iter_args(%a = %slab) -> (${slab}) {
          scf.yield %a : ${slab}
        }`,
      write: `vector.store %v, %any[%row1, %column] : ${slab}, ${vec}`,
      read: `%x = vector.load %any[%r1, %c] : ${slab}, ${vec}`,
    });
    const layout = { ...xor8, tile: { ...xor8.tile, rows: 128 } };
    expectRefused(text, 'unknown-place', 'vector.store %v, %any', layout, '%pair');
  });

  it('nothing that only looks odd: a dead view, a deallocation, comments and odd spacing', () => {
    const text = kernel({
      setup: `${alloc} // {the tile}
        %dead = memref.subview %tile[0, 0] [32, 64] [1, 1] : ${tileType} to memref<32x64xf16, strided<[64, 1]>, ${space}>`,
      write: store.replace('], ', ']   '),
      read: `${load}`,
    }).replace('      gpu.return', `      memref.dealloc %tile : ${tileType}\n      gpu.return`);
    const plain = text.replace(/\]   /, '] ');
    const before = memoryAfter(plain, [8192, 8192]);
    const result = rewritten(plain, padded(16));
    expect(before.codes).toEqual([]);
    expect(memoryAfter(result, [8192, 8192])).toEqual(before);
    expect(result).toContain('// {the tile}');
  });
});
