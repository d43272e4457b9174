/** Serves single accesses by the rules of a machine. */
import { hasLane } from '../base/lanes.ts';
import type { Opcode } from '../access/opcode.ts';
import { type ConflictModel, findRule, type ServiceRule } from '../machine/machine.ts';
import type { PhaseTable } from '../machine/phases.ts';
import { BankSlots } from './slots.ts';

export function serverFor(
  opcode: Opcode,
  model: ConflictModel,
  waveSize: 32 | 64,
  ldsBytes: number,
): Server | undefined {
  if (opcode.request === undefined) return undefined;
  const rule = findRule(model, waveSize, opcode.request);
  return rule === undefined ? undefined : new Server(opcode, rule, model, ldsBytes);
}

/** The counting for a wave whose lanes all take part. */
export interface WholeWaves {
  /** Lanes that meet in a word take one slot of its bank. */
  readonly distinct: boolean;
  readonly banks: number;
  readonly ports: 1 | 2;
}

/** Serves accesses of one opcode under one rule; the fields hold the result of the last one. */
export class Server {
  phases = 0;
  cycles = 0;
  conflicts = 0;
  ways = 0;

  /** Addresses that all move by a multiple of it meet as before, and are aligned as before. */
  readonly periodBytes: number;
  /** The highest address that takes part. */
  readonly lastAddress: number;
  readonly #opcode: Opcode;
  readonly #rule: ServiceRule;
  readonly #emptyPhaseCycles: number;
  readonly #passes: number;
  readonly #ports: 1 | 2;
  readonly #everyBank: boolean;
  readonly #alignMask: number;
  readonly #addressedLanes: number;
  readonly #steps: number;
  readonly #wordsAtOnce: number;
  readonly #waveSize: number;
  readonly #ldsBytes: number;
  #slots: BankSlots | undefined;

  constructor(opcode: Opcode, rule: ServiceRule, model: ConflictModel, ldsBytes: number) {
    this.#opcode = opcode;
    this.#rule = rule;
    this.#emptyPhaseCycles = model.emptyPhaseCycles;
    this.#passes = rule.passes ?? 1;
    this.#ports = model.portsPerBank;
    this.#everyBank = model.phaseCost === 'every-bank';
    this.lastAddress = ldsBytes - opcode.widthBytes;
    this.periodBytes = Math.max(4 * rule.banks, rule.alignmentBytes);
    this.#ldsBytes = ldsBytes;
    this.#alignMask = rule.alignmentBytes - 1;
    this.#waveSize = rule.phases.waveSize;
    this.#addressedLanes =
      opcode.addressing.kind === 'row' ? 8 * opcode.addressing.matrices : this.#waveSize;
    const words = Math.max(1, opcode.widthBytes >> 2);
    this.#steps = rule.steps === 'serial' ? words : 1;
    this.#wordsAtOnce = rule.steps === 'whole' ? words : 1;
  }

