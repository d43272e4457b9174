/**
 * CK Tile's `tile_distribution_encoding`: which thread has which element of a tile, as factors.
 *
 *     X0 = m: 64 = 1 x 4 x 16      Hs[0] = (1, 4, 16)     Y   warp  lane
 *     X1 = k: 32 = 4 x 8           Hs[1] = (4, 8)         lane  Y
 *
 *     P0 (warp) = (1,1)            factor 1 of Hs[0]
 *     P1 (lane) = (1,2) (2,0)      factor 2 of Hs[0] and factor 0 of Hs[1], the first is most significant
 *     Ys        = (1,0) (2,1)      1 x 8 registers
 *
 * A factor is named (major, minor): major 0 is R, major i + 1 is Hs[i]. Factors of an Hs run from most to least
 * significant. R factors replicate: threads that differ only there hold copies. Every factor of an H belongs to
 * exactly one P or Y; factors of length 1 keep their place.
 */
import { product } from '../../base/numbers.ts';
import { type Diagnostic, diagnose } from '../../base/diagnostic.ts';
import { messages } from '../../base/messages.ts';

export interface TileDistributionEncoding {
  /** R: replication lengths. */
  readonly rs: readonly number[];
  /** H: the factors of each X dimension. */
  readonly hs: readonly (readonly number[])[];
  /** P: for each partition dimension (warp and lane, or lane alone) the factors that it is made of. */
  readonly psMajor: readonly (readonly number[])[];
  readonly psMinor: readonly (readonly number[])[];
  /** Y: the factors that run over the registers of a thread. */
  readonly ysMajor: readonly number[];
  readonly ysMinor: readonly number[];
}

/** A factor by its place. */
export interface Factor {
  readonly major: number;
  readonly minor: number;
}

/** The length of a factor; `undefined` when there is none. */
export function factorLength(
  { rs, hs }: TileDistributionEncoding,
  { major, minor }: Factor,
): number | undefined {
  return (major === 0 ? rs : hs[major - 1])?.[minor];
}

/** The factors of each P, most significant first. */
export function partitionFactors({ psMajor, psMinor }: TileDistributionEncoding): Factor[][] {
  return psMajor.map((majors, p) =>
    majors.map((major, i) => ({ major, minor: psMinor[p]?.[i] ?? -1 })),
  );
}

/** The factor of each Y. */
export function registerFactors({ ysMajor, ysMinor }: TileDistributionEncoding): Factor[] {
  return ysMajor.map((major, q) => ({ major, minor: ysMinor[q] ?? -1 }));
}

/** The lengths of the tile: X_i is the product of Hs[i]. */
export function tileLengths({ hs }: TileDistributionEncoding): number[] {
  return hs.map((factors) => product(factors));
}

/** How many values each P takes. */
export function partitionLengths(encoding: TileDistributionEncoding): number[] {
  return partitionFactors(encoding).map((factors) =>
    product(factors.map((factor) => factorLength(encoding, factor) ?? 1)),
  );
}

/** The lengths of the Ys; their product is the number of registers of a thread. */
export function registerLengths(encoding: TileDistributionEncoding): number[] {
  return registerFactors(encoding).map((factor) => factorLength(encoding, factor) ?? 1);
}

/** What is wrong with an encoding; empty when it covers each element of its tile once (except for R). */
export function encodingFaults(encoding: TileDistributionEncoding): Diagnostic[] {
  const structural = structureFaults(encoding);
  return structural.length > 0 ? structural : ownershipFaults(encoding);
}

function structureFaults(encoding: TileDistributionEncoding): Diagnostic[] {
  const { rs, hs, psMajor, psMinor, ysMajor, ysMinor } = encoding;
  const faults: Diagnostic[] = [];
  for (const [i, lengths] of [rs, ...hs].entries()) {
    const bad = lengths.findIndex((length) => !Number.isInteger(length) || length < 1);
    const name = i === 0 ? 'Rs' : `Hs[${i - 1}]`;
    if (bad >= 0) faults.push(diagnose(messages.layout.notALength(name, bad, lengths[bad])));
  }
  const pairs = psMajor.every((majors, p) => majors.length === psMinor[p]?.length);
  if (psMajor.length !== psMinor.length || !pairs) {
    faults.push(diagnose(messages.layout.factor('the majors and minors of Ps are not as many')));
  }
  if (ysMajor.length !== ysMinor.length) {
    faults.push(diagnose(messages.layout.factor('the majors and minors of Ys are not as many')));
  }
  for (const { owner, factor } of owners(encoding)) {
    const { major, minor } = factor;
    if (factorLength(encoding, factor) === undefined) {
      const what = `${owner} names factor (${major}, ${minor}), which does not exist`;
      faults.push(diagnose(messages.layout.factor(what)));
    } else if (major === 0 && owner.startsWith('Y')) {
      faults.push(diagnose(messages.layout.factor(`${owner} names factor ${minor} of R`)));
    }
  }
  return faults;
}

function ownershipFaults(encoding: TileDistributionEncoding): Diagnostic[] {
  const list = owners(encoding);
  return encoding.hs.flatMap((factors, i) =>
    factors.flatMap((length, minor) => {
      const who = list
        .filter(({ factor }) => factor.major === i + 1 && factor.minor === minor)
        .map(({ owner }) => owner);
      if (length === 1 ? who.length <= 1 : who.length === 1) return [];
      const where = `factor ${minor} of Hs[${i}] (length ${length})`;
      const element = encoding.hs.map(() => 0);
      if (who.length > 1) return [diagnose(messages.layout.coveredTwice(where, who, element))];
      element[i] = product(factors.slice(minor + 1));
      return [diagnose(messages.layout.neverCovered(where, element))];
    }),
  );
}

function owners(encoding: TileDistributionEncoding): { owner: string; factor: Factor }[] {
  return [
    ...partitionFactors(encoding).flatMap((factors, p) =>
      factors.map((factor) => ({ owner: `P${p}`, factor })),
    ),
    ...registerFactors(encoding).map((factor, q) => ({ owner: `Y${q}`, factor })),
  ];
}
