/**
 * Global memory around a tile:
 *
 *     global: { load_along: 1, store_along: 0, load_pitch: 4096, store_pitch: 65536 }
 *     global: { load: { naive: { lengths: [65536, 256], strides: [256, 1], vector: [8, 1] } }, store: "make_naive_tensor_..." }
 *     global: { store: none }                                   what is read is not stored: the default of operands a and b of a GEMM
 *     matrix: { m: 65536, k: 256 }
 *
 * `load` and `store` are descriptors of the matrices, in the order of the indices of their distribution; CK Tile chooses the width of an access by
 * what they promise. `matrix` has the lengths of the written tile's indices, rows m and columns k: workgroups walk along k, and
 * without descriptors rows are as far apart as the matrix is wide. Both give the counters of the whole dispatch.
 */
import { messages } from '../../../base/messages.ts';
import * as shape from '../../../shape/shape.ts';
import type { CppContext } from '../../../vendors/ck-tile/cpp/context.ts';
import {
  type DescriptorSpec,
  lengthsOf,
  makeDescriptor,
} from '../../../vendors/ck-tile/descriptor.ts';
import { type TileDistributionEncoding, tileLengths } from '../../../vendors/ck-tile/encoding.ts';
import type { TransposeSpec } from '../tutorials/tutorials.ts';
import { isWithin, type Place } from './place.ts';
import { type DescriptorEntry, descriptorShape, readDescriptor } from './read-descriptor.ts';

const { made, mapping, optional, required, whole } = shape;

type GlobalSides = Pick<
  TransposeSpec,
  'loadAlong' | 'storeAlong' | 'loadPitch' | 'storePitch' | 'load' | 'store' | 'isStored'
>;

/** Elements of a row of a matrix in global memory, and rows of one. */
const MOST_PITCH = 2 ** 31 - 1;

const along = whole(0, 31);
const size = whole(1, MOST_PITCH);

export const globalShape = made(
  mapping({
    load: optional(descriptorShape, 'The descriptor of the loaded matrix.'),
    load_along: optional(along, 'The index along which the loaded matrix is contiguous.'),
    load_pitch: optional(size, 'Elements from row to row of the loaded matrix.'),
    store: optional(
      descriptorShape,
      'The descriptor of the stored matrix; none if it is not stored.',
    ),
    store_along: optional(along, 'The index along which the stored matrix is contiguous.'),
    store_pitch: optional(size, 'Elements from row to row of the stored matrix.'),
  }),
  (all) => ({
    load: { whole: all.load, along: all.load_along, pitch: all.load_pitch },
    store: { whole: all.store, along: all.store_along, pitch: all.store_pitch },
  }),
);

export const matrixShape = mapping({ m: required(size, 'Rows.'), k: required(size, 'Columns.') });

/**
 * The global sides of a triple; empty where the field is absent. The tile that is read is stored as the field says;
 * without fields for the store it is stored unless it `isOperand` of a GEMM.
 */
export function readGlobal(
  spec: shape.ValueOf<typeof globalShape> | undefined,
  place: Place,
  write: TileDistributionEncoding,
  read: TileDistributionEncoding,
  context: CppContext,
  isOperand: boolean,
): GlobalSides | undefined {
  if (spec === undefined) return isOperand ? { isStored: false } : {};
  const { load, store } = spec;
  const isGiven = Object.values(store).some((part) => part !== undefined);
  const isStored = store.whole !== 'none' && (!isOperand || isGiven);
  const first = readSide('load', load, place, write, context);
  const second = readSide('store', store, place, read, context);
  if (first === undefined || second === undefined) return undefined;
  return {
    loadAlong: first.along,
    loadPitch: first.pitch,
    load: first.descriptor,
    storeAlong: second.along,
    storePitch: second.pitch,
    store: second.descriptor,
    ...(isStored ? {} : { isStored }),
  };
}

interface Side {
  readonly along?: number | undefined;
  readonly pitch?: number | undefined;
  readonly descriptor?: DescriptorSpec | undefined;
}

function readSide(
  name: 'load' | 'store',
  { whole, along, pitch }: Side & { readonly whole: DescriptorEntry | undefined },
  place: Place,
  encoding: TileDistributionEncoding,
  context: CppContext,
): Side | undefined {
  const [ofAlong, ofPitch] = [place.at(`${name}_along`), place.at(`${name}_pitch`)];
  if (whole !== undefined) {
    const [own, other] = [place.at(name), along === undefined ? ofPitch : ofAlong];
    if ((along ?? pitch) !== undefined) return other.fail(messages.spec.besideGlobal(name));
    if (name === 'store' && whole === 'none') return {};
    const descriptor = readDescriptor(whole, own, context);
    return descriptor && isOfTile(own, descriptor, encoding) ? { descriptor } : undefined;
  }
  const lengths = tileLengths(encoding);
  if (!isWithin(ofAlong, along, 0, lengths.length - 1)) return undefined;
  if (pitch !== undefined && lengths.length !== 2)
    return ofPitch.fail(messages.spec.pitchOfMatrix(lengths.length));
  // A pitch holds a row of the tile.
  return isWithin(ofPitch, pitch, lengths[along ?? 1] ?? 1, MOST_PITCH)
    ? { along, pitch }
    : undefined;
}

function isOfTile(
  place: Place,
  spec: DescriptorSpec,
  encoding: TileDistributionEncoding,
): true | undefined {
  const made = makeDescriptor(spec);
  const lengths = made.ok ? lengthsOf(made.value) : [];
  const tile = tileLengths(encoding);
  if (lengths.length === tile.length) return true;
  return place.fail(
    messages.spec.shape(place.where, `a descriptor of ${tile.length} indices, as its distribution`),
  );
}

/** The triple with the lengths of its matrix, by the indices of the written distribution. */
export function readMatrix(
  matrix: shape.ValueOf<typeof matrixShape> | undefined,
  place: Place,
  spec: TransposeSpec,
): TransposeSpec | undefined {
  const tile = tileLengths(spec.write.encoding);
  const loaded = spec.load && makeDescriptor(spec.load);
  if (matrix === undefined) {
    return loaded?.ok === true ? { ...spec, matrix: lengthsOf(loaded.value) } : spec;
  }
  if (loaded !== undefined) return place.fail(messages.spec.besideGlobal('load'));
  if (tile.length !== 2) return place.fail(messages.spec.pitchOfMatrix(tile.length));
  const { m, k } = matrix;
  return { ...spec, matrix: spec.write.view === 'km' ? [k, m] : [m, k] };
}
