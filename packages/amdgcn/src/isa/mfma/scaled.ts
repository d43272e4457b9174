/**
 * The f8f6f4 forms of gfx950: A and B each fp8, bf8, fp6, bf6 or fp4 (`cbsz` and `blgp` say which), with or without
 * a scale for each 32 consecutive k of a row of A and of a column of B.
 *
 *     v_mfma_scale_f32_16x16x128_f8f6f4 v[0:3], v[4:11], v[12:15], v[0:3], v20, v21 op_sel:[1,0,0] blgp:4
 *
 * Scales are E8M0: 2^(byte - 127), 255 is NaN. Lane `m * block + row` holds the scale of a row and a block of 32 k;
 * which of its four bytes, two bits say: `op_sel` and `op_sel_hi`. A scale that is not in a vector register is read
 * from bits 30 to 23, for all rows.
 *
 * The instruction is encoded as `v_mfma_ld_scale_b32` and the form without scales after it. Disassembled apart,
 * the first keeps the scales for the instruction that follows it.
 *
 * Sources: layouts and scales, AMD's Matrix Core article and hip-fpsan; scalar scales, LLVM (VOP3PInstructions.td).
 */
import { elementsPerLane, messages, type MatrixInstruction } from '@ldscope/core';
import { scalarReader } from '../../state/scalars.ts';
import { LANES, type Step, type Wave } from '../../state/wave.ts';
import { type Instruction, numberModifier, type Operand } from '../../text/program.ts';
import type { CompileContext } from '../../state/compile.ts';
import { elementFormat, SCALED_FORMATS, type ElementFormat } from './formats.ts';
import { gather, gatherTable, type GatherTable } from './gather.ts';
import { multiplyDense, type ProductTable } from './multiply.ts';
import { listModifier, loadC, vectorBase, wrongOperand } from './operands.ts';
import { cache, groupSize, LEFT, tileTable, RIGHT } from './plan.ts';
import { SINCE_CDNA4 } from '../../state/target.ts';

/** k that share a scale. */
const SCALE_BLOCK = 32;

/** Values of E8M0. */
const SCALES = Float64Array.from({ length: 256 }, (_, byte) =>
  byte === 255 ? NaN : 2 ** (byte - 127),
);

interface Plan {
  readonly a: GatherTable;
  readonly b: GatherTable;
  readonly product: ProductTable;
}

const planOf = cache<Plan>();

/** 8-bit data goes on in the next lane after 16 k; narrower data fills a lane with 32. */
const chunkOf = ({ bits }: ElementFormat): number => (bits === 8 ? 16 : 32);

/** `v_mfma_f32_*_f8f6f4`, and with `scaled` its form with two scale operands. */
export function compileScaled(
  row: MatrixInstruction,
  instruction: Instruction,
  context: CompileContext,
  scaled: boolean,
): Step | undefined {
  const unsupported = (what: string): undefined =>
    void context.report(messages.execute.unsupported(instruction.mnemonic, what));
  const typeA = SCALED_FORMATS[numberModifier(instruction, 'cbsz')];
  const typeB = SCALED_FORMATS[numberModifier(instruction, 'blgp')];
  if (typeA === undefined) return unsupported(`cbsz:${numberModifier(instruction, 'cbsz')}`);
  if (typeB === undefined) return unsupported(`blgp:${numberModifier(instruction, 'blgp')}`);
  const formatA = elementFormat(typeA, context.target);
  const formatB = elementFormat(typeB, context.target);
  const { operand, result } = elementsPerLane(row);
  const [dst, src0, src1, src2, scale0, scale1] = instruction.operands;
  const d = vectorBase(dst, result);
  const a = vectorBase(src0, (operand * formatA.bits) / 32);
  const b = vectorBase(src1, (operand * formatB.bits) / 32);
  if (d === undefined) return void context.report(wrongOperand(instruction, 'D', result));
  if (a === undefined) {
    return void context.report(wrongOperand(instruction, `A (${typeA})`, formatA.bits));
  }
  if (b === undefined) {
    return void context.report(wrongOperand(instruction, `B (${typeB})`, formatB.bits));
  }
  const setC = loadC(src2, d, result, 'f32');
  if (setC === undefined) {
    return void context.report(wrongOperand(instruction, 'C', result, 'an inline constant'));
  }
  const plan = planOf(`${row.name} ${typeA} ${typeB}`, () => ({
    a: gatherTable(row, formatA.bits, { major: 'row', chunk: chunkOf(formatA) }),
    b: gatherTable(row, formatB.bits, { major: 'k', chunk: chunkOf(formatB) }),
    product: tileTable(row),
  }));
  const group = groupSize(row, context.target);
  const load = scaled ? scaleLoader(scale0, scale1, instruction, context, 0) : undefined;
  if (scaled && load === undefined) return undefined;
  return (wave) => {
    gather(wave, a, formatA, plan.a, LEFT);
    gather(wave, b, formatB, plan.b, RIGHT);
    if (load === undefined) takePending(wave, context.number, row);
    else {
      load(wave, ROW_SCALES, COLUMN_SCALES);
      applyScales(row, ROW_SCALES, COLUMN_SCALES);
    }
    setC(wave);
    multiplyDense(LEFT, RIGHT, plan.product, group, wave.f, d);
  };
}

