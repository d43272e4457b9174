/**
 * The workgroups of a large launch by what they do to LDS: one of each class is executed, and counted as often as the class has
 * workgroups.
 *
 *     grid 64 x 64, tiles at the right edge masked     4,032 like (0, 0), 64 like (63, 0): two are executed
 *
 * A frontend executes a workgroup and says which of the others provably make the same accesses. A workgroup for which
 * it cannot show this is executed like any other, as many as the options allow. Figures of global memory are of
 * executed workgroups: some more are executed for them, as long as that is cheap.
 */
import { volume } from '../access/launch.ts';
import type { AccessTrace } from '../access/trace.ts';
import type { WorkgroupClass, WorkgroupCounts } from '../report/report.ts';
import { coordinatesIn, type LaunchShape } from './launch-shape.ts';
import type { ExecuteOptions } from './options.ts';

/** What a frontend does for classes; workgroups are by their numbers. */
export interface ClassExecutor {
  /** Executes one and gives its trace; `undefined` after a failure. */
  readonly run: (number: number) => AccessTrace | undefined;
  /** Of some workgroups, those that provably have the trace of the one that was executed last. */
  readonly alike: (numbers: readonly number[]) => readonly number[];
  /** Another workgroup may be executed for figures that are not of classes. */
  readonly isCheap: () => boolean;
  /**
   * Makes the accesses to global memory of some of a class, and nothing else; false after a failure. Absent: they are
   * executed like any other.
   */
  readonly observe?: ((numbers: readonly number[]) => boolean) | undefined;
}

/** After this many executions without another workgroup like them, no more are looked for. */
const MOST_ALONE = 2;

/** Classes before their sizes are judged: corners, edges and faces of a grid come before its inside, which is most of it. */
const LEAST_CLASSES = 16;
/** Most classes of a launch whose workgroups would all be executed: with more, executing is faster than comparing. */
const MOST_CLASSES = 64;
/** How much larger than those so far the classes that are still to come may be. */
const GROWTH = 4;

/** Whether as many classes as may be executed can still hold the rest: comparing takes a look at each workgroup per class. */
const isWithinReach = (found: number, counted: number, open: number, limit: number): boolean =>
  found < LEAST_CLASSES || open <= GROWTH * (counted / found) * (limit - found);

/**
 * Executes all workgroups of a launch. Where several make the same accesses, one is executed, and `observe` makes the
 * global accesses of the others: the figures are those of executing each.
 */
export function executeAlike(
  { grid }: Pick<LaunchShape, 'grid'>,
  { onWorkgroup, onGlobal, onProgress }: ExecuteOptions,
  {
    run,
    alike,
    observe,
  }: ClassExecutor & { readonly observe: (numbers: readonly number[]) => boolean },
): WorkgroupCounts {
  const launched = volume(grid);
  let executed = 0;
  let found = 0;
  let alone = 0;
  let open = Array.from({ length: launched }, (_, number) => number);
  while (open.length > 0) {
    const [number = 0, ...others] = open;
    const trace = run(number);
    if (trace === undefined) return { executed, launched };
    const isCompared =
      alone < MOST_ALONE && isWithinReach(found, executed, others.length, MOST_CLASSES);
    const same = new Set(isCompared ? alike(others) : []);
    found++;
    if (onGlobal !== undefined && !observe([...same])) return { executed, launched };
    alone = same.size === 0 ? alone + 1 : 0;
    executed += 1 + same.size;
    onWorkgroup?.(trace, executed, launched, 1 + same.size);
    if (onProgress?.(executed, launched) === false) return { executed, launched };
    open = others.filter((other) => !same.has(other));
  }
  return { executed, launched };
}

/** True where workgroups are not all executed anyway. */
export function asksForClasses(
  { grid }: Pick<LaunchShape, 'grid'>,
  { accessesOnly, classes, workgroups, asyncCompletion }: ExecuteOptions,
): boolean {
  const isAsked = accessesOnly === true && classes === true && asyncCompletion !== 'late';
  return isAsked && workgroups !== undefined && workgroups < volume(grid);
}

/** Executes the workgroups of a launch by classes. */
export function executeClasses(
  { grid }: LaunchShape,
  { workgroups, onWorkgroup, onGlobal, onProgress }: ExecuteOptions,
  { run, alike, isCheap, observe }: ClassExecutor,
): WorkgroupCounts {
  const launched = volume(grid);
  const limit = Math.min(launched, workgroups ?? launched);
  const classes: WorkgroupClass[] = [];
  const executed = new Set<number>();
  let counted = 0;
  const counts = (): WorkgroupCounts => ({
    executed: counted,
    launched,
    // Without a class of several it is a sample as any other.
    ...(counted > executed.size ? { classes, observed: executed.size } : {}),
  });
  let open = Array.from({ length: launched }, (_, number) => number);
  while (open.length > 0 && executed.size < limit) {
    const [number = 0, ...others] = open;
    const trace = run(number);
    if (trace === undefined) return counts();
    executed.add(number);
    const isCompared = isWithinReach(classes.length, counted, others.length, limit);
    const same = new Set(isCompared ? alike(others) : []);
    const count = 1 + same.size;
    classes.push({ first: coordinatesIn(grid, number), count });
    counted += count;
    onWorkgroup?.(trace, counted, launched, count);
    if (onProgress?.(counted, launched) === false) return counts();
    open = others.filter((other) => !same.has(other));
  }
  if (onGlobal === undefined) return counts();
  for (let number = 0; number < launched && executed.size < limit && isCheap(); number++) {
    if (executed.has(number)) continue;
    if (observe?.([number]) !== true && run(number) === undefined) break;
    executed.add(number);
  }
  return counts();
}
