/** On what the figures rest: the service rules that were used, other readings, and all that is known of the chip. */
import type { Evidence, Report } from '@ldscope/core';
import type { AnalyzedKernel } from '../document/analyzed-file.ts';
import { machineFactTable, machineModelTable, machineRuleTables } from '../svg/machine.ts';
import { phaseMapPicture } from '../svg/phase-map.ts';
import { termsFor } from '../terminology.ts';
import { grouped } from '../text/numbers.ts';
import { figure } from './figure.ts';
import { h, type HtmlChild, type HtmlNode } from './node.ts';
import { folded, type RichTable, scrolledTable } from './table.ts';

const kinds: readonly Evidence[] = ['measured', 'documented', 'inferred', 'disputed'];

/** The parts of the section. */
export function evidenceParts(report: Report, { machine, model }: AnalyzedKernel): HtmlChild[] {
  return [
    ruleTable(report),
    ...(report.alternatives.length === 0 ? [] : [readingTable(report)]),
    ...(machine === undefined
      ? []
      : [
          folded(
            `All that is known of ${machine.name}`,
            tagged(machineFactTable(machine)),
            ...machineRuleTables(machine, model).map(tagged),
            tagged(machineModelTable(machine)),
          ),
          folded(
            `Which lanes ${machine.name} serves together`,
            figure(phaseMapPicture({ machine, ...(model === undefined ? {} : { model }) }), {
              isWordless: true,
            }),
          ),
        ]),
  ];
}

function ruleTable({ evidence, global }: Report): HtmlNode {
  const rules = evidence.map(({ evidence: kind, ops, phases, banks, source, note }) => [
    kind,
    ops.join(', '),
    phases,
    String(banks),
    sourceAndNote(source, note),
  ]);
  const lines =
    global === undefined || global.sites.length === 0
      ? []
      : [
          [
            global.evidence,
            'global memory',
            `${global.unit}s of ${global.transactionBytes} B`,
            '-',
            sourceAndNote(global.source, global.note),
          ],
        ];
  return tagged({
    caption: 'How each class of instructions is served, and how that is known',
    columns: [
      { title: 'evidence' },
      { title: 'instructions' },
      { title: 'phases' },
      { title: 'banks', numeric: true },
      { title: 'source' },
    ],
    rows: [...rules, ...lines],
  });
}

function readingTable({ alternatives, machine: name, totals }: Report): HtmlNode {
  const { memoryCycles } = termsFor(undefined);
  return scrolledTable({
    caption: `Other readings of disputed rules of ${name}; here ${grouped(totals.bankConflict)} of ${grouped(totals.idxActive)} ${memoryCycles} are conflicts`,
    columns: [
      { title: 'model' },
      { title: 'what it says' },
      { title: 'instructions' },
      { title: 'conflicts', numeric: true },
      { title: 'cycles', numeric: true },
    ],
    rows: alternatives.map(({ model, title, ops, totals: other }) => [
      model,
      title,
      ops.join(', '),
      grouped(other.bankConflict),
      grouped(other.idxActive),
    ]),
  });
}

function sourceAndNote(source: string, note: string | undefined): HtmlChild {
  return note === undefined
    ? source
    : h('span', {}, source, h('br'), h('span', { class: 'soft' }, note));
}

/** A table whose words of evidence are tags. */
function tagged(table: RichTable): HtmlNode {
  const tag = (cell: HtmlChild): HtmlChild => {
    const kind = kinds.find((one) => one === cell);
    return kind === undefined ? cell : h('span', { class: `tag ${kind}` }, kind);
  };
  return scrolledTable({ ...table, rows: table.rows.map((cells) => cells.map(tag)) });
}
