/**
 * Workgroups of a launch that other threads execute, with the same results as one thread.
 *
 *     this thread    0 1 2 3 ...  ->        takes ranges from the front, as always
 *     others                <- ... 61 62 63 from the back, each range in a launch of its own
 *
 * A range that another thread has executed leaves plain data: its counts, and the state of its launch. It is added in the order of
 * the workgroups, and only where it is the same that this thread would have got: where the range has read nothing that earlier
 * workgroups store, and nothing out of the ordinary happened in it (a failure, a problem to report, a spent budget). What is not added
 * this thread executes itself. So a launch whose workgroups depend on each other is executed as by one thread, only later.
 *
 * `WorkgroupState` is where a frontend says all that: it is the one place that decides.
 */

/** Workgroups by their numbers, from the first to one behind the last. */
export interface WorkgroupRange {
  readonly first: number;
  readonly end: number;
}

/** The state of a launch between two workgroups, for other threads; `State` is plain data. */
export interface WorkgroupState<State> {
  /** Ranges begin at multiples of it: blocks of a cluster are executed together. */
  readonly unit: number;
  /** Steps of all waves so far. */
  readonly steps: () => number;
  /** Nothing so far shows that the order of workgroups matters, or is of a kind that `take` does not add. */
  readonly isOrdinary: () => boolean;
  /** The time is up: this thread executes the next workgroup, and says so. */
  readonly isOver?: (() => boolean) | undefined;
  /** What the workgroups of a range have left. */
  readonly leave: () => State;
  /** Adds what a later range has left; false where it does not fit, and nothing was added. */
  readonly take: (state: State) => boolean;
}

/** A range that another thread has executed; plain data. */
export interface ExecutedRange {
  readonly state: unknown;
  /** What the caller of the execution has counted. */
  readonly counts: unknown;
}

/** Other threads. */
export interface Helpers {
  /** Threads, this one among them. */
  readonly threads: number;
  /** The shortest launch that they help with, in steps; `LEAST_STEPS` by default. */
  readonly leastSteps?: number | undefined;
  /** Has ranges executed, the last first. */
  readonly begin: (ranges: readonly WorkgroupRange[]) => Crew;
}

/** Threads at work on the ranges of a launch, by their numbers. */
export interface Crew {
  /** True where this thread is the first to take a range. */
  readonly claim: (range: number) => boolean;
  /** Waits for a range that another thread has taken; `undefined` where it gives nothing, or `isOver` says true. */
  readonly wait: (range: number, isOver: () => boolean) => ExecutedRange | undefined;
  readonly end: () => void;
}

/** Steps of a launch that are worth other threads: to start, a thread takes as long as some 600,000. */
const LEAST_STEPS = 1_500_000;
/** Ranges per thread: a thread that is done early takes another one. */
const RANGES_PER_THREAD = 4;

/**
 * Ranges of workgroups, in order; none where they are not worth other threads. `steps`: those of the workgroups before the
 * first: the others take as long, as far as is known.
 */
function rangesOf(
  { first, end }: WorkgroupRange,
  steps: number,
  unit: number,
  { threads, leastSteps = LEAST_STEPS }: Helpers,
): readonly WorkgroupRange[] {
  const units = Math.ceil((end - first) / unit);
  const expected = (steps / first) * (end - first);
  if (threads < 2 || units < 2 || expected < leastSteps) return [];
  const most = Math.max(2, Math.floor((2 * expected) / leastSteps));
  const count = Math.min(units, RANGES_PER_THREAD * threads, most);
  const at = (index: number): number =>
    Math.min(end, first + unit * Math.floor((units * index) / count));
  return Array.from({ length: count }, (_, index) => ({ first: at(index), end: at(index + 1) }));
}

/**
 * Spreads the rest of a launch over threads; `undefined` where one is enough so far. It is asked before every workgroup, and looks
 * when their number has doubled.
 */
export function spreadFrom<State>(
  rest: WorkgroupRange,
  launch: WorkgroupState<State>,
  helpers: Helpers,
): Spread<State> | undefined {
  const { unit } = launch;
  const units = rest.first / unit;
  if (units < 1 || !Number.isInteger(Math.log2(units)) || !launch.isOrdinary()) return undefined;
  const ranges = rangesOf(rest, launch.steps(), unit, helpers);
  return ranges.length === 0 ? undefined : new Spread(helpers.begin(ranges), ranges, launch);
}

/** The rest of a launch, spread over threads: which of its ranges others have, and what these leave. */
export class Spread<State> {
  readonly #crew: Crew;
  readonly #ranges: readonly WorkgroupRange[];
  readonly #launch: WorkgroupState<State>;
  /** Others have ended. */
  #isAlone = false;

  constructor(crew: Crew, ranges: readonly WorkgroupRange[], launch: WorkgroupState<State>) {
    this.#ranges = ranges;
    this.#launch = launch;
    this.#crew = crew;
  }

  /**
   * The range that begins with a workgroup, added to the launch, where another thread has executed it; `undefined` for a
   * workgroup that this thread executes.
   */
  next(number: number): (WorkgroupRange & ExecutedRange) | undefined {
    const index = this.#ranges.findIndex(({ first }) => first === number);
    const range = this.#ranges[index];
    if (range === undefined || this.#isAlone || this.#crew.claim(index)) return undefined;
    const { isOver = () => false, isOrdinary, take } = this.#launch;
    const executed = isOrdinary() ? this.#crew.wait(index, isOver) : undefined;
    // Threads of one program exchange what its own launches leave.
    if (executed !== undefined && take(executed.state as State)) return { ...range, ...executed };
    // Nothing else is to be expected of later ones.
    this.end();
    return undefined;
  }

  end(): void {
    if (this.#isAlone) return;
    this.#isAlone = true;
    this.#crew.end();
  }
}
