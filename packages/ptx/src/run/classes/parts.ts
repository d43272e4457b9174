/**
 * Instructions as recording needs them: the registers that they read and write, and the parts of their access that count for
 * shared memory.
 *
 *     ld.shared.u32 %r1, [%r2]             lanes that take part, and r2 in them
 *     ld.u32 %r1, [%rd2]                   the lanes whose address is in shared memory, and where
 *     cp.async.ca... [%r1], [%rd2], 4      r1, the bytes of each lane, and whether r1 alone decides the cost
 */
import type { Part } from '@ldscope/simt';
import { addressStep, LaneWords, splitGeneric } from '../../isa/memory/address.ts';
import { spaceOf } from '../../isa/memory/context.ts';
import { hasPlainCost } from '../../isa/memory/copy-cost.ts';
import type { Names } from '../../isa/operands.ts';
import { accessOperand, isComputation, isTyped, memoryOf } from '../../rows/facts.ts';
import type { Warp } from '@ldscope/simt';
import type { Instruction, PtxFunction } from '../../text/program.ts';
import { isClock, specialsOf } from '../../text/specials.ts';
import { type Flow, flowOf, LOCAL_PLACE, registersOf, SHARED_PLACE } from '../slice/flow.ts';
import { STACK_PLACE } from '../unknown/effects.ts';

type Sign = Part<Warp>['sign'];

export interface PartRequest {
  readonly instruction: Instruction;
  readonly names: Names;
  readonly of: PtxFunction;
  readonly isWanted: boolean;
  /** Words of a register by its place: 1 of a predicate. */
  readonly widthOf: (place: number) => number;
}

/** `undefined` for an instruction on which no access to shared memory depends. */
export function partOf(request: PartRequest): Part<Warp> | undefined {
  const { instruction, names, of, isWanted, widthOf } = request;
  const flow = flowOf(instruction, { names, of, ofGlobal: false });
  if (flow === undefined || (flow.needs.length === 0 && !isWanted)) return undefined;
  const { guard } = instruction;
  const own = ownSign(instruction, names, widthOf);
  const needs = flow.needs.filter(isRegister);
  const writes = flow.writes.filter(isRegister);
  const guarded = guard && { place: names.offsetOf(guard.register.id), isNegated: guard.negated };
  return {
    isWanted,
    replay: canReplay(instruction, flow) ? 'executed' : 'unknown',
    needs,
    reads: flow.reads.filter(isRegister),
    writes,
    replaces: writes,
    guard: guarded,
    sign:
      own ??
      signOf(
        needs.filter((place) => place !== guarded?.place),
        widthOf,
      ),
    comparesNeeds: own === undefined,
    comparesWhole: own === undefined ? needs : [],
  };
}

/** Registers, and the carry. */
const isRegister = (place: number): boolean =>
  place !== SHARED_PLACE && place !== LOCAL_PLACE && place !== STACK_PLACE;

/** Global memory is the same for a replay; shared and local memory are those of the block that was executed. */
function canReplay(instruction: Instruction, { reads, writes }: Flow): boolean {
  if (![...reads, ...writes].every(isRegister)) return false;
  return (
    !instruction.operands.flatMap(specialsOf).some(isClock) &&
    (isComputation(instruction) ||
      ['load', 'texture', 'texture-query', 'surface-load'].includes(memoryOf(instruction)))
  );
}

/** Values of registers in the lanes of a mask. */
function signOf(places: readonly number[], widthOf: PartRequest['widthOf']): Sign {
  const widths = places.map(widthOf);
  return (warp, active) => {
    const values = [active];
    for (const [index, place] of places.entries()) {
      const words = (widths[index] ?? 32) / 32;
      if (words < 1) values.push((warp.i[place] ?? 0) & active);
      else
        for (let lane = 0, left = active; left !== 0; lane++, left >>>= 1)
          for (let word = 0; word < (left & 1 ? words : 0); word++)
            values.push(warp.i[place + words * lane + word] ?? 0);
    }
    return values;
  };
}

/** The sign of an instruction of which not every register that it needs has to be the same. */
function ownSign(
  instruction: Instruction,
  names: Names,
  widthOf: PartRequest['widthOf'],
): Sign | undefined {
  const { modifiers } = instruction;
  if (memoryOf(instruction) === 'copy' && modifiers[1] === 'ca')
    return copySign(instruction, names, widthOf);
  return isTyped(instruction) && spaceOf(modifiers) === 'generic'
    ? genericSign(instruction, names)
    : undefined;
}

function genericSign(instruction: Instruction, names: Names): Sign | undefined {
  const operand = instruction.operands[accessOperand(instruction)];
  const address = addressStep(operand, names);
  // A variable that is named is in its own space.
  if (address === undefined || address.space !== undefined) return undefined;
  const lanes = new LaneWords();
  const split = { shared: 0, local: 0, global: 0 };
  return (warp, active) => {
    address.step(warp, active, lanes);
    splitGeneric(active, lanes, split);
    const values = [active, split.shared, split.local];
    for (let lane = 0, left = split.shared; left !== 0; lane++, left >>>= 1)
      if (left & 1) values.push(lanes.low[lane] ?? 0);
    return values;
  };
}

function copySign(
  { operands }: Instruction,
  names: Names,
  widthOf: PartRequest['widthOf'],
): Sign | undefined {
  const [to, from] = [addressStep(operands[0], names), addressStep(operands[1], names)];
  const size = operands[2]?.kind === 'integer' ? Number(operands[2].value) : 0;
  if (to === undefined || from === undefined) return undefined;
  const sizes = operands[3] === undefined ? [] : registersOf(operands[3], names);
  const ofSizes = signOf(sizes, widthOf);
  const lanes = new LaneWords();
  const whole = new Float64Array(64);
  return (warp, active) => {
    const values = [...ofSizes(warp, active)];
    to.step(warp, active, lanes);
    for (let lane = 0, left = active; left !== 0; lane++, left >>>= 1)
      if (left & 1) values.push(lanes.low[lane] ?? 0);
    from.step(warp, active, lanes);
    for (let lane = 0; lane < 32; lane++)
      whole[lane] = (lanes.high[lane] ?? 0) * 2 ** 32 + ((lanes.low[lane] ?? 0) >>> 0);
    values.push(Number(hasPlainCost(whole, active, size)));
    return values;
  };
}
