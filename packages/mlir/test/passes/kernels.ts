/**
 * Small kernels of one workgroup of 256 work-items: each writes a tile of 64x64 f16 from `%in` and reads it in another
 * order into `%out`. What differs is how the tile is reached.
 */
import { plainLayout, type RowKey, type RowLayout, type Tile } from '@ldscope/core';
import { constantsOf } from '../table.ts';

export const tile: Tile = { rows: 64, columns: 64, elementBytes: 2 };
export const plain: RowLayout = plainLayout(tile);

export function swizzled(key: RowKey, unitBytes = 16, of: Tile = tile): RowLayout {
  return { kind: 'rows', tile: of, unitBytes, key, paddings: [] };
}

export function padded(padBytes: number, of: Tile = tile): RowLayout {
  const intervalBytes = of.columns * of.elementBytes;
  return { ...plainLayout(of), paddings: [{ intervalBytes, padBytes }] };
}

export const xor8 = swizzled({ kind: 'xor', phases: 8, rowsPerPhase: 1 });

const space = '#gpu.address_space<workgroup>';
export const tileType = `memref<64x64xf16, ${space}>`;
const vec = 'vector<8xf16>';
const globalType = 'memref<64x64xf16>';

export interface KernelParts {
  /** Operations before the barrier; `%row`, `%column` are where the work-item writes its vector `%v`. */
  readonly write?: string | undefined;
  /** Operations after it; `%r`, `%c` are where it reads; `%x` is the vector that it read. */
  readonly read?: string | undefined;
  /** Allocations, views. */
  readonly setup?: string | undefined;
  /** Between the function and its body: `workgroup(...)` of a gpu.func. */
  readonly attributions?: string;
  /** Outside the function. */
  readonly globals?: string;
}

const alloc = `%tile = memref.alloc() : ${tileType}`;
const store = (base = '%tile', type = tileType, at = '%row1, %column'): string =>
  `vector.store %v, ${base}[${at}] : ${type}, ${vec}`;
const load = (base = '%tile', type = tileType, at = '%r1, %c'): string =>
  `%x = vector.load ${base}[${at}] : ${type}, ${vec}`;

/** Two vectors for each work-item: rows t / 8 and t / 8 + 32 of the tile. */
export function kernel({
  write = store(),
  read = load(),
  setup = alloc,
  attributions = '',
  globals = '',
}: KernelParts): string {
  return `module attributes {gpu.container_module} {
  gpu.module @m {
${globals}    gpu.func @k(%in: ${globalType}, %out: ${globalType})${attributions} kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      ${constantsOf('%c0 %c1 %c2 %c8 %c16 %c32 %c64')}
      %t = gpu.thread_id x
      %row = arith.divui %t, %c8 : index
      %unit = arith.remui %t, %c8 : index
      %column = arith.muli %unit, %c8 : index
      %r = arith.remui %t, %c32 : index
      %u = arith.divui %t, %c32 : index
      %c = arith.muli %u, %c8 : index
${indent(setup)}
      scf.for %half = %c0 to %c64 step %c32 {
        %row1 = arith.addi %row, %half : index
        %v = vector.load %in[%row1, %column] : ${globalType}, ${vec}
${indent(write, 8)}
      }
      gpu.barrier
      scf.for %half = %c0 to %c64 step %c32 {
        %r1 = arith.addi %r, %half : index
${indent(read, 8)}
        vector.store %x, %out[%r1, %c] : ${globalType}, ${vec}
      }
      gpu.return
    }
  }
}
`;
}

function indent(text: string, columns = 6): string {
  return text
    .trim()
    .split('\n')
    .map((line) => ' '.repeat(columns) + line.trim())
    .join('\n');
}

const flatType = `memref<4096xf16, ${space}>`;
const flatIndex = (row: string, column: string, name: string): string =>
  `%${name}0 = arith.muli ${row}, %c64 : index\n%${name} = arith.addi %${name}0, ${column} : index`;
