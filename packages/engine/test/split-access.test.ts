/**
 * Accesses of a tile specification that a padding misaligns: the same instructions and cycles as of an MLIR kernel with
 * a memref of that pitch.
 */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forAll } from '../../../test/for-all.ts';
import { triesAll } from '../../../test/cases.ts';
import { analyzeKernel, suggestKernel } from '../src/index.ts';

interface Tile {
  readonly rows: number;
  readonly columns: number;
  readonly pitch: number;
  readonly element: string;
  readonly elementBytes: number;
  readonly widthBytes: number;
}

const spec = ({ rows, columns, pitch, element, widthBytes }: Tile, write?: string): string =>
  `element: ${element}
tile: ${rows}x${columns}
layout: "${pitch === columns ? 'plain' : `pad ${pitch}`}"
accesses:
  - { name: w, write: row-copy ${write ?? `b${8 * widthBytes}`} }
  - { name: r, read: b${8 * widthBytes}, row: lane % rows, column: 0 }
`;

/** One wave copies rows, then each lane reads the first vector of a row. */
function kernel({ rows, columns, pitch, element, elementBytes, widthBytes }: Tile): string {
  const vector = widthBytes / elementBytes;
  const type = `vector<${vector}x${element}>`;
  const memref = `memref<${rows}x${pitch}x${element}, #gpu.address_space<workgroup>>`;
  const perRow = columns / vector;
  return `func.func @k(%out: memref<64x${vector}x${element}>) attributes {gpu.known_block_size = array<i32: 64, 1, 1>} {
    %x = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %zero = arith.constant dense<0.0> : ${type}
    %tile = memref.alloc() : ${memref}
    %last = arith.constant ${rows * perRow} : index
    %step = arith.constant 64 : index
    scf.for %i = %c0 to %last step %step {
      %r = affine.apply affine_map<()[s0, s1] -> ((s0 + s1) floordiv ${perRow})>()[%x, %i]
      %c = affine.apply affine_map<()[s0, s1] -> (((s0 + s1) mod ${perRow}) * ${vector})>()[%x, %i]
      vector.store %zero, %tile[%r, %c] : ${memref}, ${type}
    }
    gpu.barrier
    %row = affine.apply affine_map<()[s0] -> (s0 mod ${rows})>()[%x]
    %v = vector.load %tile[%row, %c0] : ${memref}, ${type}
    vector.store %v, %out[%x, %c0] : memref<64x${vector}x${element}>, ${type}
    return
  }`;
}

/** Instructions and cycles by direction, of all sites. */
function countsOf(text: string, machine: string, file: string): string[] {
  const { analysis, diagnostics } = analyzeKernel(text, { machine, file });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const sums = new Map<string, number[]>();
  for (const { op, executions, idxActive, bankConflict } of analysis?.report.sites ?? []) {
    const [a = 0, b = 0, c = 0] = sums.get(op) ?? [];
    sums.set(op, [a + executions, b + idxActive, c + bankConflict]);
  }
  return [...sums].map(([op, all]) => `${op} ${all.join(' ')}`).sort();
}

const tiles: fc.Arbitrary<Tile> = fc
  .record({
    rows: fc.constantFrom(16, 32, 64),
    columns: fc.constantFrom(64, 128),
    type: fc.constantFrom(['f16', 2] as const, ['f32', 4] as const),
    padBytes: fc.constantFrom(0, 4, 8, 12, 16, 20, 24),
    widthBytes: fc.constantFrom(8, 16),
  })
  .map(({ rows, columns, type: [element, elementBytes], padBytes, widthBytes }) => ({
    rows,
    columns,
    element,
    elementBytes,
    widthBytes,
    pitch: columns + padBytes / elementBytes,
  }));

describe('an access that the layout aligns less than its width', () => {
  it('is counted as in a kernel, in 60 random tiles', () => {
    const seen = new Set<string>();
    forAll([tiles, fc.constantFrom('gfx90a', 'gfx942', 'gfx950')], 60, (tile, machine) => {
      const found = countsOf(spec(tile), machine, 'tile.yaml');
      for (const line of found) seen.add(line.split(' ')[0] ?? '');
      expect(found).toEqual(countsOf(kernel(tile), machine, 'tile.mlir'));
    });
    const split = ['ds_write2_b64', 'ds_write2_b32', 'ds_read2_b64', 'ds_read2_b32'];
    if (triesAll()) expect([...seen]).toEqual(expect.arrayContaining(split));
  });

  const talk: Tile = {
    rows: 16,
    columns: 128,
    pitch: 132,
    element: 'f16',
    elementBytes: 2,
    widthBytes: 16,
  };

  it('is told with the instructions that are counted', () => {
    const { diagnostics } = analyzeKernel(spec(talk), { machine: 'gfx950', file: 'a.yaml' });
    expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([
      ['spec/split-access', 'warning'],
      ['spec/split-access', 'warning'],
    ]);
    expect(diagnostics[0]?.message).toContain('compilers emit ds_write2_b64');
  });

  it('is searched whole: layouts in place of the padding keep 16 bytes', () => {
    const { report } = suggestKernel(spec(talk), { machines: ['gfx950'], file: 'a.yaml' });
    const [buffer] = report?.buffers ?? [];
    expect(buffer?.now).toMatchObject({ layout: 'rows of 264 B (256 + 8)', widthBytes: 8 });
    expect(buffer?.front[0]?.widthBytes).toBe(16);
  });

  it.each([
    ['an instruction that is named', spec(talk, 'ds_write_b128')],
    ['less than a word', spec(talk).replace('pad 132', 'pad 129')],
  ])('is refused: %s', (_name, text) => {
    const { diagnostics, analysis } = analyzeKernel(text, { machine: 'gfx950', file: 'a.yaml' });
    expect(analysis).toBeUndefined();
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    expect(errors.map(({ code }) => code)).toContain('mitigate/misaligned');
    expect(errors[0]?.hint).toContain('multiple of 16 B');
  });
});
