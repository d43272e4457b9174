/**
 * A layout that somebody typed, on the accesses of a buffer: whether they can use it, and what they cost under it.
 *
 *     'pitch = 33' on 32 x 32 f32, read by columns      legal, 0 conflict cycles, 4224 B
 *     'Sw<2,0,3> o 0 o (32,32):(32,1)' with b128 reads  cuts vectors: counted with b32 reads
 *
 * Where vectors do not stay whole, accesses are counted in the widest pieces that do, as compilers emit them.
 *
 * LIMITATIONS. Instructions are those of the problem, whole or in pieces; a compiler that chooses others for another layout is
 * not followed. Legality is of the accesses that the problem lists.
 */
import {
  greatestOf,
  type Diagnostic,
  failure,
  hasErrors,
  ldsBytesFor,
  legalityFaults,
  makeCounter,
  narrowedProblem,
  normalForm,
  opcodeAt,
  placeElements,
  type Problem,
  type ProblemAccess,
  type Result,
  success,
  type TileLayout,
} from '@ldscope/core';
import { layoutWords, readTypedLayout } from './layout-words.ts';

/** A layout on the accesses of a buffer: whether they can use it, and what it costs on each chip. */
export interface TriedLayout {
  readonly layout: TileLayout;
  /** The layout in words. */
  readonly words: string;
  /** Why the accesses cannot use it; empty when they can. */
  readonly faults: readonly Diagnostic[];
  /** Absent when it is not legal. */
  readonly cost?: TriedCost | undefined;
}

export interface TriedCost {
  /** What is counted: accesses are in pieces where the layout does not keep vectors whole. */
  readonly problem: Problem;
  /** Bytes of the widest access that is left. */
  readonly widthBytes: number;
  readonly isCut: boolean;
  /** Shared memory of the workgroup, in bytes. */
  readonly ldsBytes: number;
  /** By access of the problem, then by target. */
  readonly accesses: readonly { readonly name: string; readonly counts: readonly TriedCount[] }[];
}

/** The counts of one access on one chip, over all executions of a workgroup. Cycles are wavefronts on NVIDIA. */
interface TriedCount {
  readonly cycles: number;
  readonly conflicts: number;
  /** Slots of the fullest bank in the worst phase. */
  readonly ways: number;
}

/** Reads a layout of the problem's tile in any notation and counts it. Places of diagnostics are those in the text. */
export function tryLayout(text: string, problem: Problem): Result<TriedLayout> {
  const read = readTypedLayout(text, problem.tile);
  if (!read.ok) return read;
  if (hasErrors(read.diagnostics)) return failure(...read.diagnostics);
  return success(countLayout(read.value, problem), read.diagnostics);
}

/** The same for a layout that was read before. */
export function countLayout(layout: TileLayout, problem: Problem): TriedLayout {
  const words = layoutWords(normalForm(layout));
  const offsets = placeElements(layout);
  const faults = legalityFaults(problem, layout, offsets);
  const fitting = faults.length === 0 ? problem : fittingPieces(problem, layout, offsets);
  if (fitting === undefined) return { layout, words, faults };
  const counts = makeCounter(fitting).count(offsets);
  const accesses = fitting.accesses.map(({ name }, a) => ({
    name,
    counts: counts.flatMap((of) => {
      const count = of[a];
      return count === undefined ? [] : [count];
    }),
  }));
  const widthBytes = widestOf(fitting);
  const ldsBytes = ldsBytesFor(fitting, layout);
  const isCut = fitting !== problem;
  const cost = { problem: fitting, widthBytes, isCut, ldsBytes, accesses };
  return { layout, words, faults: [], cost };
}

/**
 * The problem with each access that the layout tears or misaligns in the widest pieces that it leaves whole; `undefined` when
 * no pieces help.
 */
function fittingPieces(
  problem: Problem,
  layout: TileLayout,
  offsets: Int32Array,
): Problem | undefined {
  const accesses: ProblemAccess[] = [];
  for (const access of problem.accesses) {
    const alone = { ...problem, accesses: [access] };
    const pieces = [alone, narrowedProblem(alone, 8), narrowedProblem(alone, 4)];
    const fitting = pieces.find(
      (cut) => cut !== undefined && legalityFaults(cut, layout, offsets).length === 0,
    );
    if (fitting === undefined) return undefined;
    for (const each of fitting.accesses) accesses.push(each);
  }
  return { ...problem, accesses };
}

const widestOf = ({ accesses }: Problem): number =>
  greatestOf(accesses.map(({ op }) => opcodeAt(op).widthBytes));
