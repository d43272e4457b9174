/**
 * A transpose of one tile through LDS, instruction by instruction: what each stores or loads, and what it costs.
 *
 *     01 on gfx942    ds_write_b128     8 cycles     0 conflict
 *                     ds_read_u16      16 cycles    14 conflict, eight times
 *
 * Instructions follow from the distributions and the descriptor alone, addresses with them.
 */
import {
  type AccessExplanation,
  type AccessTrace,
  advise,
  allElements,
  calculateOffsets,
  type DsInstruction,
  explainAccess,
  findModel,
  findTutorial,
  globalAccesses,
  globalTileTrace,
  type Machine,
  planTranspose,
  type Reading,
  readings,
  simulate,
  type Statement,
  TILE_K,
  TILE_M,
  TILE_WAVES,
  type TileAccessPlan,
  tileCost,
  tileTrace,
  type Tutorial,
  tutorials,
  waveTiles,
} from '@ldscope/core';
import { machineOf } from '../parts/one-access.ts';
import { chips, LANES, shown, type TutorialParameters } from './controls.ts';
import { type Run, runs, RUN_WAVE_TILES, SLIDES_K, SLIDES_M, slides } from './published.ts';

export interface CountedInstruction {
  readonly side: 'write' | 'read';
  /** Number among those of its side. */
  readonly number: number;
  readonly instruction: DsInstruction;
  /** Of one wave, in LDS cycles. */
  readonly cycles: number;
  readonly conflicts: number;
  readonly ways: number;
}

export interface TutorialModel {
  readonly parameters: TutorialParameters;
  readonly tutorial: Tutorial;
  readonly machine: Machine;
  readonly banks: 32 | 64;
  readonly plans: readonly [write: TileAccessPlan, read: TileAccessPlan];
  readonly trace: AccessTrace;
  readonly instructions: readonly CountedInstruction[];
  /** Of one wave and tile. */
  readonly cycles: number;
  readonly conflicts: number;
  /** Instructions of one wave in global memory: `buffer_load_dwordx4`. */
  readonly load: string;
  readonly store: string;
  /** Bytes of LDS. */
  readonly ldsBytes: number;
  /** True when a vector is at an address that is not a multiple of its size. */
  readonly misaligned: boolean;
}

/** Banks that the descriptor of a tutorial is built for. */
function banksFor({ chip, banks }: TutorialParameters): 32 | 64 {
  const wanted = banks === 'chip' ? machineOf(chip).sharedMemory.banks.value : banks;
  return wanted === 64 ? 64 : 32;
}

/** Throws for a tutorial that is not there: all are ours. */
export function tutorialModel(parameters: TutorialParameters): TutorialModel {
  const tutorial = findTutorial(parameters.name);
  const machine = machineOf(parameters.chip);
  const banks = banksFor(parameters);
  const spec = tutorial?.spec(banks);
  const planned = spec && planTranspose(spec, machine.isa);
  if (tutorial === undefined || spec === undefined || planned?.ok !== true) {
    throw new RangeError(`tutorial ${parameters.name} cannot be planned`);
  }
  const [write, read] = planned.value;
  if (write === undefined || read === undefined) throw new RangeError('a tile is written and read');
  const cost = tileCost(planned.value, machine);
  const instructions = cost.instructions.map((one, i): CountedInstruction => {
    const side = i < write.instructions.length ? 'write' : 'read';
    const number = side === 'write' ? i : i - write.instructions.length;
    const instruction = (side === 'write' ? write : read).instructions[number];
    if (instruction === undefined) throw new RangeError(`no instruction ${i}`);
    return {
      side,
      number,
      instruction,
      cycles: one.idxActive / TILE_WAVES,
      conflicts: one.bankConflict / TILE_WAVES,
      ways: one.worstWays,
    };
  });
  const [load, store] = globalAccesses(spec, { write, read }).map((access) =>
    listed(wave0(globalTileTrace(access))),
  );
  return {
    parameters,
    tutorial,
    machine,
    banks,
    plans: [write, read],
    trace: tileTrace(planned.value),
    instructions,
    cycles: cost.idxActive / TILE_WAVES,
    conflicts: cost.bankConflict / TILE_WAVES,
    load: load ?? '',
    store: store ?? '',
    ldsBytes: write.access.descriptor.elementSpaceSize * spec.elementBytes,
    misaligned: planned.diagnostics.length > 0,
  };
}

function wave0({
  count,
  wave,
  instruction,
  instructions,
}: ReturnType<typeof globalTileTrace>): string[] {
  return Array.from({ length: count }, (_, row) => row)
    .filter((row) => wave[row] === 0)
    .map((row) => instructions[instruction[row] ?? 0]?.name ?? '');
}

/** The names of a list with how often each is there. */
export function listed(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, n]) => (n === 1 ? name : `${n} x ${name}`)).join(', ');
}

/** The rows of the trace of one instruction of one wave: two where it has two addresses. */
function rowsOf({ trace }: TutorialModel, index: number, wave: number): number[] {
  return Array.from({ length: trace.count }, (_, row) => row).filter(
    (row) => trace.site[row] === index && trace.wave[row] === wave,
  );
}

/** One address of an instruction of a wave, phase by phase. */
export function explained(
  model: TutorialModel,
  index: number,
  wave: number,
  address: number,
): AccessExplanation | undefined {
  const rows = rowsOf(model, index, wave);
  const row = rows[Math.min(address, rows.length - 1)];
  return row === undefined ? undefined : explainAccess(model.trace, row, model.machine);
}

/** How many addresses an instruction has. */
export const addressesOf = ({ instruction }: CountedInstruction): number =>
  instruction.addressRegisters.length;

