/**
 * How long executions with unknown values may take: the run time of a kernel whose branches depend on unknown values
 * is unbounded. All kernels of a file share the time.
 */

/** The clock and the limit, as every command that executes machine code takes them. */
export interface TimeOptions {
  /** The clock, in seconds: with it, executions with unknown values end when the file has taken `seconds`. */
  readonly now?: (() => number) | undefined;
  /** For all kernels of a file whose values are unknown; 10 by default. */
  readonly seconds?: number | undefined;
  /**
   * The time that reading the file has taken: it counts, up to half of `seconds`, so that one kernel of any file can be
   * executed.
   */
  readonly readSeconds?: number | undefined;
}

/** The clock that an execution consults now and then. */
export interface TimeBudget {
  /** True when executions with unknown values have taken long enough; absent without a clock. */
  readonly isOutOfTime?: () => boolean;
}

const DEFAULT_SECONDS = 10;

/** The budget of a file that is executed from now on. */
export function timeBudgetOf(options: TimeOptions): TimeBudget {
  const { now, seconds = DEFAULT_SECONDS, readSeconds = 0 } = options;
  if (now === undefined) return {};
  const end = now() + seconds - Math.min(readSeconds, seconds / 2);
  return { isOutOfTime: () => now() >= end };
}