const halfType = `memref<32x64xf16, strided<[64, 1], offset: ?>, ${space}>`;
const rightType = `memref<64x32xf16, strided<[64, 1], offset: 32>, ${space}>`;
const cubeType = `memref<64x8x8xf16, ${space}>`;
const pairType = `memref<2x64x64xf16, ${space}>`;
const slabType = `memref<64x64xf16, strided<[64, 1], offset: ?>, ${space}>`;
const bytesType = `memref<16384xi8, ${space}>`;

const parts: Readonly<Record<string, KernelParts & { buffer?: string; rows?: number }>> = {
  'two dimensions': {},
  'one dimension': {
    buffer: '%flat',
    setup: `%flat = memref.alloc() : ${flatType}`,
    write: `${flatIndex('%row1', '%column', 'w')}\n${store('%flat', flatType, '%w')}`,
    read: `${flatIndex('%r1', '%c', 'l')}\n${load('%flat', flatType, '%l')}`,
  },
  'a subview of whole rows': {
    read: `%view = memref.subview %tile[%half, 0] [32, 64] [1, 1] : ${tileType} to ${halfType}
        ${load('%view', halfType, '%r, %c')}`,
  },
  'a subview of some columns': {
    setup: `${alloc}
        %right = memref.subview %tile[0, 32] [64, 32] [1, 1] : ${tileType} to ${rightType}
        %left = arith.cmpi ult, %unit, %c2 : index
        %past = arith.subi %column, %c32 : index
        %is_right = arith.cmpi uge, %column, %c32 : index`,
    write: `scf.if %is_right {
          vector.store %v, %right[%row1, %past] : ${rightType}, ${vec}
        } else {
          vector.store %v, %tile[%row1, %column] : ${tileType}, ${vec}
        }`,
  },
  'an expanded shape': {
    setup: `${alloc}
        %cube = memref.expand_shape %tile [[0], [1, 2]] output_shape [64, 8, 8] : ${tileType} into ${cubeType}`,
    write: store('%cube', cubeType, '%row1, %unit, %c0'),
  },
  'a collapsed shape': {
    setup: `${alloc}
        %flat = memref.collapse_shape %tile [[0, 1]] : ${tileType} into ${flatType}`,

    read: `${flatIndex('%r1', '%c', 'l')}\n${load('%flat', flatType, '%l')}`,
  },
  'buffers that a loop swaps': {
    setup: `${alloc}
        %other = memref.alloc() : ${tileType}
        %last:2 = scf.for %i = %c0 to %c2 step %c1 iter_args(%a = %tile, %b = %other) -> (${tileType}, ${tileType}) {
          scf.for %half = %c0 to %c64 step %c32 {
            %row1 = arith.addi %row, %half : index
            %v = vector.load %in[%row1, %column] : ${globalType}, ${vec}
            ${store('%a')}
          }
          gpu.barrier
          scf.yield %b, %a : ${tileType}, ${tileType}
        }`,
    write: `vector.store %v, %last#0[%row1, %column] : ${tileType}, ${vec}`,
    read: load('%last#1'),
  },
  'slabs that a loop carries': {
    buffer: '%pair',
    rows: 128,
    setup: `%pair = memref.alloc() : ${pairType}
        %first = memref.subview %pair[%c0, 0, 0] [1, 64, 64] [1, 1, 1] : ${pairType} to ${slabType}
        %last = scf.for %i = %c0 to %c2 step %c1 iter_args(%a = %first) -> (${slabType}) {
          scf.for %half = %c0 to %c64 step %c32 {
            %row1 = arith.addi %row, %half : index
            %v = vector.load %in[%row1, %column] : ${globalType}, ${vec}
            ${store('%a', slabType)}
          }
          %next = memref.subview %pair[%i, 0, 0] [1, 64, 64] [1, 1, 1] : ${pairType} to ${slabType}
          scf.yield %next : ${slabType}
        }`,
    write: store('%last', slabType),
    read: load('%last', slabType),
  },
  'a condition that chooses': {
    setup: `${alloc}
        %other = memref.alloc() : ${tileType}
        %odd = arith.cmpi eq, %c1, %c2 : index
        %chosen = scf.if %odd -> (${tileType}) {
          scf.yield %other : ${tileType}
        } else {
          scf.yield %tile : ${tileType}
        }`,
    write: store('%chosen'),
    read: load('%chosen'),
  },
  'a view of bytes': {
    setup: `%bytes = memref.alloc() : ${bytesType}
        %at = arith.constant 8192 : index
        %tile = memref.view %bytes[%at][] : ${bytesType} to ${tileType}`,
  },
  'an attribution': {
    setup: '',
    attributions: ` workgroup(%tile : ${tileType})`,
  },
  'a global': {
    buffer: '@lds',
    globals: `    memref.global "private" @lds : ${tileType} = uninitialized\n`,
    setup: `%tile = memref.get_global @lds : ${tileType}`,
  },
  'masks': {
    setup: `${alloc}
        %mask = vector.create_mask %c8 : vector<8xi1>
        %zero = arith.constant dense<0.0> : ${vec}`,
    write: `vector.maskedstore %tile[%row1, %column], %mask, %v : ${tileType}, vector<8xi1>, ${vec}`,
    read: `%x = vector.maskedload %tile[%r1, %c], %mask, %zero : ${tileType}, vector<8xi1>, ${vec} into ${vec}`,
  },
  'transfers in bounds': {
    setup: `${alloc}
        %pad = arith.constant 0.0 : f16`,
    write: `vector.transfer_write %v, %tile[%row1, %column] {in_bounds = [true]} : ${vec}, ${tileType}`,
    read: `%x = vector.transfer_read %tile[%r1, %c], %pad {in_bounds = [true]} : ${tileType}, ${vec}`,
  },
  'transfers of a row of two dimensions': {
    setup: `${alloc}
        %pad = arith.constant 0.0 : f16`,
    read: `%y = vector.transfer_read %tile[%r1, %c], %pad {in_bounds = [true, true]} : ${tileType}, vector<1x8xf16>
        %x = vector.shape_cast %y : vector<1x8xf16> to ${vec}`,
  },
  'transfers with masks': {
    setup: `${alloc}
        %mask = vector.create_mask %c8 : vector<8xi1>
        %pad = arith.constant 0.0 : f16`,
    write: `vector.transfer_write %v, %tile[%row1, %column], %mask {in_bounds = [true]} : ${vec}, ${tileType}`,
    read: `%x = vector.transfer_read %tile[%r1, %c], %pad, %mask {in_bounds = [true]} : ${tileType}, ${vec}`,
  },
  'a transfer through a collapsed shape': {
    setup: `${alloc}
        %pad = arith.constant 0.0 : f16
        %flat = memref.collapse_shape %tile [[0, 1]] : ${tileType} into ${flatType}`,
    read: `${flatIndex('%r1', '%c', 'l')}
        %x = vector.transfer_read %flat[%l], %pad {in_bounds = [true]} : ${flatType}, ${vec}`,
  },
  'single elements': {
    write: `%e = vector.extract %v[3] : f16 from ${vec}
        %c3 = arith.constant 3 : index
        %third = arith.addi %column, %c3 : index
        memref.store %e, %tile[%row1, %third] : ${tileType}
        ${store()}`,
    read: `%y = memref.load %tile[%r1, %c] : ${tileType}
        %z = vector.load %tile[%r1, %c] : ${tileType}, ${vec}
        %x = vector.insert %y, %z [7] : f16 into ${vec}`,
  },
  'a swizzle hint': {
    buffer: '%flat',
    setup: `%flat = memref.alloc() : ${flatType}
        %hint = iree_codegen.swizzle_hint %flat[#iree_codegen.xor_shuffle<64, 8>] : ${flatType}
        %tile = memref.expand_shape %hint [[0, 1]] output_shape [64, 64] : ${flatType} into ${tileType}`,
  },
};

export interface Form {
  readonly text: string;
  /** The name of its buffer. */
  readonly buffer: string;
  /** The buffer's rows where they are not 64. */
  readonly rows?: number;
}

/** Forms in which a kernel reaches its buffer, by name. */
export const forms: Readonly<Record<string, Form>> = Object.fromEntries(
  Object.entries(parts).map(([name, { buffer = '%tile', rows, ...rest }]) => [
    name,
    { text: kernel(rest), buffer, ...(rows === undefined ? {} : { rows }) },
  ]),
);
