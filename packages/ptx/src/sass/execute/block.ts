/**
 * Executes the warps of a block in turn, each until it waits or has executed its quota, and reports their accesses to shared memory.
 *
 *     warp 0: ... STS ... BAR     warp 1: ... STS ... BAR     warp 0: LDS ... EXIT
 *
 * Lanes that diverge meet where the code says (`meetings.ts`). A way or an access that depends on what is not known ends the
 * execution: `NotKnown` says at which instruction.
 *
 * LIMITATIONS. Branches through registers other than returns, barriers of convergence that are moved, and branches that ask whether
 * lanes are together are not followed; those around shuffles are. Waits for mbarriers are over at once: data that they wait for
 * is not known.
 */
import { countOnes, type GlobalMemory, type Region } from '@ldscope/core';
import { eachLane, laneOf } from '@ldscope/simt';
import type { SassAccess } from '../accesses.ts';
import type { SassCode } from '../code.ts';
import type { Facts } from '../facts.ts';
import { predicateNumber, registerNumber, sassOperand } from '../operands.ts';
import type { SassInstruction } from '../program.ts';
import { type Arrival, Barriers } from './barriers.ts';
import { type SassPlace, WINDOW } from './launch.ts';
import type { LaneGroup } from './meetings.ts';
import { type ByteMemory, globalBytes, SharedBytes, SparseBytes } from './memory.ts';
import { copy, copying, load, type Place, store, update } from './transfer.ts';
import type { SassWarp } from './warp.ts';

/** Something that decides ways or accesses is not known. */
export class NotKnown extends Error {
  readonly index: number;

  constructor(index: number) {
    super(`instruction ${index}`);
    this.index = index;
  }
}

/** Hears of the accesses to shared memory: `addresses` from the beginning of the block's own. */
export interface Listener {
  access(
    warp: SassWarp,
    index: number,
    access: SassAccess,
    mask: number,
    addresses: Uint32Array,
    copies?: CopySources,
  ): void;
}

/** Sources of a copy in global memory, and the lanes that copy: the others store zeros. */
export interface CopySources {
  readonly addresses: Float64Array;
  readonly lanes: number;
}

export interface Budget {
  /** Instructions of warps that may still be executed. */
  steps: number;
  readonly isOutOfTime: (() => boolean) | undefined;
}

export interface BlockOptions {
  readonly place: SassPlace;
  readonly memory: GlobalMemory;
  readonly onRead: (region: Region) => void;
  /** Warps take turns at compare-and-swap and exchanges. */
  readonly inTurns: boolean;
  readonly budget: Budget;
  readonly listener: Listener;
}

/** Instructions after which another group, or another warp, has its turn. */
const SHARE = 2 ** 14;

/** The effect of a control instruction on its group. */
type Control = 'goes on' | 'stops';

export class SassBlock {
  readonly shared: SharedBytes;
  readonly global: SparseBytes;
  /** After the run: warps where it depends on time which lanes are together. */
  uncertainWarps = 0;
  readonly #local = new SparseBytes(true, () => undefined);
  readonly #code: SassCode;
  readonly #warps: readonly SassWarp[];
  readonly #barriers: Barriers;
  readonly #options: BlockOptions;
  readonly #addresses = new Uint32Array(32);
  readonly #next: Int32Array;

  constructor(code: SassCode, warps: readonly SassWarp[], options: BlockOptions) {
    this.#code = code;
    this.#warps = warps;
    this.#barriers = new Barriers(warps);
    this.#options = options;
    this.shared = new SharedBytes(options.place.sharedBytes);
    this.global = globalBytes(options.memory, options.onRead);
    this.#next = code.next;
  }

