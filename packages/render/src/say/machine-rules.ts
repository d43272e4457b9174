/** The table of service rules: how each class of instructions is served. */
import type { ConflictModel, RuleTable } from '@ldscope/core';
import { paragraph, type Section } from '../document/document.ts';
import type { Terms } from '../text/terminology.ts';
import { busiest, classNames, phasesText, sameRules, slotWords } from '../text/machine-rules.ts';
import type { Column, Row } from '../text/table.ts';
import type { Grounds } from './grounds.ts';

/** The service rules of one model for one wave size; classes with the same rule share a row. */
export function sayRules(
  model: ConflictModel,
  waveSize: number,
  rules: RuleTable,
  terms: Terms,
  grounds: Grounds,
): Section {
  const all = Object.values(rules);
  const aligned = all.some((rule) => rule.alignmentBytes > 1);
  const columns: readonly Column[] = [
    { title: 'class', least: 12, spared: true },
    { title: 'phases x lanes {first}', least: 12 },
    { title: 'banks', align: 'right' },
    { title: 'slot' },
    ...(aligned ? [{ title: 'align', align: 'right', leaves: 1 } as const] : []),
    { title: 'evidence' },
    { title: 'sources', least: 8 },
  ];
  const rows = sameRules(rules).map(({ classes, rule }): Row => {
    return {
      cells: [
        { text: classNames(classes) },
        { text: phasesText(rule) },
        { text: String(rule.banks) },
        { text: slotWords[rule.slots][0] },
        ...(aligned ? [{ text: rule.alignmentBytes > 1 ? `${rule.alignmentBytes} B` : '-' }] : []),
        ...grounds.cells(rule),
      ],
    };
  });
  const slots = [...new Set(all.map(({ slots }) => slots))];
  const legend =
    `slot: a request that its bank serves in turn (${slots.map((slot) => `${slotWords[slot][0]}: ${slotWords[slot][1]}`).join('; ')}); ` +
    `a phase takes the ${terms.cycles} of ${busiest(model)}` +
    (model.portsPerBank > 1 ? `, which serves ${model.portsPerBank} slots at once` : '') +
    (all.some((rule) => rule.pairedPhases !== undefined)
      ? '; or: when lanes pair up on one address'
      : '') +
    (aligned
      ? '; align: below it, one cycle per lane of the wave, also of inactive ones (measured with all lanes active)'
      : '');
  return {
    level: 2,
    heading: `Service rules of model ${model.name}, ${terms.wave}s of ${waveSize}`,
    blocks: [{ kind: 'table', columns, rows }, paragraph(legend, 'faint')],
  };
}
