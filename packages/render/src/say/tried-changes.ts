/** The changes of a source that were tried, as a table: what each gave, or why it is out. */
import type { ChangedRun, RunCost, TriedChange } from '@ldscope/core';
import { type Block, type Section } from '../document/document.ts';
import { grouped } from '../text/numbers.ts';
import type { Row } from '../text/table.ts';

/** A section per run, so that one kernel on one chip is compared with itself. */
export function sayTriedChanges(changes: readonly TriedChange[]): Section[] {
  const runs = changes.find((one) => one.runs.length > 0)?.runs ?? [];
  const sections = runs.map((run, index): Section => ({
    level: 2,
    heading:
      runs.length === 1
        ? 'Tried'
        : `Tried: ${run.kernel} on ${run.machine}${run.isShifted === true ? ', with other data' : ''}`,
    blocks: [tableOf(changes, run, index), ...widthsOf(changes, index)],
  }));
  if (sections.length > 0 || changes.length === 0) return sections;
  return [{ level: 2, heading: 'Tried', blocks: [tableOf(changes, undefined, 0)] }];
}

const right = (title: string) => ({ title, align: 'right' as const });

function tableOf(
  changes: readonly TriedChange[],
  run: ChangedRun | undefined,
  index: number,
): Block {
  const last =
    run?.before.seconds !== undefined
      ? timeColumn
      : run?.before.instructions !== undefined
        ? instructionColumn
        : undefined;
  const isOfSeveral = new Set(changes.map(({ buffer }) => buffer)).size > 1;
  const named = (buffer: string): string[] => (isOfSeveral ? [buffer] : []);
  const present: Row[] =
    run === undefined
      ? []
      : [
          {
            cells: [...named(''), 'as it is', ...cellsOf(run.before, last)].map((text) => ({
              text,
            })),
          },
        ];
  return {
    kind: 'table',
    columns: [
      ...named('buffer').map((title) => ({ title })),
      { title: 'change', least: 20 },
      ...['conflicts', 'cycles', 'bytes', 'resident', 'registers'].map(right),
      ...(last === undefined ? [] : [right(last.title)]),
    ],
    rows: [
      ...present,
      ...changes.map(({ buffer, says, out, runs }, place): Row => {
        const after = runs[index]?.after;
        const cells =
          after === undefined ? Array<string>(last ? 6 : 5).fill('') : cellsOf(after, last);
        const style = out === undefined ? {} : { style: 'faint' as const };
        const isBest = out === undefined && place === 0;
        const remark = isBest ? 'recommended' : out && `${out.reason}: ${out.detail}`;
        return {
          cells: [...named(buffer), says, ...cells].map((text) => ({ text, ...style })),
          ...(remark !== undefined && {
            below: [{ text: remark, ...(isBest ? { style: 'good' as const } : style) }],
          }),
        };
      }),
    ],
  };
}

/** A last column, for chips with a model of time and without one. */
interface Column {
  readonly title: string;
  readonly textOf: (cost: RunCost) => string;
}

const timeColumn: Column = { title: 'us', textOf: ({ seconds }) => timeText(seconds) };
const instructionColumn: Column = {
  title: 'instructions',
  textOf: ({ instructions }) => (instructions === undefined ? '' : grouped(instructions)),
};

const cellsOf = (cost: RunCost, last: Column | undefined): string[] => [
  grouped(cost.conflicts),
  grouped(cost.cycles),
  grouped(cost.ldsBytes),
  cost.resident === undefined ? '' : grouped(cost.resident),
  cost.registers === undefined ? '' : grouped(cost.registers.vector + cost.registers.accumulators),
  ...(last === undefined ? [] : [last.textOf(cost)]),
];

function timeText(seconds: RunCost['seconds']): string {
  if (seconds === undefined) return '';
  const [least = '', most = ''] = seconds.map((one) => (1e6 * one).toPrecision(3));
  return least === most ? least : `${least} to ${most}`;
}

/** What the recommended change does to the width of instructions. */
function widthsOf([first]: readonly TriedChange[], index: number): Block[] {
  const widths = first?.out === undefined ? (first?.runs[index]?.widths ?? []) : [];
  if (widths.length === 0) return [];
  const texts = widths.map(
    ({ file, line, access, before, after }) =>
      `${file.split(/[\\/]/).at(-1) ?? file}:${line} ${access === 'read' ? 'reads' : 'writes'} ${after} B per lane at once, ${before} B as it is`,
  );
  return [{ kind: 'paragraph', text: `${texts.join('; ')}.` }];
}
