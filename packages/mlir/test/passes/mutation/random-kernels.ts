/**
 * Random kernels for the mutation tests: small enough to execute whole, with what real ones have.
 *
 *     for each stage                                  a loop around all
 *       a tile goes to LDS                            by loads and stores, or direct-to-LDS
 *       barrier
 *       last workgroups: read in one order            an edge tile: another branch
 *       others: read in another
 *       barrier
 *
 * A second buffer of the same type gets the same tile in another order. Elements are distinct integers, so that any element
 * at a wrong place shows in the output.
 */
import type { RowKey, RowLayout, Tile } from '@ldscope/core';
import * as fc from 'fast-check';
import { kind } from '../../arbitraries.ts';
import { powers } from '../../../../../test/powers.ts';
import { indexConstants } from '../../table.ts';

export interface KernelShape {
  readonly tile: Tile;
  readonly element: 'i16' | 'i32';
  /** Elements of a vector. */
  readonly width: number;
  readonly block: readonly [x: number, y: number];
  /** Direct-to-LDS instead of loads and stores. */
  readonly copies: boolean;
  /** The allocation has one dimension. */
  readonly flat: boolean;
  readonly affine: boolean;
  /** Workgroups from here on take the other branch; 4 are launched. */
  readonly edge: number;
  /** Vectors are read in the order `factor * i + shift`. */
  readonly factor: number;
  readonly shift: number;
}

export const WORKGROUPS = 4;
export const STAGES = 2;

const space = '#gpu.address_space<workgroup>';

function vectorsOf({ tile, width }: KernelShape): number {
  return (tile.rows * tile.columns) / width;
}

function itemsOf({ block: [x, y] }: KernelShape): number {
  return x * y;
}

export function kernelText(shape: KernelShape): string {
  const { tile, element, width, block, copies, flat, edge, factor, shift } = shape;
  const { rows, columns } = tile;
  const items = itemsOf(shape);
  const count = vectorsOf(shape);
  const perRow = columns / width;
  const lds = `memref<${flat ? `${rows * columns}` : `${rows}x${columns}`}x${element}, ${space}>`;
  const input = `memref<${STAGES}x${rows}x${columns}x${element}>`;
  const output = `memref<${WORKGROUPS}x${STAGES}x2x${rows}x${columns}x${element}>`;
  const vector = `vector<${width}x${element}>`;
  const at = (name: string): string => (flat ? `%${name}at` : `%${name}row, %${name}column`);
  /** Row, column and place of the vector with a number. */
  const place = (name: string, number: string): string =>
    shape.affine
      ? `%${name}row = affine.apply affine_map<()[s0] -> (s0 floordiv ${perRow})>()[${number}]
        %${name}column = affine.apply affine_map<()[s0] -> ((s0 mod ${perRow}) * ${width})>()[${number}]
        %${name}at = affine.apply affine_map<()[s0, s1] -> (s0 * ${columns} + s1)>()[%${name}row, %${name}column]`
      : `%${name}row = arith.divui ${number}, %perRow : index
        %${name}unit = arith.remui ${number}, %perRow : index
        %${name}column = arith.muli %${name}unit, %width : index
        %${name}first = arith.muli %${name}row, %columns : index
        %${name}at = arith.addi %${name}first, %${name}column : index`;
  const order = (name: string, number: string, times: number, plus: number): string => `
        %${name}scaled = arith.muli ${number}, %factor${times === 1 ? 'One' : ''} : index
        %${name}moved = arith.addi %${name}scaled, %${plus === 0 ? 'c0' : 'shift'} : index
        %${name}number = arith.remui %${name}moved, %count : index
        ${place(name, `%${name}number`)}`;
  /** Reads along columns: neighbouring work-items are in neighbouring rows. */
  const down = (name: string, number: string): string => `
        %${name}row = arith.remui ${number}, %rows : index
        %${name}above = arith.divui ${number}, %rows : index
        %${name}column = arith.muli %${name}above, %width : index
        %${name}first = arith.muli %${name}row, %columns : index
        %${name}at = arith.addi %${name}first, %${name}column : index`;
  const number = (name: string): string => `
        %${name}start = arith.muli %${name}, %items : index
        %${name}i = arith.addi %${name}start, %item : index`;
  const write = copies
    ? `%firstItem = arith.muli %wave, %c64 : index
        %jfirst = arith.addi %jstart, %firstItem : index
        %to = gpu.subgroup_broadcast %jfirst, first_active_lane : index
        ${place('d', '%to')}
        amdgpu.gather_to_lds %in[%s, %wrow, %wcolumn], %a[${at('d')}] : ${vector}, ${input}, ${lds}`
    : `vector.store %v, %a[${at('w')}] : ${lds}, ${vector}`;
  const read = (name: string, buffer: 'a' | 'd', slot: number): string => `
        %${name}x = vector.load %${buffer}[${at(name)}] : ${lds}, ${vector}
        vector.store %${name}x, %out[%b, %s, %c${slot}, %wrow${name}, %wcolumn${name}] : ${output}, ${vector}`;
  const [x, y] = block;
  const fixed = { c0: 0, c1: 1, c2: 2, c64: 64, factorOne: 1, stages: STAGES };
  const sizes = { items, each: count / items, width, perRow, rows, columns, count, factor, shift };
  const constants = { ...fixed, ...sizes, first_edge: edge, sizeX: x };
  return `func.func @k(%in: ${input}, %out: ${output}) attributes {gpu.kernel, known_block_size = array<i32: ${x}, ${y}, 1>} {
      ${indexConstants(constants)}
      %b = gpu.block_id x
      %tx = gpu.thread_id x
      %ty = gpu.thread_id y
      %line = arith.muli %ty, %sizeX : index
      %item = arith.addi %line, %tx : index
      %wave = arith.divui %item, %c64 : index
      %edge = arith.cmpi uge, %b, %first_edge : index
      %a = memref.alloc() : ${lds}
      %d = memref.alloc() : ${lds}
      scf.for %s = %c0 to %stages step %c1 {
        scf.for %j = %c0 to %each step %c1 {
        ${number('j')}
        ${place('w', '%ji')}
        %v = vector.load %in[%s, %wrow, %wcolumn] : ${input}, ${vector}
        ${write}
        ${order('m', '%ji', factor, 0)}
        vector.store %v, %d[${at('m')}] : ${lds}, ${vector}
        }
        ${copies ? 'amdgpu.memory_counter_wait load(0)' : ''}
        gpu.barrier
        scf.if %edge {
          scf.for %j = %c0 to %each step %c1 {
          ${number('j')}
          ${place('wrowe', '%ji')}
          %wrowe = arith.addi %wrowerow, %c0 : index
          %wcolumne = arith.addi %wrowecolumn, %c0 : index
          ${order('e', '%ji', factor, shift)}
          ${read('e', 'a', 0)}
          }
        } else {
          scf.for %j = %c0 to %each step %c1 {
          ${number('j')}
          ${place('wrown', '%ji')}
          %wrown = arith.addi %wrownrow, %c0 : index
          %wcolumnn = arith.addi %wrowncolumn, %c0 : index
          ${down('n', '%ji')}
          ${read('n', 'a', 0)}
          ${place('wrowo', '%ji')}
          %wrowo = arith.addi %wroworow, %c0 : index
          %wcolumno = arith.addi %wrowocolumn, %c0 : index
          ${order('o', '%ji', 1, shift)}
          ${read('o', 'd', 1)}
          }
        }
        gpu.barrier
      }
      return
    }
`;
}

