/**
 * `v_wmma_*` and `v_swmmac_*` of RDNA: 16 x 16 results in waves of 32 and 64 lanes.
 *
 *     v_wmma_f32_16x16x16_f16 v[0:7], v[8:15], v[16:23], v[0:7]                     RDNA3: D = A B + C
 *     v_wmma_f16_16x16x16_f16 v[0:7], v[8:15], v[16:23], v[0:7] op_sel:[0,0,1]      C and D in upper halves, the lower kept
 *     v_wmma_i32_16x16x16_iu8 v[0:7], v[8:9], v[10:11], v[0:7] neg_lo:[1,0,0] clamp   A signed, B not; the sum saturates
 *     v_swmmac_f32_16x16x32_f16 v[0:7], v[8:11], v[12:19], v20 index_key:1          RDNA4: A sparse, D += A B
 *
 * Every lane takes part, whatever the exec mask says. RDNA3 requires copies of A and B in lanes 16 apart; lanes 0 to 15 are
 * read. `neg_lo` and `neg_hi` negate the lower and upper halves of A and B of 16 bits, and C; `neg_hi` takes C without sign.
 *
 * LIMITATION. No source says in which order products of floats are added and rounded: here all of them and C are added in
 * 64-bit floats and the sum is rounded once to nearest, so that the last bit may differ from the hardware's.
 * Sources: AMD's matrix instruction calculator for registers, halves, indices and signs; LLVM for operands.
 */
import { messages, type WmmaForm, wmmaBits, wmmaForms } from '@ldscope/core';
import { asF32, toBfloat, toHalf } from '@ldscope/core/arithmetic';
import type { CompileInstruction, Family } from '../../state/compile.ts';
import { constantBits } from '../../state/scalars.ts';
import type { Target } from '../../state/target.ts';
import type { Step } from '../../state/wave.ts';
import type { Instruction } from '../../text/program.ts';
import { numberModifier } from '../../text/program.ts';
import { listModifier, vectorBase, wrongOperand } from './operands.ts';
import { cache, LEFT, RIGHT } from './plan.ts';
import {
  multiplySides,
  negateElements,
  readSide,
  type SidePlan,
  sidePlan,
  valuesOf,
} from './wmma-sides.ts';
import { indexPlan, readIndices, type ResultPlan, resultPlan } from './wmma-results.ts';

interface Plan {
  readonly a: SidePlan;
  readonly b: SidePlan;
  readonly d: ResultPlan;
}

const planOf = cache<Plan>();
const families = cache<Family>();
/** The 256 elements of C and D. */
const SUMS = new Float64Array(256);
/** The k of each element of sparse A, row by row. */
const POSITIONS = new Uint8Array(16 * 32);

/** The matrix instructions of a chip of RDNA. */
export function wmmaFamily(target: Target): Family {
  return families(target, () => {
    const forms = wmmaForms(target);
    return new Map(forms.map((form) => [form.name, compileForm(form)]));
  });
}

const compileForm =
  (form: WmmaForm): CompileInstruction =>
  (instruction, context) => {
    const { waveSize, report } = context;
    const signed = [0, 1].map((at) => listModifier(instruction, 'neg_lo', at) === 1);
    const key = `${form.generation} ${form.name} ${waveSize} ${signed.join(' ')}`;
    const plan = planOf(key, () => ({
      a: sidePlan(form, 'a', waveSize, signed[0] === true),
      b: sidePlan(form, 'b', waveSize, signed[1] === true),
      d: resultPlan(form, waveSize),
    }));
    const [dst, src0, src1, src2] = instruction.operands;
    const d = vectorBase(dst, plan.d.registers);
    const a = vectorBase(src0, plan.a.registers);
    const b = vectorBase(src1, plan.b.registers);
    if (d === undefined) return void report(wrongOperand(instruction, 'D', plan.d.registers));
    if (a === undefined) return void report(wrongOperand(instruction, 'A', plan.a.registers));
    if (b === undefined) return void report(wrongOperand(instruction, 'B', plan.b.registers));
    const problem = modifierProblem(form, instruction);
    if (problem !== undefined) {
      return void report(messages.execute.unsupported(instruction.mnemonic, problem));
    }
    const negate = negations(form, instruction);
    const write = writer(form, instruction, plan.d, d);
    if (form.sparse) {
      const index = vectorBase(src2, 1);
      if (index === undefined) return void report(wrongOperand(instruction, 'the index', 1));
      const set = numberModifier(instruction, 'index_key');
      const indices = indexPlan(plan.a, set);
      if (indices === undefined) {
        return void report(messages.execute.unsupported(instruction.mnemonic, `index_key:${set}`));
      }
      const readC = reader(form, instruction, plan.d, d);
      return (wave) => {
        readSide(wave, a, plan.a, LEFT);
        readSide(wave, b, plan.b, RIGHT);
        negate(plan);
        readC(wave);
        readIndices(wave.u, index, indices, POSITIONS);
        multiplySides(LEFT, RIGHT, plan.a.slots, POSITIONS, SUMS);
        write(wave);
      };
    }
    const c = vectorBase(src2, plan.d.registers);
    const readC =
      c === undefined ? constant(form, instruction) : reader(form, instruction, plan.d, c);
    if (readC === undefined) {
      return void report(wrongOperand(instruction, 'C', plan.d.registers, 'an inline constant'));
    }
    return (wave) => {
      readSide(wave, a, plan.a, LEFT);
      readSide(wave, b, plan.b, RIGHT);
      negate(plan);
      readC(wave);
      multiplySides(LEFT, RIGHT, plan.a.slots, undefined, SUMS);
      write(wave);
    };
  };

