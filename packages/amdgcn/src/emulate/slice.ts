/**
 * The data flow of machine code instructions, for core's slice: the instructions whose results the accesses need.
 *
 *     v_lshlrev_b32 v1, 2, v0       required: v1 is the address below
 *     ds_read_b32 v2, v1            made and recorded; its result is not required
 *     v_mfma_... a[0:3], v2, ...    not computed
 *
 * Places are registers by their ids of `waits.ts`, and the two memories. Addresses, lane masks, descriptors and M0 of memory
 * instructions are needed in any case, scalar memory is executed as a whole (its addresses are few, and it reads arguments).
 * An instruction that touches registers nobody knows beforehand (relative moves), or a jump to a computed address, makes
 * everything required.
 */
import { type Slice, sliceOf, type DataFlow } from '@ldscope/core';
import { dsPlaces } from '../isa/ds/ds.ts';
import { type Facts, factsOf, isComputation, lanesOf, maskOf, useOf } from '../isa/facts.ts';
import { memoryParts } from '../isa/memory/memory.ts';
import type { RegisterUse } from '../state/compile.ts';
import type { CodeMode } from '../state/target.ts';
import { scalarNumber } from '../state/scalars.ts';
import { vectorRow } from '../state/uses.ts';
import { SCALAR_ID } from '../state/waits.ts';
import { EXEC, M0, SCC_NUMBER, VCC } from '../state/wave.ts';
import type { Instruction, Operand, Program } from '../text/program.ts';
import { instructionsWithFullExec } from './full-masks.ts';

/** Vector registers in active lanes; in inactive lanes they come next, then scalars and memories. */
const VECTORS = SCALAR_ID;
const INACTIVE = VECTORS;
const SCALARS = 2 * VECTORS;
export const LDS_PLACE = SCALARS + 256;
export const MEMORY_PLACE = LDS_PLACE + 1;
const PLACES = MEMORY_PLACE + 1;

/** Registers that places are of, by their ids of `waits.ts`, each once; memories are left out. */
export function registersAt(places: readonly number[]): number[] {
  const ids = places.flatMap((place) => {
    if (place >= LDS_PLACE) return [];
    return place >= SCALARS ? place - SCALARS + SCALAR_ID : place % VECTORS;
  });
  return [...new Set(ids)];
}

/** Registers that an instruction replaces in all lanes. */
export function replacedRegisters(places: readonly number[]): number[] {
  const all = new Set(places);
  return registersAt(places.filter((place) => place >= VECTORS || all.has(place + INACTIVE)));
}

/** The input of `sliceOf` for a slice over registers alone. */
export const REGISTER_PLACES = { places: PLACES, shared: [], vectors: VECTORS } as const;

export const isExecPlace = (place: number): boolean =>
  place === SCALARS + EXEC || place === SCALARS + EXEC + 1;

/** The reads and writes of an instruction, in the lanes of exec; `undefined` where they are not known. */
export function registerFlow(instruction: Instruction, mode: CodeMode): DataFlow | undefined {
  const use = useOf(instruction, mode);
  if (use === undefined) return undefined;
  const { needs, reads, writes, replaces, mask } = flowOf(instruction, use, false, {
    mode,
    late: false,
    ofGlobal: true,
  });
  const isRegister = (place: number): boolean => place < LDS_PLACE;
  const { unit } = factsOf(instruction, mode.target);
  const isVector = unit !== 'SALU' && unit !== 'SMEM';
  return {
    needs: needs.filter(isRegister),
    reads: [...reads.filter(isRegister), ...(isVector ? execIds(mode) : NOTHING)],
    writes: writes.filter(isRegister),
    replaces,
    mask,
  };
}

/** Where the private memory of a wave begins on CDNA. */
const FLAT_SCRATCH = [102, 103];

/** The facts about a kernel that its slice depends on. */
export interface SliceRequest {
  readonly program: Program;
  readonly entry: number;
  /** All instructions that the kernel can execute, ascending. */
  readonly reached: readonly number[];
  readonly successors: (number: number) => readonly number[];
  readonly mode: CodeMode;
  /** All waves begin with all lanes. */
  readonly beginsFull: boolean;
  /** Data of loads arrives when it is waited for, and the old value stays until then. */
  readonly late: boolean;
  /** The addresses of global memory count as well as those of LDS. */
  readonly ofGlobal: boolean;
}

type FlowRequest = Pick<SliceRequest, 'mode' | 'late' | 'ofGlobal'>;

/** Registers that are not named, jumps to addresses, and a mode in which vector instructions have no effect. */
const isOpaque = ({ hidden, control }: Facts): boolean =>
  hidden === 'indices' || ['call', 'jump', 'far-call', 'skip', 'unknown'].includes(control);

/** A slice with its input. */
export interface KernelSlice extends Slice {
  flow(number: number): DataFlow;
}

