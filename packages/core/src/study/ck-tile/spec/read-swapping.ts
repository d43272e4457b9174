/**
 * The configuration of `LdsIndexSwapping` as data:
 *
 *     { m: 64, k: 32, kpack: 8 }      mldslayer by the banks; also element, row_mul, k_padded
 */
import { hasErrors } from '../../../base/diagnostic.ts';
import { messages } from '../../../base/messages.ts';
import { elementBitsByName } from '../../../layout/tile/element-names.ts';
import { type DescriptorSpec, makeDescriptor } from '../../../vendors/ck-tile/descriptor.ts';
import { ldsIndexSwappingSpec, mLdsLayerFor } from '../../../vendors/ck-tile/swapping.ts';
import { type Field, required } from './fields.ts';
import { MOST_LENGTH } from './read-transform.ts';

/** Banks that a descriptor is built for. */
export type Banks = 32 | 64;

/** Rows first, or columns first. */
export type View = 'mk' | 'km';

/** The descriptor of both sides, by view; `undefined` when each side has to bring its own. */
export type SharedLayout = ((view: View, place: Field) => DescriptorSpec | undefined) | undefined;

/** Bytes by name: CK's and ours. */
const ELEMENTS: ReadonlyMap<string, number> = new Map([
  ...['f64', 'fp64'].map((name) => [name, 8] as const),
  ...['f32', 'fp32', 'i32'].map((name) => [name, 4] as const),
  ...['f16', 'fp16', 'bf16', 'i16'].map((name) => [name, 2] as const),
  ...['f8', 'fp8', 'bf8', 'i8', 'u8'].map((name) => [name, 1] as const),
  ...['f4', 'fp4', 'i4', 'pk_fp4_t', 'pk_int4_t'].map((name) => [name, 0.5] as const),
]);

/** Bytes of an element; 0.5 for those of 4 bits. Packs of 6 bits are refused. */
export function elementBytesOf(field: Field): number | undefined {
  return refusesPack(field) ? undefined : field.named(ELEMENTS);
}

/** Tells of an element whose packs are not modelled; true where it does. */
export function refusesPack(field: Field): boolean {
  const name = String(field.value);
  const bits = PACKED_TYPES.get(name) ?? elementBitsByName.get(name);
  if (bits === undefined || bits >= 8 || bits === 4) return false;
  field.fail(messages.spec.packedElement(name, bits));
  return true;
}

/** Bits of CK Tile's packed types. */
const PACKED_TYPES: ReadonlyMap<string, number> = new Map([
  ['pk_fp4_t', 4],
  ['pk_int4_t', 4],
  ['fp6', 6],
  ['bf6', 6],
  ['pk_fp6x16_t', 6],
  ['pk_fp6x32_t', 6],
]);

const SWAPPING_KEYS = ['m', 'k', 'element', 'kpack', 'mldslayer', 'row_mul', 'k_padded'] as const;

/** The descriptor by view. Its faults are told once. */
export function readSwapping(field: Field, banks: Banks, elementBytes: number): SharedLayout {
  const fields = field.mapping(SWAPPING_KEYS);
  const whole = (key: (typeof SWAPPING_KEYS)[number]): number | undefined =>
    fields && required(fields, key, field)?.whole(1, MOST_LENGTH);
  const optional = (key: (typeof SWAPPING_KEYS)[number], usual: number): number | undefined => {
    const given = fields?.get(key);
    return given === undefined ? usual : given.whole(1, MOST_LENGTH);
  };
  const element = fields?.get('element');
  const stated = element === undefined ? elementBytes : elementBytesOf(element);
  if (element !== undefined && stated !== undefined && stated !== elementBytes) {
    element.fail(messages.spec.otherElement(stated, elementBytes));
  }
  const [mPerBlock, kPerBlock, kPack] = [whole('m'), whole('k'), whole('kpack')];
  if (mPerBlock === undefined || kPerBlock === undefined || kPack === undefined) {
    return () => undefined;
  }
  // CK divides by sizeof, which is a byte for packed types.
  const mLdsLayer = optional(
    'mldslayer',
    mLdsLayerFor(banks, kPerBlock, Math.max(1, elementBytes)),
  );
  const rowMul = optional('row_mul', 1);
  const kPadded = optional('k_padded', kPerBlock);
  if (mLdsLayer === undefined || rowMul === undefined || kPadded === undefined) {
    return () => undefined;
  }
  const common = { mPerBlock, kPerBlock, kPack, mLdsLayer, rowMul, kPadded };
  let isTold = false;
  return (view) => {
    const spec = ldsIndexSwappingSpec({ ...common, view });
    const made = spec.ok ? makeDescriptor(spec.value) : spec;
    if (!isTold) field.tell(made.diagnostics);
    isTold = true;
    return spec.ok && made.ok && !hasErrors(made.diagnostics) ? spec.value : undefined;
  };
}
