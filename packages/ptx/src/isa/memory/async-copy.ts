/**
 * `cp.async`: copies from global to shared memory that a warp waits for later. Source: PTX ISA 9.0, 9.7.9.25.3.
 *
 * Data is there at once, the earliest that hardware may have it; a thread that reads before its wait is a hazard, which the shadow
 * of shared memory finds. `cp.async.wait_group N` leaves the N newest groups of the warp in flight.
 */
import { type Message, messages, opcodeNumber, type Region } from '@ldscope/core';
import type { Step, Warp } from '@ldscope/simt';
import { wordOf } from '../exchange.ts';
import { sourceOf } from '../operands.ts';
import type { Instruction, Operand } from '../../text/program.ts';
import { reportUncounted } from './lane-memory.ts';
import { addressStep, checkShared, LaneWords, SharedLanes, whoOf } from './address.ts';
import { type MemoryContext, textOf } from './context.ts';
import { hasPlainCost, sectorsPastL1 } from './copy-cost.ts';

/** Measured on an H200: see `copy-cost.ts`. */
const SCATTERED = 'its sources conflict, or are in too many lines of L1';
const PARTIAL = 'it fills part of what it copies to with zeros';

const NO_DATA = new Uint8Array(0);

/** The zeros that lanes store which copy no bytes. */
const ZEROS = opcodeNumber('cp.async.zeros.b128');

/** Tags of copies by warp: those of the group that is open, and of the groups that were committed. */
interface InFlight {
  open: number[];
  readonly groups: number[][];
}

const flights = new WeakMap<Warp, InFlight>();

function flightOf(warp: Warp): InFlight {
  let flight = flights.get(warp);
  if (flight === undefined) {
    flight = { open: [], groups: [] };
    flights.set(warp, flight);
  }
  return flight;
}

/** The operands of a copy without the cache policy, which comes last. */
export const withoutPolicy = ({ modifiers, operands }: Instruction): readonly Operand[] =>
  modifiers.includes('L2::cache_hint') ? operands.slice(0, -1) : operands;

export function compileAsyncCopy(context: MemoryContext): Step | Message {
  const { instruction, names, environment } = context;
  const { modifiers, operands } = instruction;
  if (modifiers.includes('commit_group')) {
    return (warp) => {
      const flight = flightOf(warp);
      flight.groups.push(flight.open);
      flight.open = [];
      environment.order?.commit('copy', warp);
    };
  }
  if (modifiers.includes('wait_group') || modifiers.includes('wait_all')) {
    const source = sourceOf(operands[0], names);
    const kept =
      modifiers.includes('wait_all') || source?.kind !== 'constant' ? 0 : source.low >>> 0;
    return (warp) => {
      const flight = flightOf(warp);
      while (flight.groups.length > kept)
        for (const tag of flight.groups.shift() ?? []) environment.shared.settle(tag);
      if (!modifiers.includes('wait_all')) return;
      for (const tag of flight.open) environment.shared.settle(tag);
      flight.open = [];
      environment.order?.commit('copy', warp);
    };
  }
  if (!modifiers.includes('ca') && !modifiers.includes('cg'))
    return messages.ptx.unsupported(textOf(instruction));
  const [to, from, size, taken] = [
    addressStep(operands[0], names),
    addressStep(operands[1], names),
    sourceOf(operands[2], names),
    sourceOf(withoutPolicy(instruction)[3], names),
  ];
  if (to === undefined || from === undefined) return messages.ptx.operand(textOf(instruction), 1);
  if (size?.kind !== 'constant' || ![4, 8, 16].includes(size.low))
    return messages.ptx.operand(textOf(instruction), 3);
  return copyStep(context, to.step, from.step, size.low, taken);
}

