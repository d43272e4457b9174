/**
 * The configuration of `LdsIndexSwapping` as data:
 *
 *     { m: 64, k: 32, kpack: 8 }      mldslayer by the banks; also element, row_mul, k_padded
 */
import { hasErrors } from '../../../base/diagnostic.ts';
import { messages } from '../../../base/messages.ts';
import { mapping, optional, required, type ValueOf, whole } from '../../../shape/shape.ts';
import { type DescriptorSpec, makeDescriptor } from '../../../vendors/ck-tile/descriptor.ts';
import { ldsIndexSwappingSpec, mLdsLayerFor } from '../../../vendors/ck-tile/swapping.ts';
import { elementBytesOf, elementShape } from './common.ts';
import type { Place } from './place.ts';
import { MOST_LENGTH } from './read-transform.ts';

/** Banks that a descriptor is built for. */
export type Banks = 32 | 64;

/** Rows first, or columns first. */
type View = 'mk' | 'km';

/** The descriptor of both sides, by view; `undefined` when each side has to bring its own. */
export type SharedLayout = ((view: View, place: Place) => DescriptorSpec | undefined) | undefined;

const size = whole(1, MOST_LENGTH);

export const swappingShape = mapping({
  m: required(size, 'MPerBlock: rows.'),
  k: required(size, 'KPerBlock: columns.'),
  kpack: required(size, 'KPack: elements that stay together.'),
  element: optional(elementShape, 'The element, which is that of the tile.'),
  mldslayer: optional(size, 'MLdsLayer: rows of a line; by the banks of the machine by default.'),
  row_mul: optional(size, 'RowMul; 1 by default.'),
  k_padded: optional(size, 'Elements of a row with its padding; k by default.'),
});

type Swapping = ValueOf<typeof swappingShape>;

/** The descriptor by view. Its faults are told once. */
export function readSwapping(
  { m, k, kpack, element, mldslayer, row_mul: rowMul, k_padded: kPadded }: Swapping,
  place: Place,
  banks: Banks,
  elementBytes: number,
): SharedLayout {
  const stated = element === undefined ? elementBytes : elementBytesOf(element);
  if (stated !== elementBytes)
    place.at('element').fail(messages.spec.otherElement(stated, elementBytes));
  const common = {
    mPerBlock: m,
    kPerBlock: k,
    kPack: kpack,
    // CK divides by sizeof, which is a byte for packed types.
    mLdsLayer: mldslayer ?? mLdsLayerFor(banks, k, Math.max(1, elementBytes)),
    rowMul,
    kPadded,
  };
  let isTold = false;
  return (view) => {
    const spec = ldsIndexSwappingSpec({ ...common, view });
    const made = spec.ok ? makeDescriptor(spec.value) : spec;
    if (!isTold) place.tell(made.diagnostics);
    isTold = true;
    return spec.ok && made.ok && !hasErrors(made.diagnostics) ? spec.value : undefined;
  };
}
