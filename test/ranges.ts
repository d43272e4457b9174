/**
 * Other threads, for tests: ranges of workgroups are executed in this thread, and what they leave is sent as threads would send it.
 *
 *     threads 2    ranges 0 2 4 ... are executed as always, 1 3 5 ... by "others"
 */
import type { ExecutedRange, Helpers, WorkgroupRange } from '@ldscope/core';

export interface TestHelpers extends Helpers {
  /** Ranges of others that gave something. */
  readonly given: () => number;
}

/** As many threads; `execute`: what a range leaves in a launch of its own. */
export function helpersOf(
  threads: number,
  execute: (range: WorkgroupRange) => ExecutedRange | undefined,
): TestHelpers {
  let [given, time] = [0, 0];
  return {
    threads,
    now: () => (time += 1000),
    leastMs: 1,
    given: () => given,
    begin: (ranges) => ({
      claim: (range) => range % threads === 0,
      wait: (number) => {
        const range = ranges[number];
        const executed = range && execute(range);
        if (executed !== undefined) given++;
        return structuredClone(executed);
      },
      end: () => {},
    }),
  };
}
