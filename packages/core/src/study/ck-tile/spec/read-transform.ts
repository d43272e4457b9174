/**
 * Transforms as data, under CK's names:
 *
 *     { xor: [32, 8] }    { pass_through: 8 }    { merge: [4, 8] }    { slice: [64, 8, 40] }
 *     { xor: { lengths: [32, 8], apply_modulo: false } }    { embed: { lengths: [4, 8], coefficients: [8, 1] } }
 *
 * Lists have the arguments of `make_..._transform` in their order.
 */
import * as shape from '../../../shape/shape.ts';
import {
  make,
  type Transform,
  type TransformKind,
} from '../../../vendors/ck-tile/transforms/transform.ts';

const { either, flag, list, made, mapping, named, oneKey, optional, required, tuple, whole } =
  shape;

/** No length in LDS is greater. */
export const MOST_LENGTH = 65_536;
const MOST_ENTRIES = 4096;

/** Whole numbers from `least` on, as many as there are. */
export const wholes = (least: number, most = MOST_LENGTH): shape.Shape<readonly number[]> =>
  list(whole(least, most), 0, MOST_ENTRIES, 'a list of whole numbers');

export const wholeLists = (
  least: number,
  most: number,
): shape.Shape<readonly (readonly number[])[]> =>
  list(wholes(least, most), 0, MOST_ENTRIES, 'a list of lists of whole numbers');

const length = whole(0, MOST_LENGTH);
const [some, two, three] = [wholes(0), tuple(length, 2), tuple(length, 3)];

/** A single argument may stand alone. */
const one = either(
  'a whole number',
  { form: 'number', shape: length },
  { form: 'list', shape: made(list(length, 1, 1, 'a list of 1 numbers'), ([value = 0]) => value) },
);

const merge = either(
  'a list of whole numbers, or a mapping with lengths and divide',
  { form: 'list', shape: made(some, (lengths) => make.merge(lengths)) },
  {
    form: 'mapping',
    shape: made(
      mapping({
        lengths: required(some, 'Lengths below.'),
        divide: optional(flag, 'Divides instead of multiplying by magic numbers.'),
      }),
      ({ lengths, divide = false }) => make.merge(lengths, divide ? 'divide' : 'magic'),
    ),
  },
);

const xor = either(
  'a list of 2 numbers, or a mapping with lengths and apply_modulo',
  { form: 'list', shape: made(two, (lengths) => make.xor(lengths)) },
  {
    form: 'mapping',
    shape: made(
      mapping({
        lengths: required(two, 'Lengths of both dimensions.'),
        apply_modulo: optional(flag, "CK's default; false leaves the modulo out."),
      }),
      ({ lengths, apply_modulo: applyModulo }) => make.xor(lengths, applyModulo),
    ),
  },
);

const embed = made(
  mapping({
    lengths: required(some, 'Lengths above.'),
    coefficients: required(some, 'The stride of each.'),
  }),
  ({ lengths, coefficients }) => make.embed(lengths, coefficients),
);

const of = <T>(from: shape.Shape<T>, make: (value: T) => Transform, about: string) =>
  optional(made(from, make), about);

/** The transform that a mapping with one key names. */
const oneTransform = made(
  oneKey({
    pass_through: of(one, make.passThrough, 'A dimension as it is, by its length.'),
    pad: of(three, (all) => make.pad(...all), 'Length; elements more before and behind.'),
    left_pad: of(two, (all) => make.leftPad(...all), 'Length, and elements more before.'),
    right_pad: of(two, (all) => make.rightPad(...all), 'Length, and elements more behind.'),
    embed: optional(embed, 'Several dimensions as one, by strides.'),
    merge: optional(merge, 'Several dimensions as one, row-major.'),
    unmerge: of(some, make.unmerge, 'One dimension as several of these lengths, row-major.'),
    xor: optional(xor, 'The second index XORed with the first.'),
    cyclic_shift: of(two, make.cyclicShift, 'The second index moved on by the first.'),
    inverse_cyclic_shift: of(two, make.inverseCyclicShift, 'The same backwards.'),
    offset: of(two, (all) => make.offset(...all), 'Length, and what is added to the index.'),
    slice: of(three, (all) => make.slice(...all), 'Length, and the part from begin to end.'),
    modulo: of(
      two,
      (all) => make.modulo(...all),
      'The modulus, and the length that runs around it.',
    ),
    freeze: of(one, make.freeze, 'A dimension held at an index.'),
    insert: of(one, make.insert, 'A dimension of this length that memory does not have.'),
    replicate: of(some, make.replicate, 'Dimensions that memory does not have.'),
    indexing: of(some, make.indexing, 'The index below of each above.'),
  } satisfies Record<TransformKind, shape.Key<Transform>>),
  ([[, transform]]) => transform,
);
export const transformShape = named('transform', () => oneTransform);