/** Modifiers and operands that an instruction of a form cannot have. */
function modifierProblem(form: WmmaForm, instruction: Instruction): string | undefined {
  const wide = wmmaBits(form.a) === 16;
  const set = (name: string, at: number): boolean => listModifier(instruction, name, at) === 1;
  if (form.d === 'i32' && (set('neg_lo', 2) || [0, 1, 2].some((at) => set('neg_hi', at))))
    return 'neg of C or neg_hi with integers';
  const negates = form.d !== 'i32' && [0, 1].some((at) => set('neg_lo', at) || set('neg_hi', at));
  if (negates && form.generation === 5) return 'neg of A or B';
  if (negates && !wide) return 'neg of 8-bit floats';
  if (form.sparse && (set('neg_lo', 2) || set('neg_hi', 2))) return 'neg of the index';
  if (form.d !== 'i32' && instruction.modifiers.has('clamp')) return 'clamp with floats';
  return undefined;
}

/** Negates halves of A and B. */
function negations(form: WmmaForm, instruction: Instruction): (plan: Plan) => void {
  const flags = ['neg_lo', 'neg_hi'].map((name) =>
    [0, 1].map((at) => form.d !== 'i32' && listModifier(instruction, name, at) === 1),
  );
  if (!flags.flat().includes(true)) return () => {};
  const [low = [], high = []] = flags;
  return ({ a, b }) => {
    negateElements(LEFT, a, low[0] === true, high[0] === true);
    negateElements(RIGHT, b, low[1] === true, high[1] === true);
  };
}

/** The half of registers that C and D of 16 bits are in on RDNA3. */
const upperHalf = (form: WmmaForm, instruction: Instruction): 0 | 16 =>
  form.generation === 3 && listModifier(instruction, 'op_sel', 2) === 1 ? 16 : 0;

/** Makes `SUMS` hold C from registers. */
function reader(
  form: WmmaForm,
  instruction: Instruction,
  { words, shifts }: ResultPlan,
  base: number,
): Step {
  const upper = upperHalf(form, instruction);
  const absolute = listModifier(instruction, 'neg_hi', 2) === 1 && !form.sparse;
  const negate = listModifier(instruction, 'neg_lo', 2) === 1 && !form.sparse;
  const values = form.d === 'f16' || form.d === 'bf16' ? valuesOf(form.d, false) : undefined;
  return ({ u, i, f }) => {
    for (let n = 0; n < 256; n++) {
      const at = base + (words[n] ?? 0);
      const plain =
        form.d === 'f32'
          ? (f[at] ?? 0)
          : form.d === 'i32'
            ? (i[at] ?? 0)
            : (values?.[((u[at] ?? 0) >>> (upper + (shifts[n] ?? 0))) & 0xffff] ?? 0);
      const magnitude = absolute ? Math.abs(plain) : plain;
      SUMS[n] = negate ? -magnitude : magnitude;
    }
  };
}

/** C as a constant. */
function constant(form: WmmaForm, instruction: Instruction): Step | undefined {
  const operand = instruction.operands[3];
  const bits = operand && constantBits(operand, form.d === 'i32' ? 'i32' : 'f32');
  if (operand === undefined || bits === undefined) return undefined;
  const integer = form.d === 'i32' || operand.kind === 'integer';
  if (integer && form.d !== 'i32' && bits[0] !== 0) return undefined;
  const value = integer ? bits[0] | 0 : asF32(bits[0]);
  const absolute = listModifier(instruction, 'neg_hi', 2) === 1;
  const magnitude = absolute ? Math.abs(value) : value;
  const final = listModifier(instruction, 'neg_lo', 2) === 1 ? -magnitude : magnitude;
  return () => void SUMS.fill(final);
}

/** Writes `SUMS` to the registers of D. */
function writer(
  form: WmmaForm,
  instruction: Instruction,
  { words, shifts }: ResultPlan,
  base: number,
): Step {
  const upper = upperHalf(form, instruction);
  if (form.d === 'f32') {
    return ({ f }) => {
      for (let n = 0; n < 256; n++) f[base + (words[n] ?? 0)] = SUMS[n] ?? 0;
    };
  }
  if (form.d === 'i32') {
    const clamp = instruction.modifiers.has('clamp');
    return ({ i }) => {
      for (let n = 0; n < 256; n++) {
        const sum = SUMS[n] ?? 0;
        i[base + (words[n] ?? 0)] = clamp ? Math.max(-2147483648, Math.min(2147483647, sum)) : sum;
      }
    };
  }
  const round = form.d === 'f16' ? toHalf : toBfloat;
  return ({ u }) => {
    for (let n = 0; n < 256; n++) {
      const at = base + (words[n] ?? 0);
      const shift = upper + (shifts[n] ?? 0);
      u[at] = ((u[at] ?? 0) & ~(0xffff << shift)) | (round(SUMS[n] ?? 0) << shift);
    }
  };
}
