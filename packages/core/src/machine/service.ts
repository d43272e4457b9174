/**
 * Whether the rules of a chip give the cycles of an instruction, and why they do not.
 *
 *     ds_read_b32                     on gfx942    rule             cycles and conflicts are known
 *     ds_bpermute_b32                 on gfx942    no-banks         lanes exchange values: it can have no bank conflict
 *     ds_append                       on gfx942    no-banks         one access for the wave: no other lane to conflict with
 *     global_load_async_to_lds_b128   on gfx1250   no-rule          the chip has it, no public source has its phases
 *     buffer_load_dwordx4 lds         on gfx942    no-instruction   gfx950 has it
 */
import type { Opcode } from '../access/opcode.ts';
import { type ConflictModel, findRule, type Machine } from './machine.ts';

/** What a chip's rules say of an instruction: `rule`, or why it has no cycles. */
export type Service = 'rule' | Unserved;

/**
 * Why an instruction has no cycles.
 *
 * - `no-banks`: it bypasses the banks, or makes one access for the wave, so it can have no bank conflict; profilers
 *   count it all the same.
 * - `no-rule`: the chip has it, and no public source says how it is served.
 * - `no-instruction`: the chip does not have it.
 */
export type Unserved = 'no-banks' | 'no-rule' | 'no-instruction';

/** How a chip serves an instruction in waves of a size. */
export function serviceOf(
  { request, addressing, isa }: Opcode,
  machine: Machine,
  model: ConflictModel,
  waveSize: 32 | 64,
): Service {
  if (!isa.includes(machine.isa)) return 'no-instruction';
  // One access for the whole wave has no other lane to conflict with.
  const hasLanes = addressing.kind !== 'none' && addressing.kind !== 'counter';
  if (request === undefined) return hasLanes ? 'no-rule' : 'no-banks';
  if (findRule(model, waveSize, request) !== undefined) return 'rule';
  // Rules of NVIDIA are by architecture: a class without one is of a later architecture.
  return machine.vendor === 'NVIDIA' ? 'no-instruction' : 'no-rule';
}
