/**
 * The memory that the lanes of an instruction touch, to track unknown values in it.
 *
 *     ld.shared.v2.f32 {..}, [%r3+8]     shared, 8 bytes at each lane
 *     ldmatrix.x4 {..}, [%r3]            shared, rows of 16 bytes, seen by all lanes
 *     cp.async.cg [%r1], [%rd2], 16      writes the words of global memory to shared memory
 */
import {
  type AddressStep,
  addressStep,
  LaneWords,
  type Space,
  splitGeneric,
} from '../../isa/memory/address.ts';
import { elementsOf, spaceOf } from '../../isa/memory/context.ts';
import type { Names } from '../../isa/operands.ts';
import { accessOperand, memoryOf } from '../../rows/facts.ts';
import type { Warp } from '../../state/warp.ts';
import type { Instruction } from '../../text/program.ts';
import { bytesOf } from '../../text/types.ts';

/** One place that an instruction touches. */
export interface Touched {
  /** The operand with the address. */
  readonly operand: number;
  readonly space: Space;
  readonly bytes: number;
  /** Lanes that give addresses; -1 for all. */
  readonly lanes: number;
  readonly reads: boolean;
  readonly writes: boolean;
  readonly step: AddressStep;
}

const ROW_BYTES = 16;
/** The places that an instruction touches; `undefined` for one whose accesses are not known here. */
export function touchedBy(
  instruction: Instruction,
  names: Names,
  isEntry: boolean,
): readonly Touched[] | undefined {
  const { modifiers, operands } = instruction;
  const memory = memoryOf(instruction);
  if (['none', 'hint', 'order', 'fence', 'mbarrier', 'mbarrier-test', 'product'].includes(memory))
    return [];
  const goesElsewhere = modifiers.includes('shared::cluster') || memory === 'async';
  if (goesElsewhere) return undefined;
  const place = (
    operand: number,
    what: Pick<Touched, 'bytes' | 'reads' | 'writes'>,
    lanes = -1,
  ) => {
    const address = addressStep(operands[operand], names);
    if (address === undefined) return undefined;
    const named = spaceOf(modifiers);
    const isParameter = named === 'param' && isEntry && address.space !== 'param';
    const space = named === 'param' ? (isParameter ? 'global' : 'local') : named;
    return { ...what, operand, space, lanes, step: address.step };
  };
  const one = (touched: Touched | undefined) => (touched === undefined ? undefined : [touched]);
  const elements = elementsOf(modifiers);
  const bytes = elements === undefined ? 0 : elements.count * bytesOf(elements.type);
  const rows = Number(modifiers.find((name) => /^x[124]$/.test(name))?.slice(1) ?? 4);
  const rowLanes = rows === 4 ? -1 : (1 << (8 * rows)) - 1;
  const at = accessOperand(instruction);
  switch (memory) {
    case 'load':
      return one(place(at, { bytes, reads: true, writes: false }));
    case 'store':
      return one(place(at, { bytes, reads: false, writes: true }));
    case 'atomic':
      return one(place(at, { bytes, reads: true, writes: true }));
    case 'matrix-load':
      return one(place(at, { bytes: ROW_BYTES, reads: true, writes: false }, rowLanes));
    case 'matrix-store':
      return one(place(at, { bytes: ROW_BYTES, reads: false, writes: true }, rowLanes));
    case 'copy': {
      if (modifiers.includes('bulk')) return undefined;
      const size = operands[2]?.kind === 'integer' ? Number(operands[2].value) : ROW_BYTES;
      const to = place(0, { bytes: size, reads: false, writes: true });
      const from = place(1, { bytes: size, reads: true, writes: false });
      if (to === undefined || from === undefined) return undefined;
      return [
        { ...from, space: 'global' },
        { ...to, space: 'shared' },
      ];
    }
    default:
      return undefined;
  }
}

/** Addresses of the lanes of a place, sorted by memory. */
export class LanePlaces {
  readonly words = new LaneWords();
  readonly split = { shared: 0, local: 0, global: 0 };
  mask = 0;

  find({ step, space, lanes }: Touched, warp: Warp, mask: number): void {
    const active = mask & lanes;
    this.mask = active;
    step(warp, active, this.words);
    const { split } = this;
    if (space === 'generic') {
      splitGeneric(active, this.words, split);
      return;
    }
    split.shared = space === 'shared' ? active : 0;
    split.local = space === 'local' ? active : 0;
    split.global = space === 'shared' || space === 'local' ? 0 : active;
  }

  /** The address of a lane, whole in global memory and an offset in the others. */
  addressOf(lane: number, isGlobal: boolean): number {
    const low = (this.words.low[lane] ?? 0) >>> 0;
    return isGlobal ? (this.words.high[lane] ?? 0) * 2 ** 32 + low : low;
  }
}
