/** Random kernels under random layouts: the same memory, and the proof agrees. */
import {
  firstDifference,
  plainLayout,
  type RowKey,
  type RowLayout,
  type Tile,
} from '@ldscope/core';
import * as fc from 'fast-check';
import { forAll } from '../../../../test/for-all.ts';
import { kind } from '../arbitraries.ts';
import { indexConstants } from '../table.ts';
import { describe, expect, it } from 'vitest';
import {
  describeKernel,
  parseModule,
  type PlacementProof,
  provePlacement,
  type Side,
} from '@ldscope/mlir';
import { powers } from '../../../../test/powers.ts';
import { machine, memoryAfter, rewrite } from './run.ts';

interface Shape {
  readonly tile: Tile;
  readonly element: string;
  /** Elements of a vector. */
  readonly width: number;
  readonly flat: boolean;
  readonly affine: boolean;
  /** Blocks are read in the order `factor * block + shift`. */
  readonly factor: number;
  readonly shift: number;
}

/** 64 work-items write vectors block after block, and read them in another order. */
function kernelOf({ tile, element, width, flat, affine, factor, shift }: Shape): string {
  const { rows, columns } = tile;
  const blocks = (rows * columns) / width;
  const perRow = columns / width;
  const shape = flat ? `${rows * columns}` : `${rows}x${columns}`;
  const lds = `memref<${shape}x${element}, #gpu.address_space<workgroup>>`;
  const global = `memref<${rows * columns}x${element}>`;
  const vector = `vector<${width}x${element}>`;
  const place = (block: string, name: string): string => {
    if (flat) {
      return affine
        ? `%${name} = affine.apply affine_map<(d0) -> (d0 * ${width})>(%${block})`
        : `%${name} = arith.muli %${block}, %width : index`;
    }
    return affine
      ? `%${name}r = affine.apply affine_map<(d0) -> (d0 floordiv ${perRow})>(%${block})
        %${name}c = affine.apply affine_map<(d0) -> ((d0 mod ${perRow}) * ${width})>(%${block})`
      : `%${name}r = arith.divui %${block}, %perRow : index
        %${name}u = arith.remui %${block}, %perRow : index
        %${name}c = arith.muli %${name}u, %width : index`;
  };
  const at = (name: string): string => (flat ? `%${name}` : `%${name}r, %${name}c`);
  return `func.func @k(%in: ${global}, %out: ${global}) attributes {gpu.kernel, known_block_size = array<i32: 64, 1, 1>} {
      ${indexConstants({ items: 64, width, perRow, blocks, factor, shift })}
      %t = gpu.thread_id x
      %tile = memref.alloc() : ${lds}
      scf.for %i = %t to %blocks step %items {
        %from = arith.muli %i, %width : index
        %v = vector.load %in[%from] : ${global}, ${vector}
        ${place('i', 'w')}
        vector.store %v, %tile[${at('w')}] : ${lds}, ${vector}
      }
      gpu.barrier
      scf.for %i = %t to %blocks step %items {
        %scaled = arith.muli %i, %factor : index
        %moved = arith.addi %scaled, %shift : index
        %j = arith.remui %moved, %blocks : index
        ${place('j', 'r')}
        %x = vector.load %tile[${at('r')}] : ${lds}, ${vector}
        %to = arith.muli %i, %width : index
        vector.store %x, %out[%to] : ${global}, ${vector}
      }
      return
    }
`;
}

const shapes: fc.Arbitrary<Shape> = fc
  .record({
    element: fc.constantFrom('f16', 'f32'),
    rows: powers(2, 5),
    columns: powers(4, 7),
    width: powers(0, 3),
    flat: fc.boolean(),
    affine: fc.boolean(),
    factor: fc.integer({ min: 0, max: 40 }).map((n) => 2 * n + 1),
    shift: fc.nat(100),
  })
  .map(({ element, rows, columns, ...rest }) => ({
    tile: { rows, columns, elementBytes: element === 'f16' ? 2 : 4 },
    element,
    ...rest,
  }));

