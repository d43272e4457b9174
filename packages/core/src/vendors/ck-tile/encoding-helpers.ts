/**
 * Encodings made of encodings, as CK does: embedding, reducing, shuffling, slicing, and the patterns that load
 * tiles from global memory.
 */
import { gcd, product } from '../../base/numbers.ts';
import { diagnose } from '../../base/diagnostic.ts';
import { messages } from '../../base/messages.ts';
import { failure, type Result, success } from '../../base/result.ts';
import {
  partitionFactors,
  registerFactors,
  registerLengths,
  tileLengths,
  type TileDistributionEncoding,
} from './encoding.ts';
import { at } from './transforms/table.ts';

/**
 * CK's `make_embed_tile_distribution_encoding`: each element of `outer` is a whole tile of `inner`. Factors of
 * both follow each other; the minors of the inner one move on by those of the outer.
 */
export function embedEncodings(
  outer: TileDistributionEncoding,
  inner: TileDistributionEncoding,
): TileDistributionEncoding {
  const factorsOfOuter = [outer.rs.length, ...outer.hs.map((factors) => factors.length)];
  const moved = (majors: readonly number[], minors: readonly number[]): number[] =>
    minors.map((minor, i) => minor + (factorsOfOuter[at(majors, i)] ?? 0));
  return {
    rs: [...outer.rs, ...inner.rs],
    hs: outer.hs.map((factors, i) => [...factors, ...(inner.hs[i] ?? [])]),
    psMajor: [...outer.psMajor, ...inner.psMajor],
    psMinor: [
      ...outer.psMinor,
      ...inner.psMajor.map((majors, p) => moved(majors, at(inner.psMinor, p))),
    ],
    ysMajor: [...outer.ysMajor, ...inner.ysMajor],
    ysMinor: [...outer.ysMinor, ...moved(inner.ysMajor, inner.ysMinor)],
  };
}

/**
 * CK's `make_reduce_tile_distribution_encoding`: the tile without some X dimensions. Their P factors become R
 * factors (threads along them hold copies), their Y factors disappear.
 */
export function reduceEncoding(
  encoding: TileDistributionEncoding,
  reducedDimensions: readonly number[],
): TileDistributionEncoding {
  const reduced = (major: number): boolean => reducedDimensions.includes(major - 1);
  const ofRegisters = registerFactors(encoding);
  const rs = [...encoding.rs];
  const places = new Map<string, { major: number; minor: number }>();
  let majorAfter = 1;
  for (const [minor] of encoding.rs.entries()) places.set(`0 ${minor}`, { major: 0, minor });
  for (const [i, factors] of encoding.hs.entries()) {
    const major = i + 1;
    for (const [minor, length] of factors.entries()) {
      const inRegisters = ofRegisters.some((f) => f.major === major && f.minor === minor);
      if (!reduced(major)) places.set(`${major} ${minor}`, { major: majorAfter, minor });
      else if (!inRegisters) {
        places.set(`${major} ${minor}`, { major: 0, minor: rs.push(length) - 1 });
      }
    }
    if (!reduced(major)) majorAfter++;
  }
  const after = ({ major, minor }: { major: number; minor: number }) =>
    places.get(`${major} ${minor}`) ?? { major, minor };
  const ps = partitionFactors(encoding).map((factors) => factors.map(after));
  const ys = ofRegisters.filter(({ major }) => !reduced(major)).map(after);
  return {
    rs,
    hs: encoding.hs.filter((_, i) => !reduced(i + 1)),
    psMajor: ps.map((factors) => factors.map(({ major }) => major)),
    psMinor: ps.map((factors) => factors.map(({ minor }) => minor)),
    ysMajor: ys.map(({ major }) => major),
    ysMinor: ys.map(({ minor }) => minor),
  };
}

/** CK's `tile_distribution_encoding_shuffle`: new Y number i is old Y `order[i]`. The threads keep their elements. */
export function shuffleRegisters(
  encoding: TileDistributionEncoding,
  order: readonly number[],
): TileDistributionEncoding {
  return {
    ...encoding,
    ysMajor: order.map((q) => at(encoding.ysMajor, q)),
    ysMinor: order.map((q) => at(encoding.ysMinor, q)),
  };
}

/** A part of a distributed tile: the encoding of the part, and where its registers are in the whole. */
export interface SlicedEncoding {
  readonly encoding: TileDistributionEncoding;
  readonly yOrigins: readonly number[];
  readonly yLengths: readonly number[];
}

/**
 * CK's `slice_distribution_from_x`: the elements [begin, end) of each X dimension; end -1 is the whole rest. The
 * elements that P covers must be inside the slice; the rest is taken from the innermost Y factor outwards.
 */
export function sliceEncoding(
  encoding: TileDistributionEncoding,
  begins: readonly number[],
  ends: readonly number[],
): Result<SlicedEncoding> {
  const lengths = tileLengths(encoding);
  const ys = registerFactors(encoding);
  const yOrigins = ys.map(() => 0);
  const yLengths = registerLengths(encoding);
  const hs = encoding.hs.map((factors) => [...factors]);
  for (const [i, factors] of encoding.hs.entries()) {
    const begin = begins[i] ?? 0;
    const end = ends[i] === undefined || ends[i] === -1 ? at(lengths, i) : (ends[i] ?? 0);
    const owned = factors.map((_, minor) =>
      ys.findIndex((factor) => factor.major === i + 1 && factor.minor === minor),
    );
    const threads = product(factors.filter((_, minor) => at(owned, minor) < 0));
    const refuse = (what: string): Result<never> =>
      failure(diagnose(messages.layout.sliceSplit(i, end - begin, what)));
    if (end - begin <= 0 || end > at(lengths, i)) return refuse(`it is [${begin}, ${end})`);
    if ((end - begin) % threads !== 0 || begin % threads !== 0) {
      return refuse(`the threads cover ${threads} together`);
    }
    let left = (end - begin) / threads;
    let origin = begin / threads;
    for (let minor = factors.length - 1; minor >= 0; minor--) {
      const q = at(owned, minor);
      if (q < 0) continue;
      const whole = at(factors, minor);
      const part = gcd(whole, left);
      left /= part;
      yOrigins[q] = origin % whole;
      origin = Math.floor(origin / whole);
      yLengths[q] = part;
      const h = hs[i];
      if (h !== undefined) h[minor] = part;
    }
    if (left !== 1) return refuse(`${left} of it are left over after all register factors`);
  }
  return success({ encoding: { ...encoding, hs }, yOrigins, yLengths });
}
