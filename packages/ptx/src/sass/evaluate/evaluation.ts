/**
 * The lanes of one warp on their way through SASS.
 *
 *     one group of lanes -> branch -> two groups -> BSYNC: each waits for the lanes of its BSSY -> one group -> EXIT
 *
 * Lanes that diverge meet where the code says (`meetings.ts`). A branch whose predicate is not known ends the evaluation,
 * unless all its ways meet before the next access (`quiet.ts`); so does a predicate of an access that is not known.
 *
 * LIMITATIONS. Branches through registers other than returns, barriers of convergence that are moved, and branches that ask
 * whether lanes are together (`BRA.CONV`) are not followed.
 */
import { isWholeBarrier } from '../flow.ts';
import type { SassInstruction } from '../program.ts';
import { loadedWords } from './load-step.ts';
import { LaneRegisters } from './lane-registers.ts';
import { type LaneGroup, Meetings } from './meetings.ts';
import { predicateNumber, registerNumber } from './operands.ts';
import { NEEDED } from './slice.ts';
import {
  CONTROL,
  type EvaluationBudget,
  type WarpSurroundings,
  type WayEvent,
  type WayFinder,
  type WayOfLanes,
  type WayVisit,
} from './way.ts';

/** Executions of accesses of one warp. */
const MOST_EVENTS = 2 ** 15;

/** Lanes where the predicate of an instruction holds, and where it is not known. */
interface Guard {
  readonly on: number;
  readonly open: number;
}

/** The effect of a control instruction on its group: it continues, waits or ends, or is unknown. */
type Control = 'goes on' | 'stops' | 'unknown';

export class Evaluation {
  readonly #finder: WayFinder;
  readonly #around: WarpSurroundings;
  readonly #budget: EvaluationBudget;
  readonly #registers = new LaneRegisters();
  readonly #meetings = new Meetings();
  readonly #groups: LaneGroup[];
  readonly #visits: { readonly block: number; readonly events: WayEvent[] }[][];
  #live: number;
  #events = 0;

  constructor(finder: WayFinder, around: WarpSurroundings, budget: EvaluationBudget) {
    this.#finder = finder;
    this.#around = around;
    this.#budget = budget;
    this.#live = around.mask;
    this.#groups = [{ at: 0, mask: around.mask, epoch: 0 }];
    this.#visits = Array.from({ length: 32 }, () => []);
  }

