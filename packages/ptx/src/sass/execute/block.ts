/**
 * Executes the warps of a block of SASS, and reports their accesses to shared memory: the run loop of all instruction sets, in which lanes
 * meet where instructions say (`meetings.ts`).
 *
 *     warp 0: ... STS ... BAR     warp 1: ... STS ... BAR     warp 0: LDS ... EXIT
 *
 * A way or an access that depends on what is not known ends the execution: `NotKnown` says at which instruction.
 */
import { Barriers, BlockRun, branch, eachLane, goOn, type Group, split, wake } from '@ldscope/simt';
import type { SassCode } from '../code.ts';
import type { Own } from './controls.ts';
import { type Budget, Guards } from './guards.ts';
import { lanesWhere, NotKnown, oneWord } from './known.ts';
import type { SassWarp } from './warp.ts';

class SassBlockRun extends BlockRun<Own, SassWarp> {
  readonly #code: SassCode;
  readonly #barriers: Barriers<undefined, SassWarp>;

  constructor(warps: readonly SassWarp[], code: SassCode, budget: Budget) {
    const nothing = (): undefined => undefined;
    const ordering = { point: nothing, release: nothing, acquire: nothing, meet: nothing };
    const barriers = new Barriers<undefined, SassWarp>(warps, code, ordering);
    const visitor = new Guards(code, budget);
    super({ warps, code, barriers, maxSteps: Infinity, visitor });
    this.#code = code;
    this.#barriers = barriers;
  }

  protected override executeOwn(warp: SassWarp, group: Group, own: Own, active: number): undefined {
    const code = this.#code;
    const { meetings } = warp;
    const at = group.pc;
    switch (own.kind) {
      case 'branch': {
        const taken = lanesWhere(warp, at, own.when, active);
        branch(code, warp, group, own.isAny && taken !== 0 ? group.mask : taken, own.to);
        break;
      }
      case 'together': {
        const members = oneWord(warp, at, own.members, active);
        const isTogether = ((members & warp.live) ^ group.mask) === 0;
        branch(code, warp, group, isTogether === own.isTogether ? active : 0, own.to);
        break;
      }
      case 'return':
        this.#return(warp, group, own.register, active);
        break;
      case 'exit':
        this.exit(warp, lanesWhere(warp, at, own.when, active));
        goOn(code, group);
        if (group.mask !== 0) wake(code, warp, group);
        break;
      case 'begin':
        meetings.begin(own.barrier, active);
        goOn(code, group);
        break;
      case 'leave':
        meetings.leave(own.barrier, lanesWhere(warp, at, own.when, active));
        meetings.release(code);
        goOn(code, group);
        wake(code, warp, group);
        break;
      case 'meet':
        if (active !== group.mask || !meetings.arrive(own.barrier, group)) throw new NotKnown(at);
        meetings.release(code);
        break;
      case 'warp': {
        const { members: named } = own;
        const members = named === undefined ? warp.around.mask : oneWord(warp, at, named, active);
        if (active !== group.mask || !meetings.arriveAmong(members, group)) throw new NotKnown(at);
        meetings.release(code);
        break;
      }
      case 'barrier': {
        const number = oneWord(warp, at, own.number, active);
        const threads = own.threads && oneWord(warp, at, own.threads, active);
        const count = threads === undefined ? undefined : (): number => threads;
        this.#barriers.arrive(warp, group, active, { ...own, id: () => number, count });
        break;
      }
      case 'yield':
        // Chips may let the others go on without them: measured on an H200, in some warps and not in others.
        warp.isUncertain ||= meetings.areAwaited(group);
        goOn(code, group);
        break;
      case 'clear':
        goOn(code, group);
    }
    return undefined;
  }

  /** Each lane goes where its register says. */
  #return(warp: SassWarp, group: Group, register: number, active: number): void {
    const code = this.#code;
    const at = group.pc;
    if ((active & ~(warp.known[register] ?? 0)) !== 0) throw new NotKnown(at);
    const groups = new Map<number, number>();
    eachLane(active, (lane) => {
      const to = code.indices.get(warp.word(register, lane));
      if (to === undefined) throw new NotKnown(at);
      groups.set(to, (groups.get(to) ?? 0) | (1 << lane));
    });
    const [[first = 0, lanes = 0] = [], ...others] = groups;
    for (const [to, mask] of others) split(code, warp, group, group.mask & ~mask, to);
    branch(code, warp, group, lanes, first);
  }

  protected override haveEnded(warp: SassWarp): void {
    warp.meetings.release(this.#code);
  }
}

/** Executes all warps of a block to their end; throws `NotKnown`. */
export function runBlock(code: SassCode, warps: readonly SassWarp[], budget: Budget): void {
  const run = new SassBlockRun(warps, code, budget);
  for (let round = run.round(); round !== false; round = run.round())
    if (round !== true || budget.isOutOfTime?.() === true) throw new NotKnown(0);
  if (warps.some(({ live }) => live !== 0)) throw new NotKnown(0);
}
