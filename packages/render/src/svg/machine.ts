/**
 * What is known of a chip as tables: facts, service rules and models, each with its evidence and source. The facts are
 * those that `ldscope machine` prints.
 */
import {
  type ConflictModel,
  laneRanges,
  type Machine,
  phaseLanes,
  type ServiceRule,
} from '@ldscope/core';
import { machineFacts } from '../text/machine-facts.ts';
import { classNames, phasesText, sameRules, slotWords } from '../text/machine-rules.ts';
import { matricesOf } from '../text/shown-matrix.ts';
import { termsFor } from '../terminology.ts';
import type { DataTable } from './data-table.ts';

/** Sizes, banks and what bounds occupancy. */
export function machineFactTable(machine: Machine): DataTable {
  return {
    caption: `${machine.name}: ${machine.vendor} ${machine.products}`,
    columns: [
      { title: 'fact' },
      { title: 'value', numeric: true },
      { title: 'evidence' },
      { title: 'source' },
      { title: 'note' },
    ],
    rows: machineFacts(machine, termsFor(machine)).map(([title, fact]) => [
      title,
      fact.value,
      fact.evidence,
      fact.source,
      fact.note ?? '',
    ]),
  };
}

/** How each class of instructions is served: a table for each size of a wave. */
export function machineRuleTables(
  machine: Machine,
  model: ConflictModel = machine.models[0],
): DataTable[] {
  const { wave } = termsFor(machine);
  return machine.waveSizes.map((waveSize) => ({
    caption: `Service rules of model ${model.name}, ${wave}s of ${waveSize}`,
    columns: [
      { title: 'class' },
      { title: 'phases x lanes {first}' },
      { title: 'banks', numeric: true },
      { title: 'slot' },
      { title: 'aligned to', numeric: true },
      { title: 'evidence' },
      { title: 'source' },
      { title: 'note' },
    ],
    rows: sameRules(model.rules[waveSize] ?? {}).map(({ classes, rule }) => [
      classNames(classes),
      phasesText(rule),
      String(rule.banks),
      slotText(rule),
      rule.alignmentBytes > 1 ? `${rule.alignmentBytes} B` : '-',
      rule.evidence,
      rule.source,
      [...(rule.note === undefined ? [] : [rule.note]), ...otherReading(rule)].join('; '),
    ]),
  }));
}

const slotText = (rule: ServiceRule): string => slotWords[rule.slots].join(': ');

function otherReading({ otherReading: model }: ServiceRule): string[] {
  return model === undefined ? [] : [`the other reading is model ${model}`];
}

/** The models of shared memory and of global memory; the first of each kind is the default. */
export function machineModelTable({ name, models, coalescing }: Machine): DataTable {
  return {
    caption: `Models of ${name}`,
    columns: [
      { title: 'of' },
      { title: 'model' },
      { title: 'what it is' },
      { title: 'what holds in it' },
    ],
    rows: [
      ...models.map((model, index) => [
        'conflicts',
        model.name + (index === 0 && model.name !== 'default' ? ' (default)' : ''),
        model.title,
        model.description,
      ]),
      ...coalescing.map((model, index) => [
        'global memory',
        model.name + (index === 0 && model.name !== 'default' ? ' (default)' : ''),
        model.title,
        model.description,
      ]),
    ],
  };
}

/** The matrix instructions of a chip; no rows where none is known. */
export function machineMatrixTable(machine: Machine): DataTable {
  return {
    caption: `Matrix instructions of ${machine.name}`,
    columns: [
      { title: 'instruction' },
      { title: 'M x N x K' },
      { title: 'blocks', numeric: true },
      { title: 'passes of 4 cycles', numeric: true },
      { title: 'evidence' },
    ],
    rows: matricesOf(machine).map(({ names, m, k, blocks, passes, evidence }) => [
      names[0] ?? '',
      `${m} x ${m} x ${k}`,
      String(blocks),
      passes === undefined ? '-' : String(passes),
      evidence,
    ]),
  };
}

/** The lanes of every phase of a rule: `0: 0-3,20-23; 1: ...`. */
export function phasesInWords({ phases }: ServiceRule): string {
  return Array.from(
    { length: phases.count },
    (_, phase) => `${phase}: ${laneRanges(phaseLanes(phases, phase))}`,
  ).join('; ');
}