function copyStep(
  { environment, number, instruction, movesData }: MemoryContext,
  to: NonNullable<ReturnType<typeof addressStep>>['step'],
  from: NonNullable<ReturnType<typeof addressStep>>['step'],
  bytes: number,
  taken: ReturnType<typeof sourceOf>,
): Step {
  const { memory, findings, global, leftOut } = environment;
  const [targets, sources] = [new LaneWords(), new LaneWords()];
  const found = new SharedLanes();
  const whole = new Float64Array(64);
  const name = textOf(instruction);
  const recorded = global?.addInstruction({ name, direction: 'load', widthBytes: bytes });
  const passesL1By = instruction.modifiers.includes('cg');
  const through16 = bytes === 16 && !passesL1By;
  const plain = opcodeNumber(`cp.async.${through16 ? 'ca.' : ''}b${8 * bytes}`);
  const scattered = opcodeNumber(`cp.async.scattered.b${8 * bytes}`);
  let site = -1;
  /** A size says how many bytes a lane copies, a predicate that it copies none. */
  const lengthOf = (warp: Warp, lane: number): number => {
    if (taken === undefined) return bytes;
    const word = wordOf(taken, warp, lane) >>> 0;
    const leavesOut = taken.kind === 'register' && taken.type === 'pred';
    return leavesOut ? (word === 0 ? bytes : 0) : Math.min(bytes, word);
  };
  return (warp, mask) => {
    to(warp, mask, targets);
    from(warp, mask, sources);
    warp.order++;
    checkShared(warp, mask, targets, bytes, found, environment, number, name);
    const data = movesData ? new Uint8Array(32 * bytes) : NO_DATA;
    let region: Region | undefined;
    /** Lanes that copy something, and those that copy all that they could. */
    let [copying, full] = [0, 0];
    for (let lane = 0, active = mask; active !== 0; lane++, active >>>= 1) {
      if ((active & 1) === 0) continue;
      const address = (sources.high[lane] ?? 0) * 2 ** 32 + ((sources.low[lane] ?? 0) >>> 0);
      whole[lane] = address;
      // Bytes that are not copied from the source are zeros.
      const length = lengthOf(warp, lane);
      region = memory.find(address);
      if (length > 0) copying |= 1 << lane;
      if (length === bytes) full |= 1 << lane;
      if (length === 0) continue;
      const offset = address - (region?.base ?? 0);
      if (region === undefined || offset < 0 || offset + length > region.bytes) {
        const message =
          region === undefined
            ? messages.ptx.wildAddress(name, `0x${address.toString(16)}`, whoOf(warp, lane))
            : messages.ptx.outOfBounds(name, region.name, offset, region.bytes, whoOf(warp, lane));
        if (!findings.hasProblem(number, message.code)) findings.problem(number, message);
        continue;
      }
      if (!movesData) continue;
      leftOut?.read(region);
      for (let i = 0; i < length; i++) data[lane * bytes + i] = region.load8(offset + i);
    }
    const zeros = mask & ~copying;
    const hasKnownZeros = passesL1By && !environment.recorder.isForSass && (full | zeros) === mask;
    // Without the size the lanes that store zeros are not known, nor is their cost.
    const isOpen = environment.open === 'size';
    const why =
      full !== mask && !hasKnownZeros
        ? PARTIAL
        : passesL1By || hasPlainCost(whole, mask, bytes)
          ? undefined
          : SCATTERED;
    if (why !== undefined && !isOpen) reportUncounted(environment, number, name, why);
    const op = why === undefined ? plain : environment.recorder.isForSass ? scattered : undefined;
    if (op !== undefined && !isOpen)
      environment.recorder.record(op, number, warp, found.addresses, mask);
    if (why === undefined && !isOpen && zeros !== 0 && ZEROS !== undefined) {
      warp.order++;
      environment.recorder.record(ZEROS, number, warp, found.addresses, zeros);
    }
    if (global !== undefined && recorded !== undefined && copying !== 0) {
      if (site < 0)
        site = global.addSite({
          ...environment.siteOf(number),
          buffer: (region?.name ?? '').replace(/^argument /, ''),
        });
      const moved = passesL1By ? sectorsPastL1(whole, found.addresses, copying) : undefined;
      global.add(recorded, site, warp.number, warp.order, whole, copying >>> 0, 0, moved);
    }
    const inside = found.low | 0;
    if (inside === 0) return;
    const { shared } = environment;
    const tag = shared.beginWrite(warp, 'copy', data);
    shared.write(number, warp, tag, found, bytes);
    shared.storeChecked(() => {
      if (!movesData) return;
      for (let lane = 0, active = inside; active !== 0; lane++, active >>>= 1) {
        if (active & 1)
          shared.data.set(data.subarray(lane * bytes, (lane + 1) * bytes), found.addresses[lane]);
      }
    });
    flightOf(warp).open.push(tag);
  };
}
