/** Time on a compute unit: the picture of the run, how busy its units are, and what waves wait for. */
import type { TimelineLoop } from '@ldscope/core';
import type { KernelTime } from '../document/analyzed-file.ts';
import { timelinePicture } from '../svg/timeline.ts';
import { unitTable, waitTable } from '../svg/timeline-table.ts';
import { grouped, percent } from '../text/numbers.ts';
import { factList } from './facts.ts';
import { figure } from './figure.ts';
import { h, type HtmlChild } from './node.ts';
import { folded, scrolledTable } from './table.ts';

/** In a picture of more cycles single instructions cannot be told apart: then it has one of the beginning beside it. */
const DETAILED_CYCLES = 8000;
/** Pixels. */
const WIDTH = 1060;

export function timeParts({ report, program, timeline }: KernelTime): HtmlChild[] {
  const { cycles, waves, workgroups, without, machine, loops } = report;
  const conflicts = without.conflicts === undefined ? undefined : cycles - without.conflicts;
  const to = DETAILED_CYCLES;
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
    figure(timelinePicture(program, timeline, { width: WIDTH }), {
      table: unitTable(program, timeline),
    }),
    ...(timeline.cycles <= to
      ? []
      : [
          folded(
            `The first ${grouped(to)} cycles`,
            figure(timelinePicture(program, timeline, { to, width: WIDTH }), {
              table: unitTable(program, timeline, { to }),
            }),
          ),
        ]),
    scrolledTable(waitTable(program, timeline)),
  ];
}

function loopTable(loops: readonly TimelineLoop[]): HtmlChild {
  return scrolledTable({
    caption: 'Loops in their steady state; -: too few iterations for one',
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
