/**
 * One access of a warp in any space: addresses, checks, recording, and the move of the data.
 *
 *     lanes -> addresses -> shared | local | global -> inside? aligned? -> trace, shadow -> move(lane by lane)
 */
import {
  type GlobalDirection,
  messages,
  opcodeNumber,
  plainOpcode,
  type Region,
  type WriteKind,
} from '@ldscope/core';
import type { Environment } from '../../state/environment.ts';
import type { Step, Warp } from '@ldscope/simt';
import {
  type AddressStep,
  checkShared,
  LaneWords,
  type RegisterAddress,
  SharedLanes,
  type Space,
  splitGeneric,
  type Split,
  whoOf,
} from './address.ts';
import { eachFlag, type Flag, flagOf } from './flags.ts';
import { remoteAccess, remoteLanes, remoteOpcode } from '../async/distributed.ts';
import { collisionsOf } from './collisions.ts';
import type { Doing } from './doing.ts';
import { elementOperands, type MemoryContext, textOf } from './context.ts';
import { type LaneMemory, type Move, putIn, reportUncounted, wordIn } from './lane-memory.ts';

const DIRECTIONS: Readonly<Record<Doing, GlobalDirection>> = {
  read: 'load',
  write: 'store',
  atomic: 'atomic',
  compare: 'atomic',
};
const KINDS: Readonly<Record<Exclude<Doing, 'read'>, WriteKind>> = {
  write: 'plain',
  atomic: 'atomic',
  compare: 'compare',
};

/** Where the lanes of an access are. */
export interface Where {
  readonly space: Space;
  readonly address: AddressStep;
  readonly register?: RegisterAddress | undefined;
}

/** Loads and stores; generic loads of more than 4 bytes have costs of their own. */
function plainCost(doing: Doing, bytes: number, space: Space): number | undefined {
  if (doing !== 'read' && doing !== 'write') return undefined;
  if (space === 'generic' && doing === 'read' && bytes > 4)
    return opcodeNumber(`ld.v${bytes / 4}.b32`);
  return plainOpcode('ptx', doing, bytes);
}

/** The step of an access: addresses, checks, records, and the move in each kind of memory. */
export function access(
  context: MemoryContext,
  { space, address }: Where,
  bytes: number,
  doing: Doing,
  move: Move,
  cost: number | 'uncounted' | undefined = plainCost(doing, bytes, space),
): Step {
  const { environment, number, instruction } = context;
  const loop = doing === 'atomic' && cost === undefined && environment.recorder.isForSass;
  const known = loop ? opcodeNumber(`atom.shared.loop.b${8 * bytes}`) : cost;
  const op = known === 'uncounted' ? undefined : known;
  const lanes = new LaneWords();
  const split: Split = { shared: 0, local: 0, global: 0 };
  const name = textOf(instruction);
  const flag = flagOf(instruction);
  const { movesData } = context;
  const moved = movesData ? move : NOTHING;
  const isAsync = instruction.modifiers.includes('async');
  const data = elementOperands(instruction.operands[1]);
  const isConstant = data.every((one) => one?.kind === 'integer' || one?.kind === 'float');
  const what = {
    environment,
    number,
    name,
    bytes,
    doing,
    move: moved,
    movesData,
    op,
    flag,
    isAsync,
    isConstant,
    completionOf: context.completionOf,
  };
  const own = isAsync ? { ...what, op: remoteOpcode(doing, bytes, true) } : what;
  const shared = withWindows(context, bytes, doing, moved, sharedAccess(own));
  const global = globalAccess(
    what,
    space === 'generic' || instruction.modifiers.includes('global'),
  );
  const local = localAccess(what);
  return (warp, mask) => {
    address(warp, mask, lanes);
    warp.order++;
    if (space === 'shared') shared(warp, mask, lanes);
    else if (space === 'local') local(warp, mask, lanes);
    else if (space === 'global' || space === 'const') global(warp, mask, lanes);
    else {
      splitGeneric(mask, lanes, split);
      if (split.shared !== 0) shared(warp, split.shared, lanes);
      if (split.local !== 0) local(warp, split.local, lanes);
      if (split.global !== 0) global(warp, split.global, lanes);
    }
  };
}

type Access = (warp: Warp, mask: number, lanes: LaneWords) => void;

/** The step in place of a move whose data is not required. */
const NOTHING: Move = () => {};

