/**
 * A tile distribution: from partition (warp, lane) and register (Ys) to the coordinates of an element.
 *
 *     ps_ys_to_xs     [replicate(Rs), unmerge(Hs[0]), unmerge(Hs[1]), ..., merge of P0, merge of P1, ...]
 *     bottoms X, tops P... Y...
 *     ys_to_d         the register: Ys row-major, in the order of the Ys
 *
 * Source: CK `core/tensor/tile_distribution.hpp`.
 */
import { type Diagnostic, diagnose, hasErrors } from '../../base/diagnostic.ts';
import { messages } from '../../base/messages.ts';
import { failure, type Result, success } from '../../base/result.ts';
import { batches } from '../../layout/index/batches.ts';
import { type Expression, expressions, variable } from '../../layout/index/expression.ts';
import { numbers } from '../../layout/index/numbers.ts';
import { type AdaptorNode, bottomsOf, type TensorAdaptor } from './adaptor.ts';
import {
  encodingFaults,
  factorLength,
  partitionFactors,
  partitionLengths,
  registerFactors,
  registerLengths,
  tileLengths,
  type TileDistributionEncoding,
} from './encoding.ts';
import { at } from './transforms/table.ts';
import { make } from './transforms/transform.ts';

export interface TileDistribution {
  readonly encoding: TileDistributionEncoding;
  readonly psYsToXs: TensorAdaptor;
  /** Lengths of the tile. */
  readonly xLengths: readonly number[];
  readonly pLengths: readonly number[];
  readonly yLengths: readonly number[];
  /** Elements that a thread holds. */
  readonly registers: number;
}

/** CK's `make_static_tile_distribution`. Fails with what `encodingFaults` finds. */
export function makeDistribution(encoding: TileDistributionEncoding): Result<TileDistribution> {
  const faults = encodingFaults(encoding);
  if (hasErrors(faults)) return failure(...faults);
  const yLengths = registerLengths(encoding);
  return success({
    encoding,
    psYsToXs: adaptorOf(encoding),
    xLengths: tileLengths(encoding),
    pLengths: partitionLengths(encoding),
    yLengths,
    registers: yLengths.reduce((a, b) => a * b, 1),
  });
}

/** Why a distribution does not fit a wave: the last P must have a value for each lane. */
export function waveFaults(distribution: TileDistribution, waveSize: number): Diagnostic[] {
  const p = distribution.pLengths.length - 1;
  const values = distribution.pLengths[p] ?? 1;
  return values === waveSize ? [] : [diagnose(messages.layout.lanes(p, values, waveSize))];
}

/** Lanes of the waves that a distribution is made for: 32 where its last P has 32 values, else 64. */
export function waveSizeOf({ pLengths }: TileDistribution): 32 | 64 {
  return pLengths.at(-1) === 32 ? 32 : 64;
}

/** Waves that a tile is distributed over. */
export function wavesOf({ pLengths }: TileDistribution): number {
  return pLengths.slice(0, -1).reduce((a, b) => a * b, 1);
}

/** The element of a partition index (`[warp, lane]`, or `[lane]`) and a Y index. */
export function elementOf(
  distribution: TileDistribution,
  ps: readonly number[],
  ys: readonly number[],
): number[] {
  return [...bottomsOf(distribution.psYsToXs, [...ps, ...ys], numbers)];
}

/** The register of a Y index: CK's thread buffer index d. */
export function registerOf({ yLengths }: TileDistribution, ys: readonly number[]): number {
  return yLengths.reduce((d, length, q) => d * length + (ys[q] ?? 0), 0);
}

/** The Y index of a register. */
export function registerIndex({ yLengths }: TileDistribution, register: number): number[] {
  let rest = register;
  const ys: number[] = [];
  for (let q = yLengths.length - 1; q >= 0; q--) {
    const length = at(yLengths, q);
    ys[q] = rest % length;
    rest = Math.floor(rest / length);
  }
  return ys;
}

/**
 * The coordinates of every element of every thread: an array per X dimension, entry
 * `(wave * lanes + lane) * registers + register`.
 */
export function allElements(distribution: TileDistribution): Int32Array[] {
  const { psYsToXs, pLengths, yLengths } = distribution;
  const tops = [...pLengths, ...yLengths];
  const count = tops.reduce((a, b) => a * b, 1);
  let repeat = count;
  const indices = tops.map((length) => {
    repeat /= length;
    return Int32Array.from({ length: count }, (_, i) => Math.floor(i / repeat) % length);
  });
  return [...bottomsOf(psYsToXs, indices, batches(count))];
}

/** The coordinates of one register in all threads, as expressions in `warp` and `lane`. */
export function elementExpressions(
  distribution: TileDistribution,
  register: number,
): readonly Expression[] {
  const { pLengths, psYsToXs } = distribution;
  const names = pLengths.length === 1 ? ['lane'] : ['warp', 'lane'];
  const ps = pLengths.map((length, p) => variable(names[p] ?? `p${p}`, length));
  const ys = registerIndex(distribution, register).map((y) => expressions.constant(y));
  return bottomsOf(psYsToXs, [...ps, ...ys], expressions);
}

function adaptorOf(encoding: TileDistributionEncoding): TensorAdaptor {
  const { rs, hs } = encoding;
  let next = hs.length;
  const ids = new Map<string, number>();
  const claim = (major: number, lengths: readonly number[]): number[] =>
    lengths.map((_, minor) => {
      ids.set(`${major} ${minor}`, next);
      return next++;
    });
  const idOf = ({ major, minor }: { major: number; minor: number }): number =>
    ids.get(`${major} ${minor}`) ?? 0;
  const nodes: AdaptorNode[] = [
    { transform: make.replicate(rs), lower: [], upper: claim(0, rs) },
    ...hs.map((factors, i) => ({
      transform: make.unmerge(factors),
      lower: [i],
      upper: claim(i + 1, factors),
    })),
  ];
  const ps: number[] = [];
  for (const factors of partitionFactors(encoding)) {
    const lengths = factors.map((factor) => factorLength(encoding, factor) ?? 1);
    ps.push(next);
    nodes.push({
      transform: make.merge(lengths),
      lower: factors.map((factor) => idOf(factor)),
      upper: [next++],
    });
  }
  const ys = registerFactors(encoding).map((factor) => idOf(factor));
  return { nodes, bottoms: hs.map((_, i) => i), tops: [...ps, ...ys], hiddenCount: next };
}
