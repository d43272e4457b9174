/** The tables of maps of phases: of one chip, or of two side by side. */
import { laneRanges, phaseLanes, type ServiceRule } from '@ldscope/core';
import { classNames, sameRules } from '../text/machine-rules.ts';
import type { DataTable } from './data-table.ts';
import { type MachineChoice, pairRules } from './machine-compare.ts';

/** The same in words: a row for each class, with the lanes of every phase. */
export function phaseMapTable(choice: MachineChoice, compared?: MachineChoice): DataTable {
  const { machine, model = machine.models[0] } = choice;
  const words = (rule: ServiceRule | undefined): string[] =>
    rule === undefined ? ['-', '-'] : [phasesInWords(rule), rule.evidence];
  if (compared === undefined) {
    return {
      caption: `Phases of ${machine.name}, model ${model.name}`,
      columns: [
        { title: 'class' },
        { title: 'lanes', numeric: true },
        { title: 'phase: lanes' },
        { title: 'evidence' },
      ],
      rows: machine.waveSizes.flatMap((waveSize) =>
        sameRules(model.rules[waveSize] ?? {}).map(({ classes, rule }) => [
          classNames(classes),
          String(waveSize),
          ...words(rule),
        ]),
      ),
    };
  }
  const names = [choice, compared].map((one) => {
    const own = one.model ?? one.machine.models[0];
    return `${one.machine.name}, model ${own.name}`;
  });
  return {
    caption: `Phases of ${names.join(' and of ')}`,
    columns: [
      { title: 'class' },
      { title: 'lanes', numeric: true },
      ...names.flatMap((name) => [{ title: `${name}: phase: lanes` }, { title: 'evidence' }]),
      { title: 'served' },
    ],
    rows: pairRules(choice, compared).map(({ waveSize, classes, first, second, differs }) => [
      classNames(classes),
      String(waveSize),
      ...words(first),
      ...words(second),
      differs ? 'differently' : 'the same',
    ]),
  };
}

/** The lanes of every phase of a rule: `0: 0-3,20-23; 1: ...`. */
function phasesInWords({ phases }: ServiceRule): string {
  return Array.from(
    { length: phases.count },
    (_, phase) => `${phase}: ${laneRanges(phaseLanes(phases, phase))}`,
  ).join('; ');
}
