/**
 * Counts what an access costs, phase by phase, exactly as the machine's rules say.
 *
 *     ds_read_b128, gfx942          phase 0 = lanes 0-3, 20-23
 *     address = lane * 64           first words 0, 16, 32, 48, 320, ...  -> banks 0, 16, 0, 16, 0, ...
 *                                   four different words on bank 0       -> 4 cycles, 3 of them conflict
 *
 * A lane moves its whole vector in its phase, and hardware compares words at the same place of the vector
 * (HipKittens' sweep of a partner lane over all dword offsets conflicts only at multiples of the bank
 * period). All lanes are shifted the same way from word to word, so the first word decides.
 *
 * Limits: one instruction of one wave at a time. Other waves delay it but do not add conflicts.
 */
import { hasLane } from '../base/lanes.ts';
import type { Opcode } from '../access/opcode.ts';
import { opcodeAt } from '../access/opcodes.ts';
import type { AccessTrace } from '../access/trace.ts';
import {
  type ConflictModel,
  findRule,
  type Machine,
  type ServiceRule,
} from '../machine/machine.ts';
import type { PhaseTable } from '../machine/phases.ts';
import { Repeats } from './repeats.ts';

/** Per row of the trace. Cycles are LDS cycles on AMD and wavefronts on NVIDIA. */
export interface Simulation {
  /** Conflict-free cost: the phases that are served. */
  readonly phases: Uint32Array;
  /** What the access costs (SQ_LDS_IDX_ACTIVE). */
  readonly idxActive: Uint32Array;
  /** What of it is conflict (SQ_LDS_BANK_CONFLICT); `idxActive - phases` unless it is misaligned, or served in several passes. */
  readonly bankConflict: Uint32Array;
  /** Slots of the fullest bank in the worst phase: 1 is conflict-free. */
  readonly worstWays: Uint32Array;
  /** Opcodes that this machine has no rule for; their rows cost 0. */
  readonly unserved: ReadonlySet<number>;
}

export interface SimulateOptions {
  /** Lanes at or beyond this address drop out; by default what the chip gives a workgroup. */
  readonly ldsBytes?: number | undefined;
}

/** Costs of every row of a trace under one model of a machine. */
export function simulate(
  trace: AccessTrace,
  machine: Machine,
  model: ConflictModel = machine.models[0],
  options: SimulateOptions = {},
): Simulation {
  const { count, waveSize, addressBytes, activeMask, op } = trace;
  const phases = new Uint32Array(count);
  const idxActive = new Uint32Array(count);
  const bankConflict = new Uint32Array(count);
  const worstWays = new Uint32Array(count);
  const unserved = new Set<number>();
  const limit = options.ldsBytes ?? machine.sharedMemory.bytesPerWorkgroup.value;
  const servers = new Map<number, Server | undefined>();
  const repeats = new Repeats(trace);
  for (let row = 0; row < count; row++) {
    const number = op[row] ?? 0;
    let server = servers.get(number);
    if (server === undefined && !servers.has(number)) {
      server = serverFor(opcodeAt(number), model, waveSize, limit);
      servers.set(number, server);
      if (server === undefined && opcodeAt(number).request !== undefined) unserved.add(number);
    }
    if (server === undefined) continue;
    const low = activeMask[2 * row] ?? 0;
    const high = activeMask[2 * row + 1] ?? 0;
    const both = model.twoAddresses === 'together' && hasSecondAddress(trace, row);
    const like = both ? -1 : repeats.earlierLike(row, server.periodBytes, server.lastAddress);
    if (like >= 0) {
      phases[row] = phases[like] ?? 0;
      idxActive[row] = idxActive[like] ?? 0;
      bankConflict[row] = bankConflict[like] ?? 0;
      worstWays[row] = worstWays[like] ?? 0;
      continue;
    }
    if (both) server.serveBoth(addressBytes, row * waveSize, low, high);
    else server.serve(addressBytes, row * waveSize, low, high);
    phases[row] = server.phases;
    idxActive[row] = server.cycles;
    bankConflict[row] = server.conflicts;
    worstWays[row] = server.ways;
    if (both) row++;
  }
  return { phases, idxActive, bankConflict, worstWays, unserved };
}

/** True when the next row is the other address of the same two-address instruction. */
function hasSecondAddress({ count, op, wave, order }: AccessTrace, row: number): boolean {
  const next = row + 1;
  return (
    next < count &&
    op[next] === op[row] &&
    wave[next] === wave[row] &&
    order[next] === order[row] &&
    opcodeAt(op[row] ?? 0).addressing.kind === 'double'
  );
}

function serverFor(
  opcode: Opcode,
  model: ConflictModel,
  waveSize: 32 | 64,
  ldsBytes: number,
): Server | undefined {
  if (opcode.request === undefined) return undefined;
  const rule = findRule(model, waveSize, opcode.request);
  return rule === undefined ? undefined : new Server(opcode, rule, model, ldsBytes);
}