/** The slice of a kernel; `undefined` where everything has to be computed. */
export function sliceOfKernel(request: SliceRequest): KernelSlice | undefined {
  const { program, reached, successors, entry, mode, beginsFull } = request;
  // The registers of an instruction are computed at each use: stored, they would take most of the memory of a kernel.
  const useAt = (number: number): RegisterUse | undefined => {
    const instruction = program.instructions[number];
    return instruction && useOf(instruction, mode);
  };
  for (const number of reached) {
    const instruction = program.instructions[number];
    if (instruction === undefined || isOpaque(factsOf(instruction, mode.target))) return undefined;
  }
  const isFull = instructionsWithFullExec(
    {
      instructions: reached,
      entry,
      successors,
      instruction: (number) => program.instructions[number],
      use: useAt,
      mode,
    },
    beginsFull,
  );
  const flow = (number: number): DataFlow => {
    const instruction = program.instructions[number];
    const use = useAt(number);
    if (instruction === undefined || use === undefined) throw new RangeError(`no ${number}`);
    return flowOf(instruction, use, isFull(number), request);
  };
  const slice = sliceOf({
    instructions: reached,
    successors,
    places: PLACES,
    shared: [LDS_PLACE, MEMORY_PLACE],
    vectors: VECTORS,
    flow,
  });
  return {
    wants: (number) => slice.wants(number),
    wantsMemory: (place) => slice.wantsMemory(place),
    flow,
  };
}

/** Instructions whose results are their only effect: they need not be executed where the results are not required. */
export function isPure(instruction: Instruction, mode: CodeMode): boolean {
  const { rows = [], scalars = [] } = useOf(instruction, mode)?.writes ?? {};
  return rows.length + scalars.length > 0 && isComputation(factsOf(instruction, mode.target));
}

const NOTHING: readonly number[] = [];

function flowOf(
  instruction: Instruction,
  registers: RegisterUse,
  isFull: boolean,
  request: FlowRequest,
): DataFlow {
  const { mode, late } = request;
  const facts = factsOf(instruction, mode.target);
  const writes = idsOf(registers.writes);
  const kept = facts.keeps === true ? writes : NOTHING;
  const reads = [...idsOf(registers.reads), ...specialsOf(instruction), ...kept];
  const mask = maskOf(instruction, facts, registers);
  switch (facts.unit) {
    case 'SMEM': {
      const replaces = late ? NOTHING : writes;
      if (request.ofGlobal) return { needs: reads, reads: NOTHING, writes, replaces, mask };
      const isStore = facts.memory === 'store' || facts.memory === 'atomic';
      const into = isStore ? [...writes, MEMORY_PLACE] : writes;
      return { needs: NOTHING, reads, writes: into, replaces, mask };
    }
    case 'LDS':
      return ldsFlow(instruction, { reads, writes, isFull }, request);
    case 'VMEM':
      return memoryFlow(instruction, { reads, writes, isFull }, request);
    default: {
      const isOwn = lanesOf(instruction, facts) === 'own';
      const from = isOwn ? reads : inAllLanes(reads);
      return {
        ...(isComputation(facts)
          ? { needs: NOTHING, reads: from }
          : { needs: from, reads: NOTHING }),
        writes: isOwn ? writes : inAllLanes(writes),
        replaces: replacedBy(instruction, facts, writes, isFull),
        mask,
      };
    }
  }
}

/** Vector registers in active and inactive lanes. */
const inAllLanes = (places: readonly number[]): number[] =>
  places.flatMap((place) => (place < VECTORS ? [place, place + INACTIVE] : [place]));

/** Modifiers under which a result keeps a part of the register, or lanes of it. */
const PARTIAL = ['op_sel', 'dst_sel', 'dst_unused'];

/**
 * The registers that an instruction without memory replaces: the active lanes of vector registers, and scalars with a bit
 * per lane if all lanes are active.
 */
function replacedBy(
  instruction: Instruction,
  facts: Facts,
  writes: readonly number[],
  isFull: boolean,
): readonly number[] {
  const { modifiers, operands, paired } = instruction;
  const { unit, single } = facts;
  if (unit === 'SALU' || single === 'reads' || single === 'reads-first') return writes;
  // Matrix products ignore exec.
  if (unit === 'MFMA' && facts.lanes === 'all') return inAllLanes(writes);
  const isPartial =
    paired !== undefined ||
    lanesOf(instruction, facts) !== 'own' ||
    PARTIAL.some((name) => modifiers.has(name)) ||
    operands.some((operand) => operand.kind === 'register' && operand.half !== undefined);
  if (isPartial) return NOTHING;
  return isFull ? inAllLanes(writes) : writes.filter((place) => place < VECTORS);
}

interface Ids {
  readonly reads: readonly number[];
  readonly writes: readonly number[];
  readonly isFull: boolean;
}