/** An element of the tile that a lane moves, with the place that it has in LDS. */
export interface MovedElement {
  readonly m: number;
  readonly k: number;
  readonly lane: number;
  readonly addressBytes: number;
}

/** What one instruction of one wave moves. */
export function movedElements(model: TutorialModel, index: number, wave: number): MovedElement[] {
  const counted = model.instructions[index];
  if (counted === undefined) return [];
  const { access, addressBytes } = model.plans[counted.side === 'write' ? 0 : 1];
  const { registers, xLengths } = access.distribution;
  const elements = allElements(access.distribution);
  const [mAxis, kAxis] = xLengths[0] === TILE_M ? [0, 1] : [1, 0];
  return Array.from({ length: LANES }, (_, lane) =>
    counted.instruction.registers.map((register) => {
      const at = (wave * LANES + lane) * registers + register;
      return {
        m: elements[mAxis]?.[at] ?? 0,
        k: elements[kAxis]?.[at] ?? 0,
        lane,
        addressBytes: addressBytes[at] ?? 0,
      };
    }),
  ).flat();
}

const advised = new Map<string, readonly Statement[]>();

/** The slides' rules on a tutorial, each with a verdict; those of CK's page are on its own explorer. */
export function rulesOf(parameters: TutorialParameters): readonly Statement[] {
  const banks = banksFor(parameters);
  const key = `${parameters.name} ${parameters.chip} ${banks}`;
  const before = advised.get(key);
  if (before !== undefined) return before;
  const spec = findTutorial(parameters.name)?.spec(banks);
  const result = spec && advise(spec, machineOf(parameters.chip));
  const rules =
    result?.ok === true ? result.value.filter(({ rule }) => rule.startsWith('slides/')) : [];
  advised.set(key, rules);
  return rules;
}

/** The tutorial as a specification for the playground. */
export function specOf({ tutorial, banks }: TutorialModel): string {
  return `tutorial: "${tutorial.name}"${tutorial.followsBanks ? `\nbanks: ${banks}` : ''}\n`;
}

/** A tutorial on both chips, beside what the slides have. */
export interface Row {
  readonly name: string;
  readonly title: string;
  /** By chip. */
  readonly models: readonly TutorialModel[];
  /** Counters of the whole matrix of the slides. */
  readonly conflicts: readonly number[];
  readonly instructions: number;
  readonly slides?: (typeof slides)[string];
}

export function allRows(): Row[] {
  const tiles = waveTiles(SLIDES_M, SLIDES_K);
  return shown.map(({ name, title }) => {
    const models = chips.map((chip) => tutorialModel({ name, chip, banks: 'chip' }));
    const own = slides[name];
    return {
      name,
      title,
      models,
      conflicts: models.map(({ conflicts }) => conflicts * tiles),
      instructions: (models[0]?.instructions.length ?? 0) * tiles,
      ...(own === undefined ? {} : { slides: own }),
    };
  });
}

/** On which chips the counter comes out. */
export function verdict(conflicts: readonly number[], published: number): string {
  const names = chips.filter((_, i) => conflicts[i] === published);
  return names.length === chips.length
    ? 'on both'
    : names.length === 0
      ? 'no'
      : `on ${names.join()}`;
}

export interface RunRow extends Run {
  /** Ours, for the same number of waves and tiles. */
  readonly ours: number;
}

export function runRows(): RunRow[] {
  return runs.map((run) => {
    const { conflicts } = tutorialModel({ name: run.tutorial, chip: run.chip, banks: run.banks });
    return { ...run, ours: conflicts * RUN_WAVE_TILES };
  });
}

/** What a reading of the rules must give for the counters: conflicts of one wave and tile; 04 from an MI300X and an MI355. */
export function targets(): ReadonlyMap<string, number> {
  const tiles = waveTiles(SLIDES_M, SLIDES_K);
  return new Map([
    ...Object.entries(slides).map(([name, { conflicts }]) => [name, conflicts / tiles] as const),
    ...runs
      .filter(({ tutorial }) => tutorial === '04' || tutorial.includes('fp32'))
      .map(({ tutorial, conflicts }) => [tutorial, conflicts / RUN_WAVE_TILES] as const),
  ]);
}

/** One cell of the table of readings; `undefined` when the machine has no such model. */
export function readingCell(reading: Reading, name: string): number | undefined {
  const machine = machineOf(reading.machine);
  const rules = findModel(machine, reading.model);
  if (rules === undefined) return undefined;
  const { trace } = planned(
    name,
    reading.machine === 'gfx950' ? 'gfx950' : 'gfx942',
    reading.descriptorBanks,
  );
  const { bankConflict } = simulate(trace, machine, rules);
  return bankConflict.reduce((sum, one) => sum + one, 0) / TILE_WAVES;
}

const plannedBefore = new Map<string, TutorialModel>();

function planned(name: string, chip: TutorialParameters['chip'], banks: 32 | 64): TutorialModel {
  const key = `${name} ${chip} ${banks}`;
  const found = plannedBefore.get(key) ?? tutorialModel({ name, chip, banks });
  plannedBefore.set(key, found);
  return found;
}

export const readingNames = tutorials.map(({ name }) => name);
export { readings };

/** Words of LDS that hold something: what is left between the elements is padding. */
export function wastedBytes({ plans: [write], ldsBytes }: TutorialModel): number {
  const { descriptor, elementBytes } = write.access;
  const elements = [
    Int32Array.from({ length: TILE_M * TILE_K }, (_, i) => Math.floor(i / TILE_K)),
    Int32Array.from({ length: TILE_M * TILE_K }, (_, i) => i % TILE_K),
  ];
  return ldsBytes - new Set(calculateOffsets(descriptor, elements)).size * elementBytes;
}
