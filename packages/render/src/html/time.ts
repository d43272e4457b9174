/** Time on a compute unit: the picture of the run, how busy its units are, and what waves wait for. */
import type { TimelineLoop } from '@ldscope/core';
import type { KernelTime } from '../document/analyzed-file.ts';
import { timelinePicture } from '../svg/timeline.ts';
import { unitTable, waitTable } from '../svg/timeline-table.ts';
import { grouped, percent } from '../text/numbers.ts';
import { factList } from './facts.ts';
import { figure } from './figure.ts';
import { h, type HtmlChild } from './node.ts';
import { scrolledTable } from './table.ts';

/** Cycles that the picture shows at most: in more nothing can be told apart. */
const MOST_CYCLES = 8000;

export function timeParts({ report, program, timeline }: KernelTime): HtmlChild[] {
  const { cycles, waves, workgroups, without, machine, loops } = report;
  const conflicts = without.conflicts === undefined ? undefined : cycles - without.conflicts;
  const to = Math.min(timeline.cycles, MOST_CYCLES);
  return [
    h(
      'p',
      {},
      `One compute unit of ${machine}, simulated: a model, not a measurement.`,
      timeline.deadlock === undefined ? '' : ' It stands still: waves wait for what never comes.',
    ),
    factList([
      { title: 'cycles', value: grouped(Math.round(cycles)) },
      ...(conflicts === undefined
        ? []
        : [
            {
              title: 'of them for bank conflicts',
              value: `${grouped(Math.round(conflicts))} (${percent(Math.round(conflicts), Math.round(cycles))})`,
            },
          ]),
      { title: 'waves', value: grouped(waves) },
      { title: 'workgroups', value: grouped(workgroups) },
    ]),
    ...(loops.length === 0 ? [] : [loopTable(loops)]),
    figure(timelinePicture(program, timeline, { to, width: 1060 }), {
      table: unitTable(program, timeline, { to }),
      ...(to < timeline.cycles ? { caption: `The first ${grouped(to)} cycles` } : {}),
    }),
    scrolledTable(waitTable(program, timeline)),
  ];
}

function loopTable(loops: readonly TimelineLoop[]): HtmlChild {
  return scrolledTable({
    caption: 'Loops in their steady state',
    columns: [
      { title: 'lines' },
      { title: 'runs', numeric: true },
      { title: 'cycles an iteration', numeric: true },
      { title: 'without bank conflicts', numeric: true },
    ],
    rows: loops.map(({ head, tail, iterations, cyclesPerIteration, without }) => [
      head.line === undefined ? '-' : `${head.line} to ${tail.line ?? head.line}`,
      grouped(iterations),
      cyclesPerIteration === undefined ? '-' : grouped(Math.round(cyclesPerIteration)),
      without.conflicts === undefined ? '-' : grouped(Math.round(without.conflicts)),
    ]),
  });
}
