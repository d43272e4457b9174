/**
 * The way that evaluation finds for lanes, as a script for the search of their accesses: which blocks come one after another, which
 * accesses take part, and at which addresses.
 *
 *     evaluated: block 1 (LDS on at 0x440), block 1 (LDS off), END      the search only has to find the rows of PTX
 *
 * A script that leaves rows of PTX without an access is wrong, and is not used.
 */
import { Evaluation } from './evaluate/evaluation.ts';
import { type SassLaunch, sharedBase, surroundingsOf } from './evaluate/launch.ts';
import type { LoadedValues } from './evaluate/loaded.ts';
import type { EvaluationBudget, WayEvent, WayFinder } from './evaluate/way.ts';

export interface ScriptedAccess {
  /** Tells its execution apart: lanes with one number are together. */
  readonly number: number;
  readonly isOn: boolean;
  /** It may be in other memory. */
  readonly isOpen: boolean;
  /** Lanes whose addresses are known, and these as PTX has them, in bytes. */
  readonly known: number;
  readonly addresses: Float64Array;
}

interface ScriptedVisit {
  readonly block: number;
  /** By number of the access in the function. */
  readonly accesses: ReadonlyMap<number, ScriptedAccess>;
}

/** The path of lanes. */
export interface Script {
  readonly mask: number;
  readonly visits: readonly ScriptedVisit[];
  /** The addresses of all accesses are known in all lanes that take part. */
  readonly isWhole: boolean;
}

/** Scripts of the lanes of a warp, each lane in one; `undefined` where evaluation does not decide. */
export function scriptsOf(
  finder: WayFinder,
  launch: SassLaunch,
  loaded: LoadedValues,
  warp: number,
  budget: EvaluationBudget,
): readonly Script[] | undefined {
  const around = surroundingsOf(launch, loaded, warp);
  const ways = new Evaluation(finder, around, budget).run();
  if (ways === undefined) return undefined;
  const base = sharedBase(launch, launch.placeOf(warp));
  const shifted = new Map<WayEvent, Float64Array>();
  const addressesOf = (event: WayEvent): Float64Array => {
    const known = shifted.get(event) ?? event.addresses.map((address) => address - base);
    shifted.set(event, known);
    return known;
  };
  return ways.map(({ mask, visits }): Script => {
    const accessOf = (event: WayEvent): ScriptedAccess => ({
      number: event.number,
      isOn: (event.active & mask) !== 0,
      isOpen: event.isOpen,
      known: event.known & mask,
      addresses: addressesOf(event),
    });
    const scripted = visits.map(({ block, events }) => ({
      block,
      accesses: new Map(events.map((event) => [event.item, accessOf(event)])),
    }));
    const isWhole = scripted.every(({ accesses }) =>
      [...accesses.values()].every(({ isOn, known }) => !isOn || (mask & ~known) === 0),
    );
    return { mask, visits: scripted, isWhole };
  });
}

/** A script of the same way that says nothing of addresses. */
export function withoutAddresses({ mask, visits }: Script): Script {
  return {
    mask,
    visits: visits.map(({ block, accesses }) => ({
      block,
      accesses: new Map([...accesses].map(([item, access]) => [item, { ...access, known: 0 }])),
    })),
    isWhole: false,
  };
}
