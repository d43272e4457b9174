/**
 * Claims of Wave's page compared with the engine: the phases of instructions, and its sentences one by one.
 *
 *     64 banks for everything       ds_read_b128: 64 banks, 256 bytes a cycle; ds_write_b64: 32 banks, 128
 */
import {
  findRule,
  laneRanges,
  machineNamed,
  opcodeAt,
  opcodeNumber,
  plainLayout,
  type RowLayout,
  waveConditions,
  waveLayout,
  waveSwizzleFor,
} from '@ldscope/core';
import type { DataTable } from '@ldscope/render';
import { tableOf } from '../../picture/table-of.ts';
import type { Claim } from '../parts/claims.tsx';
import { lanes, servedBy } from '../parts/one-access.ts';
import { documentParameters } from './controls.ts';
import {
  type Chip,
  countReads,
  explainRead,
  swizzleOf,
  tileOf,
  type WaveParameters,
  withWavesChoice,
} from './model.ts';

const limitCases: readonly (readonly [string, Partial<WaveParameters>])[] = [
  ['the default tile', {}],
  ['gathers wider than reads', { gather: 16, read: 2 }],
  ['rows of 4 chunks: fewer than the rows of a phase', { columns: 32 }],
  ['rows of 16 chunks', { columns: 128 }],
  ['rows of 32 chunks', { columns: 256 }],
  ['rows of 12 chunks', { columns: 96 }],
];

/** The worst ways of all reads of each tile, plain, with what Wave's pass chooses, and with the best XOR key of the same unit. */
export function limitRows(chip: Chip) {
  return limitCases.map(([title, changed]) => {
    const parameters = withWavesChoice({ ...documentParameters, chip, ...changed });
    const ways = (phases: number, rowsPerPhase = 1): number =>
      countReads(parameters, keyedLayout(parameters, phases, rowsPerPhase)).ways;
    const chunks = parameters.columns / parameters.unit;
    const keys = [1, 2, 4, 8]
      .flatMap((rowsPerPhase) =>
        [2, 4, 8, 16]
          .filter((phases) => chunks % phases === 0)
          .map((phases) => ({ rowsPerPhase, phases, ways: ways(phases, rowsPerPhase) })),
      )
      .sort((a, b) => a.ways - b.ways || a.rowsPerPhase - b.rowsPerPhase || a.phases - b.phases);
    return {
      title,
      parameters,
      plainWays: ways(1),
      /** Absent where the swizzle would leave the row. */
      swizzledWays: isSound(parameters) ? ways(parameters.phases) : undefined,
      /** The key floor(row / rowsPerPhase) mod phases, the simplest of equals. */
      best: keys[0] ?? { rowsPerPhase: 1, phases: 1, ways: ways(1) },
    };
  });
}

function keyedLayout(parameters: WaveParameters, phases: number, rowsPerPhase: number): RowLayout {
  const tile = tileOf(parameters);
  if (phases < 2) return plainLayout(tile);
  const layout = waveLayout({ swizzleUnit: parameters.unit, maxPhase: phases }, tile);
  return { ...layout, key: { kind: 'xor', phases, rowsPerPhase } };
}

/** That the XOR stays inside of the rows of the tile. */
const isSound = (parameters: WaveParameters): boolean =>
  waveConditions(swizzleOf(parameters), tileOf(parameters), []).every(
    ({ fault }) => fault === undefined,
  );

const instructions = [
  'ds_read_b32',
  'ds_read_b64',
  'ds_read_b96',
  'ds_read_b128',
  'ds_write_b32',
  'ds_write_b64',
  'ds_write_b128',
] as const;

const LANES = 64;

/** How a chip serves lane after lane on consecutive addresses. */
export function phaseRows(chip: Chip) {
  const machine = machineNamed(chip);
  return instructions.flatMap((instruction) => {
    const number = opcodeNumber(instruction);
    if (number === undefined) return [];
    const { request, widthBytes } = opcodeAt(number);
    const rule = request === undefined ? undefined : findRule(machine.models[0], LANES, request);
    const served = servedBy(
      machine,
      instruction,
      lanes(LANES, (lane) => lane * widthBytes),
    );
    if (rule === undefined) return [];
    return [
      {
        instruction,
        phases: served.phases.length,
        /** Of each phase; the second 32 only where they are not as the first. */
        lanes: groupsText(served.phases.map(({ lanes }) => lanes)),
        banks: rule.banks,
        bytesPerCycle: (LANES * widthBytes) / served.idxActive,
        evidence: rule.evidence,
      },
    ];
  });
}

/** `{0-15} {16-31}, and + 32`. */
function groupsText(groups: readonly (readonly number[])[]): string {
  const half = groups.slice(0, groups.length / 2);
  const repeats =
    half.every((lanes) => lanes.every((lane) => lane < LANES / 2)) &&
    half.every(
      (lanes, i) =>
        lanes.map((lane) => lane + LANES / 2).join() === groups[half.length + i]?.join(),
    );
  const shown = (repeats ? half : groups).map((lanes) => `{${laneRanges(lanes)}}`).join(' ');
  return repeats ? `${shown}, and + ${LANES / 2}` : shown;
}

export const phaseTable = (chip: Chip): DataTable =>
  tableOf(`${chip}: lanes served together`, phaseRows(chip), [
    'instruction',
    'phases',
    'lanes',
    'banks',
    ['bytes per cycle', 'bytesPerCycle'],
    'evidence',
  ]);

/** The sentences of Wave's page, each with what the engine finds. */
export const claimsOf = (): readonly Claim[] => [
  bandwidth(),
  fourCycles(),
  meeting(),
  inBounds(),
  widerGathers(),
  fewChunks(),
  longRows(),
];

