/**
 * Chooses the layout of a buffer: the answers of the search, those that MLIR can be rewritten into before others.
 *
 * Accesses keep their width, so answers that cut vectors are left out.
 */
import {
  greatestOf,
  type AccessTrace,
  type Answer,
  failure,
  legalityFaults,
  type Machine,
  makeCounter,
  opcodeAt,
  optimalityText,
  placeElements,
  plainLayout,
  type Problem,
  problemFromTrace,
  type Resident,
  type Result,
  searchLayouts,
  success,
  sum,
  type TileLayout,
} from '@ldscope/core';
import { layoutObstacle } from '@ldscope/mlir';
import { alikeMachines } from '../buffers/alike.ts';

export interface LayoutQuestion {
  /** One trace of the buffer per machine, from `bufferTrace`. */
  readonly traces: ReadonlyMap<Machine, AccessTrace>;
  /** The same without padding, where padding makes accesses narrower. */
  readonly plainTraces?: ReadonlyMap<Machine, AccessTrace> | undefined;
  /** The layout that the traces are of. */
  readonly now: TileLayout;
  /** Allocations in the traces. */
  readonly copies: number;
  readonly copyBytes: number;
  /** Shared memory of the workgroup besides this buffer. */
  readonly otherBytes: number;
  readonly resident?: Resident;
}

export interface Choice {
  readonly layout: TileLayout;
  /** Conflict cycles over all machines that the search expects. */
  readonly conflicts: number;
  readonly optimality: string;
}

export interface Choices {
  /** Conflict cycles as it is. */
  readonly now: number;
  /** Better than it is, the best first. */
  readonly choices: readonly Choice[];
}

/** Layouts for a buffer on all machines at once. */
export function chooseLayouts(question: LayoutQuestion): Result<Choices> {
  const { traces, plainTraces, now, copies, copyBytes, otherBytes, resident } = question;
  const besides = resident === undefined ? { otherBytes } : { otherBytes, resident };
  const groups = alikeMachines([...traces].map(([machine, trace]) => ({ machine, trace })));
  const problems: Problem[] = [];
  const answers: Answer[] = [];
  let least = 0;
  for (const { machines, trace } of groups) {
    const buffer = { layout: now, baseBytes: 0, copies, copyBytes };
    const present = problemFromTrace(trace, buffer, machines, besides);
    const [machine] = machines;
    const plainTrace = machine === undefined ? undefined : plainTraces?.get(machine);
    const problem =
      plainTrace === undefined
        ? present
        : problemFromTrace(
            plainTrace,
            { layout: plainLayout(now.tile), baseBytes: 0, copies },
            machines,
            besides,
          );
    const nowProblem = plainTrace !== undefined && present.ok ? { nowProblem: present.value } : {};
    const found = problem.ok
      ? searchLayouts(problem.value, { now, ...nowProblem, obstacleTo: layoutObstacle })
      : problem;
    if (!problem.ok || !found.ok) return failure(...found.diagnostics);
    problems.push(problem.value);
    least += sum(found.value.now.cost.conflictCycles);
    const widthBytes = greatestOf(problem.value.accesses.map(({ op }) => opcodeAt(op).widthBytes));
    const { front, others } = found.value;
    answers.push(...[...front, ...others].filter((answer) => answer.widthBytes === widthBytes));
  }
  const choices = answers.flatMap((answer) =>
    [answer, ...answer.alternatives].flatMap(({ layout, cost }) => {
      const own = sum(cost.conflictCycles);
      const conflicts = groups.length === 1 ? own : conflictsOnAll(problems, layout);
      const optimality = groups.length === 1 || conflicts === 0 ? argumentOf(answer) : '';
      return conflicts === undefined ? [] : [{ layout, conflicts, optimality }];
    }),
  );
  const better = choices.filter(({ conflicts }) => conflicts < least);
  return success({ now: least, choices: better });
}

/** Conflict cycles where chips access the buffer differently; `undefined` where the layout is not legal on one. */
function conflictsOnAll(problems: readonly Problem[], layout: TileLayout): number | undefined {
  let all = 0;
  for (const problem of problems) {
    const offsets = placeElements(layout);
    if (legalityFaults(problem, layout, offsets).length > 0) return undefined;
    const counts = makeCounter(problem).count(offsets).flat();
    all += sum(counts.map(({ conflicts }) => conflicts));
  }
  return all;
}

/** Why nothing better is known, in a sentence. */
function argumentOf({ certificate }: Answer): string {
  const { optimality } = certificate;
  if (optimality === undefined)
    return 'not the fewest conflicts, but the fewest that can be written';
  return optimalityText(optimality);
}