  /** Executes all warps to their end; throws `NotKnown`. */
  run(): void {
    for (let progress = true; progress;) {
      progress = false;
      for (const warp of this.#warps) {
        if (warp.groups.length === 0) continue;
        progress = true;
        if (this.#options.budget.isOutOfTime?.() === true) throw new NotKnown(0);
        this.#turn(warp);
      }
    }
    const stuck = this.#warps.find(({ live }) => live !== 0);
    if (stuck !== undefined) throw new NotKnown(0);
    this.uncertainWarps = this.#warps.filter(({ isUncertain }) => isUncertain).length;
  }

  /** Executes the groups of a warp until all wait, or one gives others its turn. */
  #turn(warp: SassWarp): void {
    for (let group = warp.groups.pop(); group !== undefined; group = warp.groups.pop()) {
      if (this.#advance(warp, group)) continue;
      warp.groups.unshift(group);
      return;
    }
  }

  /** Executes a group until it waits or ends; false where others have their turn before. */
  #advance(warp: SassWarp, group: LaneGroup): boolean {
    const { facts, wanted, quiet } = this.#code;
    const { budget } = this.#options;
    for (let share = SHARE; group.mask !== 0;) {
      group.at = this.#next[group.at] ?? group.at;
      const { at } = group;
      const own = facts[at];
      if (own?.row === undefined || budget.steps-- <= 0) throw new NotKnown(at);
      if (share-- === 0) return false;
      const region = quiet.get(at);
      if (region !== undefined) {
        group.at = region.to;
        continue;
      }
      const { row, guard, negated, operation, access } = own;
      let [on, open] = [group.mask, 0];
      if (guard >= 0) {
        const known = warp.registers.bitsKnown[guard] ?? 0;
        on &= known & warp.registers.holds(guard, negated);
        open = group.mask & ~known;
      }
      if (row.control !== 'none') {
        if (open !== 0 && (row.control !== 'reduced' || wanted[at] === 1)) throw new NotKnown(at);
        if (this.#control(warp, group, own, on) === 'stops') return true;
        continue;
      }
      if (own.touchesShared) {
        if (open !== 0 || access === undefined) throw new NotKnown(at);
        if (this.#gives(group, access)) return false;
        this.#access(warp, at, own, access, on);
        if (this.#options.inTurns && isTimed(access.update)) {
          group.at++;
          return false;
        }
      } else if (wanted[at] === 1) {
        if (operation !== undefined) {
          if (on !== 0) operation.step(warp.registers, on, warp.around);
        } else if (access !== undefined) this.#transfers(warp, at, own, access, on, open);
        else if (row.memory === 'mbarrier') this.#passes(warp, own, on);
        else this.#forgets(warp, own, on);
        this.#forgets(warp, own, open);
      }
      // What a wait orders is not known, either.
      if (row.memory === 'arrives' || row.memory === 'mbarrier') this.shared.isOpen = true;
      group.at++;
    }
    return true;
  }

  /**
   * Where warps take turns: true the first time that a group comes to a compare-and-swap or an exchange. All warps come there before the
   * first goes on, and all have done theirs before one loads again.
   */
  #gives(group: LaneGroup, { update: how }: SassAccess): boolean {
    if (!this.#options.inTurns || !isTimed(how)) return false;
    if (group.turnAt === group.at) {
      group.turnAt = undefined;
      return false;
    }
    group.turnAt = group.at;
    return true;
  }

  /** Nothing is known about the results of an instruction in some lanes. */
  #forgets({ registers }: SassWarp, { words, bits }: Facts, mask: number): void {
    if (mask === 0) return;
    for (const register of words) registers.wrote(register, mask, 0);
    for (const predicate of bits) registers.wrotePredicate(predicate, mask, 0, 0);
  }

  /** A wait for a barrier in memory is over. */
  #passes(warp: SassWarp, own: Facts, mask: number): void {
    this.#forgets(warp, own, mask);
    for (const predicate of own.bits) warp.registers.wrotePredicate(predicate, mask, mask, -1);
  }

