/**
 * Transforms as data, under CK's names:
 *
 *     { xor: [32, 8] }    { pass_through: 8 }    { merge: [4, 8] }    { slice: [64, 8, 40] }
 *     { xor: { lengths: [32, 8], apply_modulo: false } }    { embed: { lengths: [4, 8], coefficients: [8, 1] } }
 *
 * Lists have the arguments of `make_..._transform` in their order.
 */
import { messages } from '../../../base/messages.ts';
import {
  make,
  type Transform,
  type TransformKind,
} from '../../../vendors/ck-tile/transforms/transform.ts';
import { type Field, required } from './fields.ts';

/** No length in LDS is greater. */
export const MOST_LENGTH = 65_536;

type Read = (field: Field) => Transform | undefined;

/** Arguments that are all numbers, in a list; a single one may stand alone. */
const numbers =
  (count: number | undefined, of: (values: readonly number[]) => Transform): Read =>
  (field) => {
    if (count === 1 && !Array.isArray(field.value)) {
      const value = field.whole(0, MOST_LENGTH);
      return value === undefined ? undefined : of([value]);
    }
    const values = field.wholes(0, MOST_LENGTH, count);
    return values && of(values);
  };

/** A list of lengths, or a mapping with `lengths` and one more. */
const withOption =
  (
    key: string,
    count: number | undefined,
    of: (lengths: readonly number[], option: boolean) => Transform,
  ): Read =>
  (field) => {
    if (Array.isArray(field.value)) return numbers(count, (lengths) => of(lengths, false))(field);
    const fields = field.mapping(['lengths', key]);
    const lengths = fields && required(fields, 'lengths', field)?.wholes(0, MOST_LENGTH, count);
    const option = fields?.get(key);
    const chosen = option === undefined ? false : option.flag();
    return lengths === undefined || chosen === undefined ? undefined : of(lengths, chosen);
  };

const embed: Read = (field) => {
  const fields = field.mapping(['lengths', 'coefficients']);
  if (fields === undefined) return undefined;
  const lengths = required(fields, 'lengths', field)?.wholes(0, MOST_LENGTH);
  const coefficients = required(fields, 'coefficients', field);
  const given = coefficients?.wholes(0, MOST_LENGTH, lengths?.length);
  return lengths === undefined || given === undefined ? undefined : make.embed(lengths, given);
};

/** CK's default is to apply the modulo; the option here is to leave it out. */
const xor: Read = (field) => {
  if (Array.isArray(field.value)) return numbers(2, ([a = 0, b = 0]) => make.xor([a, b]))(field);
  const fields = field.mapping(['lengths', 'apply_modulo']);
  const lengths = fields && required(fields, 'lengths', field)?.wholes(0, MOST_LENGTH, 2);
  const option = fields?.get('apply_modulo');
  const modulo = option === undefined ? true : option.flag();
  if (lengths === undefined || modulo === undefined) return undefined;
  const [rows = 0, columns = 0] = lengths;
  return make.xor([rows, columns], modulo);
};

const rows: Readonly<Record<TransformKind, Read>> = {
  pass_through: numbers(1, ([n = 0]) => make.passThrough(n)),
  pad: numbers(3, ([n = 0, left = 0, right = 0]) => make.pad(n, left, right)),
  left_pad: numbers(2, ([n = 0, left = 0]) => make.leftPad(n, left)),
  right_pad: numbers(2, ([n = 0, right = 0]) => make.rightPad(n, right)),
  embed,
  merge: withOption('divide', undefined, (lengths, divide) =>
    make.merge(lengths, divide ? 'divide' : 'magic'),
  ),
  unmerge: numbers(undefined, (lengths) => make.unmerge(lengths)),
  xor,
  cyclic_shift: numbers(2, ([a = 0, b = 0]) => make.cyclicShift([a, b])),
  inverse_cyclic_shift: numbers(2, ([a = 0, b = 0]) => make.inverseCyclicShift([a, b])),
  offset: numbers(2, ([n = 0, by = 0]) => make.offset(n, by)),
  slice: numbers(3, ([n = 0, begin = 0, end = 0]) => make.slice(n, begin, end)),
  modulo: numbers(2, ([modulus = 0, n = 0]) => make.modulo(modulus, n)),
  freeze: numbers(1, ([index = 0]) => make.freeze(index)),
  insert: numbers(1, ([n = 0]) => make.insert(n)),
  replicate: numbers(undefined, (lengths) => make.replicate(lengths)),
  indexing: numbers(undefined, (table) => make.indexing(table)),
};

const table: ReadonlyMap<string, Read> = new Map(Object.entries(rows));

/** The transform that a mapping with one key names. */
export function readTransform(field: Field): Transform | undefined {
  const fields = field.mapping([...table.keys()]);
  if (fields === undefined) return undefined;
  const [entry, ...more] = fields;
  if (entry === undefined || more.length > 0) {
    return field.fail(messages.spec.shape(field.where, 'one transform, as { xor: [32, 8] }'));
  }
  return table.get(entry[0])?.(entry[1]);
}
