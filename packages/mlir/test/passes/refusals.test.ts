/** What is not rewritten: each with its code and place, and without a text. */
import { describe, expect, it } from 'vitest';
import { describeKernel, parseModule, rewriteBuffer } from '@ldscope/mlir';
import { kernel, padded, swizzled, tileType, xor8 } from './kernels.ts';
import { machine, memoryAfter, rewrite } from './run.ts';

const vec = 'vector<8xf16>';
const alloc = `%tile = memref.alloc() : ${tileType}`;
const store = `vector.store %v, %tile[%row1, %column] : ${tileType}, ${vec}`;
const load = `%x = vector.load %tile[%r1, %c] : ${tileType}, ${vec}`;
const space = '#gpu.address_space<workgroup>';

const cases: readonly {
  readonly what: string;
  readonly text: string;
  readonly code: string;
  /** What the place begins with. */
  readonly at: string;
  readonly layout?: typeof xor8;
  readonly buffer?: string;
}[] = [
  {
    what: 'a call',
    text: kernel({
      setup: alloc,
      write: store,
      read: `func.call @helper(%tile) : (${tileType}) -> ()\n${load}`,
    }),
    code: 'fix/unknown-user',
    at: 'func.call @helper',
  },
  {
    what: 'a copy of memrefs',
    text: kernel({
      setup: `${alloc}\n%other = memref.alloc() : ${tileType}`,
      write: store,
      read: `memref.copy %tile, %other : ${tileType} to ${tileType}\n${load}`,
    }),
    code: 'fix/unknown-user',
    at: 'memref.copy',
  },
  {
    what: 'a transposed load',
    text: kernel({
      setup: alloc,
      write: store,
      read: `%y = amdgpu.transpose_load %tile[%r1, %c] : ${tileType} -> vector<4xf16>\n${load}`,
    }),
    code: 'fix/unknown-user',
    at: '%y = amdgpu.transpose_load',
  },
  {
    what: 'an atomic operation',
    text: kernel({
      setup: alloc,
      write: `${store}\n%e = vector.extract %v[0] : f16 from ${vec}
        %old = memref.atomic_rmw addf %e, %tile[%row1, %column] : (f16, ${tileType}) -> f16`,
      read: load,
    }),
    code: 'fix/unknown-user',
    at: '%old = memref.atomic_rmw',
  },
  {
    what: 'an unranked view',
    text: kernel({
      setup: `${alloc}\n%any = memref.cast %tile : ${tileType} to memref<*xf16, ${space}>`,
      write: store,
      read: `func.call @helper(%any) : (memref<*xf16, ${space}>) -> ()\n${load}`,
    }),
    code: 'fix/unknown-user',
    at: 'func.call @helper',
  },
  {
    what: 'a vector that begins anywhere',
    text: kernel({
      setup: alloc,
      write: store,
      read: `%odd = arith.addi %c, %u : index
        %x = vector.load %tile[%r1, %odd] : ${tileType}, ${vec}`,
    }),
    code: 'fix/crosses-unit',
    at: '%x = vector.load %tile[%r1, %odd]',
  },
  {
    what: 'a unit smaller than the accesses',
    text: kernel({ setup: alloc, write: store, read: load }),
    layout: swizzled({ kind: 'xor', phases: 8, rowsPerPhase: 1 }, 8),
    code: 'fix/crosses-unit',
    at: 'vector.store %v, %tile',
  },
  {
    what: 'keys that leave the row',
    text: kernel({ setup: alloc, write: store, read: load }),
    layout: swizzled({ kind: 'xor', phases: 16, rowsPerPhase: 1 }),
    code: 'fix/layout',
    at: '%tile = memref.alloc()',
  },
  {
    what: 'a table that is not an XOR of row bits',
    text: kernel({ setup: alloc, write: store, read: load }),
    layout: swizzled({ kind: 'xor-table', keys: [0, 1, 2, 4] }),
    code: 'fix/layout',
    at: '%tile = memref.alloc()',
  },
  {
    what: 'padding inside rows',
    text: kernel({ setup: alloc, write: store, read: load }),
    layout: { ...xor8, paddings: [{ intervalBytes: 64, padBytes: 16 }] },
    code: 'fix/layout',
    at: '%tile = memref.alloc()',
  },
  {
    what: 'longer rows behind a size that the kernel asks for',
    text: kernel({
      setup: `${alloc}\n%size = memref.dim %tile, %c1 : ${tileType}`,
      write: store,
      read: load,
    }),
    layout: padded(16),
    code: 'fix/padding',
    at: '%size = memref.dim',
  },
  {
    what: "allocations of different shapes that take each other's place",
    text: kernel({
      setup: `${alloc}
        %large = memref.alloc() : memref<128x64xf16, ${space}>
        %part = memref.subview %large[0, 0] [64, 64] [1, 1] : memref<128x64xf16, ${space}> to memref<64x64xf16, strided<[64, 1]>, ${space}>
        %same = memref.cast %part : memref<64x64xf16, strided<[64, 1]>, ${space}> to ${tileType}
        %yes = arith.cmpi eq, %c1, %c1 : index
        %one = arith.select %yes, %tile, %same : ${tileType}`,
      write: `vector.store %v, %one[%row1, %column] : ${tileType}, ${vec}`,
      read: `%x = vector.load %one[%r1, %c] : ${tileType}, ${vec}`,
    }),
    code: 'fix/mixed-shapes',
    at: '%large = memref.alloc()',
  },
  {
    what: 'views that overlap',
    text: kernel({
      setup: `%bytes = memref.alloc() : memref<16384xi8, ${space}>
        %near = arith.constant 4096 : index
        %tile = memref.view %bytes[%c0][] : memref<16384xi8, ${space}> to ${tileType}
        %other = memref.view %bytes[%near][] : memref<16384xi8, ${space}> to ${tileType}`,
      write: store,
      read: load,
    }),
    code: 'fix/overlapping-views',
    at: '%tile = memref.view',
  },
  {
    what: 'a slab at any row',
    text: kernel({
      setup: `%pair = memref.alloc() : memref<128x64xf16, ${space}>
        %slab = memref.subview %pair[%unit, 0] [64, 64] [1, 1] : memref<128x64xf16, ${space}> to memref<64x64xf16, strided<[64, 1], offset: ?>, ${space}>
        %any = scf.for %i = %c0 to %c2 step %c1 iter_args(%a = %slab) -> (memref<64x64xf16, strided<[64, 1], offset: ?>, ${space}>) {
          scf.yield %a : memref<64x64xf16, strided<[64, 1], offset: ?>, ${space}>
        }`,
      write: `vector.store %v, %any[%row1, %column] : memref<64x64xf16, strided<[64, 1], offset: ?>, ${space}>, ${vec}`,
      read: `%x = vector.load %any[%r1, %c] : memref<64x64xf16, strided<[64, 1], offset: ?>, ${space}>, ${vec}`,
    }),
    buffer: '%pair',
    layout: { ...xor8, tile: { ...xor8.tile, rows: 128 } },
    code: 'fix/unknown-place',
    at: 'vector.store %v, %any',
  },
  {
    what: 'a name that no buffer has',
    text: kernel({ setup: alloc, write: store, read: load }),
    buffer: '%nothing',
    code: 'fix/no-buffer',
    at: '',
  },
];

describe('refused', () => {
  it.each(cases)('$what', ({ text, code, at, layout = xor8, buffer = '%tile' }) => {
    const { module, diagnostics } = parseModule(text);
    expect(diagnostics).toEqual([]);
    const described = describeKernel(module, machine);
    if (!described.ok) throw new Error('not described');
    const { op, block, waveSize } = described.value;
    const from = { kind: 'rows', tile: layout.tile, unitBytes: 2, paddings: [] } as const;
    const request = { module, text, kernel: op, buffer, from, to: layout, block, waveSize };
    const result = rewriteBuffer(request);
    expect(result.ok).toBe(false);
    const [first] = result.diagnostics;
    expect(first).toMatchObject({ code, severity: 'error' });
    expect(first?.hint).not.toBe('');
    const { start = 0, end = 0 } = first?.span ?? {};
    expect(text.slice(start, end).startsWith(at)).toBe(true);
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
    const result = rewrite(plain, '%tile', padded(16));
    expect(before.codes).toEqual([]);
    if (!('text' in result)) throw new Error(result.messages[0]);
    expect(memoryAfter(result.text, [8192, 8192])).toEqual(before);
    expect(result.text).toContain('// {the tile}');
  });
});
