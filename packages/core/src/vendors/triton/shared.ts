/**
 * What a shared encoding means: coordinates of an element -> where memory keeps it.
 *
 *     #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 4, order = [1, 0]}> on 4x4, elements row by row
 *
 *      0  1  2  3
 *      5  4  7  6
 *     10 11  8  9
 *     15 14 13 12
 *
 * Every encoding is linear over GF(2), up to paddings that are added after. Written from Triton's definitions:
 * triton-lang/triton:lib/Dialect/TritonGPU/IR/LinearLayoutConversions.cpp and TritonGPUAttrDefs.td. LIMITATIONS: sizes
 * are powers of two; FP4 that is padded for TMA is refused.
 */
import { isPowerOfTwo } from '../../base/numbers.ts';
import { diagnose } from '../../base/diagnostic.ts';
import { messages } from '../../base/messages.ts';
import { failure, type Result, success } from '../../base/result.ts';
import { type LinearLayout } from '../../layout/linear/linear-layout.ts';
import { placementLayout, coordinatesProblem, rowMajor } from './bases.ts';
import { divide } from './cluster.ts';
import { shapeProblem } from './distributed.ts';
import type {
  AmdRotatingSharedEncoding,
  BasisList,
  Cluster,
  NvmmaSharedEncoding,
  PaddedSharedEncoding,
  SharedEncoding,
  SwizzledSharedEncoding,
} from './encoding.ts';

/** Where memory keeps the elements of one block's part of a tensor. */
export interface SharedPlacement {
  readonly shape: readonly number[];
  /** Inputs `dim0`, `dim1`, ...; output `offset` in elements, before paddings. */
  readonly layout: LinearLayout;
  /** In elements: after each `interval`, `padding` are left free. */
  readonly paddings: readonly { readonly interval: number; readonly padding: number }[];
  /** Elements from the first to behind the last, with what is left free between them. */
  readonly size: number;
}

/** The placement of a tensor; `shape` is the whole tensor of a cluster. */
export function placeShared(
  encoding: SharedEncoding,
  shape: readonly number[],
): Result<SharedPlacement> {
  const wrong = shapeProblem(shape);
  if (wrong !== undefined) return failure(diagnose(wrong));
  const refuse = (reason: string): Result<never> =>
    failure(diagnose(messages.triton.noSemantics(encoding.kind, reason)));
  const rankFault = rankProblem(encoding, shape.length);
  if (rankFault !== undefined) return refuse(rankFault);
  const cluster: Cluster =
    encoding.kind === 'padded_shared' || encoding.kind === 'shared_linear' ? {} : encoding;
  const own = divide(shape, cluster).shape;
  const bases = offsetBases(encoding, own);
  if (typeof bases === 'string') return refuse(bases);
  const layout = placementLayout(own, bases);
  if (layout === undefined)
    return refuse(`its offsets do not name each element of ${own.join('x')} once`);
  const paddings = encoding.kind === 'padded_shared' ? encoding.intervals : [];
  const last = own.reduce((count, size) => count * size, 1) - 1;
  return success({ shape: own, layout, paddings, size: padded(last, paddings) + 1 });
}

/** An offset with what is left free before it. */
export function padded(offset: number, paddings: SharedPlacement['paddings']): number {
  return paddings.reduce(
    (sum, { interval, padding }) => sum + padding * Math.floor(offset / interval),
    offset,
  );
}

/** The number of vectors with which the columns of a row are XORed. */
export function phaseOf(
  { kind, perPhase, maxPhase }: SwizzledSharedEncoding | AmdRotatingSharedEncoding,
  row: number,
): number {
  const turn = Math.floor(row / perPhase);
  const phase = turn % maxPhase;
  return kind === 'swizzled_shared' ? phase : phase ^ (Math.floor(turn / maxPhase) % maxPhase);
}

/** What each bit of the offset adds to the coordinates; or why there is no such list. */
function offsetBases(encoding: SharedEncoding, shape: readonly number[]): BasisList | string {
  switch (encoding.kind) {
    case 'swizzled_shared':
    case 'amd_rotating_shared':
      return phasedBases(encoding, shape);
    case 'padded_shared':
      return paddedBases(encoding, shape);
    case 'shared_linear':
      return encoding.offset;
    case 'nvmma_shared':
      return nvmmaBases(encoding, shape);
  }
}

function phasedBases(
  encoding: SwizzledSharedEncoding | AmdRotatingSharedEncoding,
  shape: readonly number[],
): BasisList | string {
  const { order, vec, perPhase, maxPhase } = encoding;
  for (const [name, value] of Object.entries({ vec, perPhase, maxPhase }))
    if (!isPowerOfTwo(value)) return `${name} is ${value}, which is not a power of two`;
  if (encoding.kind === 'swizzled_shared' && encoding.hasLeadingOffset === true)
    return perPhase * maxPhase === 8
      ? nvmmaBases(nvmmaOf(encoding), shape)
      : `a leading offset with perPhase = ${perPhase} and maxPhase = ${maxPhase} is of no width`;
  const [columns = 0, rows] = order;
  if (rows === undefined) return identityBases(shape, order);
  const length = shape[columns] ?? 1;
  const bases = unitSteps(shape, columns);
  for (const basis of unitSteps(shape, rows)) {
    const moved = (vec * phaseOf(encoding, basis[rows] ?? 0)) % length;
    bases.push(basis.map((value, d) => (d === columns ? moved : value)));
  }
  return [...bases, ...order.slice(2).flatMap((d) => unitSteps(shape, d))];
}

