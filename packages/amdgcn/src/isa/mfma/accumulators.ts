/**
 * Moves between vector and accumulator registers.
 *
 *     v_accvgpr_read_b32 v0, a1      v_accvgpr_write_b32 a1, v0 | s0 | 1.0      v_accvgpr_mov_b32 a0, a1
 *
 * They are moves of single lanes and obey the exec mask, unlike products: compilers copy values with them inside
 * divergent branches. The write to a lane that exec leaves out does not happen.
 */
import { hasLane, messages } from '@ldscope/core';
import { scalarReader } from '../../state/scalars.ts';
import { EXEC, LANES, type Step, type Wave } from '../../state/wave.ts';
import type { CompileInstruction } from '../../state/compile.ts';
import { SINCE_CDNA1, SINCE_CDNA2, type Target } from '../../state/target.ts';
import { vectorBase, wrongOperand } from './operands.ts';

interface AccumulatorMove {
  readonly chips: readonly Target[];
  /** The source may be a scalar or a constant. */
  readonly takesScalars: boolean;
}

const read: AccumulatorMove = { chips: SINCE_CDNA1, takesScalars: false };
const write: AccumulatorMove = { chips: SINCE_CDNA1, takesScalars: true };

/** Moves by mnemonic, with the names that assemblers take besides. */
export const accumulatorMoves: ReadonlyMap<string, AccumulatorMove> = new Map([
  ['v_accvgpr_read_b32', read],
  ['v_accvgpr_read', read],
  ['v_accvgpr_write_b32', write],
  ['v_accvgpr_write', write],
  ['v_accvgpr_mov_b32', { chips: SINCE_CDNA2, takesScalars: false }],
]);

export const compileAccumulatorMove: CompileInstruction = (
  instruction,
  context,
): Step | undefined => {
  const [dst, src] = instruction.operands;
  const { mnemonic } = instruction;
  const { chips, takesScalars } = accumulatorMoves.get(mnemonic) ?? read;
  if (chips === SINCE_CDNA2 && !chips.includes(context.target))
    return void context.report(
      messages.emulate.lackingInstruction(mnemonic, context.target, chips),
    );
  const to = vectorBase(dst, 1);
  if (to === undefined) return void context.report(wrongOperand(instruction, 'the result', 1));
  const from = vectorBase(src, 1);
  if (from !== undefined) return (wave) => moveLanes(wave, to, from);
  const scalar = src === undefined ? undefined : scalarReader(src, 'b32');
  if (scalar === undefined || !takesScalars) {
    return void context.report(
      messages.execute.malformed(mnemonic, 'the source is not a register it can read'),
    );
  }
  return (wave) => fillLanes(wave, to, scalar(wave));
};

const ALL = 0xffffffff;

function moveLanes({ u, s }: Wave, to: number, from: number): void {
  const low = s[EXEC] ?? 0;
  const high = s[EXEC + 1] ?? 0;
  if (low === ALL && high === ALL) {
    u.copyWithin(to, from, from + LANES);
    return;
  }
  for (let lane = 0; lane < LANES; lane++) {
    const active = hasLane(low, high, lane);
    if (active) u[to + lane] = u[from + lane] ?? 0;
  }
}

function fillLanes({ u, s }: Wave, to: number, value: number): void {
  const low = s[EXEC] ?? 0;
  const high = s[EXEC + 1] ?? 0;
  for (let lane = 0; lane < LANES; lane++) {
    const active = hasLane(low, high, lane);
    if (active) u[to + lane] = value;
  }
}
