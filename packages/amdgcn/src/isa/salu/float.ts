/**
 * Floats in the scalar ALU (RDNA 3.5 and later): as the vector ALU computes them in one lane.
 *
 *     s_add_f32 s0, s1, 1.0            v_add_f32 of lane 0, into s0
 *     s_cmp_lt_f16 s0, s1              v_cmp_lt_f16 of lane 0, into scc
 *     s_fmac_f32 s0, s1, s2            the destination is a source
 *
 * The row of the vector instruction is executed for lane 0 alone, in a register that is put back: rounding, denormals, NaNs
 * and the MODE register are stated there once. Results of 16 bits have zeros above them; the ISA does not state their value,
 * and compilers do not rely on it. LIMITATION. exec as a source is refused. Source: AMD RDNA3.5 and RDNA4 ISA, "Scalar ALU
 * Operations".
 */
import { messages } from '@ldscope/core';
import type { CompileInstruction } from '../../state/compile.ts';
import { scalarNumber } from '../../state/scalars.ts';
import { SINCE_RDNA35, SINCE_RDNA4, type Target, UNTIL_RDNA35 } from '../../state/target.ts';
import { EXEC, LANES, type Step, VCC, VGPRS, type Wave } from '../../state/wave.ts';
import type { Instruction, Operand } from '../../text/program.ts';
import { valuFamily } from '../valu/valu.ts';
import { computes, type Make, row, type SaluRow, SCC } from './row.ts';

/** The register that the vector instruction writes. */
const ROW = VGPRS - 1;
const RESULT: Operand = { kind: 'register', file: 'v', index: ROW, count: 1 };
const MASK: Operand = { kind: 'special', name: 'vcc' };
const LANE = ROW * LANES;

/** The step of a vector instruction; `undefined` after a report. */
function vectorStep(
  mnemonic: string,
  operands: readonly Operand[],
  instruction: Instruction,
  context: Parameters<CompileInstruction>[1],
): Step | undefined {
  const compile = valuFamily(context.target).get(mnemonic);
  if (operands.some((operand) => [EXEC, EXEC + 1].includes(scalarNumber(operand) ?? -1))) {
    context.report(messages.execute.unsupported(instruction.mnemonic, 'exec as a source'));
    return undefined;
  }
  if (compile === undefined) {
    const what = `this instruction on ${context.target}`;
    context.report(messages.execute.unsupported(instruction.mnemonic, what));
    return undefined;
  }
  const special = context.waveSize === 32 && operands[0] === MASK;
  const first: readonly Operand[] = special ? [{ kind: 'special', name: 'vcc_lo' }] : [];
  return compile(
    {
      mnemonic,
      operands: [...first, ...operands.slice(first.length)],
      modifiers: new Map(),
      span: instruction.span,
    },
    context,
  );
}

/** Runs a step with lane 0 alone active. */
function inOneLane(wave: Wave, step: Step): void {
  const [low, high] = [wave.s[EXEC] ?? 0, wave.s[EXEC + 1] ?? 0];
  wave.setPair(EXEC, 1, 0);
  step(wave);
  wave.setPair(EXEC, low, high);
}

/** `mask`: the bits of a result. */
const compute =
  (vector: string, mask: number): Make =>
  ({ d, instruction, context }) => {
    const [target, ...sources] = instruction.operands;
    const step = vectorStep(vector, [RESULT, ...sources], instruction, context);
    if (step === undefined || target === undefined) return undefined;
    return (wave) => {
      const { u } = wave;
      const kept = u[LANE] ?? 0;
      u[LANE] = wave.s[d] ?? 0;
      inOneLane(wave, step);
      wave.s[d] = (u[LANE] ?? 0) & mask;
      u[LANE] = kept;
    };
  };

