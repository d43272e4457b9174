/**
 * What an LDS instruction moves and occupies, from its row among the opcodes: for machine code and for schedules.
 *
 *     ds_read_b64      a load of 2 dwords, on gfx942 8 cycles of the banks without conflicts
 *     ds_read2_b64     a load of 4: both addresses
 */
import type { Opcode } from '../access/opcode.ts';
import { opcodeAt, opcodeNumber } from '../access/opcodes.ts';
import { TraceBuilder } from '../access/trace.ts';
import { simulate } from '../conflict/simulate.ts';
import { findRule, type Machine } from '../machine/machine.ts';
import type { TimedInstruction } from './program.ts';

const WAVE = 64;

/** Addresses of a lane. */
const addressesOf = ({ addressing }: Opcode): 1 | 2 => (addressing.kind === 'double' ? 2 : 1);

/** The dwords that a lane moves with an LDS instruction, and in which direction; `undefined` without a row for its name. */
export function ldsMove(name: string): Pick<TimedInstruction, 'memory' | 'dwords'> | undefined {
  const number = opcodeNumber(name);
  if (number === undefined) return undefined;
  const opcode = opcodeAt(number);
  const kinds = { read: 'load', write: 'store', atomic: 'atomic', async: 'to-lds' } as const;
  const dwords = addressesOf(opcode) * Math.ceil(opcode.widthBytes / 4);
  return { memory: kinds[opcode.direction], dwords };
}

/** Whether a chip has an LDS instruction and a rule for it. */
export function servesLds(name: string, { isa, models }: Machine): boolean {
  const number = opcodeNumber(name);
  if (number === undefined) return false;
  const { request, isa: sets } = opcodeAt(number);
  return (
    sets.includes(isa) && request !== undefined && findRule(models[0], WAVE, request) !== undefined
  );
}

/** Cycles of the banks for an access of a whole wave, its lanes side by side at each of its addresses. */
export function freeBankCycles(name: string, machine: Machine): number {
  const number = opcodeNumber(name) ?? 0;
  const opcode = opcodeAt(number);
  const trace = new TraceBuilder(WAVE, [{ id: name }], addressesOf(opcode));
  for (let half = 0; half < addressesOf(opcode); half++) {
    const lanes = Array.from({ length: WAVE }, (_, lane) => half * WAVE + lane);
    trace.add(
      number,
      0,
      0,
      0,
      lanes.map((lane) => lane * opcode.widthBytes),
    );
  }
  return simulate(trace.finish(), machine).idxActive.reduce((sum, cycles) => sum + cycles, 0);
}
