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
import type { CppContext } from '../../../vendors/ck-tile/cpp/context.ts';
import {
  type DescriptorSpec,
  lengthsOf,
  makeDescriptor,
} from '../../../vendors/ck-tile/descriptor.ts';
import { type TileDistributionEncoding, tileLengths } from '../../../vendors/ck-tile/encoding.ts';
import type { TransposeSpec } from '../tutorials/tutorials.ts';
import { type Field, required } from './fields.ts';
import { readDescriptor } from './read-descriptor.ts';

type GlobalSides = Pick<
  TransposeSpec,
  'loadAlong' | 'storeAlong' | 'loadPitch' | 'storePitch' | 'load' | 'store' | 'isStored'
>;

const KEYS = ['load_along', 'store_along', 'load_pitch', 'store_pitch', 'load', 'store'] as const;

/** Elements of a row of a matrix in global memory, and rows of one. */
const MOST_PITCH = 2 ** 31 - 1;

/**
 * The global sides of a triple; empty where the field is absent. The tile that is read is stored as the field says;
 * without fields for the store it is stored unless it `isOperand` of a GEMM.
 */
export function readGlobal(
  field: Field | undefined,
  write: TileDistributionEncoding,
  read: TileDistributionEncoding,
  context: CppContext,
  isOperand: boolean,
): GlobalSides | undefined {
  if (field === undefined) return isOperand ? { isStored: false } : {};
  const fields = field.mapping(KEYS);
  if (fields === undefined) return undefined;
  const stored = readSide('load', fields, write, context);
  const isNone = fields.get('store')?.value === 'none';
  const others = ['store_along', 'store_pitch'].find((key) => fields.has(key));
  if (isNone && others !== undefined) {
    return fields.get(others)?.fail(messages.spec.besideGlobal('store'));
  }
  const isStored = !isNone && (!isOperand || fields.has('store') || others !== undefined);
  const loaded = isStored ? readSide('store', fields, read, context) : {};
  if (stored === undefined || loaded === undefined) return undefined;
  return {
    loadAlong: stored.along,
    loadPitch: stored.pitch,
    load: stored.descriptor,
    storeAlong: loaded.along,
    storePitch: loaded.pitch,
    store: loaded.descriptor,
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
  fields: ReadonlyMap<string, Field>,
  encoding: TileDistributionEncoding,
  context: CppContext,
): Side | undefined {
  const [whole, alongField] = [fields.get(name), fields.get(`${name}_along`)];
  const pitchField = fields.get(`${name}_pitch`);
  const other = alongField ?? pitchField;
  if (whole !== undefined) {
    if (other !== undefined) return other.fail(messages.spec.besideGlobal(name));
    const descriptor = readDescriptor(whole, context);
    return descriptor && isOfTile(whole, descriptor, encoding) ? { descriptor } : undefined;
  }
  const along = alongField?.whole(0, encoding.hs.length - 1);
  if (alongField !== undefined && along === undefined) return undefined;
  const pitch = pitchField && readPitch(pitchField, encoding, along);
  if (pitchField !== undefined && pitch === undefined) return undefined;
  return { along, pitch };
}

function isOfTile(
  field: Field,
  spec: DescriptorSpec,
  encoding: TileDistributionEncoding,
): true | undefined {
  const made = makeDescriptor(spec);
  const lengths = made.ok ? lengthsOf(made.value) : [];
  const tile = tileLengths(encoding);
  if (lengths.length === tile.length) return true;
  return field.fail(
    messages.spec.shape(field.where, `a descriptor of ${tile.length} indices, as its distribution`),
  );
}

/** A pitch that holds a row of the tile. */
function readPitch(
  field: Field,
  encoding: TileDistributionEncoding,
  along: number | undefined,
): number | undefined {
  const lengths = tileLengths(encoding);
  if (lengths.length !== 2) return field.fail(messages.spec.pitchOfMatrix(lengths.length));
  return field.whole(lengths[along ?? 1] ?? 1, MOST_PITCH);
}

/** The triple with the lengths of its matrix, by the indices of the written distribution. */
export function readMatrix(
  field: Field | undefined,
  spec: TransposeSpec,
): TransposeSpec | undefined {
  const tile = tileLengths(spec.write.encoding);
  const loaded = spec.load && makeDescriptor(spec.load);
  if (field === undefined) {
    return loaded?.ok === true ? { ...spec, matrix: lengthsOf(loaded.value) } : spec;
  }
  if (loaded !== undefined) return field.fail(messages.spec.besideGlobal('load'));
  if (tile.length !== 2) return field.fail(messages.spec.pitchOfMatrix(tile.length));
  const fields = field.mapping(['m', 'k']);
  const m = fields && required(fields, 'm', field)?.whole(1, MOST_PITCH);
  const k = fields && required(fields, 'k', field)?.whole(1, MOST_PITCH);
  if (m === undefined || k === undefined) return undefined;
  const isTurned = spec.write.view === 'km';
  return { ...spec, matrix: isTurned ? [k, m] : [m, k] };
}
