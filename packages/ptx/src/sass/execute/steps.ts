/**
 * The step of an instruction, as far as it is executed: what is not required is left out, and results without a step are not known.
 *
 *     IADD3 R2, R3, R4, RZ           computes R2, where it is required
 *     STS [R2], R4                   is heard of in any case, and moves data where what shared memory holds is required
 *     HMMA.16816.F32 R4, ...         R4 to R7 are not known
 *
 * LIMITATIONS. Waits for mbarriers are over at once: data that they wait for is not known.
 */
import { eachLane, LEFT_OUT, type Step } from '@ldscope/simt';
import type { SassAccess } from '../accesses.ts';
import type { Facts } from '../facts.ts';
import { forget, lanesWhere, NotKnown } from './known.ts';
import { WINDOW } from './launch.ts';
import type { CopySources } from './state.ts';
import { copy, load, type Place, type Places, store, update } from './transfer.ts';
import type { SassWarp } from './warp.ts';

/** Lanes may go on, or hear of it, though nothing is computed. */
const NOTHING: Step<SassWarp> = () => {};

/** The step of an instruction that sends lanes nowhere; `undefined` where what it does is not known. */
export function stepOf(own: Facts, at: number, isWanted: boolean): Step<SassWarp> | undefined {
  const { row, operation, access, touchesShared } = own;
  if (row === undefined) return undefined;
  if (touchesShared) return access && sharedStep(own, at, access, isWanted);
  if (!isWanted) return row.memory === 'arrives' || row.memory === 'mbarrier' ? NOTHING : LEFT_OUT;
  if (operation !== undefined) return operation.step;
  if (access !== undefined) return otherStep(own, at, access);
  if (row.control === 'reduced') return (warp, mask) => takeReduction(warp, own, mask);
  if (row.memory === 'mbarrier') return (warp, mask) => passWait(warp, own, mask);
  return (warp, mask) => forget(warp, own, mask);
}

/** `B2R.RESULT R2, P0`: the result of a reduction, and whether it is not 0. */
function takeReduction(warp: SassWarp, { words, bits }: Facts, mask: number): void {
  const { reduced } = warp;
  for (const register of words) warp.put(register, mask, reduced);
  for (const predicate of bits)
    warp.wrotePredicate(predicate, mask, reduced === undefined ? 0 : mask, reduced === 0 ? 0 : -1);
}

/** A wait for a barrier in memory is over. */
function passWait(warp: SassWarp, own: Facts, mask: number): void {
  forget(warp, own, mask);
  for (const predicate of own.bits) warp.wrotePredicate(predicate, mask, mask, -1);
}

/** An access that may be in shared memory; lanes may be none. */
function sharedStep(own: Facts, at: number, access: SassAccess, isWanted: boolean): Step<SassWarp> {
  const addresses = new Uint32Array(32);
  return (warp, on) => {
    const { place, shared, global, listener } = warp.home;
    if ((on & ~access.address.known(warp)) !== 0) throw new NotKnown(at);
    addresses.fill(0);
    const places: (Place | undefined)[] = [];
    let mask = 0;
    eachLane(on, (lane) => {
      const address = access.address.read(warp, lane);
      if (access.space !== 'shared' && Math.floor(address / 2 ** 32) !== WINDOW) {
        places[lane] = { memory: global, address };
        return;
      }
      const inside = (address % 2 ** 32) - place.windowAt;
      // Memory of another block of the cluster.
      if (inside < 0 || inside + access.bytes > place.sharedBytes) throw new NotKnown(at);
      places[lane] = { memory: shared, address: inside };
      addresses[lane] = inside - place.variablesAt;
      mask |= 1 << lane;
    });
    warp.order++;
    const copies = access.does === 'copy' ? copiesOf(warp, at, access, on) : undefined;
    listener({ warp, index: at, mask, addresses, copies });
    if (!isWanted) return;
    if (copies !== undefined) copy(access, sourcesOf(warp, copies), places);
    else move(warp, own, access, on, places);
  };
}

/** The sources of a copy. */
function copiesOf(warp: SassWarp, at: number, access: SassAccess, on: number): CopySources {
  const { from, sources } = access;
  const predicates = sources.filter((source) => source.kind === 'predicate');
  const lanes = lanesWhere(warp, at, predicates, on);
  if (from === undefined || (on & ~from.known(warp)) !== 0) throw new NotKnown(at);
  const addresses = new Float64Array(32);
  eachLane(on, (lane) => {
    addresses[lane] = from.read(warp, lane);
  });
  return { addresses, lanes };
}

function sourcesOf({ home }: SassWarp, { addresses, lanes }: CopySources): Places {
  const places: (Place | undefined)[] = [];
  eachLane(lanes, (lane) => {
    places[lane] = { memory: home.global, address: addresses[lane] ?? 0 };
  });
  return places;
}

/** An access to global or local memory whose data is required. */
function otherStep(own: Facts, at: number, access: SassAccess): Step<SassWarp> {
  return (warp, on) => {
    const known = access.address.known(warp) & on;
    if (access.does !== 'load' && (on & ~known) !== 0) throw new NotKnown(at);
    const memory = access.space === 'local' ? warp.home.local : warp.home.global;
    const places: (Place | undefined)[] = [];
    eachLane(known, (lane) => {
      places[lane] = { memory, address: access.address.read(warp, lane) };
    });
    move(warp, own, access, on, places);
  };
}

function move(warp: SassWarp, own: Facts, access: SassAccess, on: number, places: Places): void {
  // What it loads may be what others have to store: they have a turn now and then.
  if (access.to !== undefined) {
    warp.polls++;
    warp.spins++;
  }
  switch (access.does) {
    case 'load':
      return load(access, warp, places, on);
    case 'store':
      return store(access, warp, places);
    case 'atomic':
    case 'reduce':
      return update(access, warp, places, on);
    case 'copy':
      return;
    case 'matrix load':
      return forget(warp, own, on);
    case 'matrix store':
      // Which lane stores which byte is not followed.
      warp.home.shared.isOpen = true;
  }
}
