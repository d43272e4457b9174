/** What is known of a chip: facts and service rules, each with its evidence and a numbered source. */
import type { ConflictModel, Evidence, Machine } from '@ldscope/core';
import { type Terms, termsFor } from '../terminology.ts';
import { type Block, type Document, paragraph, type Section } from '../document/document.ts';
import { byteSize, counted } from '../text/numbers.ts';
import { machineFacts } from '../text/machine-facts.ts';
import { matricesOf } from '../text/shown-matrix.ts';
import type { Cell, Row } from '../text/table.ts';
import { Grounds } from './grounds.ts';
import { sayRules } from './machine-rules.ts';

/** What a page of a chip says at its foot. */
export const CHIP_NOTE =
  'Made by ldscope. Every fact has its evidence: measured, documented, inferred or disputed.';

/** Every machine on a line, by vendor. */
export function sayMachines(machines: readonly Machine[]): Document {
  const columns = [
    { title: 'name' },
    { title: 'products', least: 12 },
    { title: 'banks', align: 'right' },
    { title: 'memory', align: 'right' },
    { title: 'lanes', align: 'right' },
    { title: 'rules measured', align: 'right' },
    { title: 'disputed', align: 'right' },
  ] as const;
  const vendors = [...new Set(machines.map(({ vendor }) => vendor))];
  const legend =
    'memory: LDS of a compute unit or workgroup processor, shared memory of an SM; lanes: of a wave or ' +
    'warp. ldscope machine NAME shows facts, rules and sources of one chip.';
  return {
    title: 'Machines',
    note: CHIP_NOTE,
    sections: [
      ...vendors.map((vendor): Section => {
        const rows = machines.filter((machine) => machine.vendor === vendor).map(machineRow);
        return { level: 2, heading: vendor, blocks: [{ kind: 'table', columns, rows }] };
      }),
      { level: 2, blocks: [paragraph(legend, 'faint', 0)] },
    ],
  };
}

function machineRow(machine: Machine): Row {
  const { name, products, sharedMemory, waveSizes, models } = machine;
  return {
    cells: [
      { text: name, style: 'strong' },
      { text: products },
      { text: String(sharedMemory.banks.value) },
      { text: byteSize(sharedMemory.bytes.value) },
      { text: waveSizes.join(', ') },
      ...evidenceCells(models[0]),
    ],
  };
}

/** How many of a model's rules are measured, and how many disputed. */
function evidenceCells(model: ConflictModel): Cell[] {
  const rules = Object.values(model.rules).flatMap((table) => Object.values(table));
  const having = (evidence: Evidence): number =>
    rules.filter((rule) => rule.evidence === evidence).length;
  const disputed = having('disputed');
  return [
    { text: `${having('measured')} of ${rules.length}` },
    { text: disputed === 0 ? '-' : String(disputed) },
  ];
}

/** One machine in full: facts, the service rules of one model, all models, notes and sources. */
export function sayMachine(machine: Machine, model: ConflictModel = machine.models[0]): Document {
  const terms = termsFor(machine);
  const grounds = new Grounds();
  const waves = machine.waveSizes.join(' or ');
  const title = `${machine.name}: ${machine.vendor} ${machine.products}, ${terms.wave}s of ${waves} lanes`;
  return {
    title,
    note: CHIP_NOTE,
    sections: [
      { level: 1, heading: title, blocks: [] },
      { level: 2, heading: 'Facts', blocks: [factTable(machine, terms, grounds)] },
      ...machine.waveSizes.map((waveSize) =>
        sayRules(model, waveSize, model.rules[waveSize] ?? {}, terms, grounds),
      ),
      sayModels(machine, model),
      sayCoalescing(machine),
      sayMatrices(machine),
      { level: 2, heading: 'Notes', blocks: [{ kind: 'notes', notes: grounds.notes() }] },
      {
        level: 2,
        heading: 'Sources',
        blocks: [{ kind: 'notes', notes: grounds.sources(), style: 'faint' }],
      },
    ],
  };
}

/** The facts of a chip with value, evidence and source. */
function factTable(machine: Machine, terms: Terms, grounds: Grounds): Block {
  const rows = machineFacts(machine, terms).map(([title, fact]): Row => ({
    cells: [{ text: title }, { text: fact.value }, ...grounds.cells(fact)],
  }));
  const columns = [
    { title: 'fact' },
    { title: 'value', align: 'right' },
    { title: 'evidence' },
    { title: 'sources' },
  ] as const;
  return { kind: 'table', columns, rows };
}

function sayModels(machine: Machine, shown: ConflictModel): Section {
  return {
    level: 2,
    heading: `Models (${counted(machine.models.length, 'choice')} of --model)`,
    blocks: [
      {
        kind: 'list',
        items: machine.models.map((model, index) => ({
          label: model.name,
          text: `${model.title}${remark(index === 0, model === shown)}`,
          items: [{ text: model.description, style: 'faint' }],
        })),
      },
    ],
  };
}

/** What a transaction of global memory moves, in each of the models. */
function sayCoalescing({ coalescing }: Machine): Section {
  return {
    level: 2,
    heading: `Global memory (${counted(coalescing.length, 'choice')} of --coalescing)`,
    blocks: [
      {
        kind: 'list',
        items: coalescing.map(({ name, title, description }, index) => ({
          label: name,
          text: `${title}${remark(index === 0, false)}`,
          items: [{ text: description, style: 'faint' }],
        })),
      },
    ],
  };
}

/** How many matrix instructions there are; their layouts are a list of their own. */
function sayMatrices(machine: Machine): Section {
  const { length } = matricesOf(machine);
  const text = `${counted(length, 'instruction')}, with the lanes of their operands: ldscope machine ${machine.name} --matrix`;
  return {
    level: 2,
    heading: 'Matrix instructions',
    blocks: length === 0 ? [] : [paragraph(text)],
  };
}

function remark(isDefault: boolean, isShown: boolean): string {
  const parts = [...(isDefault ? ['default'] : []), ...(isShown ? ['shown above'] : [])];
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}
