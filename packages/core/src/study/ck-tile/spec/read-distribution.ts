/**
 * Distributions as data: a `tile_distribution_encoding`, or the name of one of the tutorials'.
 *
 *     { rs: [1], hs: [[1, 4, 16], [4, 8]], ps_major: [[1], [1, 2]], ps_minor: [[1], [2, 0]], ys_major: [1, 2], ys_minor: [0, 1] }
 *     MK
 *
 * or the same in CK Tile's C++, `tile_distribution_encoding<sequence<1>, ...>`, as a text; or one that CK makes, by its name
 * (`read-pattern.ts`).
 */
import { product } from '../../../base/numbers.ts';
import { hasErrors } from '../../../base/diagnostic.ts';
import { messages } from '../../../base/messages.ts';
import type { CppContext } from '../../../vendors/ck-tile/cpp/context.ts';
import { parseEncoding } from '../../../vendors/ck-tile/cpp/parse.ts';
import { makeDistribution } from '../../../vendors/ck-tile/distribution.ts';
import {
  partitionLengths,
  registerLengths,
  tileLengths,
  type TileDistributionEncoding,
} from '../../../vendors/ck-tile/encoding.ts';
import { KM, KM_F32, MK, MK_F32, RD08, RD10 } from '../tutorials/distributions.ts';
import { type Field, required } from './fields.ts';
import { type PatternContext, patternNames, readPattern } from './read-pattern.ts';
import { MOST_LENGTH } from './read-transform.ts';

const NAMED: ReadonlyMap<string, TileDistributionEncoding> = new Map(
  Object.entries({ MK, KM, RD08, RD10, MK_F32, KM_F32 }),
);

/** Elements of a tile, threads of a workgroup, and registers of a thread that a tile may take. */
const MOST_ELEMENTS = 2 ** 17;
const MOST_THREADS = 1024;
const MOST_REGISTERS = 256;
const REGISTER_BITS = 32;
const MOST_FACTORS = 32;

const KEYS = ['rs', 'hs', 'ps_major', 'ps_minor', 'ys_major', 'ys_minor'] as const;

/** The encoding, if it covers each element of its tile once; `context` is what its C++ need not define. */
export function readDistribution(
  field: Field,
  context: CppContext & PatternContext,
): TileDistributionEncoding | undefined {
  if (typeof field.value === 'string') {
    return NAMED.has(field.value) || !/[<({;]/.test(field.value)
      ? field.named(NAMED)
      : readText(field, field.value, context);
  }
  const fields = field.mapping([...KEYS, 'cpp', 'use', ...patternNames]);
  if (fields === undefined) return undefined;
  const [pattern, ...more] = [...fields].filter(([key]) => patternNames.includes(key));
  if (pattern !== undefined) {
    if (more.length > 0 || fields.size > 1) {
      return field.fail(messages.spec.oneOf(field.where, [...patternNames, 'hs', 'cpp']));
    }
    const made = readPattern(...pattern, context);
    return made && isSmall(field, made, context) && isSound(field, made) ? made : undefined;
  }
  const cpp = fields.get('cpp');
  if (cpp !== undefined) {
    const [text, use] = [cpp.text(), fields.get('use')?.text()];
    return text === undefined
      ? undefined
      : readText(cpp, text, { ...context, ...(use !== undefined && { use }) });
  }
  const get = (key: (typeof KEYS)[number]): Field | undefined => required(fields, key, field);
  const rs = fields.has('rs') ? get('rs')?.wholes(1, MOST_LENGTH) : [];
  const hs = get('hs')?.wholeLists(1, MOST_LENGTH);
  const psMajor = get('ps_major')?.wholeLists(0, MOST_FACTORS);
  const psMinor = get('ps_minor')?.wholeLists(0, MOST_FACTORS);
  const ysMajor = get('ys_major')?.wholes(0, MOST_FACTORS);
  const ysMinor = get('ys_minor')?.wholes(0, MOST_FACTORS);
  if (rs === undefined || hs === undefined || psMajor === undefined || psMinor === undefined)
    return undefined;
  if (ysMajor === undefined || ysMinor === undefined) return undefined;
  if (hs.length === 0 || psMajor.length === 0 || psMajor.length > 2) {
    return field.fail(messages.spec.shape(field.where, WARP_AND_LANE));
  }
  const encoding = { rs, hs, psMajor, psMinor, ysMajor, ysMinor };
  return isSmall(field, encoding, context) && isSound(field, encoding) ? encoding : undefined;
}

/** CK Tile's C++: `tile_distribution_encoding<...>`, with the constants that it uses. */
function readText(
  field: Field,
  text: string,
  context: CppContext & PatternContext,
): TileDistributionEncoding | undefined {
  const encoding = parseEncoding(text, context);
  field.tell(encoding.diagnostics);
  if (!encoding.ok || hasErrors(encoding.diagnostics)) return undefined;
  const { hs, psMajor } = encoding.value;
  if (hs.length === 0 || psMajor.length === 0 || psMajor.length > 2) {
    return field.fail(messages.spec.shape(field.where, WARP_AND_LANE));
  }
  return isSmall(field, encoding.value, context) && isSound(field, encoding.value)
    ? encoding.value
    : undefined;
}

const WARP_AND_LANE =
  'an encoding with at least one list of hs, and one or two of ps (warp and lane)';

function isSmall(
  field: Field,
  encoding: TileDistributionEncoding,
  { elementBits }: Pick<PatternContext, 'elementBits'>,
): boolean {
  const bits = product(registerLengths(encoding)) * elementBits;
  const counts = [
    ['elements', product(tileLengths(encoding)), MOST_ELEMENTS],
    ['threads', product(partitionLengths(encoding)), MOST_THREADS],
    ['registers', Math.ceil(bits / REGISTER_BITS), MOST_REGISTERS],
  ] as const;
  for (const [what, count, most] of counts) {
    if (count <= most) continue;
    field.fail(messages.spec.tooMany(`${field.where} has ${count} ${what}`, most));
    return false;
  }
  return true;
}

function isSound(field: Field, encoding: TileDistributionEncoding): boolean {
  const made = makeDistribution(encoding);
  field.tell(made.diagnostics);
  return made.ok;
}
