/**
 * The memory that the lanes of an instruction touch, to track unknown values in it.
 *
 *     ld.shared.v2.f32 {..}, [%r3+8]     shared, 8 bytes at each lane
 *     ldmatrix.x4 {..}, [%r3]            shared, rows of 16 bytes, seen by all lanes
 *     cp.async.cg [%r1], [%rd2], 16      writes the words of global memory to shared memory
 */
import type { Touched as AnyTouched } from '@ldscope/simt';
import { type AddressStep, addressStep, splitGeneric } from '../../isa/memory/address.ts';
import { elementsOf, spaceOf } from '../../isa/memory/context.ts';
import type { Names } from '../../isa/operands.ts';
import { accessOperand, memoryOf } from '../../rows/facts.ts';
import type { Instruction } from '../../text/program.ts';
import { bytesOf } from '../../text/types.ts';

/** One place that an instruction touches. */
export type Touched = Omit<AnyTouched, 'base'> & {
  /** The operand with the address. */
  readonly operand: number;
};

type Find = AnyTouched['find'];

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
    of?: Touched['space'],
  ) => {
    const address = addressStep(operands[operand], names);
    if (address === undefined) return undefined;
    const named = spaceOf(modifiers);
    const isParameter = named === 'param' && isEntry && address.space !== 'param';
    const space = of ?? (named === 'param' ? (isParameter ? 'global' : 'local') : named);
    return { ...what, operand, space, lanes, find: findIn(space, address.step) };
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
      const to = place(0, { bytes: size, reads: false, writes: true }, -1, 'shared');
      const from = place(1, { bytes: size, reads: true, writes: false }, -1, 'global');
      return to && from && [from, to];
    }
    default:
      return undefined;
  }
}

/** Finds the addresses of lanes, sorted by memory. */
const findIn =
  (space: Touched['space'], step: AddressStep): Find =>
  (warp, mask, into) => {
    step(warp, mask, into);
    const { split } = into;
    if (space === 'generic') {
      splitGeneric(mask, into, split);
      return;
    }
    split.shared = space === 'shared' ? mask : 0;
    split.local = space === 'local' ? mask : 0;
    split.global = space === 'shared' || space === 'local' ? 0 : mask;
  };
