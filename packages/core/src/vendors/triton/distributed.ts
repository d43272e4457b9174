/**
 * What a distributed encoding means: register, lane, warp and block -> coordinates of an element, linear over GF(2).
 *
 *     #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}> on 128x64
 *
 *     register  [0,1] [0,2] [0,4] | [32,0] [64,0]     8 elements of a row; then the rows that 4 warps leave over
 *     lane      [0,8] [0,16] [0,32] | [1,0] [2,0] [4,0]
 *     warp      [8,0] [16,0]
 *
 * Written from Triton's definitions: `toLinearLayout` of each encoding in
 * triton-lang/triton:lib/Dialect/TritonGPU/IR/LinearLayoutConversions.cpp and TritonGPUAttrDefs.td. LIMITATIONS: sizes
 * are powers of two, as Triton's tensors are; at most 31 bits of coordinates.
 */
import { isPowerOfTwo } from '../../base/numbers.ts';
import { diagnose } from '../../base/diagnostic.ts';
import { messages } from '../../base/messages.ts';
import { failure, type Result, success } from '../../base/result.ts';
import type { LinearLayout } from '../../layout/linear/linear-layout.ts';
import {
  bitsOf,
  distributedLayout,
  type Holder,
  HOLDERS,
  TensorBases,
  coordinatesProblem,
  rowMajor,
} from './bases.ts';
import { divide } from './cluster.ts';
import type { BasisList, Cluster, DistributedEncoding, DotOperandEncoding } from './encoding.ts';
import { growMfma, growMfmaOperand } from './mfma.ts';
import { growNvidiaMma, growNvidiaOperand } from './nvidia-mma.ts';
import { growWmma, growWmmaOperand } from './wmma.ts';

type HolderBases = Readonly<Record<Holder, BasisList>>;

/** The layout of a tensor: inputs `register`, `lane`, `warp`, `block`; outputs `dim0`, `dim1`, ... */
export function distributedToLinear(
  encoding: DistributedEncoding,
  shape: readonly number[],
): Result<LinearLayout> {
  const wrong = shapeProblem(shape);
  if (wrong !== undefined) return failure(diagnose(wrong));
  const bases = distribute(encoding, shape);
  if (typeof bases === 'string') {
    return failure(diagnose(messages.triton.noSemantics(encoding.kind, bases)));
  }
  const bits = HOLDERS.reduce((sum, holder) => sum + bases[holder].length, 0);
  if (bits > 31) return failure(diagnose(messages.triton.tooLarge(shape)));
  return success(distributedLayout(shape, bases));
}

/** What is wrong with the shape of a tensor that is to be distributed. */
export function shapeProblem(
  shape: readonly number[],
): ReturnType<typeof messages.triton.tooLarge> | undefined {
  const odd = shape.find((size) => !isPowerOfTwo(size));
  if (odd !== undefined) return messages.triton.notPowerOfTwo('a size of the tensor', odd);
  const bits = shape.reduce((sum, size) => sum + bitsOf(size), 0);
  return shape.length === 0 || bits > 31 ? messages.triton.tooLarge(shape) : undefined;
}

/** Bases of an encoding on a tensor, or why there are none. */
function distribute(encoding: DistributedEncoding, shape: readonly number[]): HolderBases | string {
  const { kind } = encoding;
  if (kind === 'slice') return distributeSlice(encoding.parent, encoding.dim, shape);
  const product = kind === 'dot_op' ? encoding.parent : encoding;
  const cluster: Cluster =
    product.kind === 'linear' || product.kind === 'dot_op' || product.kind === 'slice'
      ? {}
      : product;
  const problem = rankProblem(encoding, shape.length) ?? rankProblem(product, shape.length);
  if (problem !== undefined) return problem;
  const { shape: own, block } = divide(shape, clusterOfOperand(encoding, cluster, shape.length));
  const grown = new TensorBases(own);
  const fault = grow(encoding, grown, own);
  if (fault !== undefined) return fault;
  if (kind === 'linear') return { ...grown.bases, block: encoding.block };
  return { ...grown.bases, block };
}

/** Blocks that split the dimension that a product sums over hold all of it. */
function clusterOfOperand(encoding: DistributedEncoding, cluster: Cluster, rank: number): Cluster {
  if (encoding.kind !== 'dot_op') return cluster;
  const k = encoding.opIdx === 0 ? rank - 1 : rank - 2;
  const { CGALayout, CTASplitNum } = cluster;
  return {
    ...cluster,
    ...(CGALayout === undefined
      ? {}
      : { CGALayout: CGALayout.map((basis) => basis.map((v, d) => (d === k ? 0 : v))) }),
    ...(CTASplitNum === undefined
      ? {}
      : { CTASplitNum: CTASplitNum.map((split, d) => (d === k ? 1 : split)) }),
  };
}