/** What a load replaces: where half of a register stays, that is a source. */
function loaded({ writes, isFull }: Ids, { late }: FlowRequest): readonly number[] {
  if (late) return NOTHING;
  return isFull ? inAllLanes(writes) : writes;
}

/** The ids of exec, which every memory instruction reads. */
const execIds = ({ waveSize }: CodeMode): readonly number[] =>
  waveSize === 32 ? [SCALARS + EXEC] : [SCALARS + EXEC, SCALARS + EXEC + 1];

function ldsFlow(instruction: Instruction, ids: Ids, request: FlowRequest): DataFlow {
  const exec = execIds(request.mode);
  const replaces = loaded(ids, request);
  const places = dsPlaces(instruction);
  // Exchanges between lanes: the active lanes are recorded, and the exchanged values are a result.
  if (places === undefined)
    return { needs: exec, reads: inAllLanes(ids.reads), writes: ids.writes, replaces };
  const { addressOperand: address, reads: isRead, writes: isWritten } = places;
  const needs = [
    ...exec,
    ...(address === undefined ? [SCALARS + M0] : idsOfOperand(instruction.operands[address])),
  ];
  return {
    needs,
    reads: isRead ? [...ids.reads, LDS_PLACE] : ids.reads,
    writes: isWritten ? [...ids.writes, LDS_PLACE] : ids.writes,
    replaces,
  };
}

function memoryFlow(instruction: Instruction, ids: Ids, request: FlowRequest): DataFlow {
  const parts = memoryParts(instruction);
  if (parts === undefined || parts.kind === 'idle')
    return { needs: ids.reads, reads: NOTHING, writes: ids.writes, replaces: NOTHING };
  const { kind, address, addressOperands, dataOperand, direction } = parts;
  const addresses = addressOperands.flatMap((at) => idsOfOperand(instruction.operands[at]));
  const isPrivate = address.space === 'scratch' || address.space === 'flat';
  const scratch = isPrivate ? FLAT_SCRATCH.map((scalar) => SCALARS + scalar) : NOTHING;
  const inLds =
    kind === 'async'
      ? idsOfOperand(instruction.operands[dataOperand])
      : kind === 'lds'
        ? [SCALARS + M0]
        : NOTHING;
  // The address of a flat access decides whether it is one of LDS.
  const isCounted = request.ofGlobal || address.space === 'flat';
  const globalNeeds = [...addresses, ...scratch];
  const isCopy = kind === 'lds' || kind === 'async';
  const exec = execIds(request.mode);
  const needs = [
    ...(isCounted || isCopy ? exec : NOTHING),
    ...(isCounted ? globalNeeds : NOTHING),
    ...inLds,
  ];
  const flat = address.space === 'flat' ? [LDS_PLACE] : NOTHING;
  const reads = [...ids.reads, ...globalNeeds, ...exec];
  const from = [MEMORY_PLACE, ...flat];
  switch (kind) {
    case 'load':
      return {
        needs,
        reads: [...reads, ...from],
        writes: ids.writes,
        replaces: loaded(ids, request),
      };
    case 'store':
      return { needs, reads, writes: from, replaces: NOTHING };
    case 'lds':
      return { needs, reads: [...reads, MEMORY_PLACE], writes: [LDS_PLACE], replaces: NOTHING };
    case 'async': {
      const [source, target] =
        direction === 'to-lds' ? [MEMORY_PLACE, LDS_PLACE] : [LDS_PLACE, MEMORY_PLACE];
      return { needs, reads: [...reads, source], writes: [target], replaces: NOTHING };
    }
    case 'atomic':
      return {
        needs,
        reads: [...reads, ...from],
        writes: [...ids.writes, ...from],
        replaces: NOTHING,
      };
  }
}

const idsOf = ({ rows, scalars }: RegisterUse['reads']): number[] => [
  ...rows,
  ...scalars.map((scalar) => SCALARS + scalar),
];

function idsOfOperand(operand: Operand | undefined): number[] {
  if (operand === undefined) return [];
  const count = operand.kind === 'register' ? operand.count : 2;
  const row = vectorRow(operand);
  const scalar = scalarNumber(operand);
  const first = row ?? (scalar === undefined ? undefined : SCALARS + scalar);
  return first === undefined ? [] : Array.from({ length: count }, (_, n) => first + n);
}

/** Registers that are read under other names. */
const SPECIALS: Readonly<Record<string, readonly number[]>> = {
  scc: [SCC_NUMBER],
  src_scc: [SCC_NUMBER],
  vccz: [VCC, VCC + 1],
  src_vccz: [VCC, VCC + 1],
  execz: [EXEC, EXEC + 1],
  src_execz: [EXEC, EXEC + 1],
};

function specialsOf({ operands, paired }: Instruction): number[] {
  const named = [...operands, ...(paired?.operands ?? [])].flatMap((operand) =>
    operand.kind === 'special' ? (SPECIALS[operand.name] ?? []) : [],
  );
  return named.map((scalar) => SCALARS + scalar);
}
