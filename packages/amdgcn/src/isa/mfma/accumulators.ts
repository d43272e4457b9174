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
import { SINCE_CDNA2 } from '../../state/target.ts';
import { vectorBase, wrongOperand } from './operands.ts';

export const compileAccumulatorMove: CompileInstruction = (
  instruction,
  context,
): Step | undefined => {
  const [dst, src] = instruction.operands;
  if (instruction.mnemonic.includes('mov') && !SINCE_CDNA2.includes(context.target)) {
    const { mnemonic } = instruction;
    return void context.report(
      messages.emulate.lackingInstruction(mnemonic, context.target, SINCE_CDNA2),
    );
  }
  const to = vectorBase(dst, 1);
  if (to === undefined) return void context.report(wrongOperand(instruction, 'the result', 1));
  const from = vectorBase(src, 1);
  if (from !== undefined) return (wave) => moveLanes(wave, to, from);
  const read = src === undefined ? undefined : scalarReader(src, 'b32');
  if (read === undefined || instruction.mnemonic.startsWith('v_accvgpr_write') === false) {
    return void context.report(
      messages.execute.malformed(instruction.mnemonic, 'the source is not a register it can read'),
    );
  }
  return (wave) => fillLanes(wave, to, read(wave));
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