/** Most lanes in a phase, and most words that they access at once, which bounds the slots of a bank. */
const MOST_LANES = 64;
const MOST_WORDS = 4 * MOST_LANES;
const MOST_BANKS = 64;
/** More than the slots that a bank can take in one phase. */
const STAMP_STEP = 2 * MOST_WORDS;
const LAST_STAMP = 2 ** 31 - 1;

/** Serves accesses of one opcode under one rule; the fields hold the result of the last one. */
class Server {
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
  readonly #ports: number;
  readonly #everyBank: boolean;
  readonly #alignMask: number;
  readonly #bankMask: number;
  readonly #addressedLanes: number;
  readonly #steps: number;
  readonly #wordsAtOnce: number;
  readonly #waveSize: number;

  /**
   * Stamped tables: an entry below the stamp of the current phase is stale. By word: the stamp of the
   * phase that last saw it (`disjoint-bytes`: plus the slots it took there).
   */
  readonly #seen: Int32Array;
  /** By bank: the stamp, plus the slots taken. */
  readonly #stampedSlots = new Int32Array(MOST_BANKS);
  /** By byte address of an element, for `disjoint-bytes`: the stamp, plus the lanes on it. */
  readonly #unitLanes: Int32Array;
  /** By bank, for `same-element`: its first element, and the stamp when another one came. */
  readonly #bankElement = new Uint32Array(MOST_BANKS);
  readonly #bankMixed = new Int32Array(MOST_BANKS);
  #stamp = STAMP_STEP;
  /** The addresses of the lanes of a phase that take part. */
  readonly #taking = new Uint32Array(MOST_WORDS);

  constructor(opcode: Opcode, rule: ServiceRule, model: ConflictModel, ldsBytes: number) {
    this.#opcode = opcode;
    this.#rule = rule;
    this.#emptyPhaseCycles = model.emptyPhaseCycles;
    this.#passes = rule.passes ?? 1;
    this.#ports = model.portsPerBank;
    this.#everyBank = model.phaseCost === 'every-bank';
    this.lastAddress = ldsBytes - opcode.widthBytes;
    this.periodBytes = Math.max(4 * rule.banks, rule.alignmentBytes);
    this.#seen = new Int32Array((ldsBytes >>> 2) + 1);
    this.#unitLanes = new Int32Array(rule.slots === 'disjoint-bytes' ? ldsBytes : 0);
    this.#alignMask = rule.alignmentBytes - 1;
    this.#bankMask = rule.banks - 1;
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
    const paired = rule.pairedPhases;
    const table =
      paired !== undefined && lanesArePaired(addresses, base, maskLow) ? paired : rule.phases;
    const all = maskLow === 0xffffffff && (this.#waveSize === 32 || maskHigh === 0xffffffff);
    const plain = rule.slots === 'distinct-words' && rule.steps !== 'whole' && !this.#everyBank;
    const low =
      all && plain && this.#addressedLanes === this.#waveSize
        ? this.#serveWholeWave(table, addresses, base)
        : this.#serveActive(table, addresses, base, maskLow, maskHigh);
    if ((low & this.#alignMask) !== 0) {
      this.phases = rule.phases.count * this.#steps;
      this.cycles = this.#waveSize;
      this.conflicts = 0;
      this.ways = 1;
    }
  }

  /**
   * The common case, in one loop: all lanes active, different words counted. Two stamped tables stand in
   * for sets: a word is new in this phase when its last stamp is older, and a bank's slots are stale when
   * theirs is. Nothing is cleared between phases and nothing is searched. The two maxima are masks of a sign
   * bit, because their branches are unpredictable and cost more than all else. Returns the OR of all
   * addresses.
   */
  #serveWholeWave(table: PhaseTable, addresses: Uint32Array, base: number): number {
    const { count, lanes, lanesPerPhase } = table;
    const seen = this.#seen;
    const slots = this.#stampedSlots;
    const bankMask = this.#bankMask;
    const lastAddress = this.lastAddress;
    let low = 0;
    let stamp = this.#reserveStamps(count);
    let i = 0;
    for (let phase = 0; phase < count; phase++) {
      let most = stamp;
      for (const end = i + lanesPerPhase; i < end; i++) {
        const address = addresses[base + (lanes[i] ?? 0)] ?? 0;
        if (address > lastAddress) continue;
        low |= address;
        const word = address >>> 2;
        if (seen[word] === stamp) continue;
        seen[word] = stamp;
        const bank = word & bankMask;
        const taken = ((slots[bank] ?? 0) - stamp) | 0;
        const used = stamp + 1 + (taken & ~(taken >> 31));
        slots[bank] = used;
        const lead = (most - used) | 0;
        most -= lead & (lead >> 31);
      }
      this.#countPhase(most - stamp);
      stamp += STAMP_STEP;
    }
    return low;
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
    const taking = this.#taking;
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
      const ways = taken === 0 ? 0 : this.#fullestBank(taken);
      this.#countPhase(ways, this.#everyBank && taken > 0 ? 1 + this.#surplus() : ways);
    }
    return low;
  }

