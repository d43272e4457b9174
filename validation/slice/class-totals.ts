/** Totals of a launch by classes beside those of all workgroups, whatever executes it. */
import { type Execution, type Machine, ReportBuilder, type WorkgroupCounts } from '@ldscope/core';
import type { Output } from '../base/output.ts';
import type { ExecuteWith } from './compare.ts';

/** Figures of a launch, and how many workgroups it took to get them. */
interface Counted {
  readonly figures: string;
  readonly workgroups: WorkgroupCounts;
  readonly milliseconds: number;
  /** Codes of what was reported. */
  readonly codes: readonly string[];
}

/** More than any launch here has classes. */
const MOST_EXECUTED = 63;

function count(machine: Machine, execute: ExecuteWith, isWhole: boolean): Counted {
  const builder = new ReportBuilder(machine);
  const begin = performance.now();
  const execution: Execution = execute({
    ...(isWhole ? {} : { workgroups: MOST_EXECUTED, accessesOnly: true, classes: true }),
    onWorkgroup: (trace, _done, _all, times) => builder.add(trace, undefined, times),
  });
  const milliseconds = performance.now() - begin;
  const failed = execution.diagnostics.find(({ severity }) => severity === 'error');
  if (failed !== undefined) throw new Error(failed.message);
  const { report } = builder.finish(execution.kernel);
  const { totals, sites, alternatives } = report;
  const { waves, sass, executedInstructions } = execution.kernel;
  const counted = { waves, sass, executedInstructions, totals, sites, alternatives };
  // What requires everything is executed again, by no classes.
  const { executed, launched } = execution.workgroups;
  const workgroups =
    execution.isMissed === true
      ? { executed: Math.min(MOST_EXECUTED, executed), launched }
      : execution.workgroups;
  const codes = execution.diagnostics.map(({ code }) => code);
  return { figures: JSON.stringify(counted), workgroups, milliseconds, codes };
}

export interface Comparison {
  readonly classes: Counted;
  readonly whole: Counted;
  /** All workgroups are in classes. */
  readonly isExact: boolean;
  readonly isSame: boolean;
}

/** Executes a launch by classes, and all of it. */
export function compareTotals(machine: Machine, execute: ExecuteWith): Comparison {
  const [classes, whole] = [count(machine, execute, false), count(machine, execute, true)];
  const { executed, launched } = classes.workgroups;
  return {
    classes,
    whole,
    isExact: executed === launched,
    isSame: classes.figures === whole.figures,
  };
}

/** Prints a table of comparisons and what they come to; returns an exit code. */
export function printComparisons(
  comparisons: Iterable<readonly [name: string, comparison: Comparison]>,
  { print }: Pick<Output, 'print'>,
): number {
  print('| kernel | workgroups | classes | largest | all, ms | classes, ms | totals |');
  print('| --- | ---: | ---: | ---: | ---: | ---: | --- |');
  let [launches, exact, wrong] = [0, 0, 0];
  for (const [name, { classes, whole, isExact, isSame }] of comparisons) {
    launches++;
    if (isExact) exact++;
    if (isExact && !isSame) wrong++;
    const { classes: list = [], executed, launched } = classes.workgroups;
    const cells = [
      name,
      launched,
      list.length,
      Math.max(0, ...list.map(({ count: size }) => size)),
      whole.milliseconds.toFixed(0),
      classes.milliseconds.toFixed(0),
      isExact ? (isSame ? 'the same' : 'DIFFER') : `sampled, ${executed}`,
    ];
    print(`| ${cells.join(' | ')} |`);
  }
  print('');
  print(
    `${launches} launches: ${exact - wrong} exact with the totals of all, ${launches - exact} sampled, ${wrong} differ`,
  );
  return wrong === 0 ? 0 : 1;
}