function paddedBases(encoding: PaddedSharedEncoding, shape: readonly number[]): BasisList | string {
  const { intervals, order, offset } = encoding;
  for (const { interval, padding } of intervals)
    if (!isPowerOfTwo(interval) || !isPowerOfTwo(padding))
      return `interval ${interval} and padding ${padding} have to be powers of two`;
  if (offset !== undefined) return offset;
  return order === undefined
    ? 'it specifies neither order nor offset'
    : identityBases(shape, order);
}

/** The present encoding of a layout with a leading offset of Triton 3.1 and older: its phases are those of one width. */
function nvmmaOf({ vec, perPhase, order }: SwizzledSharedEncoding): NvmmaSharedEncoding {
  return {
    kind: 'nvmma_shared',
    swizzlingByteWidth: 128 / perPhase,
    transposed: order[0] === 0,
    elementBitWidth: 128 / vec,
  };
}

/** Rows of 8, `swizzlingByteWidth` bytes each; then the rest of the rows, then of the columns. */
function nvmmaBases(
  { swizzlingByteWidth: width, transposed, elementBitWidth: bits, fp4Padded }: NvmmaSharedEncoding,
  shape: readonly number[],
): BasisList | string {
  if (fp4Padded === true) return 'fp4Padded leaves gaps between elements';
  const rank = shape.length;
  if (width === 0) {
    return identityBases(shape, rowMajor(rank));
  }
  if (![32, 64, 128].includes(width) || ![8, 16, 32].includes(bits))
    return `swizzlingByteWidth ${width} with elements of ${bits} bits`;
  if (rank < 2) return 'a swizzle needs two dimensions';
  const columns = transposed ? 0 : rank - 1;
  // The outer dimensions count as one, the last of them first.
  const outer = Array.from({ length: rank }, (_, d) => rank - 1 - d).filter((d) => d !== columns);
  const tileColumns = (8 * width) / bits;
  const steps = outer.flatMap((d) => unitSteps(blockOf(shape), d));
  if ((shape[columns] ?? 1) < tileColumns || steps.length < 3)
    return `a tile has 8 rows of ${tileColumns} elements, the tensor is ${shape.join('x')}`;
  const [vec, perPhase, maxPhase] = [128 / bits, 128 / width, width / 16];
  const bases = unitSteps(shape, columns).filter((basis) => (basis[columns] ?? 0) < tileColumns);
  for (const [bit, basis] of steps.entries()) {
    const moved = bit < 3 ? vec * (Math.floor(2 ** bit / perPhase) % maxPhase) : 0;
    bases.push(basis.map((value, d) => (d === columns ? moved : value)));
  }
  // The rest that TMA's box of 256 leaves over.
  for (let d = 0; d < rank; d++) {
    const from = d === columns ? tileColumns : 256;
    bases.push(...unitSteps(shape, d).filter((basis) => (basis[d] ?? 0) >= from));
  }
  return bases;
}

/** The box that TMA copies: at most 256 along a dimension. */
const blockOf = (shape: readonly number[]): number[] => shape.map((size) => Math.min(size, 256));

const identityBases = (shape: readonly number[], order: readonly number[]): BasisList =>
  order.flatMap((d) => unitSteps(shape, d));

/** 1, 2, 4, ... along one dimension. */
function unitSteps(shape: readonly number[], dimension: number): number[][] {
  const steps: number[][] = [];
  for (let step = 1; step < (shape[dimension] ?? 1); step *= 2)
    steps.push(shape.map((_, d) => (d === dimension ? step : 0)));
  return steps;
}

function rankProblem(encoding: SharedEncoding, rank: number): string | undefined {
  if ('order' in encoding && encoding.order !== undefined) {
    const { order } = encoding;
    if (order.length !== rank)
      return `order has ${order.length} numbers, the tensor ${rank} dimensions`;
    if (order.toSorted((a, b) => a - b).some((d, i) => d !== i))
      return `order [${order.join(', ')}] does not name each dimension once`;
  }
  const lists: (BasisList | undefined)[] = [
    'offset' in encoding ? encoding.offset : undefined,
    'block' in encoding ? encoding.block : undefined,
    'CGALayout' in encoding ? encoding.CGALayout : undefined,
  ];
  const bases = lists.flatMap((list) => list ?? []);
  if (bases.length > 62) return 'it has too many bases';
  return coordinatesProblem(bases, rank);
}
