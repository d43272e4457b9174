/**
 * The data flow of PTX instructions through registers and memories, for core's slice.
 *
 *     ld.shared.f32 %f1, [%r3]     needs r3, even if f1 is unused; f1 gets the content of shared memory
 *     st.global.f32 [%rd1], %f1    needs rd1: the access is made. The stored data is not required: see below
 *     @%p1 add.s32 %r3, %r3, 4     reads r3 and p1 for r3
 *
 * Places are those of registers in the file of a warp, or numbers below 0. Global memory is not among them: if an address
 * depends on data that a kernel passes through it, this is noticed while the kernel runs (`LeftOut` of core). Barriers,
 * waits and copies in bulk are executed whole, with all that they read.
 */
import type { DataFlow } from '@ldscope/core';
import { spacesOf } from '../../isa/async/bulk.ts';
import { spaceOf } from '../../isa/memory/context.ts';
import type { Names } from '../../isa/operands.ts';
import { accessOperand, changesNothing, factsOf, isComputation } from '../../rows/facts.ts';
import type { Instruction, Operand, PtxFunction } from '../../text/program.ts';
import { effectsOf } from '../unknown/effects.ts';

export const SHARED_PLACE = -2;
/** Private memory of the lanes, frames among it. */
export const LOCAL_PLACE = -3;

export type Flow = Pick<DataFlow, 'needs' | 'reads' | 'writes'>;

/** The position of an instruction, and the memories that count. */
export interface FlowRequest {
  readonly names: Names;
  readonly of: PtxFunction;
  /** The addresses of global memory count as well as those of shared memory. */
  readonly ofGlobal: boolean;
}

const NONE: readonly number[] = [];
const NO_EFFECT: Flow = { needs: NONE, reads: NONE, writes: NONE };

/** The flow of an instruction; `undefined` for an unknown instruction, with which everything is required. */
export function flowOf(instruction: Instruction, request: FlowRequest): Flow | undefined {
  const { guard } = instruction;
  const { names } = request;
  if (changesNothing(instruction)) return NO_EFFECT;
  const effects = effectsOf(instruction, names);
  const guards = guard === undefined ? NONE : [names.offsetOf(guard.register.id)];
  const { writes, addresses } = effects;
  const reads = [...guards, ...effects.reads];
  if (isComputation(instruction)) return { needs: NONE, reads, writes };
  const { memory, control, hidden } = factsOf(instruction);
  if (control === 'call')
    return { needs: [...reads, LOCAL_PLACE], reads: NONE, writes: effects.reads };
  if (control !== 'none')
    return { needs: reads, reads: NONE, writes: [...writes, ...effects.reads] };
  if (hidden === 'stack') return { needs: [...reads, ...writes], reads: NONE, writes };
  const where = [...guards, ...addresses];
  switch (memory) {
    case 'order':
    case 'fence':
      return NO_EFFECT;
    case 'mbarrier':
    case 'mbarrier-test':
      return { needs: reads, reads: NONE, writes };
    case 'product':
      return { needs: where, reads: [...reads, SHARED_PLACE], writes };
    case 'copy':
      return copyFlow(instruction, guards, reads, request);
    // Texels are in global memory. A fetch takes any coordinates; an access of a surface may be outside of it.
    case 'texture':
    case 'texture-query':
      return { needs: request.ofGlobal ? where : NONE, reads, writes };
    case 'surface-load':
    case 'surface-store': {
      const place = registersOf(instruction.operands[accessOperand(instruction)], names);
      return { needs: request.ofGlobal ? [...guards, ...place] : NONE, reads, writes };
    }
    case 'async':
      return { needs: reads, reads: NONE, writes: [SHARED_PLACE] };
    case 'load':
    case 'matrix-load':
    case 'store':
    case 'atomic':
    case 'matrix-store':
    case 'tile-load':
    case 'tile-store': {
      const { memories, isCounted } = memoriesOf(instruction, request);
      const isTile = memory === 'tile-load' || memory === 'tile-store';
      const pitch = isTile ? registersOf(instruction.operands[2], names) : NONE;
      const stores = !['load', 'matrix-load', 'tile-load'].includes(memory);
      return {
        needs: isCounted ? [...where, ...pitch] : NONE,
        reads: [...reads, ...memories],
        writes: stores ? [...writes, ...memories] : writes,
      };
    }
    default:
      return undefined;
  }
}

/** Registers of an operand, by their places. */
export function registersOf(operand: Operand | undefined, names: Names): readonly number[] {
  switch (operand?.kind) {
    case 'register':
      return [names.offsetOf(operand.register.id)];
    case 'special':
      return [names.special(operand.name)];
    case 'address':
      return [operand.base, ...operand.coordinates].flatMap((one) => registersOf(one, names));
    case 'vector':
    case 'list':
      return operand.elements.flatMap((one) => registersOf(one, names));
    case 'pair':
      return [operand.first, operand.second].flatMap((one) => registersOf(one, names));
    default:
      return NONE;
  }
}

/** Places of memory that an access may touch, and whether its address counts. */
function memoriesOf(
  instruction: Instruction,
  { of, ofGlobal }: FlowRequest,
): { readonly memories: readonly number[]; readonly isCounted: boolean } {
  const { modifiers, operands } = instruction;
  switch (spaceOf(modifiers)) {
    case 'shared':
      return { memories: [SHARED_PLACE], isCounted: true };
    case 'local':
      return { memories: [LOCAL_PLACE], isCounted: ofGlobal };
    case 'param': {
      const address = operands[accessOperand(instruction)];
      const base = address?.kind === 'address' ? address.base : undefined;
      const inKernel =
        of.isEntry &&
        (base?.kind !== 'symbol' || of.parameters.some(({ name }) => name === base.name));
      return { memories: inKernel ? NONE : [LOCAL_PLACE], isCounted: ofGlobal };
    }
    case 'const':
    case 'global':
      return { memories: NONE, isCounted: ofGlobal };
    case 'generic':
      return { memories: [SHARED_PLACE, LOCAL_PLACE], isCounted: true };
  }
}

/** `cp.async` of threads, and copies in bulk. */
function copyFlow(
  { modifiers, operands }: Instruction,
  guards: readonly number[],
  reads: readonly number[],
  { names, ofGlobal }: FlowRequest,
): Flow {
  const [to, from] = modifiers.includes('bulk') ? spacesOf(modifiers) : ['shared', 'global'];
  // The addresses of the sources of a copy through L1 affect its cost.
  const isFarCounted = ofGlobal || to === from || modifiers[1] === 'ca';
  const far = operands[to === 'global' ? 0 : 1];
  // A box is chosen by coordinates, which are registers of the operand behind that of the map.
  const apart = new Set(
    isFarCounted
      ? NONE
      : modifiers.includes('tensor') && far?.kind === 'address'
        ? far.coordinates.flatMap((one) => registersOf(one, names))
        : registersOf(far, names),
  );
  const near = operands
    .filter((operand) => operand !== far)
    .flatMap((one) => registersOf(one, names));
  const needs = [...guards, ...reads.filter((place) => !apart.has(place)), ...near];
  return {
    needs,
    reads: [...reads, ...(from === 'shared' ? [SHARED_PLACE] : NONE)],
    writes: to === 'shared' ? [SHARED_PLACE] : NONE,
  };
}