  /**
   * Both addresses of an instruction in the same phases, the second `waveSize` entries on. A phase has two words
   * for each lane, so it takes two cycles when nothing conflicts.
   */
  serveBoth(addresses: Uint32Array, base: number, maskLow: number, maskHigh: number): void {
    const { count, lanes, lanesPerPhase } = this.#rule.phases;
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
          if (address !== undefined && address <= this.lastAddress) this.#taking[taken++] = address;
        }
      }
      const ways = taken === 0 ? 0 : this.#fullestBank(taken);
      const cost = Math.max(2, ways);
      this.cycles += cost;
      this.conflicts += cost - 2;
      this.ways = Math.max(this.ways, Math.ceil(ways / 2));
    }
  }

  /** Slots beyond the first, over all banks of the phase that was counted last. */
  #surplus(): number {
    const stamp = this.#stamp - STAMP_STEP;
    let surplus = 0;
    for (let bank = 0; bank <= this.#bankMask; bank++) {
      surplus += Math.max(0, (this.#stampedSlots[bank] ?? 0) - stamp - 1);
    }
    return surplus;
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

  /** Slots of the bank that has most of them. */
  #fullestBank(taken: number): number {
    switch (this.#rule.slots) {
      case 'distinct-words':
        return this.#distinctWords(taken);
      case 'each-lane':
        return this.#eachLane(taken);
      case 'disjoint-bytes':
        return this.#disjointBytes(taken);
      case 'same-element':
        return this.#sameElement(taken);
      case 'none':
        return 1;
    }
  }

  #distinctWords(taken: number): number {
    const stamp = this.#reserveStamps(1);
    let most = 0;
    for (let i = 0; i < taken; i++) {
      const word = (this.#taking[i] ?? 0) >>> 2;
      if (this.#seen[word] === stamp) continue;
      this.#seen[word] = stamp;
      most = Math.max(most, this.#takeSlot(word & this.#bankMask, stamp));
    }
    return most;
  }

  #eachLane(taken: number): number {
    const stamp = this.#reserveStamps(1);
    let most = 0;
    for (let i = 0; i < taken; i++) {
      const bank = ((this.#taking[i] ?? 0) >>> 2) & this.#bankMask;
      most = Math.max(most, this.#takeSlot(bank, stamp));
    }
    return most;
  }

  /** One more slot of a bank in the phase of this stamp; returns how many it has now. */
  #takeSlot(bank: number, stamp: number): number {
    const used = Math.max(this.#stampedSlots[bank] ?? 0, stamp) + 1;
    this.#stampedSlots[bank] = used;
    return used - stamp;
  }

  /** The first of `phases` fresh stamps, `STAMP_STEP` apart; the tables restart before stamps overflow. */
  #reserveStamps(phases: number): number {
    let first = this.#stamp;
    if (first > LAST_STAMP - phases * STAMP_STEP) {
      first = STAMP_STEP;
      this.#seen.fill(0);
      this.#stampedSlots.fill(0);
      this.#unitLanes.fill(0);
      this.#bankMixed.fill(0);
    }
    this.#stamp = first + phases * STAMP_STEP;
    return first;
  }

  /** A word takes as many slots as its busiest byte has lanes. */
  #disjointBytes(taken: number): number {
    const stamp = this.#reserveStamps(1);
    const { widthBytes: width } = this.#opcode;
    let most = 0;
    for (let i = 0; i < taken; i++) {
      const address = this.#taking[i] ?? 0;
      const word = address >>> 2;
      const unit = address & ~(width - 1);
      const lanes = Math.max(this.#unitLanes[unit] ?? 0, stamp) + 1;
      this.#unitLanes[unit] = lanes;
      if (lanes <= (this.#seen[word] ?? 0)) continue;
      this.#seen[word] = lanes;
      most = Math.max(most, this.#takeSlot(word & this.#bankMask, stamp));
    }
    return most;
  }

  /** A bank with one element takes one slot; with several, one for every lane on it. */
  #sameElement(taken: number): number {
    const elements = this.#bankElement;
    const mixed = this.#bankMixed;
    const stamp = this.#reserveStamps(1);
    let most = 1;
    for (let i = 0; i < taken; i++) {
      const address = this.#taking[i] ?? 0;
      const bank = (address >>> 2) & this.#bankMask;
      const lanes = this.#takeSlot(bank, stamp);
      if (lanes === 1) elements[bank] = address;
      else if (elements[bank] !== address) mixed[bank] = stamp;
      if (mixed[bank] === stamp) most = Math.max(most, lanes);
    }
    return most;
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
