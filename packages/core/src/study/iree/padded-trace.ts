/**
 * What accesses that were observed cost when the rows of their allocation are padded.
 *
 *     memref<64x64xf16>, ds_write_b128 at row 1        byte 128, aligned to 16
 *     4 elements behind each row                       byte 136, aligned to 8: ds_write2_b64
 *
 * A row of the trace moves with the row of the allocation that it begins in, and is emitted again for the alignment that
 * its site has in all its executions then. Pads are those that change something: whole words of whole elements, below a
 * bank period.
 *
 * Invariant: without a pad the costs are those of the trace. LIMITATIONS: pieces of one access are not joined again
 * where a pad would align them better; an access over the end of a row has no cost (`undefined`).
 */
import { emittedInstructions, type EmittedInstruction } from '../../access/emitted.ts';
import { opcodeAt } from '../../access/opcodes.ts';
import { type AccessTrace, TraceBuilder } from '../../access/trace.ts';
import { simulate } from '../../conflict/simulate.ts';
import type { Machine } from '../../machine/machine.ts';
import { isActive } from '../../access/wave-rows.ts';

/** The accesses of one allocation; addresses are from its start. */
export interface ObservedTile {
  readonly trace: AccessTrace;
  readonly rowBytes: number;
  readonly machine: Machine;
}

export interface ObservedCost {
  readonly conflictCycles: number;
  /** All cycles of shared memory, conflicts among them. */
  readonly cycles: number;
  /** Memory instructions of all waves. */
  readonly instructions: number;
}

/** Pads, in bytes, that can make a difference: whole words and elements below the widest bank period. */
export function usefulPads(
  { machine, trace }: ObservedTile,
  elementBytes: number,
): readonly number[] {
  const rules = Object.values(machine.models[0].rules[trace.waveSize] ?? {});
  const period = 4 * rules.reduce((most, { banks }) => Math.max(most, banks), 32);
  const step = Math.max(4, elementBytes);
  if (step % elementBytes !== 0 || step % 4 !== 0) return [];
  return Array.from({ length: Math.max(0, period / step - 1) }, (_, i) => (i + 1) * step);
}

/** The cost with `padBytes` behind each row. */
export function paddedCost(tile: ObservedTile, padBytes: number): ObservedCost | undefined {
  const moved = movedAddresses(tile, padBytes);
  if (moved === undefined) return undefined;
  const { trace, machine } = tile;
  const plans = emissionPlans(tile, moved);
  const builder = new TraceBuilder(trace.waveSize, trace.sites, trace.count);
  const row = new Uint32Array(trace.waveSize);
  let instructions = 0;
  let last = 0;
  for (let r = 0; r < trace.count; r++) {
    const op = trace.op[r] ?? 0;
    const site = trace.site[r] ?? 0;
    const plan = plans.get(planKey(op, site)) ?? [];
    for (const piece of plan) {
      const isPair = opcodeAt(piece.op).addressing.kind === 'double';
      // Both addresses of an instruction that stays a pair are rows of their own.
      instructions += isPair && piece.op === op ? 0.5 : 1;
      for (const offset of piece.offsets) {
        for (let lane = 0; lane < trace.waveSize; lane++) {
          const address = (moved[r * trace.waveSize + lane] ?? 0) + offset;
          row[lane] = address;
          last = Math.max(last, address);
        }
        builder.addLike(trace, r, row, piece.op);
      }
    }
  }
  const counted = simulate(builder.finish(), machine, undefined, { ldsBytes: last + 16 });
  let [conflictCycles, cycles] = [0, 0];
  for (const count of counted.bankConflict) conflictCycles += count;
  for (const count of counted.idxActive) cycles += count;
  return { conflictCycles, cycles, instructions };
}

/** Where each lane of each row begins; `undefined` when an access goes over the end of its row. */
function movedAddresses({ trace, rowBytes }: ObservedTile, pad: number): Uint32Array | undefined {
  const { addressBytes, count, waveSize, op } = trace;
  const moved = new Uint32Array(addressBytes.length);
  for (let r = 0; r < count; r++) {
    const { widthBytes } = opcodeAt(op[r] ?? 0);
    for (let lane = 0; lane < waveSize; lane++) {
      const at = r * waveSize + lane;
      if (!isActive(trace, r, lane)) continue;
      const address = addressBytes[at] ?? 0;
      const line = Math.floor(address / rowBytes);
      if (pad > 0 && address - line * rowBytes + widthBytes > rowBytes) return undefined;
      moved[at] = address + line * pad;
    }
  }
  return moved;
}

const planKey = (op: number, site: number): number => op * 2 ** 32 + site;

/** The instructions of each site and opcode, for the alignment that all its lanes have. */
function emissionPlans(
  { trace, machine }: ObservedTile,
  moved: Uint32Array,
): ReadonlyMap<number, readonly EmittedInstruction[]> {
  const bits = new Map<number, number>();
  for (let r = 0; r < trace.count; r++) {
    const key = planKey(trace.op[r] ?? 0, trace.site[r] ?? 0);
    let all = bits.get(key) ?? 0;
    for (let lane = 0; lane < trace.waveSize; lane++) {
      if (isActive(trace, r, lane)) all |= moved[r * trace.waveSize + lane] ?? 0;
    }
    bits.set(key, all);
  }
  const plans = new Map<number, readonly EmittedInstruction[]>();
  for (const [key, all] of bits) {
    const op = Math.floor(key / 2 ** 32);
    const { direction, widthBytes } = opcodeAt(op);
    const isNatural = all % Math.min(16, lowestPower(widthBytes)) === 0;
    const same = [{ op, offsets: [0] }];
    const other = isNatural ? [] : emittedInstructions(machine.isa, direction, widthBytes, all);
    plans.set(key, other.length > 0 ? other : same);
  }
  return plans;
}

/** The alignment that an access of this many bytes needs: 12 bytes need a word. */
function lowestPower(bytes: number): number {
  return bytes & -bytes;
}
