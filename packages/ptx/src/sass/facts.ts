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

export interface Facts {
  /** `undefined` for an instruction that may do anything. */
  readonly row: SassRow | undefined;
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

const ALL_WORDS: readonly number[] = Array.from({ length: REGISTERS }, (_, i) => i).filter(
  (register) => !isZero(register),
);
const ALL_BITS: readonly number[] = Array.from({ length: PREDICATES }, (_, i) => i).filter(
  (predicate) => !isTrue(predicate),
);

export function factsOf(instruction: SassInstruction): Facts {
  const { predicate } = instruction;
  const guard = predicate === undefined ? -1 : predicateNumber(predicate.register);
  const row = guard === undefined ? undefined : rowOf(instruction.opcode);
  // `RET.REL.NODEC R20 `(kernel)`: the register, and the function that it is in.
  const operands = instruction.operands.map((text) => sassOperand(text.replace(/ `\(.*$/, '')));
  const operation = row?.make?.(operands, instruction.modifiers);
  const memory = row !== undefined && typeof row.memory === 'object' ? row.memory : undefined;
  const access = memory && accessOf(instruction, memory);
  const written = operation?.writes ?? resultsOf(instruction, operands, row);
  const guards = guard === undefined || guard < 0 || isTrue(guard) ? [] : [REGISTERS + guard];
  const flow = { ...flowOf(row, operation, access, memory, operands, guards), ...writesOf() };
  function writesOf(): Pick<DataFlow, 'writes' | 'replaces'> {
    const memories = memory === undefined ? [] : memoriesOf(memory, false);
    const others =
      row?.memory === 'arrives'
        ? [SHARED_PLACE]
        : row?.control === 'barrier'
          ? [REDUCED_PLACE]
          : memories;
    // Without a step it may write less than it says.
    const isExact = operation !== undefined || access !== undefined;
    return {
      writes: [...written, ...others],
      replaces: predicate === undefined && isExact ? written : [],
    };
  }
  return {
    row,
    operation,
    access,
    touchesShared: memory?.space === 'shared' || memory?.space === 'generic',
    guard: guard ?? -1,
    negated: predicate?.negated === true,
    words: written.filter((place) => place < REGISTERS),
    bits: written.filter((place) => place >= REGISTERS).map((place) => place - REGISTERS),
    flow,
    decides: decidesOf(row, operands, guards),
  };
}

/** Needs and reads of an instruction; results without a step depend on nothing that would have to be known. */
function flowOf(
  row: SassRow | undefined,
  operation: Operation | undefined,
  access: SassAccess | undefined,
  memory: SassMemory | undefined,
  operands: readonly SassOperand[],
  guards: readonly number[],
): Pick<DataFlow, 'needs' | 'reads'> {
  if (row === undefined) return { needs: [], reads: [] };
  if (operation !== undefined) return { needs: [], reads: [...guards, ...operation.reads] };
  if (row.control === 'barrier') return { needs: [], reads: [...guards, ...placesIn(operands)] };
  if (row.control === 'reduced') return { needs: [], reads: [...guards, REDUCED_PLACE] };
  if (memory === undefined || access === undefined) return { needs: [], reads: guards };
  const isCounted = memory.space === 'shared' || memory.space === 'generic';
  const addresses = [...access.address.reads, ...(access.from?.reads ?? [])];
  // The cost of a copy depends on its sources, and on whether a lane copies at all.
  const ofCopy = memory.does === 'copy' ? placesIn(access.sources) : [];
  const data = access.sources.flatMap((source) =>
    source.kind === 'register'
      ? wordsFrom(source.number, access.words).filter((register) => !isZero(register))
      : placesIn([source]),
  );
  return {
    needs: isCounted ? [...guards, ...addresses, ...ofCopy] : [],
    reads: [...guards, ...addresses, ...data, ...memoriesOf(memory, true)],
  };
}

const wordsFrom = (register: number, count: number): readonly number[] =>
  isZero(register) ? [register] : Array.from({ length: count }, (_, i) => register + i);

/** Memories that an access reads, or that it writes. */
function memoriesOf({ does, space }: SassMemory, isRead: boolean): readonly number[] {
  if (does === 'copy') return [isRead ? GLOBAL_PLACE : SHARED_PLACE];
  const isLoad = does === 'load' || does === 'matrix load';
  const isStore = does === 'store' || does === 'matrix store';
  if (isRead ? isStore : isLoad) return [];
  switch (space) {
    case 'shared':
      return [SHARED_PLACE];
    case 'global':
      return [GLOBAL_PLACE];
    case 'local':
      return [LOCAL_PLACE];
    case 'generic':
      return [SHARED_PLACE, GLOBAL_PLACE];
  }
}

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
  const places = (registers: readonly number[], predicates: readonly number[]): number[] => [
    ...registers,
    ...predicates.map((predicate) => REGISTERS + predicate),
  ];
  if (row === undefined || row.results === 'all') return places(ALL_WORDS, ALL_BITS);
  if (row.control !== 'none' && row.control !== 'reduced' && row.control !== 'clear') return [];
  if (row.memory === 'hint' || row.memory === 'arrives') return [];
  const count = typeof row.results === 'number' ? row.results : row.results(modifiers);
  const isPredicate = (at: number): boolean => operands[at]?.kind === 'predicate';
  let end = 0;
  while (end < 2 && isPredicate(end)) end++;
  const register = registerNumber((texts[end] ?? '').replace(/\..*$/, ''));
  const own = count === 0 || register === undefined ? [] : wordsFrom(register, count);
  let last = register === undefined || count === 0 ? end : end + 1;
  if (own.length > 0) while (last < end + 3 && isPredicate(last)) last++;
  const predicates = operands
    .slice(0, last)
    .flatMap((operand) =>
      operand.kind === 'predicate' && !operand.negated && !isTrue(operand.number)
        ? [operand.number]
        : [],
    );
  return places(
    own.filter((number) => !isZero(number)),
    predicates,
  );
}
