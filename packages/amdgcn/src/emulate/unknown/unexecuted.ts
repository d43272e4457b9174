/**
 * The possible effects of an instruction that cannot be executed: its mnemonic is not known, or its operands are wrong.
 *
 *     v_frobnicate_b32 v2, v1, v0      v2 is unknown from here on
 *     s_cmp_frob_u32 s2, s3            scc is
 *     ds_frobnicate_b32 v1, v2         whatever is in LDS is
 *     s_cbranch_frob L1                both ways are followed
 */
import { customOf } from '../../isa/custom.ts';
import type { RegisterUse } from '../../state/compile.ts';
import type { Instruction } from '../../text/program.ts';
import { registerIds, registerUse, type Role } from '../../state/uses.ts';
import { SCALAR_ID } from '../../state/waits.ts';
import { EXEC, SCC_NUMBER, VCC } from '../../state/wave.ts';

export interface Effects {
  /** Registers as ids of `waits.ts`. */
  readonly reads: readonly number[];
  readonly writes: readonly number[];
  /** The wave does not go on behind it. */
  readonly ends: boolean;
  /** The label that it may go to. */
  readonly branch?: string | undefined;
  readonly writesLds: boolean;
  /** It may change which lanes are active. */
  readonly masks: boolean;
  /** It may wait, or synchronize waves: true except for vector arithmetic. */
  readonly orders: boolean;
}

const SCC_ID = SCALAR_ID + SCC_NUMBER;
const EXEC_IDS = [SCALAR_ID + EXEC, SCALAR_ID + EXEC + 1];
const VCC_IDS = [SCALAR_ID + VCC, SCALAR_ID + VCC + 1];

/** `use`: the registers of the instruction when its mnemonic is known. Exec is not among the writes: lanes stay active. */
export function effectsOf(instruction: Instruction, use: RegisterUse | undefined): Effects {
  const { mnemonic, operands } = instruction;
  const custom = customOf(mnemonic);
  const first = custom.hasResult ? operandIds(instruction, [0]) : [];
  const rest = [...operands.keys()].slice(first.length > 0 ? 1 : 0);
  const known = use === undefined ? [] : registerIds({ ...use, reads: { rows: [], scalars: [] } });
  const writes = new Set([...first, ...known]);
  if (custom.setsScc) writes.add(SCC_ID);
  if (custom.carries) for (const id of carryIds(instruction)) writes.add(id);
  const execIds = EXEC_IDS.filter((id) => writes.delete(id));
  const label = operands.find((operand) => operand.kind === 'symbol');
  return {
    reads: operandIds(instruction, rest),
    writes: [...writes],
    ends: custom.ends,
    branch: custom.branches ? label?.name : undefined,
    writesLds: custom.writesLds,
    masks: execIds.length > 0 || custom.setsExec,
    orders: custom.orders,
  };
}

/** The carry behind the result; vcc when it is not written. */
function carryIds(instruction: Instruction): readonly number[] {
  const ids = operandIds(instruction, [1]);
  return ids.length > 0 && ids.every((id) => id >= SCALAR_ID) ? ids : VCC_IDS;
}

/** Registers of some operands. */
export function operandIds(instruction: Instruction, indices: readonly number[]): number[] {
  const wanted = new Set(indices);
  const roles = instruction.operands.map((_, index): Role => (wanted.has(index) ? 'r2' : '-'));
  return registerIds(registerUse(instruction, { roles }));
}

const LONGEST_NAME = 40;

/** A mnemonic for a message: a file may have any word of any length in its place. */
export function shortName(mnemonic: string): string {
  return mnemonic.length <= LONGEST_NAME ? mnemonic : `${mnemonic.slice(0, LONGEST_NAME)}...`;
}