const compare =
  (vector: string): Make =>
  ({ instruction, context }) => {
    const step = vectorStep(vector, [MASK, ...instruction.operands], instruction, context);
    if (step === undefined) return undefined;
    return (wave) => {
      const [low, high] = [wave.s[VCC] ?? 0, wave.s[VCC + 1] ?? 0];
      inOneLane(wave, step);
      wave.scc = (wave.s[VCC] ?? 0) & 1;
      wave.setPair(VCC, low, high);
    };
  };

/** `s_cvt_hi_f32_f16`: the upper half of the source. */
const convertHigh: Make = ({ d, a, instruction, context }) => {
  const step = vectorStep('v_cvt_f32_f16', [RESULT, RESULT], instruction, context);
  if (step === undefined) return undefined;
  return (wave) => {
    const { u } = wave;
    const kept = u[LANE] ?? 0;
    u[LANE] = a.low(wave) >>> 16;
    inOneLane(wave, step);
    wave.s[d] = u[LANE] ?? 0;
    u[LANE] = kept;
  };
};

const WORD = 0xffffffff;
const HALF = 0xffff;

/** One row: `name` without `s_`, and that of the vector instruction without `v_` where it differs. */
function float(
  name: string,
  operands: string,
  mask = WORD,
  vector = name,
  targets: readonly Target[] = SINCE_RDNA35,
): SaluRow {
  return row(`s_${name}`, operands, compute(`v_${vector}`, mask), { ...computes, targets });
}

/** The mask of results of a type. */
const maskOf = (type: 'f32' | 'f16'): number => (type === 'f32' ? WORD : HALF);

const RELATIONS = 'lt eq le gt lg ge o u nge nlg ngt nle neq nlt'.split(' ');

export const floatRows: readonly SaluRow[] = [
  ...(['f32', 'f16'] as const).flatMap((type) => {
    const mask = maskOf(type);
    return [
      ...['ceil', 'floor', 'trunc', 'rndne'].map((verb) => float(`${verb}_${type}`, 'w1 r1', mask)),
      ...['add', 'sub', 'mul'].map((verb) => float(`${verb}_${type}`, 'w1 r1 r1', mask)),
      float(`fmac_${type}`, 'b1 r1 r1', mask),
      ...['min', 'max'].flatMap((verb) => [
        float(`${verb}_${type}`, 'w1 r1 r1', mask, `${verb}_${type}`, UNTIL_RDNA35.filter(isFloat)),
        // Assemblers take the old name for the new instruction.
        ...[verb, `${verb}_num`].map((written) =>
          float(`${written}_${type}`, 'w1 r1 r1', mask, `${verb}_num_${type}`, SINCE_RDNA4),
        ),
        float(`${verb}imum_${type}`, 'w1 r1 r1', mask, `${verb}imum_${type}`, SINCE_RDNA4),
      ]),
      ...RELATIONS.map((relation) =>
        row(`s_cmp_${relation}_${type}`, 'r1 r1', compare(`v_cmp_${relation}_${type}`), {
          ...computes,
          writes: SCC,
          targets: SINCE_RDNA35,
        }),
      ),
    ];
  }),
  float('fmaak_f32', 'w1 r1 r1 -'),
  float('fmamk_f32', 'w1 r1 - r1'),
  float('cvt_f32_i32', 'w1 r1'),
  float('cvt_f32_u32', 'w1 r1'),
  float('cvt_i32_f32', 'w1 r1'),
  float('cvt_u32_f32', 'w1 r1'),
  float('cvt_f16_f32', 'w1 r1', HALF),
  float('cvt_f32_f16', 'w1 r1'),
  float('cvt_pk_rtz_f16_f32', 'w1 r1 r1', WORD, 'cvt_pk_rtz_f16_f32'),
  row('s_cvt_hi_f32_f16', 'w1 r1', convertHigh, { ...computes, targets: SINCE_RDNA35 }),
];

function isFloat(target: Target): boolean {
  return SINCE_RDNA35.includes(target);
}