  /** The ways of all lanes, each from its beginning to its end; `undefined` where they are not known. */
  run(): readonly WayOfLanes[] | undefined {
    for (let group = this.#groups.pop(); group !== undefined; group = this.#groups.pop())
      if (!this.#advance(group)) return undefined;
    return this.#live === 0 ? this.#classes() : undefined;
  }

  /** Executes a group until it waits or ends; false where its way is not known. */
  #advance(group: LaneGroup): boolean {
    const { instructions, items, roles } = this.#finder;
    while (group.mask !== 0) {
      const instruction = instructions[group.at];
      if (instruction === undefined || this.#budget.steps-- <= 0) return false;
      this.#enters(group);
      const guard = this.#guard(instruction, group.mask);
      if (CONTROL.test(instruction.opcode)) {
        const control = this.#control(group, instruction, guard);
        if (control === 'goes on' || (control === 'unknown' && this.#passes(group, instruction)))
          continue;
        return control === 'stops';
      }
      if (items.has(group.at) && !this.#records(group, guard)) return false;
      if (roles[group.at] === NEEDED) this.#computes(group, instruction, guard);
      group.at++;
    }
    return true;
  }

  #guard({ predicate }: SassInstruction, mask: number): Guard {
    if (predicate === undefined) return { on: mask, open: 0 };
    const number = predicateNumber(predicate.register);
    if (number === undefined) return { on: 0, open: mask };
    const known = this.#registers.bitsKnown[number] ?? 0;
    const on = this.#registers.holds(number, predicate.negated);
    return { on: mask & known & on, open: mask & ~known };
  }

  #enters({ at, mask }: LaneGroup): void {
    const block = this.#finder.blocks.get(at);
    if (block === undefined) return;
    for (let lane = 0; lane < 32; lane++)
      if (((mask >>> lane) & 1) === 1) this.#visits[lane]?.push({ block, events: [] });
  }

  /** Records an execution of an access; false where it is not known which lanes take part. */
  #records({ at, mask }: LaneGroup, { on, open }: Guard): boolean {
    const item = this.#finder.items.get(at);
    const address = this.#finder.addresses.get(at);
    if (item === undefined || open !== 0 || this.#events >= MOST_EVENTS) return false;
    let active = on;
    let known = (address?.known(this.#registers) ?? 0) & on;
    const { isGeneric } = item.access;
    const isOpen = isGeneric && known !== on;
    if (isOpen) known = 0;
    const addresses = new Float64Array(32);
    for (let lane = 0; lane < 32; lane++) {
      if (((known >>> lane) & 1) === 0) continue;
      const place = address?.read(this.#registers, lane) ?? 0;
      const inShared = isGeneric ? this.#around.inShared(place) : place;
      if (inShared === undefined) active &= ~(1 << lane);
      else addresses[lane] = inShared;
    }
    const number = this.#events++;
    const event = { number, item: item.number, active, addresses, known, isOpen };
    for (let lane = 0; lane < 32; lane++)
      if (((mask >>> lane) & 1) === 1) this.#visits[lane]?.at(-1)?.events.push(event);
    return true;
  }

  #computes({ at, epoch }: LaneGroup, instruction: SassInstruction, { on, open }: Guard): void {
    const step = this.#finder.steps[at];
    const address = this.#finder.addresses.get(at);
    const isLoad = instruction.opcode === 'LDS' || instruction.opcode === 'LDG';
    if (isLoad && address !== undefined) {
      const { loaded } = this.#around;
      if (
        !loadedWords(instruction, address, this.#registers, on, (space, lane, from, bytes) =>
          loaded(space, lane, from, bytes, epoch),
        )
      )
        this.#forgets(at, on);
    } else if (step === undefined) this.#forgets(at, on);
    else if (on !== 0) step(this.#registers, on, this.#around);
    this.#forgets(at, open);
  }

  /** Nothing is known about the results of an instruction in some lanes. */
  #forgets(at: number, mask: number): void {
    const { writes = [], writesPredicates = [] } = this.#finder.effects[at] ?? {};
    if (mask === 0) return;
    if (writes === 'all') this.#registers.forgetAll(mask);
    else for (const register of writes) this.#registers.forget(register, mask);
    for (const predicate of writesPredicates) this.#registers.wrotePredicate(predicate, mask, 0, 0);
  }

  /** Continues where all paths of a branch meet, if it does not matter which one lanes take. */
  #passes(group: LaneGroup, { opcode }: SassInstruction): boolean {
    const region = opcode === 'BRA' ? this.#finder.quiet.behind(group.at) : undefined;
    if (region === undefined) return false;
    for (const index of region.instructions) this.#forgets(index, group.mask);
    group.at = region.to;
    return true;
  }

  #control(group: LaneGroup, instruction: SassInstruction, { on, open }: Guard): Control {
    if (open !== 0) return 'unknown';
    const { opcode, operands } = instruction;
    const barrier = barrierNumber(operands);
    switch (opcode) {
      case 'BAR':
        if (isWholeBarrier(instruction)) group.epoch++;
        group.at++;
        return 'goes on';
      case 'BRA':
      case 'JMP':
      case 'CALL':
        return this.#jumps(group, instruction, on);
      case 'RET':
        return this.#returns(group, operands[0]?.split(' ')[0], on);
      case 'EXIT': {
        const ending = this.#condition(operands, on);
        if (ending === undefined) return 'unknown';
        this.#live &= ~ending;
        this.#parts(group, ending);
        this.#releases();
        return 'goes on';
      }
      case 'BSSY':
        if (barrier === undefined) return 'unknown';
        this.#meetings.begin(barrier, on);
        group.at++;
        return 'goes on';
      case 'BREAK': {
        const lanes = this.#condition(operands.slice(0, -1), on);
        if (lanes === undefined || barrier === undefined) return 'unknown';
        this.#meetings.leave(barrier, lanes);
        group.at++;
        this.#releases();
        return 'goes on';
      }
      case 'BSYNC':
        if (barrier === undefined || on !== group.mask) return 'unknown';
        return this.#waits(this.#meetings.arrive(barrier, group));
      case 'WARPSYNC': {
        const members = on === group.mask ? this.#members(instruction, on) : undefined;
        if (members === undefined) return 'unknown';
        return this.#waits(this.#meetings.arriveAmong(members, group));
      }
      default:
        return 'unknown';
    }
  }

  #waits(isExpected: boolean): Control {
    if (!isExpected) return 'unknown';
    this.#releases();
    return 'stops';
  }

  #releases(): void {
    for (const each of this.#meetings.complete(this.#live)) this.#groups.push(each);
  }

  /** Lanes leave the group; the others go on behind the instruction. */
  #parts(group: LaneGroup, lanes: number, to?: number): void {
    const { epoch } = group;
    group.mask &= ~lanes;
    group.at++;
    if (to !== undefined && lanes !== 0) this.#groups.push({ at: to, mask: lanes, epoch });
  }

  #jumps(group: LaneGroup, instruction: SassInstruction, on: number): Control {
    const { opcode, modifiers, operands, target } = instruction;
    const to = target === undefined ? undefined : this.#finder.indices.get(target);
    if (to === undefined) return 'unknown';
    let taken: number | undefined = on;
    if (opcode !== 'CALL') {
      if (modifiers[0] === 'DIV') {
        // Taken where lanes diverge.
        taken = group.mask === this.#live ? 0 : undefined;
      } else if (modifiers.some((name) => name !== 'U')) return 'unknown';
      else taken = this.#condition(operands.slice(0, -1), on);
    }
    if (taken === undefined) return 'unknown';
    this.#parts(group, taken, to);
    return 'goes on';
  }

