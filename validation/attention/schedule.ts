/**
 * How IREE tiles an attention for a chip: which intrinsics, how many waves, which tile of queries, keys and values.
 *
 *     scores = Q K^T over the head dimension (k1), output = scores V over the keys (k2)
 *
 *     20x4096x64, f16    VMFMA 16x16x32 for QK, MFMA 16x16x16 for PV, 4 waves
 *                        64 queries x 64 columns of the output per workgroup, 64 keys per iteration
 *     20x4096x128, f32   MFMA 16x16x4 for both, 64 x 64, 16 keys per iteration
 *
 * A pair of intrinsics whose scores need no shared memory on their way to PV comes first, then the one that does most. Per
 * wave 4 results are requested along N before M, and 4 steps along K; 4 waves share the queries. What does not fit into
 * shared memory shrinks: results along M, along N, steps, waves. For a head of 128 the 4 results along N are 64
 * columns, so two workgroups compute the same scores.
 *
 * LIMITATIONS: whole tiles only, and every dimension at least that of an intrinsic; IREE takes other paths for the rest.
 * Source: iree-org/iree @b48a5955 `KernelConfig.cpp` (setAttentionIntrinsicBasedVectorDistributionConfig),
 * `GPUHeuristics.cpp` (deduceAttentionSchedule).
 */
import { gcd } from '@ldscope/core';
import { type Intrinsic, isAlike, WAVE_SIZE } from './intrinsics.ts';
import { type Element, elementBytesOf } from './shapes.ts';

/** Sizes of the two products: M queries, N columns of the values, K1 columns of the keys, K2 keys. */
export interface AttentionProblem {
  readonly m: number;
  readonly n: number;
  readonly k1: number;
  readonly k2: number;
  readonly element: Element;
}

export interface AttentionSchedule {
  readonly qk: Intrinsic;
  readonly pv: Intrinsic;
  /** True when the scores stay in registers. */
  readonly keepsScores: boolean;
  readonly waves: number;
  /** Queries, columns of the output, and keys of a workgroup and iteration. */
  readonly tileM: number;
  readonly tileN: number;
  readonly tileK2: number;
}

const BEST_WAVES = 4;
const BEST_RESULTS = 4;
const BEST_STEPS = 4;
/** What a thread copies at once. */
const COPY_BYTES = 16;

/** Counts of a schedule before they are multiplied with the sizes of the intrinsic. */
interface Counts {
  readonly m: number;
  readonly n: number;
  readonly k: number;
  readonly waves: number;
}

/** `undefined` when no schedule fits, or when tiles would be partial. */
export function attentionSchedule(
  problem: AttentionProblem,
  intrinsics: readonly Intrinsic[],
  ldsBytes: number,
): AttentionSchedule | undefined {
  const [first] = intrinsicPairs(problem, intrinsics);
  if (first === undefined) return undefined;
  const { qk, pv, keepsScores } = first;
  let counts: Counts | undefined = bestCounts(problem, pv);
  while (counts !== undefined && !isValid(problem, first, counts, ldsBytes)) {
    counts = smaller(counts);
  }
  if (counts === undefined) return undefined;
  return { qk, pv, keepsScores, waves: counts.waves, ...tileOf(pv, counts) };
}

interface IntrinsicPair {
  readonly qk: Intrinsic;
  readonly pv: Intrinsic;
  readonly keepsScores: boolean;
}

/** The pairs that compute the problem, the preferred one first. */
function intrinsicPairs(
  { m, n, k1, k2 }: AttentionProblem,
  intrinsics: readonly Intrinsic[],
): IntrinsicPair[] {
  const fits = (one: Intrinsic, columns: number, k: number): boolean =>
    m % one.m === 0 && columns % one.n === 0 && k % one.k === 0;
  const pairs = intrinsics
    .filter((one) => fits(one, k2, k1))
    .flatMap((qk) =>
      intrinsics
        .filter((pv) => fits(pv, n, k2) && isAlike(qk.acc, pv.acc))
        .map((pv) => ({
          qk,
          pv,
          keepsScores: isAlike(qk.acc, pv.lhs) || isAlike(qk.acc, pv.rhs),
        })),
    );
  return pairs.toSorted(
    (a, b) =>
      Number(b.keepsScores) - Number(a.keepsScores) ||
      (a.qk === b.qk ? preference(a.pv, b.pv) : preference(a.qk, b.qk)),
  );
}

/** Larger operands first, then more of K. */
function preference(a: Intrinsic, b: Intrinsic): number {
  const area = ({ m, n, k }: Intrinsic): number => (m + n) * k;
  return area(b) - area(a) || b.k - a.k;
}

function bestCounts({ m, n, k2 }: AttentionProblem, pv: Intrinsic): Counts {
  const alongN = gcd(n / pv.n, BEST_RESULTS);
  const waves = gcd(m / pv.m, BEST_WAVES);
  const alongM = gcd(m / pv.m / waves, BEST_RESULTS / alongN);
  return { m: alongM, n: alongN, k: gcd(k2 / pv.k, BEST_STEPS), waves };
}

function tileOf(
  pv: Intrinsic,
  counts: Counts,
): Pick<AttentionSchedule, 'tileM' | 'tileN' | 'tileK2'> {
  return {
    tileM: counts.m * pv.m * counts.waves,
    tileN: counts.n * pv.n,
    tileK2: counts.k * pv.k,
  };
}

function isValid(
  { m, n, k1, k2, element }: AttentionProblem,
  { qk, pv, keepsScores }: IntrinsicPair,
  counts: Counts,
  ldsBytes: number,
): boolean {
  const { tileM, tileN, tileK2 } = tileOf(pv, counts);
  if (tileM % qk.m !== 0 || tileK2 % qk.n !== 0) return false;
  if (m % tileM !== 0 || n % tileN !== 0 || k2 % tileK2 !== 0) return false;
  const bytes = elementBytesOf[element];
  const threads = WAVE_SIZE * counts.waves;
  const isShared = (row: number): boolean => {
    const copies = Math.floor((row * bytes) / COPY_BYTES);
    return copies > 0 && (copies % threads === 0 || threads % copies === 0);
  };
  // Upstream looks at the row of Q, and for K and V at the number of keys.
  if (!isShared(k1) || !isShared(tileK2)) return false;
  const scores = keepsScores ? 0 : tileM * tileK2;
  return (tileM * k1 + tileK2 * k1 + scores + tileN * tileK2) * bytes <= ldsBytes;
}

/** One less of the first count that is above one. */
function smaller(counts: Counts): Counts | undefined {
  for (const name of ['m', 'n', 'k', 'waves'] as const) {
    if (counts[name] > 1) return { ...counts, [name]: counts[name] - 1 };
  }
  return undefined;
}
