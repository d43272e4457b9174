/**
 * The facts about an instruction of SASS, by its row: the only source for the slice, for quiet regions and for the execution.
 *
 *     @P0 IADD3 R2, P1, R4, R6, RZ      reads P0, R4, R6      writes R2, P1      a step
 *     @!P1 STS [R2], R6                 needs P1, R2          reads R6           writes shared memory
 *     HMMA.16816.F32 R4, R8, R10, R4    writes R4 to R7, with what is not known: it has no step
 *
 * Places are numbers of registers, predicates behind them, and memories (`operands.ts`).
 */
import type { DataFlow } from '@ldscope/core';
import { accessOf, type SassAccess } from './accesses.ts';
import type { Operation } from './execute/sources.ts';
import {
  GLOBAL_PLACE,
  isTrue,
  isZero,
  LOCAL_PLACE,
  predicateNumber,
  PREDICATES,
  REDUCED_PLACE,
  registerNumber,
  REGISTERS,
  SHARED_PLACE,
  sassOperand,
  type SassOperand,
} from './operands.ts';
import type { SassInstruction } from './program.ts';
import type { SassMemory, SassRow } from './rows.ts';
import { rowOf } from './instructions.ts';

/** Every register, and every predicate. */
const ALL: readonly number[] = Array.from({ length: REGISTERS + PREDICATES }, (_, i) => i).filter(
  (place) => !(place < REGISTERS ? isZero(place) : isTrue(place - REGISTERS)),
);

export interface Facts {
  /** `undefined` for an instruction that may do anything. */
  readonly row: SassRow | undefined;
  readonly operands: readonly SassOperand[];
  /** How it computes its results; `undefined` where they are not known. */
  readonly operation: Operation | undefined;
  /** Absent too where its form is not known. */
  readonly access: SassAccess | undefined;
  /** Lanes may touch shared memory. */
  readonly touchesShared: boolean;
  /** Its predicate; -1 for none. */
  readonly guard: number;
  readonly negated: boolean;
  /** Registers and predicates that it writes. */
  readonly words: readonly number[];
  readonly bits: readonly number[];
  /** Places, without the predicates that decide where lanes go. */
  readonly flow: Pick<DataFlow, 'needs' | 'reads' | 'writes' | 'replaces'>;
  /** Predicates, and registers, that decide where lanes go. */
  readonly decides: readonly number[];
}

const MEMORIES: Readonly<Record<SassMemory['space'], readonly number[]>> = {
  shared: [SHARED_PLACE],
  global: [GLOBAL_PLACE],
  local: [LOCAL_PLACE],
  generic: [SHARED_PLACE, GLOBAL_PLACE],
};