/** A scale of each lane, for A and for B. */
const ROW_SCALES = new Float64Array(LANES);
const COLUMN_SCALES = new Float64Array(LANES);

type LoadScales = (wave: Wave, rows: Float64Array, columns: Float64Array) => void;

/** Reads the scales of both operands; `high` is what `op_sel_hi` is when it is not written. */
function scaleLoader(
  rows: Operand | undefined,
  columns: Operand | undefined,
  instruction: Instruction,
  context: CompileContext,
  high: 0 | 1,
): LoadScales | undefined {
  const byteOf = (at: number): number =>
    listModifier(instruction, 'op_sel', at) + 2 * listModifier(instruction, 'op_sel_hi', at, high);
  const first = oneScaleLoader(rows, byteOf(0));
  const second = oneScaleLoader(columns, byteOf(1));
  if (first === undefined || second === undefined) {
    return void context.report(wrongOperand(instruction, 'a scale', 1));
  }
  return (wave, rowScales, columnScales) => {
    first(wave, rowScales);
    second(wave, columnScales);
  };
}

function oneScaleLoader(
  operand: Operand | undefined,
  byte: number,
): ((wave: Wave, into: Float64Array) => void) | undefined {
  const base = vectorBase(operand, 1);
  if (base !== undefined) {
    return ({ u }, into) => {
      for (let lane = 0; lane < LANES; lane++) {
        into[lane] = SCALES[((u[base + lane] ?? 0) >>> (8 * byte)) & 255] ?? 0;
      }
    };
  }
  const read = operand === undefined ? undefined : scalarReader(operand, 'f32');
  if (read === undefined) return undefined;
  return (wave, into) => void into.fill(SCALES[(read(wave) >>> 23) & 255] ?? 0);
}

/** Multiplies the collected A and B by their scales; powers of two, so exactly. */
function applyScales({ m, k }: MatrixInstruction, rows: Float64Array, columns: Float64Array): void {
  for (let i = 0; i < m; i++) {
    for (let at = 0; at < k; at++) {
      const index = i * k + at;
      LEFT[index] = (LEFT[index] ?? 0) * (rows[m * Math.floor(at / SCALE_BLOCK) + i] ?? 0);
    }
  }
  for (let at = 0; at < k; at++) {
    const block = m * Math.floor(at / SCALE_BLOCK);
    for (let j = 0; j < m; j++) {
      const index = at * m + j;
      RIGHT[index] = (RIGHT[index] ?? 0) * (columns[block + j] ?? 0);
    }
  }
}

interface Pending {
  /** Number of the instruction that loaded the scales. */
  readonly number: number;
  readonly rows: Float64Array;
  readonly columns: Float64Array;
}

const pending = new WeakMap<Wave, Pending>();

/** `v_mfma_ld_scale_b32`: scales for the next instruction. */
export function compileLoadScale(
  instruction: Instruction,
  context: CompileContext,
): Step | undefined {
  if (!SINCE_CDNA4.includes(context.target)) {
    return void context.report(
      messages.execute.unsupported(instruction.mnemonic, `use on ${context.target}`),
    );
  }
  const [rows, columns] = instruction.operands;
  const load = scaleLoader(rows, columns, instruction, context, 1);
  if (load === undefined) return undefined;
  const { number } = context;
  return (wave) => {
    const scales = {
      number,
      rows: new Float64Array(LANES),
      columns: new Float64Array(LANES),
    };
    load(wave, scales.rows, scales.columns);
    pending.set(wave, scales);
  };
}

function takePending(wave: Wave, number: number, row: MatrixInstruction): void {
  const scales = pending.get(wave);
  if (scales === undefined) return;
  pending.delete(wave);
  if (scales.number === number - 1) applyScales(row, scales.rows, scales.columns);
}
