/**
 * The split barrier of RDNA 4: a wave signals its arrival, and waits later until all waves have arrived.
 *
 *     s_barrier_signal -1              -1 is the barrier of the workgroup
 *     s_barrier_signal_isfirst -1      the same; scc becomes 1 in the first wave that signals
 *     s_barrier_wait -1                goes on when each wave has signalled as often as this one has waited
 *
 * LIMITATION. The trap barrier and named barriers are refused.
 */
import { messages } from '@ldscope/core';
import { SINCE_RDNA4 } from '../../state/target.ts';
import type { Step } from '../../state/wave.ts';
import { computes, type Make, row, SCC, type SaluRow } from './row.ts';

/** A step for the barrier of the workgroup; a report for any other. */
const ofWorkgroup =
  (step: Step): Make =>
  ({ instruction, context }) => {
    const [operand] = instruction.operands;
    const value = operand?.kind === 'integer' ? BigInt.asIntN(16, operand.value) : undefined;
    if (value === -1n) return step;
    const what = 'a barrier that is not the one of the workgroup (-1)';
    context.report(messages.execute.unsupported(instruction.mnemonic, what));
    return undefined;
  };

const on = { ...computes, control: 'barrier', targets: SINCE_RDNA4 } as const;

export const barrierRows: readonly SaluRow[] = [
  row(
    's_barrier_signal',
    '-',
    ofWorkgroup((wave) => {
      wave.signals++;
    }),
    on,
  ),
  row(
    's_barrier_signal_isfirst',
    '-',
    ofWorkgroup((wave) => {
      wave.signals++;
      wave.scc = wave.isFirstSignal() ? 1 : 0;
    }),
    { ...on, writes: SCC },
  ),
  row(
    's_barrier_wait',
    '-',
    ofWorkgroup((wave) => {
      wave.status = 'barrier';
    }),
    on,
  ),
];
