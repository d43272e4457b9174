/**
 * Loads from shared memory that compiled code makes for a whole warp, among the instructions of a block (`run/blocks.ts`).
 *
 *     ld.shared.f32 %f1, [%r1+8];     address %r1, 8 bytes behind     target %f1
 *
 * Addresses are those that registers hold before the block. So all loads of a block are looked at before any of its instructions is
 * executed: where a lane takes no part, is outside or is not aligned, steps are executed, which report it. Nothing in a block
 * writes memory, and its loads are noted in their order, as steps note them.
 */
import { plainOpcode } from '@ldscope/core';
import { CompiledCode, compiledFunction } from '@ldscope/core/vector';
import { advance, get, i32, i32x4, loop, type ModuleFunction, set, v128 } from '@ldscope/core/wasm';
import type { Step, Warp } from '@ldscope/simt';
import type { Environment } from '../../state/environment.ts';
import { addressesOf, registerMemory } from '../../state/register-memory.ts';
import type { Where } from './access.ts';
import { type RegisterAddress, SharedLanes } from './address.ts';
import type { MemoryContext } from './context.ts';
import { flagOf } from './flags.ts';

const LANES = 32;
const ALL = -1;

/** A word per target, one behind the other, for all lanes; plain data. */
export interface WarpLoad extends RegisterAddress {
  /** Places of registers of 32 bits; `undefined` for words that are dropped. */
  readonly targets: readonly (number | undefined)[];
}

/** A load with what it is in the trace and in the shadow of shared memory. */
export interface NotedLoad {
  readonly load: WarpLoad;
  readonly op: number;
  readonly number: number;
}

const loads = new WeakMap<Step, NotedLoad>();
/** Code that computes addresses (`addressCode`). */
const kept = new CompiledCode<(registers: number) => void>();

/** The load of a step; `undefined` for other steps, and for those that something is put around. */
export const warpLoadOf = (step: Step): NotedLoad | undefined => loads.get(step);

/** The step of a load of words, which compiled code may make where it is an ordinary one of shared memory. */
export function withWarpLoad(
  step: Step,
  { environment, number, instruction, movesData }: MemoryContext,
  { space, register }: Where,
  targets: WarpLoad['targets'],
): Step {
  const bytes = 4 * targets.length;
  const op = plainOpcode('ptx', 'read', bytes);
  if (space !== 'shared' || register === undefined || op === undefined) return step;
  if (environment.hasWindows || flagOf(instruction) !== undefined) return step;
  if ((register.offset & (bytes - 1)) !== 0) return step;
  const moved = movesData ? targets : targets.map(() => undefined);
  loads.set(step, { load: { ...register, targets: moved }, op, number });
  return step;
}

/** The addresses in a register, and what is loaded behind them. */
interface Base {
  readonly place: number;
  /** The first and the last byte of any load, from an address on. */
  readonly first: number;
  readonly end: number;
  /** Bits that are 0 in aligned addresses. */
  readonly alignment: number;
  /** The lowest and the highest address of the warp that has entered. */
  bottom: number;
  top: number;
}

function basesOf(all: readonly WarpLoad[]): Base[] {
  const places = [...new Set(all.map(({ place }) => place))];
  return places.map((place) => {
    const own = all.filter((load) => load.place === place);
    return {
      place,
      first: Math.min(...own.map(({ offset }) => offset)),
      end: Math.max(...own.map(({ offset, targets }) => offset + 4 * targets.length)),
      alignment: Math.max(...own.map(({ targets }) => 4 * targets.length - 1)),
      bottom: 0,
      top: 0,
    };
  });
}

/**
 * The function that looks at the loads of a block and notes them; false where steps have to make them, and nothing is noted. Absent
 * where the engine does not take its code.
 */
export function enterLoads(
  environment: Pick<Environment, 'shared' | 'recorder'>,
  all: readonly NotedLoad[],
): ((warp: Warp, mask: number) => boolean) | undefined {
  const plans = all.map(({ load }) => load);
  const addresses = addressesOf(all.length);
  const compute = kept.get(JSON.stringify(plans), () =>
    compiledFunction(registerMemory, addressCode(plans)),
  );
  if (addresses === undefined || compute === undefined) return undefined;
  const bases = basesOf(plans);
  const [ops, numbers] = [all.map(({ op }) => op), all.map(({ number }) => number)];
  const reads = all.map(({ number, load }, index) => ({
    number,
    bytes: 4 * load.targets.length,
    lanes: new SharedLanes(addresses.subarray(LANES * index, LANES * (index + 1)), ALL >>> 0),
  }));
  const extents = reads.flatMap(({ lanes }, index) => {
    const { place = -1, offset = 0 } = plans[index] ?? {};
    const base = bases.find((one) => one.place === place);
    return base === undefined ? [] : [{ base, offset, lanes }];
  });
  return (warp, mask) => {
    const { shared, recorder } = environment;
    if ((mask | 0) !== ALL || !recorder.takesAll(reads.length)) return false;
    for (const base of bases) if (!isInside(base, warp.u, shared.bytes)) return false;
    compute(warp.base);
    for (const { base, offset, lanes } of extents) {
      lanes.bottom = base.bottom + offset;
      lanes.top = base.top + offset;
    }
    recorder.recordWhole(ops, numbers, warp, warp.order + 1, addresses);
    warp.order += reads.length;
    shared.readWhole(warp, reads, addresses);
    return true;
  };
}

/** `(registers)`: the addresses of loads, those of one behind those of another, at the beginning of the memory. */
function addressCode(all: readonly WarpLoad[]): ModuleFunction {
  const [at, to, end] = [0, 1, 2];
  const bytes = 4 * LANES;
  return {
    name: 'addresses',
    parameters: 1,
    locals: ['i32', 'i32'],
    body: [
      ...set(end, i32.add(get(at), i32.const(bytes))),
      ...loop(
        [
          ...all.flatMap(({ place, offset }, index) => {
            const address = i32x4.add(v128.load(get(at), 4 * place), v128.const32(offset));
            return v128.store(get(to), address, bytes * index);
          }),
          ...advance(at, 16),
          ...advance(to, 16),
        ],
        i32.ltU(get(at), get(end)),
      ),
    ],
  };
}

/** Whether all that lanes load is inside and aligned. */
function isInside(base: Base, u: Uint32Array, bytes: number): boolean {
  const { place, first, end, alignment } = base;
  let bottom = u[place] ?? 0;
  let top = bottom;
  let bits = bottom;
  for (let lane = 1; lane < LANES; lane++) {
    const address = u[place + lane] ?? 0;
    if (address < bottom) bottom = address;
    if (address > top) top = address;
    bits |= address;
  }
  base.bottom = bottom;
  base.top = top;
  return (bits & alignment) === 0 && bottom + first >= 0 && top + end <= bytes;
}
