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
  advise,
  allElements,
  calculateOffsets,
  descriptorToCpp,
  encodingToCpp,
  explainAccess,
  findModel,
  findTutorial,
  globalAccesses,
  globalTileTrace,
  machineNamed,
  planTranspose,
  range,
  type Reading,
  readings,
  simulate,
  type Statement,
  sum,
  TILE_WAVES,
  tileCost,
  tileTrace,
  type TransposeTile,
  tutorials,
  waveTiles,
} from '@ldscope/core';
import { grouped } from '../../controls/words.ts';
import { refusal, refused } from '../parts/answer.ts';
import { bytesOf } from '../parts/element-types.ts';
import { waveOf } from '../parts/one-access.ts';
import { listed } from '../parts/words.ts';
import { chips, shown, type TutorialState } from './controls.ts';
import { RUN_WAVE_TILES, runs, slides, SLIDES_K, SLIDES_M } from './published.ts';

/** A tutorial on a chip. */
export interface TutorialRequest {
  readonly name: string;
  readonly chip: string;
  /** Banks that the descriptor of a tutorial is built for, where it asks. */
  readonly banks: number | 'chip';
  /** Its own when absent. */
  readonly tile?: TransposeTile;
}

export type TutorialModel = ReturnType<typeof tutorialModel>;
export type CountedInstruction = TutorialModel['instructions'][number];

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
export function tutorialModel(request: TutorialRequest) {
  const answer = tutorialFor(request);
  if (!answer.ok) throw new RangeError(answer.why);
  return answer.value;
}

/** Elements of a lane, as specifications take them. */
const MOST_REGISTERS = 256;

/** The model of a tutorial for a tile, or why it has none; throws for a tutorial that is not there: all are ours. */
export function tutorialFor(request: TutorialRequest) {
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
    return refused(
      `A lane would hold ${registers} elements, more than ${MOST_REGISTERS}: choose more waves or a smaller tile.`,
    );
  }
  const ldsBytes = write.access.descriptor.elementSpaceSize * tile.elementBytes;
  const most = machine.sharedMemory.bytesPerWorkgroup.value;
  if (ldsBytes > most) {
    return refused(
      `The tile takes ${grouped(ldsBytes)} bytes of LDS, and a workgroup of ${machine.name} has ${grouped(most)}: choose fewer rows or columns.`,
    );
  }
  const cost = tileCost(planned.value, machine);
  const { waves } = tile;
  const sides = ([write, read] as const).flatMap(({ instructions }, index) =>
    instructions.map((instruction, number) => ({
      side: index === 0 ? ('write' as const) : ('read' as const),
      /** Among those of its side. */
      number,
      instruction,
    })),
  );
  const [load = '', store = ''] = globalAccesses(spec.value, { write, read }).map((access) =>
    listed(wave0(globalTileTrace(access))),
  );
  const value = {
    tutorial,
    tile,
    spec: spec.value,
    machine,
    banks,
    plans: [write, read] as const,
    trace: tileTrace(planned.value),
    /** Cycles are those of LDS, of one wave. */
    instructions: cost.instructions.flatMap(({ idxActive, bankConflict, worstWays }, i) => {
      const own = sides[i];
      const counts = { cycles: idxActive / waves, conflicts: bankConflict / waves };
      return own === undefined ? [] : [{ ...own, ...counts, ways: worstWays }];
    }),
    /** Of one wave and tile. */
    cycles: cost.idxActive / waves,
    conflicts: cost.bankConflict / waves,
    /** Instructions of one wave in global memory: `buffer_load_dwordx4`. */
    load,
    store,
    ldsBytes,
    /** True when a vector is at an address that is not a multiple of its size. */
    misaligned: planned.diagnostics.length > 0,
  };
  return { ok: true, value } as const;
}

const wave0 = ({
  count,
  wave,
  instruction,
  instructions,
}: ReturnType<typeof globalTileTrace>): string[] =>
  range(count)
    .filter((row) => wave[row] === 0)
    .map((row) => instructions[instruction[row] ?? 0]?.name ?? '');

