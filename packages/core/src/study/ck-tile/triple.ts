/**
 * The tile that a triple of write distribution, LDS descriptor and read distribution keeps in LDS, and the same triple
 * with another layout of that tile.
 *
 *     tutorial 04     written (m, k), read (k, m)     tile of 64 rows and 32 columns, the read is transposed
 *     tutorial 02     written (m, k), k 64 apart      tile of 32 rows and 64 columns, the write is transposed
 *
 * Rows and columns are chosen so that columns are what is contiguous. Both sides must see all of one matrix.
 */
import { diagnose } from '../../base/diagnostic.ts';
import { messages } from '../../base/messages.ts';
import { failure, type Result, success } from '../../base/result.ts';
import { isAlwaysValid } from '../../vendors/ck-tile/adaptor.ts';
import {
  allIndices,
  calculateOffsets,
  type DescriptorSpec,
  lengthsOf,
  makeDescriptor,
  transposed,
} from '../../vendors/ck-tile/descriptor.ts';
import type { TransposeSpec } from './tutorials/tutorials.ts';
import { layoutOfPlaces } from '../../layout/tile/element-places.ts';
import { tileOfElements } from '../../layout/tile/packed-tile.ts';
import type { TileLayout } from '../../layout/tile/tile-layout.ts';
import { descriptorOfLayout } from '../../vendors/ck-tile/notation.ts';

/** A tile in LDS and the order in which each side gives its indices. */
export interface SharedTile {
  readonly layout: TileLayout;
  /** True where a side indexes it by (column, row). */
  readonly transposed: { readonly write: boolean; readonly read: boolean };
}

/** A view as a matrix: its lengths, and the offsets of its elements row after row, as they are and transposed. */
interface Matrix {
  readonly lengths: readonly [number, number];
  readonly offsets: Int32Array;
  readonly offsetsTransposed: Int32Array;
}

/** The tile of a triple. Fails where the sides do not see one matrix, or where its map has no form as a layout. */
export function sharedTile({ elementBytes, write, read }: TransposeSpec): Result<SharedTile> {
  const [stored, loaded] = [matrixOf(write.descriptor), matrixOf(read.descriptor)];
  if (!stored.ok) return stored;
  if (!loaded.ok) return loaded;
  const { offsets, offsetsTransposed } = stored.value;
  const isTurned = !isContiguous(offsets) && isContiguous(offsetsTransposed);
  const chosen = layoutOf(stored.value, isTurned, elementBytes);
  if (!chosen.ok) return chosen;
  const isSame = sameMatrix(stored.value, loaded.value, false);
  if (!isSame && !sameMatrix(stored.value, loaded.value, true)) {
    return failure(diagnose(messages.suggest.otherView()));
  }
  return success({
    layout: chosen.value,
    transposed: { write: isTurned, read: isSame ? isTurned : !isTurned },
  });
}

/** The triple with another layout of its tile; fails where no descriptor expresses it. */
export function tripleWith(
  spec: TransposeSpec,
  shared: SharedTile,
  layout: TileLayout,
): Result<TransposeSpec> {
  const descriptor = descriptorOf(layout);
  if (!descriptor.ok) return descriptor;
  const view = (isTransposed: boolean): DescriptorSpec =>
    isTransposed ? transposed(descriptor.value) : descriptor.value;
  return success({
    ...spec,
    write: { ...spec.write, descriptor: view(shared.transposed.write) },
    read: { ...spec.read, descriptor: view(shared.transposed.read) },
  });
}

/** True when the second element of the first row follows the first. */
const isContiguous = (offsets: Int32Array): boolean => (offsets[1] ?? -1) - (offsets[0] ?? 0) === 1;

function matrixOf(spec: DescriptorSpec): Result<Matrix> {
  const made = makeDescriptor(spec);
  if (!made.ok) return made;
  const [rows, columns, ...more] = lengthsOf(made.value);
  if (rows === undefined || columns === undefined || more.length > 0) {
    return failure(diagnose(messages.suggest.noMatrix(lengthsOf(made.value))));
  }
  if (!isAlwaysValid(made.value)) {
    return failure(diagnose(messages.notation.noTileLayout('some indices fall on padding')));
  }
  const offsets = calculateOffsets(made.value, allIndices([rows, columns]));
  const offsetsTransposed = new Int32Array(offsets.length);
  for (const [i, offset] of offsets.entries()) {
    offsetsTransposed[(i % columns) * rows + Math.floor(i / columns)] = offset;
  }
  return success({ lengths: [rows, columns], offsets, offsetsTransposed });
}

function layoutOf(
  { lengths: [first, second], offsets, offsetsTransposed }: Matrix,
  isTransposed: boolean,
  elementBytes: number,
): Result<TileLayout> {
  const [rows, columns] = isTransposed ? [second, first] : [first, second];
  const elements = isTransposed ? offsetsTransposed : offsets;
  const tile = tileOfElements(rows, columns, 8 * elementBytes);
  return tile.ok ? layoutOfPlaces(tile.value, elements) : tile;
}

/** The descriptor of a layout; fails where there is none. */
function descriptorOf(layout: TileLayout): Result<DescriptorSpec> {
  const descriptor = descriptorOfLayout(layout);
  return typeof descriptor === 'string'
    ? failure(diagnose(messages.notation.cannotExpress('ck-tile', descriptor)))
    : success(descriptor);
}

function sameMatrix(one: Matrix, other: Matrix, isTransposed: boolean): boolean {
  const [rows, columns] = other.lengths;
  const wanted = isTransposed ? [columns, rows] : [rows, columns];
  const offsets = isTransposed ? other.offsetsTransposed : other.offsets;
  return (
    one.lengths.join() === wanted.join() && one.offsets.every((offset, i) => offset === offsets[i])
  );
}
