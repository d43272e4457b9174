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
  /** The clock, in milliseconds. */
  readonly now: () => number;
  /** The shortest rest of a launch that they help with, in milliseconds; `LEAST_MS` by default. */
  readonly leastMs?: number | undefined;
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

/** The rest of a launch that is worth other threads: each takes some 800 until it has read the kernel, and is warm. */
const LEAST_MS = 1500;
/** The first workgroup pays for compiling, too: the others take less than it by this, at most. */
const COLD = 4;
/** Ranges per thread: a thread that is done early takes another one. */
const RANGES_PER_THREAD = 4;

/** A launch that is spread over threads, once that is worth it: which of its ranges others have, and what these leave. */
export class Spread<State> {
  readonly #helpers: Helpers;
  readonly #launch: WorkgroupState<State>;
  readonly #end: number;
  readonly #began: number;
  /** The time at which the first workgroups had ended. */
  #warm = 0;
  #ranges: readonly WorkgroupRange[] = [];
  #crew: Crew | undefined;
  /** Others have ended. */
  #isAlone = false;

  /** `end`: one behind the last workgroup. */
  constructor(helpers: Helpers, launch: WorkgroupState<State>, end: number) {
    this.#helpers = helpers;
    this.#launch = launch;
    this.#end = end;
    this.#began = helpers.now();
  }

  /**
   * The range that begins with a workgroup, added to the launch, where another thread has executed it; `undefined` for a
   * workgroup that this thread executes. To be called before each.
   */
  next(number: number): (WorkgroupRange & ExecutedRange) | undefined {
    this.#crew ??= this.#begin(number);
    const index = this.#ranges.findIndex(({ first }) => first === number);
    const range = this.#ranges[index];
    if (range === undefined || this.#crew === undefined || this.#isAlone) return undefined;
    if (this.#crew.claim(index)) return undefined;
    const { isOver = () => false, isOrdinary, take } = this.#launch;
    const executed = isOrdinary() ? this.#crew.wait(index, isOver) : undefined;
    // Threads of one program exchange what its own launches leave.
    if (executed !== undefined && take(executed.state as State)) return { ...range, ...executed };
    // Nothing else is to be expected of later ones.
    this.end();
    return undefined;
  }

  end(): void {
    if (!this.#isAlone) this.#crew?.end();
    this.#isAlone = true;
  }

  /** Has others begin, where the rest takes long enough; looked at whenever the number of workgroups has doubled. */
  #begin(first: number): Crew | undefined {
    const { threads, now, leastMs = LEAST_MS, begin } = this.#helpers;
    const { unit, isOrdinary } = this.#launch;
    const done = first / unit;
    if (threads < 2 || done < 1 || !Number.isInteger(Math.log2(done))) return undefined;
    const time = now();
    const each = done === 1 ? (time - this.#began) / COLD : (time - this.#warm) / (done - 1);
    if (done === 1) this.#warm = time;
    const left = Math.ceil((this.#end - first) / unit);
    const expected = each * left;
    if (left < 2 || expected < leastMs || !isOrdinary()) return undefined;
    // Each range is a launch of its own, which is prepared again.
    const most = Math.max(threads, Math.floor((2 * expected) / leastMs));
    const count = Math.min(left, RANGES_PER_THREAD * threads, most);
    const at = (index: number): number =>
      Math.min(this.#end, first + unit * Math.floor((left * index) / count));
    this.#ranges = Array.from({ length: count }, (_, i) => ({ first: at(i), end: at(i + 1) }));
    return begin(this.#ranges);
  }
}