/** Adds the bases of one block; returns why that cannot be done. */
function grow(
  encoding: DistributedEncoding,
  grown: TensorBases,
  shape: readonly number[],
): string | undefined {
  switch (encoding.kind) {
    case 'blocked':
      grown
        .addAll('register', encoding.sizePerThread, encoding.order)
        .addAll('lane', encoding.threadsPerWarp, encoding.order)
        .addAll('warp', encoding.warpsPerCTA, encoding.order)
        .complete(encoding.order);
      return undefined;
    case 'linear':
      for (const holder of ['register', 'lane', 'warp'] as const)
        grown.set(holder, encoding[holder]);
      grown.set('block', encoding.block).complete(rowMajor(shape.length));
      return undefined;
    case 'amd_mfma':
      return growMfma(encoding, grown, shape);
    case 'amd_wmma':
      return growWmma(encoding, grown, shape);
    case 'nvidia_mma':
      return growNvidiaMma(encoding, grown, shape);
    case 'dot_op':
      return growOperand(encoding, grown, shape);
    case 'slice':
      return 'a slice has no bases of its own';
  }
}

function growOperand(
  encoding: DotOperandEncoding,
  grown: TensorBases,
  shape: readonly number[],
): string | undefined {
  const { parent, opIdx } = encoding;
  if (opIdx !== 0 && opIdx !== 1) return `opIdx is ${opIdx}, but a product has operands 0 and 1`;
  switch (parent.kind) {
    case 'amd_mfma':
      return growMfmaOperand(encoding, parent, grown, shape);
    case 'amd_wmma':
      return growWmmaOperand(encoding, parent, grown, shape);
    case 'nvidia_mma':
      return growNvidiaOperand(encoding, parent, grown, shape);
    case 'blocked': {
      const k = opIdx === 0 ? shape.length - 1 : shape.length - 2;
      const whole = parent.sizePerThread.map((size, d) => (d === k ? (shape[d] ?? 1) : size));
      grown.addAll('register', whole, parent.order);
      for (const [holder, counts] of [
        ['lane', parent.threadsPerWarp],
        ['warp', parent.warpsPerCTA],
      ] as const) {
        for (const d of parent.order) {
          if (d === k) grown.repeat(holder, counts[d] ?? 1);
          else grown.add(holder, d, counts[d] ?? 1);
        }
      }
      grown.complete(parent.order);
      return undefined;
    }
    default:
      return `${parent.kind} is not a product that could have operands`;
  }
}

/** The parent's bases on the tensor with the dimension put back, without that coordinate. */
function distributeSlice(
  parent: DistributedEncoding,
  dim: number,
  shape: readonly number[],
): HolderBases | string {
  if (dim > shape.length)
    return `dim is ${dim}, beyond the parent's ${shape.length + 1} dimensions`;
  const whole = distribute(parent, [...shape.slice(0, dim), 1, ...shape.slice(dim)]);
  if (typeof whole === 'string') return whole;
  const cut = (bases: BasisList): number[][] =>
    bases.map((basis) => basis.filter((_, d) => d !== dim));
  return {
    register: cut(whole.register).filter((basis) => basis.some((value) => value !== 0)),
    lane: cut(whole.lane),
    warp: cut(whole.warp),
    block: cut(whole.block),
  };
}

/** Lists of an encoding that are not one number for each dimension, or whose numbers are not powers of two. */
function rankProblem(encoding: DistributedEncoding, rank: number): string | undefined {
  for (const [name, value] of listsOf(encoding)) {
    if (value === undefined) continue;
    if (value.length !== rank)
      return `${name} has ${value.length} numbers, the tensor ${rank} dimensions`;
    if (name === 'order') {
      if (value.toSorted((a, b) => a - b).some((d, i) => d !== i))
        return `order [${value.join(', ')}] does not name each dimension once`;
      continue;
    }
    const odd = value.find((size) => !isPowerOfTwo(size));
    if (odd !== undefined) return `${name} has ${odd}, which is not a power of two`;
  }
  return basesProblem(encoding, rank);
}

function listsOf(
  encoding: DistributedEncoding,
): readonly (readonly [string, readonly number[] | undefined])[] {
  switch (encoding.kind) {
    case 'blocked':
      return [
        ['sizePerThread', encoding.sizePerThread],
        ['threadsPerWarp', encoding.threadsPerWarp],
        ['warpsPerCTA', encoding.warpsPerCTA],
        ['order', encoding.order],
        ...clusterLists(encoding),
      ];
    case 'amd_mfma':
    case 'amd_wmma':
    case 'nvidia_mma':
      return [['warpsPerCTA', encoding.warpsPerCTA], ...clusterLists(encoding)];
    default:
      return [];
  }
}

const clusterLists = ({
  CTAsPerCGA,
  CTASplitNum,
}: Cluster): readonly (readonly [string, readonly number[] | undefined])[] => [
  ['CTAsPerCGA', CTAsPerCGA],
  ['CTASplitNum', CTASplitNum],
];

function basesProblem(encoding: DistributedEncoding, rank: number): string | undefined {
  const lists: readonly BasisList[] =
    encoding.kind === 'linear'
      ? HOLDERS.map((holder) => encoding[holder])
      : 'CGALayout' in encoding && encoding.CGALayout !== undefined
        ? [encoding.CGALayout]
        : [];
  const bases = lists.flat();
  if (lists.some((list) => list.length > 31)) return 'it has more than 31 bases for one index';
  return coordinatesProblem(bases, rank);
}
