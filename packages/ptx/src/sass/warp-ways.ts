/**
 * Whether warps of two blocks go the same way through SASS, where their accesses in PTX are the same.
 *
 *     evaluated with the place of the block unknown: the same way      so is that of every block
 *     evaluated for the other block: the same way                      values of loads are not known there
 *
 * PTX and SASS need not branch on the same: ptxas makes branches of its own.
 */
import { type SassLaunch } from './evaluate/launch.ts';
import type { LoadedValues } from './evaluate/loaded.ts';
import type { EvaluationBudget, WayFinder } from './evaluate/way.ts';
import { type Script, scriptsOf } from './script.ts';

/** Instructions that are evaluated for blocks that were not executed: some seconds. */
const MOST_STEPS = 2 ** 24;

interface KnownWay {
  readonly digest: string;
  /** Of all blocks of the launch. */
  readonly isFree: boolean;
}

export class WarpWays {
  readonly #finder: WayFinder;
  readonly #launch: SassLaunch | undefined;
  readonly #loaded: LoadedValues;
  readonly #budget: EvaluationBudget = { steps: MOST_STEPS };
  readonly #known = new Map<number, KnownWay>();

  constructor(finder: WayFinder, launch: SassLaunch | undefined, loaded: LoadedValues) {
    this.#finder = finder;
    this.#launch = launch;
    this.#loaded = loaded;
  }

  /** Keeps the way of a warp of the block that was just executed. */
  keep(warp: number): void {
    const launch = this.#launch;
    if (launch === undefined) return;
    const digest = this.#digest(launch, warp);
    const somewhere: SassLaunch = {
      ...launch,
      placeOf: (number) => {
        const place = launch.placeOf(number);
        return {
          ...place,
          special: (name, lane) =>
            /^(?:ctaid|clusterid)\b/.test(name) ? undefined : place.special(name, lane),
        };
      },
    };
    const isFree = digest !== OPEN && this.#digest(somewhere, warp) === digest;
    this.#known.set(warp, { digest, isFree });
  }

  /** True where a warp of another block goes the way of one that was kept. */
  isSame(kept: number, other: number): boolean {
    // Nothing is evaluated: ways are found by the accesses alone.
    if (this.#launch === undefined) return true;
    const known = this.#known.get(kept);
    if (known === undefined) return false;
    if (known.isFree) return true;
    const digest = this.#digest(this.#launch, other);
    if (digest !== known.digest || this.#budget.steps <= 0) return false;
    // Decisions made without the values of loads hold with them; open ones may be decided by them.
    return digest !== OPEN || this.#finder.spaces.size === 0;
  }

  #digest(launch: SassLaunch, warp: number): string {
    const scripts = scriptsOf(this.#finder, launch, this.#loaded, warp, this.#budget);
    return scripts === undefined ? OPEN : digestOf(scripts);
  }
}

/** Of a warp whose way evaluation does not decide. */
const OPEN = '';

function digestOf(scripts: readonly Script[]): string {
  const parts: (string | number)[] = [];
  for (const { mask, visits, isWhole } of scripts) {
    parts.push('script', mask, Number(isWhole));
    for (const { block, accesses } of visits) {
      parts.push('visit', block);
      for (const [item, { number, isOn, isOpen, known, addresses }] of accesses) {
        parts.push(item, number, Number(isOn), Number(isOpen), known);
        for (let lane = 0, left = known; left !== 0; lane++, left >>>= 1)
          if (left & 1) parts.push(addresses[lane] ?? 0);
      }
    }
  }
  return parts.join(' ');
}