export function factsOf(instruction: SassInstruction): Facts {
  const { predicate, modifiers } = instruction;
  const guard = predicate === undefined ? -1 : predicateNumber(predicate.register);
  const row = guard === undefined ? undefined : rowOf(instruction.opcode);
  // `RET.REL.NODEC R20 `(kernel)`: the register, and the function that it is in.
  const operands = instruction.operands.map((text) => sassOperand(text.replace(/ `\(.*$/, '')));
  const operation = row?.make?.(operands, modifiers);
  const memory = typeof row?.memory === 'object' ? row.memory : undefined;
  const access = memory && accessOf(instruction, memory);
  const written = operation?.writes ?? resultsOf(instruction, operands, row);
  const guards = guard === undefined || guard < 0 || isTrue(guard) ? [] : [REGISTERS + guard];
  const isCounted = memory?.space === 'shared' || memory?.space === 'generic';
  // Without a step it may write less than it says.
  const isExact = operation !== undefined || access !== undefined;
  return {
    row,
    operands,
    operation,
    access,
    touchesShared: isCounted,
    guard: guard ?? -1,
    negated: predicate?.negated === true,
    words: written.filter((place) => place < REGISTERS),
    bits: written.filter((place) => place >= REGISTERS).map((place) => place - REGISTERS),
    flow: {
      needs: isCounted && access ? [...guards, ...placed(access)] : [],
      reads: row === undefined ? [] : [...guards, ...readsOf(row, operation, access, operands)],
      writes: [...written, ...memoriesWritten(row)],
      replaces: predicate === undefined && isExact ? written : [],
    },
    decides: decidesOf(row, operands, guards),
  };
}

/** What an instruction reads; results without a step depend on nothing that would have to be known. */
function readsOf(
  { control }: SassRow,
  operation: Operation | undefined,
  access: SassAccess | undefined,
  operands: readonly SassOperand[],
): readonly number[] {
  if (operation !== undefined) return operation.reads;
  if (control === 'barrier') return placesIn(operands);
  if (control === 'reduced') return [REDUCED_PLACE];
  if (access === undefined) return [];
  const { does, space, address, from, sources, words } = access;
  const isStore = does === 'store' || does === 'matrix store';
  const data = sources.flatMap((source) =>
    source.kind === 'register' ? wordsFrom(source.number, words) : placesIn([source]),
  );
  const memories = does === 'copy' ? [GLOBAL_PLACE] : isStore ? [] : MEMORIES[space];
  return [...address.reads, ...(from?.reads ?? []), ...data, ...memories];
}

/** Where an access is; the cost of a copy depends on its sources, and on whether a lane copies at all. */
const placed = ({ address, from, does, sources }: SassAccess): readonly number[] => [
  ...address.reads,
  ...(from?.reads ?? []),
  ...(does === 'copy' ? placesIn(sources) : []),
];

function memoriesWritten(row: SassRow | undefined): readonly number[] {
  const { memory, control } = row ?? {};
  if (memory === 'arrives') return [SHARED_PLACE];
  if (control === 'barrier') return [REDUCED_PLACE];
  if (typeof memory !== 'object' || memory.does === 'load' || memory.does === 'matrix load')
    return [];
  return memory.does === 'copy' ? [SHARED_PLACE] : MEMORIES[memory.space];
}

const wordsFrom = (register: number, count: number): readonly number[] =>
  isZero(register) ? [] : Array.from({ length: count }, (_, i) => register + i);

/** Registers and predicates that operands name. */
function placesIn(operands: readonly SassOperand[]): readonly number[] {
  return operands.flatMap((operand) => {
    if (operand.kind === 'register') return isZero(operand.number) ? [] : [operand.number];
    if (operand.kind === 'predicate')
      return isTrue(operand.number) ? [] : [REGISTERS + operand.number];
    return [];
  });
}

/** The predicates of a branch, the register of a return, the lanes and numbers of a barrier. */
function decidesOf(
  row: SassRow | undefined,
  operands: readonly SassOperand[],
  guards: readonly number[],
): readonly number[] {
  if (row === undefined || row.control === 'none' || row.control === 'reduced') return [];
  // The predicate of a reduction is its data.
  const isData = row.control === 'barrier';
  const own = isData ? operands.filter(({ kind }) => kind === 'register') : operands;
  return [...guards, ...placesIn(own)];
}

/** The places of the results of an instruction without a step: predicates, registers, carries behind them. */
function resultsOf(
  { modifiers, operands: texts }: SassInstruction,
  operands: readonly SassOperand[],
  row: SassRow | undefined,
): readonly number[] {
  if (row === undefined || row.results === 'all') return ALL;
  if (row.control !== 'none' && row.control !== 'reduced' && row.control !== 'clear') return [];
  if (row.memory === 'hint' || row.memory === 'arrives') return [];
  const count = typeof row.results === 'number' ? row.results : row.results(modifiers);
  const isPredicate = (at: number): boolean => operands[at]?.kind === 'predicate';
  let end = 0;
  while (end < 2 && isPredicate(end)) end++;
  const register = registerNumber((texts[end] ?? '').replace(/\..*$/, ''));
  const own = count === 0 || register === undefined ? [] : wordsFrom(register, count);
  let last = register === undefined || count === 0 ? end : end + 1;
  if (last > end) while (last < end + 3 && isPredicate(last)) last++;
  const predicates = operands
    .slice(0, last)
    .filter((operand) => operand.kind === 'predicate' && !operand.negated);
  return [...own, ...placesIn(predicates)];
}
