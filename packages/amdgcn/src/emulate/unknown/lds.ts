/** Accesses to LDS whose addresses, data or lanes are unknown. */
import { dsPlaces } from '../../isa/ds/ds.ts';
import type { Instruction } from '../../text/program.ts';
import { SCALAR_ID } from '../../state/waits.ts';
import { M0, type Step, type Wave } from '../../state/wave.ts';
import { onRegisters } from './arithmetic.ts';
import { withRow } from './guards.ts';
import type { UnknownRegisters } from './registers.ts';
import type { UnknownState } from './state.ts';
import { operandIds } from './unexecuted.ts';

/** An LDS instruction with an unknown address is reported, and its store may have gone anywhere. */
export function onLds(
  state: UnknownState,
  number: number,
  instruction: Instruction,
  step: Step,
): Step {
  const places = dsPlaces(instruction);
  if (places === undefined) return onRegisters(state, number, instruction, step);
  const use = state.code.use(number);
  const { addressOperand, reads, writes } = places;
  const addressIds =
    addressOperand === undefined ? [SCALAR_ID + M0] : operandIds(instruction, [addressOperand]);
  const targets = use?.writes.rows ?? [];
  const kept = places.keeps ? targets : [];
  const others = [...(use?.reads.rows ?? []), ...kept].filter((row) => !addressIds.includes(row));
  const row = addressIds[0] ?? 0;
  const base = addressOperand === undefined ? -1 : row;
  const access = (wave: Wave, registers: UnknownRegisters): void => {
    registers.begin();
    // The registers that are stored; for a load, the half of its target that stays.
    for (const other of others) registers.readRow(other);
    // The result and the stored value of an atomic both depend on the old value.
    if (reads) state.lds.read(wave, base, places, registers);
    if (places.exchanges) registers.spreadGathered();
    if (writes) state.lds.write(wave, base, places, registers);
    step(wave);
    for (const target of targets) registers.writeRow(target, wave);
  };
  return (wave) => {
    const { registers } = state.of(wave);
    const labels = registers.labelsOfActive(addressIds, wave);
    const inside = labels === 0 ? undefined : registers.guardOf(row);
    if (inside !== undefined) {
      state.reportMask(number, instruction.mnemonic, labels);
      withRow(wave, row, inside, targets, () => access(wave, registers));
      return;
    }
    if (labels !== 0) {
      state.reportAddress(number, instruction.mnemonic, labels);
      registers.mark(targets, labels, wave);
      if (writes) state.lds.spread(labels | registers.labelsOfActive(others, wave));
      wave.waits.lds({ number, registers: targets });
      return;
    }
    access(wave, registers);
  };
}
