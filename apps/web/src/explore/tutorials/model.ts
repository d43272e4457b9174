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
  descriptorToCpp,
  type DsInstruction,
  encodingToCpp,
  explainAccess,
  findModel,
  findTutorial,
  globalAccesses,
  globalTileTrace,
  type Machine,
  machineNamed,
  planTranspose,
  type Reading,
  readings,
  simulate,
  type Statement,
  TILE_WAVES,
  type TransposeSpec,
  type TransposeTile,
  type TileAccessPlan,
  tileCost,
  tileTrace,
  type Tutorial,
  tutorials,
  waveTiles,
} from '@ldscope/core';
import { bytesOf } from '../parts/element-types.ts';
import { type Answer, refusal } from '../parts/answer.ts';
import { waveOf } from '../parts/one-access.ts';
import { grouped } from '../../controls/words.ts';
import { chips, shown, type TutorialState } from './controls.ts';
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

/** A tutorial on a chip. */
export interface TutorialRequest {
  readonly name: string;
  readonly chip: string;
  /** Banks that the descriptor of a tutorial is built for, where it asks. */
  readonly banks: number | 'chip';
  /** Its own when absent. */
  readonly tile?: TransposeTile;
}

export interface TutorialModel {
  readonly tutorial: Tutorial;
  readonly tile: TransposeTile;
  readonly spec: TransposeSpec;
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

/** What a form asks for. */
export function requestOf(state: TutorialState): TutorialRequest {
  const { name, chip, banks, m, k, element, waves, kPack, padding } = state;
  const tile: TransposeTile = {
    m,
    k,
    elementBytes: bytesOf(element),
    waves,
    waveSize: waveOf(machineNamed(chip)) === 32 ? 32 : 64,
    kPack,
    ...(padding === 'as published' ? {} : { padding }),
  };
  return { name, chip, banks, tile };
}

/** True for the tile that the tutorial itself moves. */
export function isOwnTile({ tutorial, tile }: TutorialModel): boolean {
  const [own, shown] = [tutorial.tile, tile] as const;
  return (Object.keys(shown) as (keyof TransposeTile)[]).every((key) => own[key] === shown[key]);
}

function banksFor({ chip, banks }: TutorialRequest): 32 | 64 {
  const wanted = banks === 'chip' ? machineNamed(chip).sharedMemory.banks.value : banks;
  return wanted === 64 ? 64 : 32;
}

/** A tutorial of its own tile, which always has a model. */
export function tutorialModel(request: TutorialRequest): TutorialModel {
  const answer = tutorialFor(request);
  if (!answer.ok) throw new RangeError(answer.why);
  return answer.value;
}

/** Elements of a lane, as specifications take them. */
const MOST_REGISTERS = 256;

/** The model of a tutorial for a tile, or why it has none; throws for a tutorial that is not there: all are ours. */
export function tutorialFor(request: TutorialRequest): Answer<TutorialModel> {
  const tutorial = findTutorial(request.name);
  if (tutorial === undefined) throw new RangeError(`no tutorial is called ${request.name}`);
  const machine = machineNamed(request.chip);
  const banks = banksFor(request);
  const { tile = tutorial.tile } = request;
  const spec = tutorial.specOf(tile, banks);
  if (!spec.ok) return refusal(spec.diagnostics);
  const planned = planTranspose(spec.value, machine.isa);
  if (!planned.ok) return refusal(planned.diagnostics);
  const [write, read] = planned.value;
  if (write === undefined || read === undefined) throw new RangeError('a tile is written and read');
  const { registers } = write.access.distribution;
  if (registers > MOST_REGISTERS) {
    return {
      ok: false,
      why: `A lane would hold ${registers} elements, more than ${MOST_REGISTERS}: choose more waves or a smaller tile.`,
    };
  }
  const ldsBytes = write.access.descriptor.elementSpaceSize * tile.elementBytes;
  const most = machine.sharedMemory.bytesPerWorkgroup.value;
  if (ldsBytes > most) {
    return {
      ok: false,
      why: `The tile takes ${grouped(ldsBytes)} bytes of LDS, and a workgroup of ${machine.name} has ${grouped(most)}: choose fewer rows or columns.`,
    };
  }
  const cost = tileCost(planned.value, machine);
  const { waves } = tile;
  const instructions = cost.instructions.map((one, i): CountedInstruction => {
    const side = i < write.instructions.length ? 'write' : 'read';
    const number = side === 'write' ? i : i - write.instructions.length;
    const instruction = (side === 'write' ? write : read).instructions[number];
    if (instruction === undefined) throw new RangeError(`no instruction ${i}`);
    return {
      side,
      number,
      instruction,
      cycles: one.idxActive / waves,
      conflicts: one.bankConflict / waves,
      ways: one.worstWays,
    };
  });
  const [load, store] = globalAccesses(spec.value, { write, read }).map((access) =>
    listed(wave0(globalTileTrace(access))),
  );
  const model: TutorialModel = {
    tutorial,
    tile,
    spec: spec.value,
    machine,
    banks,
    plans: [write, read],
    trace: tileTrace(planned.value),
    instructions,
    cycles: cost.idxActive / waves,
    conflicts: cost.bankConflict / waves,
    load: load ?? '',
    store: store ?? '',
    ldsBytes,
    misaligned: planned.diagnostics.length > 0,
  };
  return { ok: true, value: model };
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
export type MovedElement = Readonly<{ m: number; k: number; lane: number; addressBytes: number }>;

/** What one instruction of one wave moves. */
export function movedElements(model: TutorialModel, index: number, wave: number): MovedElement[] {
  const counted = model.instructions[index];
  if (counted === undefined) return [];
  const { access, addressBytes, waveSize } = model.plans[counted.side === 'write' ? 0 : 1];
  const { registers } = access.distribution;
  const { elements = allElements(access.distribution) } = access;
  // What is read by columns has k first; 08 and 10 read rows, and store along them.
  const isTurned = counted.side === 'read' && model.spec.storeAlong === undefined;
  const [mAxis, kAxis] = isTurned ? [1, 0] : [0, 1];
  return Array.from({ length: waveSize }, (_, lane) =>
    counted.instruction.registers.map((register) => {
      const at = (wave * waveSize + lane) * registers + register;
      return {
        m: elements[mAxis]?.[at] ?? 0,
        k: elements[kAxis]?.[at] ?? 0,
        lane,
        addressBytes: addressBytes[at] ?? 0,
      };
    }),
  ).flat();
}

/** Elements of a tile that the rules are applied to while a reader waits. */
export const MOST_JUDGED = 8192;

const advised = new Map<string, readonly Statement[]>();

/** The slides' rules on a tutorial, each with a verdict; those of CK's page are on its own explorer. */
export function rulesOf(request: TutorialRequest): readonly Statement[] {
  const key = JSON.stringify(request);
  const before = advised.get(key);
  if (before !== undefined) return before;
  const tutorial = findTutorial(request.name);
  const tile = request.tile ?? tutorial?.tile;
  const spec = tile && tutorial?.specOf(tile, banksFor(request));
  const result = spec?.ok === true ? advise(spec.value, machineNamed(request.chip)) : undefined;
  const rules =
    result?.ok === true ? result.value.filter(({ rule }) => rule.startsWith('slides/')) : [];
  advised.set(key, rules);
  return rules;
}

const elementNames: ReadonlyMap<number, string> = new Map([
  [4, 'f32'],
  [2, 'f16'],
  [1, 'fp8'],
  [0.5, 'fp4'],
]);

/** The tutorial as a specification for the playground: by its name, or with its C++ where the tile is another. */
export function specOf(model: TutorialModel): string {
  const { tutorial, banks, tile, spec } = model;
  if (isOwnTile(model)) {
    return `tutorial: "${tutorial.name}"${tutorial.followsBanks ? `\nbanks: ${banks}` : ''}\n`;
  }
  const block = (text: string): string => text.replaceAll(/^/gm, '      ');
  const side = (name: 'write' | 'read'): string[] => [
    `${name}:`,
    '  lds:',
    '    cpp: |',
    block(descriptorToCpp(spec[name].descriptor, `${name}_desc`)),
    '  distribution:',
    '    cpp: |',
    block(`using ${name}_distribution = ${encodingToCpp(spec[name].encoding)};`),
  ];
  return [
    `name: tutorial ${tutorial.name} of ${tile.m} x ${tile.k}`,
    `element: ${elementNames.get(tile.elementBytes) ?? 'f16'}`,
    ...side('write'),
    ...side('read'),
    ...(spec.storeAlong === undefined ? [] : [`global: { store_along: ${spec.storeAlong} }`]),
    '',
  ].join('\n');
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
  const machine = machineNamed(reading.machine);
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

function planned(name: string, chip: string, banks: 32 | 64): TutorialModel {
  const key = `${name} ${chip} ${banks}`;
  const found = plannedBefore.get(key) ?? tutorialModel({ name, chip, banks });
  plannedBefore.set(key, found);
  return found;
}

export const readingNames = tutorials.map(({ name }) => name);
export { readings };

/** Words of LDS that hold something: what is left between the elements is padding. */
export function wastedBytes({ plans: [write], ldsBytes, tile: { m, k } }: TutorialModel): number {
  const { descriptor, elementBytes } = write.access;
  const elements = [
    Int32Array.from({ length: m * k }, (_, i) => Math.floor(i / k)),
    Int32Array.from({ length: m * k }, (_, i) => i % k),
  ];
  return ldsBytes - new Set(calculateOffsets(descriptor, elements)).size * elementBytes;
}