  #access(warp: SassWarp, at: number, own: Facts, access: SassAccess, on: number): void {
    const { place, listener } = this.#options;
    const { registers } = warp;
    if ((on & ~access.address.known(registers)) !== 0) throw new NotKnown(at);
    const addresses = this.#addresses.fill(0);
    const places: (Place | undefined)[] = [];
    let mask = 0;
    for (let lane = 0; lane < 32; lane++) {
      if (((on >>> lane) & 1) === 0) continue;
      const address = access.address.read(registers, lane);
      const isShared = access.space === 'shared' || Math.floor(address / 2 ** 32) === WINDOW;
      if (!isShared) {
        places[lane] = { memory: this.global, address };
        continue;
      }
      const inside = (access.space === 'shared' ? address : address % 2 ** 32) - place.windowAt;
      // Memory of another block of the cluster.
      if (inside < 0 || inside + access.bytes > place.sharedBytes) throw new NotKnown(at);
      places[lane] = { memory: this.shared, address: inside };
      addresses[lane] = inside - place.variablesAt;
      mask |= 1 << lane;
    }
    warp.order++;
    const copies = access.does === 'copy' ? this.#copies(warp, at, access, on, places) : undefined;
    listener.access(warp, at, access, mask, addresses, copies);
    if (this.#code.wanted[at] === 1) this.#moves(warp, own, access, on, places);
  }

