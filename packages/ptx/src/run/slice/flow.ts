/**
 * What an instruction of PTX does to registers and memories, for the slice of core.
 *
 *     ld.shared.f32 %f1, [%r3]     needs r3, whatever becomes of f1; gives f1 what shared memory holds
 *     st.global.f32 [%rd1], %f1    needs rd1: the access is made. What it stores is not required: see below
 *     @%p1 add.s32 %r3, %r3, 4     reads r3 and p1 for r3
 *
 * Places are those of registers in the file of a warp, or numbers below 0. Global memory is not among them: that a kernel passes
 * something on there which an address depends on is noticed while it runs (`LeftOut` of core). Barriers, waits and copies in
 * bulk are executed whole, with all that they read.
 */
import type { DataFlow } from '@ldscope/core';
import { changesNothing, isComputation } from '../../isa/compile.ts';
import { spacesOf } from '../../isa/async/bulk.ts';
import { spaceOf } from '../../isa/memory/context.ts';
import type { Names } from '../../isa/operands.ts';
import type { Instruction, Operand, PtxFunction } from '../../text/program.ts';
import { effectsOf } from '../unknown/effects.ts';

export const SHARED_PLACE = -2;
/** Private memory of the lanes, frames among it. */
export const LOCAL_PLACE = -3;

export type Flow = Pick<DataFlow, 'needs' | 'reads' | 'writes'>;

/** Where an instruction is, and what counts. */
export interface FlowRequest {
  readonly names: Names;
  readonly of: PtxFunction;
  /** The addresses of global memory count as well as those of shared memory. */
  readonly ofGlobal: boolean;
}

const NONE: readonly number[] = [];
const NO_EFFECT: Flow = { needs: NONE, reads: NONE, writes: NONE };

const CONTROLS: ReadonlySet<string> = new Set('bra brx ret exit trap brkpt bar barrier'.split(' '));

/** What an instruction does; `undefined` for one that nobody looked at, with which everything is required. */
export function flowOf(instruction: Instruction, request: FlowRequest): Flow | undefined {
  const { opcode, modifiers, guard } = instruction;
  const { names } = request;
  if (changesNothing(opcode)) return NO_EFFECT;
  const effects = effectsOf(instruction, names);
  const guards = guard === undefined ? NONE : [names.offsetOf(guard.register.id)];
  const { writes, addresses } = effects;
  const reads = [...guards, ...effects.reads];
  if (isComputation(instruction)) return { needs: NONE, reads, writes };
  if (CONTROLS.has(opcode)) return { needs: reads, reads: NONE, writes: effects.reads };
  switch (opcode) {
    case 'call':
      return { needs: [...reads, LOCAL_PLACE], reads: NONE, writes: effects.reads };
    case 'fence':
    case 'membar':
      return NO_EFFECT;
    case 'alloca':
    case 'stacksave':
    case 'stackrestore':
      return { needs: [...reads, ...writes], reads: NONE, writes };
    case 'mbarrier':
      return { needs: reads, reads: NONE, writes };
    case 'wgmma':
      return modifiers[0] === 'mma_async'
        ? { needs: [...guards, ...addresses], reads: [...reads, SHARED_PLACE], writes }
        : NO_EFFECT;
    case 'cp':
      return copyFlow(instruction, guards, reads, request);
    // Texels are in global memory. A fetch takes any coordinates; an access of a surface may be outside of it.
    case 'tex':
    case 'tld4':
    case 'txq':
    case 'suq':
      return { needs: request.ofGlobal ? [...guards, ...addresses] : NONE, reads, writes };
    case 'suld':
    case 'sust':
    case 'sured': {
      const where = registersOf(instruction.operands[opcode === 'suld' ? 1 : 0], names);
      return { needs: request.ofGlobal ? [...guards, ...where] : NONE, reads, writes };
    }
    case 'ld':
    case 'ldu':
    case 'st':
    case 'atom':
    case 'red':
    case 'ldmatrix':
    case 'stmatrix':
    case 'wmma': {
      if (modifiers.includes('async')) return { needs: reads, reads: NONE, writes: [SHARED_PLACE] };
      const { memories, isCounted } = memoriesOf(instruction, request);
      const pitch = opcode === 'wmma' ? registersOf(instruction.operands[2], names) : NONE;
      const where = [...guards, ...addresses, ...pitch];
      const stores = !['ld', 'ldu', 'ldmatrix'].includes(opcode) && modifiers[0] !== 'load';
      return {
        needs: isCounted ? where : NONE,
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
  { opcode, modifiers, operands }: Instruction,
  { of, ofGlobal }: FlowRequest,
): { readonly memories: readonly number[]; readonly isCounted: boolean } {
  switch (spaceOf(modifiers)) {
    case 'shared':
      return { memories: [SHARED_PLACE], isCounted: true };
    case 'local':
      return { memories: [LOCAL_PLACE], isCounted: ofGlobal };
    case 'param': {
      const address = operands[opcode === 'st' ? 0 : 1];
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
  if (modifiers.some((name) => /^(?:commit_group|wait_group|wait_all|prefetch)$/.test(name)))
    return NO_EFFECT;
  if (modifiers.includes('mbarrier')) return { needs: reads, reads: NONE, writes: NONE };
  const [to, from] = modifiers.includes('bulk') ? spacesOf(modifiers) : ['shared', 'global'];
  // Where the sources of a copy through L1 are has a part in its cost.
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