/** An access to shared memory that may go to other blocks of the cluster. */
function withWindows(
  context: MemoryContext,
  bytes: number,
  doing: Doing,
  move: Move,
  own: Access,
): Access {
  if (!context.environment.hasWindows) return own;
  const others = remoteAccess(context, bytes, doing, move);
  return (warp, mask, lanes) => {
    const remote = remoteLanes(context, mask, lanes);
    if (remote !== 0) others(warp, remote, lanes, remote !== mask);
    if ((mask & ~remote) !== 0) own(warp, mask & ~remote, lanes);
  };
}

/** One access, whatever the memory. */
interface What {
  readonly environment: Environment;
  readonly number: number;
  readonly name: string;
  readonly bytes: number;
  readonly doing: Doing;
  readonly move: Move;
  readonly movesData: boolean;
  /** Its number among the instructions whose cost core knows. */
  readonly op: number | undefined;
  readonly flag: Flag | undefined;
  readonly isAsync: boolean;
  /** True when the stored values are constants. */
  readonly isConstant: boolean;
  readonly completionOf: MemoryContext['completionOf'];
}

function sharedAccess(what: What): Access {
  const { environment, number, name, bytes, doing, move, op, flag, isAsync } = what;
  const found = new SharedLanes();
  const { addresses } = found;
  const memory: LaneMemory = {
    word: (lane, offset, size) => {
      const at = (addresses[lane] ?? 0) + offset;
      const { words, data } = environment.shared;
      return size === 4 && (at & 3) === 0 ? (words[at >>> 2] ?? 0) | 0 : wordIn(data, at, size);
    },
    store: (lane, offset, size, value) => {
      const at = (addresses[lane] ?? 0) + offset;
      const { words, data } = environment.shared;
      if (size === 4 && (at & 3) === 0) words[at >>> 2] = value;
      else putIn(data, at, size, value);
    },
    loadWords: (mask, offset, into, at) => {
      const { words, data } = environment.shared;
      for (let lane = 0, active = mask; active !== 0; lane++, active >>>= 1) {
        if ((active & 1) === 0) continue;
        const address = (addresses[lane] ?? 0) + offset;
        into[at + lane] =
          (address & 3) === 0 ? (words[address >>> 2] ?? 0) : wordIn(data, address, 4);
      }
    },
  };
  const why =
    doing === 'read' || doing === 'write'
      ? 'compilers make other accesses of it'
      : 'its cost on this chip is not known';
  // One of several strong stores stays; of weak ones the result is undefined.
  const isWeakStore = doing === 'write' && flag === undefined && !isAsync;
  const collisions = isWeakStore && !what.isConstant ? collisionsOf(what) : undefined;
  const isMatched = environment.recorder.isForSass && (doing === 'read' || doing === 'write');
  return (warp, mask, lanes) => {
    const { shared, recorder } = environment;
    if (op === undefined && !isMatched) reportUncounted(environment, number, name, why);
    checkShared(warp, mask, lanes, bytes, found, environment, number, name);
    if (op !== undefined) recorder.record(op, number, warp, addresses, mask);
    const inside = found.low | 0;
    if (inside === 0) return;
    const isOrdered = environment.order !== undefined;
    // A warp that only writes does not acquire.
    if (flag !== undefined && doing !== 'write')
      eachFlag(environment, 'read', flag, 'shared', warp, inside, addresses);
    if (doing === 'read') {
      shared.read(number, warp, found, bytes, flag !== undefined && isOrdered);
      move(warp, inside, memory);
      return;
    }
    const isFlag = flag !== undefined && isOrdered && doing === 'write';
    const kind = isFlag ? 'atomic' : KINDS[doing];
    const stamp = what.completionOf?.(warp, inside);
    const tag = shared.beginWrite(warp, kind, undefined, stamp);
    shared.write(number, warp, tag, found, bytes);
    shared.storeChecked(() => move(warp, inside, memory));
    if (collisions !== undefined && !environment.hasUnknownData && shared.lanesOverlap)
      collisions(warp, inside, addresses);
    shared.settle(tag);
    if (flag !== undefined) eachFlag(environment, 'write', flag, 'shared', warp, inside, addresses);
  };
}