const shapes: fc.Arbitrary<KernelShape> = fc
  .record({
    element: fc.constantFrom('i16' as const, 'i32' as const),
    rows: powers(3, 4),
    units: powers(2, 3),
    wide: fc.boolean(),
    copies: fc.boolean(),
    flat: fc.boolean(),
    affine: fc.boolean(),
    square: fc.boolean(),
    waves: powers(0, 1),
    edge: fc.integer({ min: 1, max: 3 }),
    factor: fc.integer({ min: 1, max: 6 }).map((n) => 2 * n + 1),
    shift: fc.integer({ min: 1, max: 31 }),
  })
  .map(({ element, rows, units, wide, copies, square, waves, ...rest }) => {
    const elementBytes = element === 'i16' ? 2 : 4;
    const width = (copies && !wide ? 4 : wide ? 16 : 8) / elementBytes;
    // At least a wave writes whole rows, and a wave's vectors are all there is or a part of it.
    const vectors = Math.max(rows * units, 64 * waves);
    const tile = { rows: vectors / units, columns: units * width, elementBytes };
    const items = 64 * waves;
    const block = square ? ([items / 4, 4] as const) : ([items, 1] as const);
    return { ...rest, element, tile, width, copies, block };
  });

const keys = (units: number): fc.Arbitrary<RowKey> =>
  fc.oneof(
    kind('xor', {
      phases: powers(1, Math.log2(units)),
      rowsPerPhase: powers(0, 1),
    }),
    kind('xor-bits', {
      columns: fc.array(fc.integer({ min: 1, max: units - 1 }), { minLength: 2, maxLength: 3 }),
    }),
    kind('rotate', {
      step: fc.integer({ min: 1, max: 3 }),
      rowsPerPhase: powers(0, 1),
    }),
  );

/** Layouts that the kernel can be written in; a copy's rows get longer only where a wave fills them. */
function layoutsOf({ tile, width, copies }: KernelShape): fc.Arbitrary<RowLayout> {
  const unitBytes = width * tile.elementBytes;
  const units = tile.columns / width;
  const intervalBytes = tile.columns * tile.elementBytes;
  const swizzle = keys(units).map((key): RowLayout => ({
    kind: 'rows',
    tile,
    unitBytes,
    key,
    paddings: [],
  }));
  const pad = fc.integer({ min: 1, max: 2 }).map((n): RowLayout => ({
    kind: 'rows',
    tile,
    unitBytes: tile.elementBytes,
    paddings: [{ intervalBytes, padBytes: n * unitBytes }],
  }));
  return copies ? swizzle : fc.oneof({ weight: 3, arbitrary: swizzle }, pad);
}

export interface RandomCase {
  readonly shape: KernelShape;
  /** What both buffers get first, if anything: then the original is swizzled already. */
  readonly before: RowLayout | undefined;
  readonly layout: RowLayout;
  /** Whether the second buffer gets the layout as well. */
  readonly both: boolean;
}

export const randomCases: fc.Arbitrary<RandomCase> = shapes.chain((shape) =>
  fc.record({
    shape: fc.constant(shape),
    before: fc.option(
      layoutsOf(shape).filter(({ paddings }) => paddings.length === 0),
      {
        nil: undefined,
        freq: 2,
      },
    ),
    layout: layoutsOf(shape),
    both: fc.boolean(),
  }),
);