  /** Lanes where the predicates that an instruction has as operands hold; `undefined` where that is not known. */
  #condition(operands: readonly string[], on: number): number | undefined {
    let lanes = on;
    for (const operand of operands) {
      const number = predicateNumber(operand.replace(/^!/, ''));
      if (number === undefined) return undefined;
      if ((on & ~(this.#registers.bitsKnown[number] ?? 0)) !== 0) return undefined;
      lanes &= this.#registers.holds(number, operand.startsWith('!'));
    }
    return lanes;
  }

  #returns(group: LaneGroup, operand: string | undefined, on: number): Control {
    const register = registerNumber(operand ?? '');
    if (register === undefined || (on & ~(this.#registers.known[register] ?? 0)) !== 0)
      return 'unknown';
    const { epoch } = group;
    const groups = new Map<number, number>();
    for (let lane = 0; lane < 32; lane++) {
      if (((on >>> lane) & 1) === 0) continue;
      const to = this.#finder.indices.get(this.#registers.word(register, lane));
      if (to === undefined) return 'unknown';
      groups.set(to, (groups.get(to) ?? 0) | (1 << lane));
    }
    this.#parts(group, on);
    for (const [at, mask] of groups) this.#groups.push({ at, mask, epoch });
    return 'goes on';
  }

  /** The lanes that `WARPSYNC` waits for, if all of the group name the same. */
  #members({ modifiers, operands }: SassInstruction, mask: number): number | undefined {
    if (modifiers[0] === 'ALL') return this.#around.mask;
    const [operand = ''] = operands;
    if (modifiers.length > 0) return undefined;
    const constant = /^0x([0-9a-f]{1,8})$/.exec(operand);
    if (constant !== null) return Number.parseInt(constant[1] ?? '', 16) | 0;
    const register = registerNumber(operand);
    if (register === undefined || (mask & ~(this.#registers.known[register] ?? 0)) !== 0)
      return undefined;
    const members = this.#registers.word(register, 31 - Math.clz32(mask));
    for (let lane = 0; lane < 32; lane++)
      if (((mask >>> lane) & 1) === 1 && this.#registers.word(register, lane) !== members)
        return undefined;
    return members;
  }

  /** Lanes that made the same visits. */
  #classes(): readonly WayOfLanes[] {
    const classes = new Map<string, { mask: number; readonly visits: readonly WayVisit[] }>();
    for (let lane = 0; lane < 32; lane++) {
      if (((this.#around.mask >>> lane) & 1) === 0) continue;
      const visits = this.#visits[lane] ?? [];
      const bits = ({ number, active }: WayEvent): number => 2 * number + ((active >>> lane) & 1);
      const key = visits.map(({ block, events }) => [block, ...events.map(bits)].join()).join(';');
      const own = classes.get(key) ?? { mask: 0, visits };
      own.mask |= 1 << lane;
      classes.set(key, own);
    }
    return [...classes.values()];
  }
}

/** `B1` among operands. */
function barrierNumber(operands: readonly string[]): number | undefined {
  for (const operand of operands) {
    const number = /^B(\d{1,2})$/.exec(operand)?.[1];
    if (number !== undefined) return Number(number);
  }
  return undefined;
}