const swizzled = (parameters: WaveParameters): RowLayout =>
  waveLayout(swizzleOf(parameters), tileOf(parameters));

function bandwidth(): Claim {
  const rows = phaseRows('gfx950');
  const wide = rows.filter(({ banks }) => banks === 64);
  const narrow = rows.filter(({ banks }) => banks !== 64);
  const names = (some: typeof rows) => some.map(({ instruction }) => instruction).join(', ');
  const rate = (some: typeof rows) =>
    [...new Set(some.map(({ bytesPerCycle }) => bytesPerCycle))].sort((a, b) => a - b).join(' or ');
  return {
    title: 'LDS has 64 banks and moves 256 bytes per clock.',
    verdict: wide.length === rows.length ? 'holds' : 'holds in part',
    finding: `For ${names(wide)}: 64 banks, ${rate(wide)} bytes per cycle. ${names(narrow)} use ${[...new Set(narrow.map(({ banks }) => banks))].join(', ')} banks and move ${rate(narrow)} bytes per cycle at most; “Lanes served together” names the evidence`,
  };
}

function fourCycles(): Claim {
  const cycles = (chip: Chip): number => {
    const parameters = { ...documentParameters, chip };
    return explainRead(parameters, swizzled(parameters)).idxActive;
  };
  const [here, other] = [cycles('gfx950'), cycles('gfx942')];
  return {
    title: 'ds_read_b128 without conflicts takes four phases of one cycle each.',
    verdict: here === 4 ? 'holds' : 'does not hold',
    finding: `On gfx950: ${here} cycles. It depends on the chip: on gfx942, with 8 lanes per phase, ${other} cycles`,
  };
}

function meeting(): Claim {
  const { phases } = explainRead(documentParameters, plainLayout(tileOf(documentParameters)));
  const [phase] = phases;
  const lanes = phase?.banks[0]?.words.flatMap((word) => word.lanes) ?? [];
  return {
    title:
      'In phase 1, threads 0, 2, 12 and 14 share banks 0 to 3: the phase takes four times as long.',
    verdict: lanes.join() === '0,2,12,14' && phase?.ways === 4 ? 'holds' : 'does not hold',
    finding: `Lanes ${lanes.join(', ')} on bank ${phase?.banks[0]?.bank ?? 0}, ${phase?.cycles ?? 0} cycles. The ${phases.length} phases take ${phases.map(({ cycles }) => cycles).join(', ')} cycles`,
  };
}

const TWELVE_CHUNKS = 96;

function inBounds(): Claim {
  const swizzle = waveSwizzleFor(TWELVE_CHUNKS, 8, 2);
  const tile = tileOf({ ...documentParameters, columns: TWELVE_CHUNKS });
  const fault =
    swizzle === undefined
      ? undefined
      : waveConditions(swizzle, tile, []).find(({ name }) => name === 'bijection')?.fault;
  return {
    title: 'max_phase keeps the swizzled column inside the tile.',
    verdict: fault === undefined ? 'holds' : 'holds in part',
    finding: `For power-of-two rows. For rows of ${TWELVE_CHUNKS} elements the pass chooses ${swizzle?.maxPhase ?? 0} phases of ${TWELVE_CHUNKS / (swizzle?.swizzleUnit ?? 1)} chunks, and ${fault?.message ?? 'nothing breaks'}. Wave does not check it`,
  };
}

const coarse: WaveParameters = withWavesChoice({ ...documentParameters, gather: 16, read: 2 });

function widerGathers(): Claim {
  const read = explainRead(coarse, swizzled(coarse));
  const worst = read.phases
    .flatMap(({ banks }) => banks)
    .find(({ slots }) => slots === read.worstWays);
  const lanes = worst?.words.map((word) => word.lanes[0] ?? 0) ?? [];
  const rows = lanes.map((lane) => lane % 16);
  const sameRow = new Set(rows).size < rows.length;
  return {
    title:
      'Gathers wider than reads keep conflicts, because threads of a phase read from one large unit.',
    verdict: sameRow ? 'holds' : 'holds in part',
    finding: `Conflicts stay, ${read.worstWays} ways, for another reason. Elements of one unit are on different banks, or share a word, which is a broadcast. Lanes ${lanes.join(', ')} share bank ${worst?.bank ?? 0}: rows ${rows.join(', ')}, which are equal mod ${coarse.phases} and so have the same key`,
  };
}

function fewChunks(): Claim {
  const row = limitRows('gfx950').find(({ parameters }) => parameters.columns === 32);
  return {
    title: 'When a phase touches more rows than a row has chunks, a conflict is inevitable.',
    verdict: row?.best.ways === 1 ? 'does not hold' : 'holds',
    finding: `For 32 x 32 the key row mod ${row?.parameters.phases ?? 0} leaves ${row?.swizzledWays ?? 0} ways, the key floor(row / ${row?.best.rowsPerPhase ?? 1}) mod ${row?.best.phases ?? 1} leaves ${row?.best.ways ?? 0}: rows that are side by side on the banks can share a key`,
  };
}

function longRows(): Claim {
  const row = limitRows('gfx950').find(({ parameters }) => parameters.columns === 256);
  return {
    title: 'Apart from two exceptions, max_phase = min(8, chunks) removes the conflicts.',
    verdict: row?.swizzledWays === 1 ? 'holds' : 'holds in part',
    finding: `On gfx950 for rows of 64 elements. For 256 it leaves ${row?.swizzledWays ?? 0} ways, and row mod ${row?.best.phases ?? 0} leaves ${row?.best.ways ?? 0}: a phase of ds_read_b128 has 16 lanes there`,
  };
}