/** Global memory; `counts`: it is not one of constants or parameters. */
function globalAccess(
  { environment, number, name, bytes, doing, move, movesData, flag }: What,
  counts: boolean,
): Access {
  const { memory, global, findings, leftOut } = environment;
  const regions: (Region | undefined)[] = Array.from({ length: 32 }, () => undefined);
  const offsets = new Float64Array(32);
  const whole = new Float64Array(64);
  const instruction = global?.addInstruction({
    name,
    direction: DIRECTIONS[doing],
    widthBytes: bytes,
  });
  let site = -1;
  const lanes: LaneMemory = {
    flushes: true,
    word: (lane, offset, size) => {
      const region = regions[lane];
      const at = (offsets[lane] ?? 0) + offset;
      if (region === undefined) return 0;
      return size === 4 ? region.load32(at) | 0 : size === 2 ? region.load16(at) : region.load8(at);
    },
    store: (lane, offset, size, value) => {
      const region = regions[lane];
      const at = (offsets[lane] ?? 0) + offset;
      if (size === 4) region?.store32(at, value);
      else if (size === 2) region?.store16(at, value);
      else region?.store8(at, value);
    },
  };
  return (warp, mask, { low, high }) => {
    let recent: Region | undefined;
    let first = '';
    for (let lane = 0, active = mask; active !== 0; lane++, active >>>= 1) {
      regions[lane] = undefined;
      if ((active & 1) === 0) continue;
      const address = (high[lane] ?? 0) * 2 ** 32 + ((low[lane] ?? 0) >>> 0);
      whole[lane] = address;
      const isNear =
        recent !== undefined && address >= recent.base && address < recent.base + recent.bytes;
      const region = isNear ? recent : memory.find(address);
      recent = region;
      if (region === undefined) {
        const message = messages.ptx.wildAddress(
          name,
          `0x${address.toString(16)}`,
          whoOf(warp, lane),
        );
        if (!findings.hasProblem(number, message.code)) findings.problem(number, message);
        continue;
      }
      const offset = address - region.base;
      if (first === '') first = region.name;
      if (offset < 0 || offset + bytes > region.bytes) {
        const message = messages.ptx.outOfBounds(
          name,
          region.name,
          offset,
          region.bytes,
          whoOf(warp, lane),
        );
        if (!findings.hasProblem(number, message.code)) findings.problem(number, message);
        continue;
      }
      regions[lane] = region;
      offsets[lane] = offset;
    }
    if (counts && global !== undefined && instruction !== undefined) {
      if (site < 0)
        site = global.addSite({
          ...environment.siteOf(number),
          buffer: first.replace(/^argument /, ''),
        });
      global.add(instruction, site, warp.number, warp.order, whole, mask >>> 0, 0);
    }
    if (leftOut !== undefined) {
      if (doing !== 'write' && movesData)
        eachRegion(regions, mask, (region) => leftOut.read(region));
      if (doing !== 'read')
        eachRegion(regions, mask, (region) =>
          movesData ? leftOut.write(region) : leftOut.store(region),
        );
    }
    if (flag !== undefined && doing !== 'write')
      eachFlag(environment, 'read', flag, 'global', warp, mask, whole);
    move(warp, mask, lanes);
    if (flag !== undefined && doing !== 'read')
      eachFlag(environment, 'write', flag, 'global', warp, mask, whole);
  };
}

/** Regions of the lanes of a mask; those that follow each other in one are told once. */
function eachRegion(
  regions: readonly (Region | undefined)[],
  mask: number,
  of: (region: Region) => void,
): void {
  let recent: Region | undefined;
  for (let lane = 0, active = mask; active !== 0; lane++, active >>>= 1) {
    const region = (active & 1) === 0 ? undefined : regions[lane];
    if (region === undefined || region === recent) continue;
    recent = region;
    of(region);
  }
}

/** Private memory of the lanes, in the frames of functions. */
function localAccess({ environment, number, name, bytes, move }: What): Access {
  const { findings } = environment;
  const at = new Int32Array(32);
  let data: Uint8Array = new Uint8Array(0);
  const lanes: LaneMemory = {
    word: (lane, offset, size) => wordIn(data, (at[lane] ?? 0) + offset, size),
    store: (lane, offset, size, value) => putIn(data, (at[lane] ?? 0) + offset, size, value),
  };
  return (warp, mask, { low }) => {
    let kept = mask;
    for (let lane = 0, active = mask; active !== 0; lane++, active >>>= 1) {
      if ((active & 1) === 0) continue;
      const offset = (low[lane] ?? 0) >>> 0;
      at[lane] = lane * warp.localBytes + offset;
      if (offset + bytes <= warp.localBytes) continue;
      kept &= ~(1 << lane);
      const message = messages.ptx.outOfBounds(
        name,
        'local memory',
        offset,
        warp.localBytes,
        whoOf(warp, lane),
      );
      if (!findings.hasProblem(number, message.code)) findings.problem(number, message);
    }
    data = warp.local;
    move(warp, kept, lanes);
  };
}