  /** The sources of a copy; copies, where the data is required. */
  #copies(
    { registers }: SassWarp,
    at: number,
    access: SassAccess,
    on: number,
    to: readonly (Place | undefined)[],
  ): CopySources | undefined {
    const { from } = access;
    const { lanes, isKnown } = copying(access, registers, on);
    if (from === undefined || !isKnown || (on & ~from.known(registers)) !== 0)
      throw new NotKnown(at);
    const addresses = new Float64Array(32);
    const places: (Place | undefined)[] = [];
    eachLane(on, (lane) => {
      const address = from.read(registers, lane);
      addresses[lane] = address;
      if (((lanes >>> lane) & 1) === 1) places[lane] = { memory: this.global, address };
    });
    if (this.#code.wanted[at] === 1) copy(access, places, to);
    return { addresses, lanes };
  }

  /** An access to global or local memory whose data is required. */
  #transfers(
    warp: SassWarp,
    at: number,
    own: Facts,
    access: SassAccess,
    on: number,
    open: number,
  ): void {
    const { registers } = warp;
    const isLoad = access.does === 'load';
    const known = access.address.known(registers) & on;
    if (!isLoad && (open !== 0 || known !== on)) throw new NotKnown(at);
    const memory: ByteMemory = access.space === 'local' ? this.#local : this.global;
    const places: (Place | undefined)[] = [];
    eachLane(known, (lane) => {
      places[lane] = { memory, address: access.address.read(registers, lane) };
    });
    this.#moves(warp, own, access, on, places);
  }

  #moves(
    warp: SassWarp,
    own: Facts,
    access: SassAccess,
    on: number,
    places: readonly (Place | undefined)[],
  ): void {
    switch (access.does) {
      case 'load':
        return load(access, warp.registers, places, on);
      case 'store':
        return store(access, warp.registers, places);
      case 'atomic':
      case 'reduce':
        return update(access, warp.registers, places, on);
      case 'copy':
        return;
      case 'matrix load':
        return this.#forgets(warp, own, on);
      case 'matrix store':
        // Which lane stores which byte is not followed.
        this.shared.isOpen = true;
    }
  }

  #control(warp: SassWarp, group: LaneGroup, own: Facts, on: number): Control {
    const { at } = group;
    const instruction = this.#code.instructions[at];
    if (instruction === undefined) throw new NotKnown(at);
    const { operands } = instruction;
    switch (own.row?.control) {
      case 'barrier':
        return this.#meetsBlock(warp, group, instruction, on);
      case 'reduced':
        if (this.#code.wanted[at] === 1) this.#reduces(warp, own, on);
        group.at++;
        return 'goes on';
      case 'branch':
      case 'call':
        return this.#jumps(warp, group, instruction, on);
      case 'return':
        return this.#returns(warp, group, operands[0]?.split(' ')[0], on);
      case 'exit': {
        const ending = this.#condition(warp, at, operands, on);
        warp.live &= ~ending;
        warp.part(group, ending);
        warp.release();
        this.#barriers.release();
        return 'goes on';
      }
      case 'begin':
        warp.meetings.begin(barrierNumber(at, operands), on);
        group.at++;
        return 'goes on';
      case 'leave':
        warp.meetings.leave(
          barrierNumber(at, operands),
          this.#condition(warp, at, operands.slice(0, -1), on),
        );
        group.at++;
        warp.release();
        return 'goes on';
      case 'meet':
        if (on !== group.mask || !warp.meetings.arrive(barrierNumber(at, operands), group))
          throw new NotKnown(at);
        warp.release();
        return 'stops';
      case 'warp': {
        const members = this.#members(warp, at, instruction, on);
        if (on !== group.mask || !warp.meetings.arriveAmong(members, group)) throw new NotKnown(at);
        warp.release();
        return 'stops';
      }
      case 'yield':
        // Chips may let the others go on without them: measured on an H200, in some warps and not in others.
        warp.isUncertain ||= warp.meetings.areAwaited(group.mask, warp.live);
        group.at++;
        return 'goes on';
      case 'clear':
        // `BMOV.32.CLEAR RZ, B0`: what the barrier held is not kept.
        if (operands[0] !== 'RZ') throw new NotKnown(at);
        group.at++;
        return 'goes on';
      default:
        throw new NotKnown(at);
    }
  }

  #jumps(warp: SassWarp, group: LaneGroup, instruction: SassInstruction, on: number): Control {
    const { modifiers, operands, target } = instruction;
    const { at } = group;
    const to = target === undefined ? undefined : this.#code.indices.get(target);
    if (to === undefined) throw new NotKnown(at);
    const [how = ''] = modifiers;
    const [first = ''] = operands;
    let taken = on;
    if (this.#code.facts[at]?.row?.control === 'branch') {
      if (how === 'DIV' || how === 'CONV') {
        // Taken where the lanes that a register names are not together, or where they are.
        const members = this.#oneWord(warp, at, first.replace('~', ''), on);
        const isTogether =
          ((first.startsWith('~') ? ~members : members) & warp.live) === (group.mask | 0);
        taken = isTogether === (how === 'CONV') ? on : 0;
      } else if (modifiers.some((name) => name !== 'U' && name !== 'ANY')) throw new NotKnown(at);
      else {
        taken = this.#condition(warp, at, operands.slice(0, -1), on);
        if (modifiers.includes('ANY') && taken !== 0) taken = group.mask;
      }
    }
    warp.part(group, taken, to);
    return 'goes on';
  }

  /** Lanes where the predicates that an instruction has as operands hold. */
  #condition({ registers }: SassWarp, at: number, operands: readonly string[], on: number): number {
    let lanes = on;
    for (const operand of operands) {
      const number = predicateNumber(operand.replace(/^!/, ''));
      if (number === undefined || (on & ~(registers.bitsKnown[number] ?? 0)) !== 0)
        throw new NotKnown(at);
      lanes &= registers.holds(number, operand.startsWith('!'));
    }
    return lanes;
  }

  #returns(warp: SassWarp, group: LaneGroup, operand: string | undefined, on: number): Control {
    const { at } = group;
    const register = registerNumber(operand ?? '');
    if (register === undefined || (on & ~(warp.registers.known[register] ?? 0)) !== 0)
      throw new NotKnown(at);
    const groups = new Map<number, number>();
    eachLane(on, (lane) => {
      const to = this.#code.indices.get(warp.registers.word(register, lane));
      if (to === undefined) throw new NotKnown(at);
      groups.set(to, (groups.get(to) ?? 0) | (1 << lane));
    });
    warp.part(group, on);
    for (const [to, mask] of groups) warp.groups.push({ at: to, mask });
    return 'goes on';
  }

  /** The lanes that `WARPSYNC` waits for. */
  #members(
    warp: SassWarp,
    at: number,
    { modifiers, operands }: SassInstruction,
    mask: number,
  ): number {
    if (modifiers[0] === 'ALL') return warp.around.mask;
    if (modifiers.some((name) => name !== 'EXCLUSIVE')) throw new NotKnown(at);
    return this.#oneWord(warp, at, operands[0] ?? '', mask);
  }

  /** The word of a constant, or of a register that all lanes have. */
  #oneWord({ registers }: SassWarp, at: number, text: string, mask: number): number {
    const operand = sassOperand(text);
    if (operand.kind === 'constant') return operand.value;
    if (operand.kind !== 'register' || operand.change !== 'none') throw new NotKnown(at);
    const { number } = operand;
    const first = registers.word(number, laneOf(mask));
    if ((mask & ~(registers.known[number] ?? 0)) !== 0) throw new NotKnown(at);
    eachLane(mask, (lane) => {
      if (registers.word(number, lane) !== first) throw new NotKnown(at);
    });
    return first;
  }

  #meetsBlock(warp: SassWarp, group: LaneGroup, instruction: SassInstruction, on: number): Control {
    const { at } = group;
    if (on === 0) {
      group.at++;
      return 'goes on';
    }
    const arrival = this.#arrival(warp, at, instruction, on);
    const { waits } = arrival;
    const arriving = { at, mask: on };
    warp.part(group, on);
    if (!waits) warp.groups.push({ at: at + 1, mask: on });
    this.#barriers.arrive(warp, arriving, arrival);
    if (group.mask !== 0) warp.groups.push({ at: group.at, mask: group.mask });
    return 'stops';
  }

  #arrival(
    warp: SassWarp,
    at: number,
    { modifiers, operands }: SassInstruction,
    on: number,
  ): Arrival {
    const [what = ''] = modifiers;
    if (!['SYNC', 'ARV', 'RED', 'SYNCALL'].includes(what)) throw new NotKnown(at);
    const numbers = operands.filter(
      (text) => predicateNumber(text.replace(/^!/, '')) === undefined,
    );
    const [number = 0, threads] = numbers.map((text) => this.#oneWord(warp, at, text, on));
    const how = what === 'RED' ? (modifiers[1] ?? '') : '';
    const voting = sassOperand(operands.at(-1) ?? '');
    let votes: number | undefined = 0;
    if (how !== '' && voting.kind === 'predicate') {
      const isKnown = (on & ~(warp.registers.bitsKnown[voting.number] ?? 0)) === 0;
      votes = isKnown
        ? countOnes(warp.registers.holds(voting.number, voting.negated) & on)
        : undefined;
    }
    return { number, threads, waits: what !== 'ARV', how, votes };
  }

  /** `B2R.RESULT R2, P0`: the result of a reduction, and whether it is not 0. */
  #reduces(warp: SassWarp, { words, bits }: Facts, mask: number): void {
    const { reduced, registers } = warp;
    const known = reduced === undefined ? 0 : mask;
    for (const register of words) {
      eachLane(mask, (lane) => registers.setWord(register, lane, reduced ?? 0));
      registers.wrote(register, mask, known);
    }
    for (const predicate of bits)
      registers.wrotePredicate(predicate, mask, known, reduced === 0 ? 0 : -1);
  }
}

/** What an atomic gives depends on when other warps do theirs. */
export const isTimed = (how: string): boolean => how === 'CAST' || how === 'CAS' || how === 'EXCH';

/** `B1` among operands. */
function barrierNumber(at: number, operands: readonly string[]): number {
  for (const operand of operands) {
    const number = /^B(\d{1,2})$/.exec(operand)?.[1];
    if (number !== undefined) return Number(number);
  }
  throw new NotKnown(at);
}