const keys = (units: number): fc.Arbitrary<RowKey> => {
  const below = fc.nat(units - 1);
  return fc.oneof(
    kind('xor', {
      phases: powers(0, Math.log2(units)),
      rowsPerPhase: fc.integer({ min: 1, max: 4 }),
    }),
    kind('xor-bits', {
      columns: fc.array(below, { maxLength: 5 }),
    }),
    kind('rotate', {
      step: fc.integer({ min: 1, max: 5 }),
      rowsPerPhase: fc.integer({ min: 1, max: 4 }),
    }),
  );
};

const cases: fc.Arbitrary<{ readonly shape: Shape; readonly layout: RowLayout }> = shapes.chain(
  (shape) => {
    const { tile, width } = shape;
    const row = tile.columns * tile.elementBytes;
    return powers(Math.log2(width), Math.log2(tile.columns) - 1).chain((unit) =>
      fc
        .record({ key: keys(tile.columns / unit), padUnits: fc.nat(3), swizzle: fc.boolean() })
        .map(({ key, padUnits, swizzle }) => {
          const padBytes = padUnits * width * tile.elementBytes;
          const paddings = padBytes === 0 ? [] : [{ intervalBytes: row, padBytes }];
          const base = {
            kind: 'rows',
            tile,
            unitBytes: unit * tile.elementBytes,
            paddings,
          } as const;
          return { shape, layout: swizzle || padUnits === 0 ? { ...base, key } : base };
        }),
    );
  },
);

describe('a random kernel with a random layout', () => {
  it('leaves the memory that it left before', () => {
    forAll([cases], 150, ({ shape, layout }) => {
      const text = kernelOf(shape);
      const { rows, columns, elementBytes } = shape.tile;
      const bytes = rows * columns * elementBytes;
      const before = memoryAfter(text, [bytes, bytes]);
      const result = rewrite(text, '%tile', layout);
      if (!('text' in result)) return false;
      const after = memoryAfter(result.text, [bytes, bytes]);
      return (
        before.codes.length === 0 && after.codes.length === 0 && after.memory === before.memory
      );
    });
  });

  it('is proven by its formulas, and not proven with another layout', () => {
    forAll([cases], 60, ({ shape, layout }) => {
      const text = kernelOf(shape);
      const result = rewrite(text, '%tile', layout);
      if (!('text' in result)) return false;
      const side = (source: string): Side => {
        const { module } = parseModule(source);
        const described = describeKernel(module, machine);
        if (!described.ok) throw new Error('the kernel is not described');
        return { module, kernel: described.value.op };
      };
      const plain: RowLayout = plainLayout(shape.tile);
      const environment = { block: [64, 1, 1] as const, waveSize: 64 };
      const prove = (to: RowLayout): PlacementProof =>
        provePlacement(
          side(text),
          side(result.text),
          [{ name: '%tile', from: plain, to }],
          environment,
        );
      const proof = prove(layout);
      const wrong: RowLayout = {
        ...layout,
        unitBytes: shape.width * shape.tile.elementBytes,
        key: { kind: 'xor-bits', columns: [1, 1, 1, 1, 1, 1] },
      };
      // On a tile of few rows it may be the same layout with other words.
      const moved = firstDifference(layout, wrong) === undefined;
      const other = prove(wrong);
      return (
        proof.different === undefined &&
        proof.open.length === 0 &&
        proof.accesses === 2 &&
        (moved || other.different !== undefined)
      );
    });
  });

  it('is rewritten to the same text every time', () => {
    forAll([cases], 20, ({ shape, layout }) => {
      const text = kernelOf(shape);
      expect(rewrite(text, '%tile', layout)).toEqual(rewrite(text, '%tile', layout));
    });
  });
});