/** The rows of the trace of one instruction of one wave: two where it has two addresses. */
function rowsOf({ trace }: TutorialModel, index: number, wave: number): number[] {
  return range(trace.count).filter((row) => trace.site[row] === index && trace.wave[row] === wave);
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
  return range(waveSize).flatMap((lane) =>
    counted.instruction.registers.map((register) => {
      const at = (wave * waveSize + lane) * registers + register;
      return {
        m: elements[mAxis]?.[at] ?? 0,
        k: elements[kAxis]?.[at] ?? 0,
        lane,
        addressBytes: addressBytes[at] ?? 0,
      };
    }),
  );
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

/** Both sides as C++ of CK Tile: the view of LDS, and the distribution. */
const cppOf = ({ spec }: Pick<TutorialModel, 'spec'>, side: 'write' | 'read') =>
  [
    descriptorToCpp(spec[side].descriptor, `${side}_desc`),
    `using ${side}_distribution = ${encodingToCpp(spec[side].encoding)};`,
  ] as const;

/**
 * The same as texts.
 *
 *     03, stored    make_naive_tensor_descriptor(make_tuple(64, 32), make_tuple(34, 1))
 *     03, loaded    make_naive_tensor_descriptor(make_tuple(32, 64), make_tuple(1, 34))
 */
export const codeOf = (model: Pick<TutorialModel, 'spec'>) => ({
  write: cppOf(model, 'write').join('\n\n'),
  read: cppOf(model, 'read').join('\n\n'),
});

const elementNames: Readonly<Record<number, string>> = { 4: 'f32', 2: 'f16', 1: 'fp8', 0.5: 'fp4' };

/** The tutorial as a specification for the playground: by its name, or with its C++ where the tile is another. */
export function specOf(model: TutorialModel): string {
  const { tutorial, banks, tile, spec } = model;
  if (isOwnTile(model)) {
    return `tutorial: "${tutorial.name}"${tutorial.followsBanks ? `\nbanks: ${banks}` : ''}\n`;
  }
  const side = (name: 'write' | 'read'): string => {
    const [view, distribution] = cppOf(model, name).map((text) => text.replaceAll(/^/gm, '      '));
    return `${name}:\n  lds:\n    cpp: |\n${view}\n  distribution:\n    cpp: |\n${distribution}\n`;
  };
  const store =
    spec.storeAlong === undefined ? '' : `global: { store_along: ${spec.storeAlong} }\n`;
  return `name: tutorial ${tutorial.name} of ${tile.m} x ${tile.k}
element: ${elementNames[tile.elementBytes] ?? 'f16'}
${side('write')}${side('read')}${store}`;
}

export type Row = ReturnType<typeof allRows>[number];

/** The tutorials on both chips, beside what the slides have. */
export function allRows() {
  const tiles = waveTiles(SLIDES_M, SLIDES_K);
  return shown.map(({ name, title }) => {
    const models = chips.map((chip) => tutorialModel({ name, chip, banks: 'chip' }));
    return {
      name,
      title,
      /** By chip. */
      models,
      /** Counters of the whole matrix of the slides. */
      conflicts: models.map(({ conflicts }) => conflicts * tiles),
      instructions: (models[0]?.instructions.length ?? 0) * tiles,
      slides: slides[name],
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

/** Each run with what is counted here for as many waves and tiles. */
export const runRows = () =>
  runs.map((run) => ({
    ...run,
    ours:
      RUN_WAVE_TILES *
      tutorialModel({ name: run.tutorial, chip: run.chip, banks: run.banks }).conflicts,
  }));

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
  const chip = reading.machine === 'gfx950' ? 'gfx950' : 'gfx942';
  const { trace } = planned(name, chip, reading.descriptorBanks);
  const { bankConflict } = simulate(trace, machine, rules);
  return sum(bankConflict) / TILE_WAVES;
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
    Int32Array.from(range(m * k), (i) => Math.floor(i / k)),
    Int32Array.from(range(m * k), (i) => i % k),
  ];
  return ldsBytes - new Set(calculateOffsets(descriptor, elements)).size * elementBytes;
}
