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
import { messages } from '../../../base/messages.ts';
import * as shape from '../../../shape/shape.ts';
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
import type { Place } from './place.ts';
import { cppShape, readCpp } from './read-descriptor.ts';
import { type PatternContext, patterns, patternShape, readPattern } from './read-pattern.ts';
import { MOST_LENGTH, wholeLists, wholes } from './read-transform.ts';

const { either, made, mapping, named, optional, required, text } = shape;

const NAMED: ReadonlyMap<string, TileDistributionEncoding> = new Map(
  Object.entries({ MK, KM, RD08, RD10, MK_F32, KM_F32 }),
);

/** Elements of a tile, threads of a workgroup, and registers of a thread that a tile may take. */
const MOST_ELEMENTS = 2 ** 17;
const MOST_THREADS = 1024;
const MOST_REGISTERS = 256;
const REGISTER_BITS = 32;
const MOST_FACTORS = 32;

const indices = wholes(0, MOST_FACTORS);
const lists = wholeLists(0, MOST_FACTORS);

const encodingShape = made(
  mapping({
    rs: optional(wholes(1), 'Lengths of what is replicated.'),
    hs: required(wholeLists(1, MOST_LENGTH), 'Lengths of the factors of each dimension.'),
    ps_major: required(lists, 'The dimensions of the wave and of the lane; 0 is rs.'),
    ps_minor: required(lists, 'Their factors.'),
    ys_major: required(indices, 'The dimensions of the registers.'),
    ys_minor: required(indices, 'Their factors.'),
  }),
  ({ rs = [], hs, ...all }) => ({
    rs,
    hs,
    psMajor: all.ps_major,
    psMinor: all.ps_minor,
    ysMajor: all.ys_major,
    ysMinor: all.ys_minor,
  }),
);

const distribution = either(
  "a distribution: an encoding, a name, a pattern, or CK Tile's C++",
  { form: 'text', shape: text("a name or CK Tile's C++", { examples: [...NAMED.keys()] }) },
  { form: { has: ['cpp'] }, shape: cppShape },
  { form: { has: Object.keys(patterns) }, shape: patternShape },
  { form: 'mapping', shape: encodingShape },
);
export const distributionShape = named('distribution', () => distribution);
export type Distribution = shape.ValueOf<typeof distribution>;

/** The encoding, if it covers each element of its tile once; `context` is what its C++ need not define. */
export function readDistribution(
  spec: Distribution,
  place: Place,
  context: CppContext & PatternContext,
): TileDistributionEncoding | undefined {
  if (typeof spec === 'string' && !/[<({;]/.test(spec)) {
    const unknown = messages.spec.unknownName(place.where, spec, [...NAMED.keys()]);
    return NAMED.get(spec) ?? place.fail(unknown);
  }
  const [encoding, own] = encodingOf(spec, place, context) ?? [undefined, place];
  if (encoding === undefined) return undefined;
  const { hs, psMajor } = encoding;
  if (hs.length === 0 || psMajor.length === 0 || psMajor.length > 2) {
    return own.fail(messages.spec.shape(own.where, WARP_AND_LANE));
  }
  return isSmall(own, encoding, context) && isSound(own, encoding) ? encoding : undefined;
}

/** The encoding, with the place of its faults. */
function encodingOf(
  spec: Distribution,
  place: Place,
  context: CppContext & PatternContext,
): readonly [TileDistributionEncoding, Place] | undefined {
  if (typeof spec === 'string' || 'cpp' in spec)
    return readCpp(spec, place, context, parseEncoding);
  if (!('pattern' in spec)) return [spec, place];
  const encoding = readPattern(spec.pattern, place.at(spec.pattern[0]), context);
  return encoding && [encoding, place];
}

const WARP_AND_LANE =
  'an encoding with at least one list of hs, and one or two of ps (warp and lane)';

function isSmall(
  place: Place,
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
    place.fail(messages.spec.tooMany(`${place.where} has ${count} ${what}`, most));
    return false;
  }
  return true;
}

function isSound(place: Place, encoding: TileDistributionEncoding): boolean {
  const made = makeDistribution(encoding);
  place.tell(made.diagnostics);
  return made.ok;
}