  serve(addresses: Uint32Array, base: number, maskLow: number, maskHigh: number): void {
    const rule = this.#rule;
    this.phases = 0;
    this.cycles = 0;
    this.conflicts = 0;
    this.ways = 0;
    const table = this.tableFor(addresses, base, maskLow);
    const all = maskLow === 0xffffffff && (this.#waveSize === 32 || maskHigh === 0xffffffff);
    const plain = rule.slots === 'distinct-words' && rule.steps !== 'whole' && !this.#everyBank;
    const low =
      all && plain && this.#addressedLanes === this.#waveSize
        ? this.#serveWholeWave(table, addresses, base)
        : this.#serveActive(table, addresses, base, maskLow, maskHigh);
    if ((low & this.#alignMask) !== 0) this.#serveMisaligned();
  }

  /** Made when it is first asked for: its tables are as large as LDS. */
  get #bankSlots(): BankSlots {
    return (this.#slots ??= new BankSlots(this.#rule, this.#opcode.widthBytes, this.#ldsBytes));
  }

  #serveWholeWave(table: PhaseTable, addresses: Uint32Array, base: number): number {
    const slots = this.#bankSlots;
    const low = slots.ofWholeWave(table, addresses, base, this.lastAddress);
    for (let phase = 0; phase < table.count; phase++) this.#countPhase(slots.ofPhases[phase] ?? 0);
    return low;
  }

  /** The phases that these lanes are served in. */
  tableFor(addresses: Uint32Array, base: number, maskLow: number): PhaseTable {
    const { phases, pairedPhases } = this.#rule;
    return pairedPhases !== undefined && lanesArePaired(addresses, base, maskLow)
      ? pairedPhases
      : phases;
  }

  /** The counting that whole waves need, if that is all there is to their cost and words are 16 bits: for `simd`. */
  get wholeWaves(): WholeWaves | undefined {
    const { slots, steps, banks } = this.#rule;
    if (slots !== 'distinct-words' && slots !== 'each-lane') return undefined;
    if (steps === 'whole' || this.#everyBank) return undefined;
    if (this.#addressedLanes !== this.#waveSize) return undefined;
    if (this.lastAddress < 0 || this.lastAddress >>> 2 >= 0xffff) return undefined;
    return { distinct: slots === 'distinct-words', banks, ports: this.#ports };
  }

  /** The result where the slots of all phases have been counted: the cycles they take together, and the worst phase's. */
  serveCounted({ count }: PhaseTable, cycles: number, ways: number, addressBits: number): void {
    if ((addressBits & this.#alignMask) !== 0) {
      this.#serveMisaligned();
      return;
    }
    this.phases = count * this.#steps * this.#passes;
    this.cycles = cycles * this.#steps * this.#passes;
    this.conflicts = (cycles - count) * this.#steps;
    this.ways = ways;
  }

  #serveMisaligned(): void {
    this.phases = this.#rule.phases.count * this.#steps;
    this.cycles = this.#waveSize;
    this.conflicts = 0;
    this.ways = 1;
  }

  /** Any mask and any slot rule: the lanes that take part first, then their slots. Returns their addresses' OR. */
  #serveActive(
    table: PhaseTable,
    addresses: Uint32Array,
    base: number,
    maskLow: number,
    maskHigh: number,
  ): number {
    const { count, lanes, lanesPerPhase } = table;
    const slots = this.#bankSlots;
    const { taking } = slots;
    let low = 0;
    for (let phase = 0; phase < count; phase++) {
      let taken = 0;
      const end = (phase + 1) * lanesPerPhase;
      for (let i = phase * lanesPerPhase; i < end; i++) {
        const lane = lanes[i] ?? 0;
        const mask = lane < 32 ? maskLow : maskHigh;
        if (((mask >>> (lane & 31)) & 1) === 0 || lane >= this.#addressedLanes) continue;
        const address = addresses[base + lane] ?? 0;
        if (address > this.lastAddress) continue;
        low |= address;
        for (let word = 0; word < this.#wordsAtOnce; word++) taking[taken++] = address + 4 * word;
      }
      const ways = taken === 0 ? 0 : slots.fullestBank(taken);
      this.#countPhase(ways, this.#everyBank && taken > 0 ? 1 + slots.surplus() : ways);
    }
    return low;
  }

  /**
   * Both addresses of an instruction in the same phases, the second `waveSize` entries on. A phase has two words
   * for each lane, so it takes two cycles when nothing conflicts.
   */
  serveBoth(addresses: Uint32Array, base: number, maskLow: number, maskHigh: number): void {
    const { count, lanes, lanesPerPhase } = this.#rule.phases;
    const slots = this.#bankSlots;
    this.phases = 2 * count;
    this.cycles = 0;
    this.conflicts = 0;
    this.ways = 0;
    for (let phase = 0; phase < count; phase++) {
      let taken = 0;
      for (let i = phase * lanesPerPhase; i < (phase + 1) * lanesPerPhase; i++) {
        const lane = lanes[i] ?? 0;
        if (!hasLane(maskLow, maskHigh, lane)) continue;
        for (const address of [addresses[base + lane], addresses[base + this.#waveSize + lane]]) {
          if (address !== undefined && address <= this.lastAddress) slots.taking[taken++] = address;
        }
      }
      const ways = taken === 0 ? 0 : slots.fullestBank(taken);
      const cost = Math.max(2, ways);
      this.cycles += cost;
      this.conflicts += cost - 2;
      this.ways = Math.max(this.ways, Math.ceil(ways / 2));
    }
  }

  /** Adds a phase whose fullest bank has `ways` slots, which it costs by default; 0 when no lane took part. */
  #countPhase(ways: number, slots = ways): void {
    const steps = this.#steps;
    if (ways === 0) {
      this.phases += this.#emptyPhaseCycles * steps;
      this.cycles += this.#emptyPhaseCycles * steps;
      return;
    }
    const cost = this.#ports === 1 ? slots : (slots + 1) >> 1;
    this.phases += steps * this.#passes;
    this.cycles += cost * steps * this.#passes;
    this.conflicts += (cost - 1) * steps;
    if (ways > this.ways) this.ways = ways;
  }
}

/**
 * NVIDIA's pair condition: for x = 1, or for x = 2, every active lane i has lane i^x inactive or at the
 * same address. Measured on sm_90; NVIDIA states it for compute capability 7.0 to 7.5.
 */
function lanesArePaired(addresses: Uint32Array, base: number, mask: number): boolean {
  return pairedBy(1, addresses, base, mask) || pairedBy(2, addresses, base, mask);
}

function pairedBy(x: 1 | 2, addresses: Uint32Array, base: number, mask: number): boolean {
  for (let lane = 0; lane < 32; lane++) {
    const partner = lane ^ x;
    const both = (mask >>> lane) & (mask >>> partner) & 1;
    if (both === 1 && addresses[base + lane] !== addresses[base + partner]) return false;
  }
  return true;
}
