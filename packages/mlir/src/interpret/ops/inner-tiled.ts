/**
 * `iree_codegen.inner_tiled`: a contraction of tiles, each a matrix instruction.
 *
 *     inner_tiled ins(%a, %b) outs(%c) {indexing_maps = [(i, k), (k, j), (i, j)], kind = #iree_gpu.mma_layout<MFMA_...>}
 *         vector<2x3x16x16xf16>, vector<3x4x16x16xf16> into vector<2x4x16x16xf32>      whole tiles: M x K, K x N, M x N
 *         vector<2x3x1x4xf16>, vector<3x4x4x1xf16> into vector<2x4x4x1xf32>            `distributed = true`: of one lane
 *
 * Whole tiles are a contraction over outer and inner dimensions, which lanes may share; those of one lane go through the
 * instruction that the kind names. LIMITATION: instructions of MFMA that take one operand of each; not the virtual ones
 * (VMFMA), whose lanes hold other k, nor scaled ones.
 */
import { resolveAttribute } from '../../ir/types.ts';
import type { Operation, Value } from '../../ir/ir.ts';
import { attributeOf, operandSegments, wordsOf } from '../attributes.ts';
import { indexingMaps, vectorShape } from '../distribute/rules.ts';
import type { LowerOperation, Lowering } from '../lowering.ts';
import { elementCount } from '../value-types.ts';
import { mfmaPlan, multiplyBy } from '../matrix-cores.ts';
import { mapDimensions, planReduction } from '../reductions.ts';
import { emitReduction } from './contract.ts';

interface Parts {
  readonly lhs: Value;
  readonly rhs: Value;
  readonly out: Value;
  /** Outer dimensions of each operand, by number. */
  readonly outer: readonly (readonly number[])[];
  /** How many there are. */
  readonly dimensions: number;
}

function partsOf(op: Operation, lowering: Lowering): Parts | undefined {
  const [[lhs, rhs, more] = [], [out, other] = []] = operandSegments(op);
  const maps = indexingMaps(op);
  const outer = maps.flatMap((map) => {
    const dimensions = mapDimensions(map);
    return dimensions === undefined ? [] : [dimensions];
  });
  const single = more === undefined && other === undefined && outer.length === 3;
  if (lhs === undefined || rhs === undefined || out === undefined || !single)
    return lowering.unsupported('other operands than two and an output');
  return { lhs, rhs, out, outer, dimensions: maps[0]?.dimensions ?? 0 };
}

const innerTiled: LowerOperation = (op, lowering) => {
  const parts = partsOf(op, lowering);
  if (parts === undefined) return;
  if (/\bdistributed = true\b/.test(wordsOf(op, 'semantics'))) laneTiles(op, lowering, parts);
  else wholeTiles(op, lowering, parts);
};

/** Inner dimensions behind the outer ones: M, N and K of the instruction. */
function wholeTiles(
  op: Operation,
  lowering: Lowering,
  { lhs, rhs, out, outer, dimensions }: Parts,
): void {
  const [m, n, k] = [dimensions, dimensions + 1, dimensions + 2];
  const inner = [
    [m, k],
    [k, n],
    [m, n],
  ];
  const permutations = permutationsOf(op);
  const [left, right, result] = outer.map((own, o) => {
    const tile = inner[o] ?? [];
    const order = permutations[o] ?? tile.map((_, i) => i);
    return [...own, ...order.map((i) => tile[i] ?? 0)];
  });
  emitReduction(op, lowering, [lhs, rhs], out, [left ?? [], right ?? []], result ?? [], 'add');
}

/** The order of the inner dimensions of each operand. */
function permutationsOf(op: Operation): (number[] | undefined)[] {
  const attribute = attributeOf(op, 'permutations');
  if (attribute?.kind !== 'array') return [];
  return attribute.elements.map((element) => {
    const list = resolveAttribute(element);
    return list.kind === 'dense_array' ? list.values.map(Number) : undefined;
  });
}

/** `MFMA_F32_16x16x16_F16`: M, N and K. */
const INSTRUCTION = /<MFMA_(F32|I32|F64)_(\d+)x(\d+)x(\d+)_\w+/;

function laneTiles(op: Operation, lowering: Lowering, { lhs, rhs, out, outer }: Parts): void {
  const [result] = op.results;
  const match = INSTRUCTION.exec(wordsOf(op, 'kind'));
  const element = result && lowering.element(result.type);
  if (result === undefined || element === undefined) return;
  const [m, n, k] = [match?.[2], match?.[3], match?.[4]].map(Number);
  const shapes = [lhs, rhs, out].map(
    (value, o) => vectorShape(value)?.slice(0, outer[o]?.length) ?? [],
  );
  const [left, right, sum] = shapes.map((shape, o) => ({ shape, dimensions: outer[o] ?? [] }));
  const steps = left && right && sum && planReduction([left, right], sum.dimensions);
  if (match === null || m !== n || (m !== 16 && m !== 32) || k === undefined || steps === undefined)
    return lowering.unsupported('this kind');
  if (!lowering.requireWaveSize(64)) return;
  const plan = mfmaPlan({ m, k, blocks: 1 }, { rows: element.width === 64 ? 1 : 4 });
  const tiles = shapes.map((shape) => shape.reduce((a, b) => a * b, 1));
  const counts = [lhs, rhs, out].map((value, o) => elementCount(value.type) / (tiles[o] ?? 1));
  const same = elementCount(out.type) === elementCount(result.type);
  if (!same || counts.join() !== [plan.operand, plan.operand, plan.result].join()) {
    const wanted = `${plan.operand}, ${plan.operand} and ${plan.result} elements in a tile`;
    return lowering.mismatch(wanted, counts.join(', '));
  }
  const multiply = multiplyBy(plan, element.round);
  const [a, b, c, to] = lowering.slots(lhs, rhs, out, result);
  lowering.emitWhole((wave) => {
    const { lanes } = wave;
    wave.steps += steps.elements * steps.steps;
    const values = wave.values(to);
    values.set(wave.values(c));
    const tile = (all: Float64Array, at: number, count: number): Float64Array =>
      all.subarray(at * count * lanes, (at + 1) * count * lanes);
    const [rows, columns] = [wave.values(a), wave.values(b)];
    for (let e = 0; e < steps.elements; e++) {
      const into = tile(values, e, plan.result);
      for (let s = 0; s < steps.steps; s++) {
        const [x, y] = [0, 1].map((o) => (steps.bases[o]?.[e] ?? 0) + (steps.offsets[o]?.[s] ?? 0));
        multiply(tile(rows, x ?? 0, plan.operand), tile(columns, y ?? 0, plan.operand), into, into);
      }
    }
  });
}

export const innerTiles: Readonly<Record<string, LowerOperation>> = {
  'iree_codegen.inner_tiled': innerTiled,
};
