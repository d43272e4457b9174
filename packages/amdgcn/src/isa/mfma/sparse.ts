/**
 * `v_smfmac_*`: D += A B with A 4:2 sparse.
 *
 *     v_smfmac_f32_16x16x32_f16 v[0:3], v[4:5], v[6:9], v10 abid:1
 *
 * Of each four consecutive k, A holds two values; four bits of the index register say which: two bits for the first value,
 * two for the second. The lane that holds the values holds their index, in the order of the values. The index bits that a
 * lane's values need (8, 16 or 32) are a set; `abid` selects one of the sets of the register, unless `cbsz` is not 0, which
 * selects the first. Source: AMD matrix instruction calculator; for gfx950, whose ISA document counts more sets than a
 * register has bits for, hip-fpsan and llvm/llvm-project#193541.
 *
 *     compressed element s of row i: k = 4 * floor(s / 2) + two bits
 */
import { elementsPerLane, messages, type MatrixInstruction } from '@ldscope/core';
import type { Step, Wave } from '../../state/wave.ts';
import { type Instruction, numberModifier } from '../../text/program.ts';
import type { CompileContext } from '../../state/compile.ts';
import { elementFormat, type ElementType } from './formats.ts';
import { gather, gatherTable, type GatherTable } from './gather.ts';
import { multiplySparse, type ProductTable } from './multiply.ts';
import { vectorBase, wrongOperand } from './operands.ts';
import { cache, groupSize, LEFT, tileTable, RIGHT } from './plan.ts';

interface Plan {
  readonly a: GatherTable;
  readonly b: GatherTable;
  /** Where the two bits of each element of A are: lane of the index register, and bit. */
  readonly index: GatherTable;
  readonly product: ProductTable;
}

const planOf = cache<Plan>();
const POSITIONS = new Uint8Array(1024);

export function compileSparse(
  row: MatrixInstruction,
  instruction: Instruction,
  context: CompileContext,
): Step | undefined {
  const formatA = elementFormat(row.a as ElementType, context.target);
  const formatB = elementFormat(row.b as ElementType, context.target);
  const { operand, result } = elementsPerLane(row);
  const countB = (operand * formatB.bits) / 32;
  const countA = countB / 2;
  const [dst, src0, src1, src2] = instruction.operands;
  const d = vectorBase(dst, result);
  const a = vectorBase(src0, countA);
  const b = vectorBase(src1, countB);
  const index = vectorBase(src2, 1);
  if (d === undefined) return void context.report(wrongOperand(instruction, 'D', result));
  if (a === undefined) return void context.report(wrongOperand(instruction, 'A', countA));
  if (b === undefined) return void context.report(wrongOperand(instruction, 'B', countB));
  if (index === undefined) return void context.report(wrongOperand(instruction, 'the index', 1));
  const bitsPerSet = operand;
  const set = numberModifier(instruction, 'cbsz') === 0 ? numberModifier(instruction, 'abid') : 0;
  if ((set + 1) * bitsPerSet > 32) {
    return void context.report(
      messages.execute.unsupported(instruction.mnemonic, `index set ${set} of ${32 / bitsPerSet}`),
    );
  }
  const plan = planOf(`${row.name} ${set}`, () =>
    makePlan(row, formatA.bits, formatB.bits, set * bitsPerSet),
  );
  const group = groupSize(row, context.target);
  const integer = row.d === 'i32';
  return (wave) => {
    gather(wave, a, formatA, plan.a, LEFT);
    gather(wave, b, formatB, plan.b, RIGHT);
    readPositions(wave, index, plan);
    const out = integer ? wave.i : wave.f;
    multiplySparse(LEFT, POSITIONS, RIGHT, plan.product, group, out, d);
  };
}

/** k of each element of A, row by row. */
function readPositions({ u }: Wave, base: number, { index, product }: Plan): void {
  const { words, shifts } = index;
  const slots = product.k;
  for (let n = 0; n < words.length; n++) {
    const bits = ((u[base + (words[n] ?? 0)] ?? 0) >>> (shifts[n] ?? 0)) & 3;
    POSITIONS[n] = 4 * ((n % slots) >> 1) + bits;
  }
}

function makePlan(row: MatrixInstruction, bitsA: number, bitsB: number, firstBit: number): Plan {
  const { m, k, chunkB } = row;
  const slots = k / 2;
  /** A is laid out like a dense matrix of half the k. */
  const compressed = { m, k: slots, blocks: 1 };
  const held = elementsPerLane(compressed).operand;
  const words = new Uint32Array(m * slots);
  const shifts = new Uint8Array(m * slots);
  for (let i = 0; i < m; i++) {
    for (let slot = 0; slot < slots; slot++) {
      words[i * slots + slot] = m * Math.floor(slot / held) + i;
      shifts[i * slots + slot] = firstBit + 2 * (slot % held);
    }
  }
  return {
    a: gatherTable(compressed, bitsA, { major: 'row' }),
    b: gatherTable(row, bitsB, { major: 'k', chunk: chunkB }),
    index: { words, shifts },
    product: tileTable(row, slots),
  };
}
