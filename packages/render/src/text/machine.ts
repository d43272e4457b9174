/** What is known of a chip: facts and service rules, each with its evidence and a numbered source. */
import type { ConflictModel, Evidence, Machine } from '@ldscope/core';
import { termsFor } from '../terminology.ts';
import { Grounds } from './grounds.ts';
import { factLines } from './machine-facts.ts';
import { ruleLines } from './machine-rules.ts';
import { matricesOf } from './matrix.ts';
import { hang } from './measure.ts';
import { byteSize, counted } from './numbers.ts';
import { type Page, pageFor, type TextOptions } from './style.ts';
import { type Cell, type Row, table } from './table.ts';

/** Every machine on a line, by vendor. */
export function renderMachines(machines: readonly Machine[], options: TextOptions = {}): string {
  const page = pageFor(options);
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
  const sections = vendors.map((vendor) => [
    page.paint('strong', vendor),
    ...table(
      columns,
      machines.filter((machine) => machine.vendor === vendor).map(machineRow),
      page,
    ),
  ]);
  const legend = hang(
    '',
    'memory: LDS of a compute unit or workgroup processor, shared memory of an SM; lanes: of a wave or ' +
      'warp. ldscope machine NAME shows facts, rules and sources of one chip.',
    page.width,
  ).map((line) => page.paint('faint', line));
  return [...sections, legend].map((lines) => `${lines.join('\n')}\n`).join('\n');
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
export function renderMachine(
  machine: Machine,
  model: ConflictModel = machine.models[0],
  options: TextOptions = {},
): string {
  const page = pageFor(options);
  const terms = termsFor(machine);
  const grounds = new Grounds();
  const waves = machine.waveSizes.join(' or ');
  const sections: readonly (readonly string[])[] = [
    hang(
      '',
      `${machine.name}: ${machine.vendor} ${machine.products}, ${terms.wave}s of ${waves} lanes`,
      page.width,
    ).map((line) => page.paint('strong', line)),
    [page.paint('strong', 'Facts'), ...factLines(machine, terms, grounds, page)],
    ...machine.waveSizes.map((waveSize) =>
      ruleLines(model, waveSize, model.rules[waveSize] ?? {}, terms, grounds, page),
    ),
    modelLines(machine, model, page),
    coalescingLines(machine, page),
    matrixLines(machine, page),
    [page.paint('strong', 'Notes'), ...grounds.noteLines(page)],
    [page.paint('strong', 'Sources'), ...grounds.sourceLines(page)],
  ];
  return sections
    .filter((lines) => lines.length > 1 || lines === sections[0])
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n');
}

function modelLines(machine: Machine, shown: ConflictModel, page: Page): string[] {
  return [
    page.paint('strong', `Models (${counted(machine.models.length, 'choice')} of --model)`),
    ...machine.models.flatMap((model, index) => [
      ...hang(
        '  ',
        `${model.name}: ${model.title}${remark(index === 0, model === shown)}`,
        page.width,
      ),
      ...hang('    ', model.description, page.width).map((line) => page.paint('faint', line)),
    ]),
  ];
}

/** What a transaction of global memory moves, in each of the models. */
function coalescingLines({ coalescing }: Machine, page: Page): string[] {
  return [
    page.paint('strong', `Global memory (${counted(coalescing.length, 'choice')} of --coalescing)`),
    ...coalescing.flatMap(({ name, title, description }, index) => [
      ...hang('  ', `${name}: ${title}${remark(index === 0, false)}`, page.width),
      ...hang('    ', description, page.width).map((line) => page.paint('faint', line)),
    ]),
  ];
}

/** How many matrix instructions there are; their layouts are a list of their own. */
function matrixLines(machine: Machine, page: Page): string[] {
  const { length } = matricesOf(machine);
  if (length === 0) return [];
  const text = `${counted(length, 'instruction')}, with the lanes of their operands: ldscope machine ${machine.name} --matrix`;
  return [page.paint('strong', 'Matrix instructions'), ...hang('  ', text, page.width)];
}

function remark(isDefault: boolean, isShown: boolean): string {
  const parts = [...(isDefault ? ['default'] : []), ...(isShown ? ['shown above'] : [])];
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}
