/** What the launches gave, as the page docs/cuda.md. */
import type { SassSummary } from '@ldscope/core';
import type { InstructionCounts, Outcome } from './launches.ts';

/** Conflicts of more runs by launch: all, of atomics, of loads, of stores. */
export type Repeats = Readonly<Record<string, readonly (readonly number[])[]>>;

/** Launches by what came of them. */
export interface Verdicts {
  readonly right: readonly string[];
  readonly exactAsPtx: readonly string[];
  readonly exactAsSass: readonly string[];
  /** The conflicts of SASS are those of one run at least. */
  readonly ofSomeRun: readonly string[];
  /** The counter differs between runs of the chip. */
  readonly varying: readonly string[];
  /** Sectors of global memory, of loads and of stores, are those of the chip. */
  readonly sameSectors: Readonly<Record<'loads' | 'stores', readonly string[]>>;
  /** Every instruction of SASS has the executions, lanes and wavefronts of Nsight Compute. */
  readonly sameInstructions: readonly string[];
  /** The report calls its figures complete, and they are not those of any run. */
  readonly refuted: readonly string[];
}

const names = (list: readonly Outcome[]): readonly string[] => list.map(({ name }) => name);

/** The conflicts of all runs, the recorded one first. */
export function runsOf({ name, hardware }: Outcome, repeats: Repeats): readonly number[] {
  return [hardware.all, ...(repeats[name] ?? []).map(([all = -1]) => all)];
}

const differs = ({ ours, theirs }: InstructionCounts): boolean =>
  ours.some((count, index) => count !== theirs[index]);

export function verdictsOf(outcomes: readonly Outcome[], repeats: Repeats): Verdicts {
  const isExact = (one: Outcome): boolean => one.sass?.conflicts === one.hardware.all;
  const withSectors = (of: 'loads' | 'stores'): readonly string[] =>
    names(outcomes.filter(({ sectors }) => sectors[of][0] === sectors[of][1]));
  return {
    right: names(outcomes.filter(({ wrong }) => wrong.length === 0)),
    exactAsPtx: names(outcomes.filter(({ ptx, hardware }) => ptx === hardware.all)),
    exactAsSass: names(outcomes.filter(isExact)),
    ofSomeRun: names(
      outcomes.filter((one) => runsOf(one, repeats).includes(one.sass?.conflicts ?? -1)),
    ),
    varying: names(outcomes.filter((one) => new Set(runsOf(one, repeats)).size > 1)),
    sameSectors: { loads: withSectors('loads'), stores: withSectors('stores') },
    sameInstructions: names(
      outcomes.filter(({ sass }) => sass !== undefined && !sass.instructions.some(differs)),
    ),
    refuted: names(
      outcomes.filter(
        (one) =>
          one.sass?.summary.isComplete === true &&
          !runsOf(one, repeats).includes(one.sass.conflicts),
      ),
    ),
  };
}

/** The page, line by line. */
export function pageOf(outcomes: readonly Outcome[], repeats: Repeats): string[] {
  const verdicts = verdictsOf(outcomes, repeats);
  const { right, exactAsPtx, exactAsSass, ofSomeRun, varying } = verdicts;
  const { sameInstructions, sameSectors } = verdicts;
  const all = outcomes.length;
  const hasSass = outcomes.some(({ sass }) => sass !== undefined);
  const executed = outcomes.flatMap(({ sass }) => sass?.instructions ?? []);
  const steady = outcomes.filter(({ name }) => !varying.includes(name));
  const steadyExact = steady.filter(({ name }) => exactAsSass.includes(name));
  const warpsOf = (of: (summary: SassSummary) => number): number =>
    outcomes.reduce((sum, { sass }) => sum + (sass === undefined ? 0 : of(sass.summary)), 0);
  return [
    '# CUDA kernels beside an H100',
    '',
    `${all} launches of CUDA kernels, executed from their PTX and their SASS, beside what an H100 computed and counted.`,
    'This page is printed by `npm run validate -- cuda`.',
    '',
    `- Results: ${right.length} of ${all} are those of the numpy references.`,
    `- Bank conflicts (\`l1tex__data_bank_conflicts_pipe_lsu_mem_shared\`): ${exactAsPtx.length} of ${all} are exact as PTX has the accesses${hasSass ? `, ${exactAsSass.length} of ${all} as SASS has them` : ''}.`,
    `- Sectors of global memory (\`l1tex__t_sectors_pipe_lsu_mem_global\`): ${sameSectors.loads.length} of ${all} are exact of loads, ${sameSectors.stores.length} of stores.`,
    ...(hasSass
      ? [
          `- The counter of ${varying.length} launches is not fixed: it differs between runs (${varying.join(', ')}). Of the other ${steady.length}, ${steadyExact.length} are exact as SASS; of all, ${ofSomeRun.length} have the counter of one run at least.`,
          `- SASS: ${warpsOf(({ evaluatedWarps }) => evaluatedWarps)} of ${warpsOf(({ warps }) => warps)} warps are executed by its rows; the others have the accesses of PTX.`,
          `- Instructions of SASS that access shared memory: ${executed.length - executed.filter(differs).length} of ${executed.length} have the executions, lanes and wavefronts of Nsight Compute; ${sameInstructions.length} launches have all of theirs.`,
        ]
      : []),
    '',
    ...section('Where PTX misleads', ...misleading(outcomes)),
    ...section('Conflicts that are not those of the recorded run', ...missed(outcomes, repeats)),
    ...section("Where Nsight's lines differ from the hardware", ...nsight(outcomes)),
    ...section('Instructions that differ from those of Nsight Compute', ...instructions(outcomes)),
    ...section('Hazards', ...hazards(outcomes)),
  ];
}

function section(title: string, text: string, rows: readonly string[]): string[] {
  return rows.length === 0 ? [] : [`## ${title}`, '', text, '', ...rows, ''];
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] {
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
  return rows.length === 0
    ? []
    : [line(head), line(head.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(line)];
}

type Section = readonly [text: string, rows: readonly string[]];

function misleading(outcomes: readonly Outcome[]): Section {
  const rows = outcomes.filter(({ ptx, sass }) => sass !== undefined && ptx !== sass.conflicts);
  return [
    'Bank conflicts of the accesses that PTX has, of those that SASS has, and of the chip. `merged`: accesses of PTX that are part of a wider one; `dropped`: left out.',
    table(
      ['launch', 'PTX', 'SASS', 'H100', 'merged', 'dropped'],
      rows.map(({ name, ptx, sass, hardware }) => [
        name,
        ptx,
        sass?.conflicts ?? '',
        hardware.all,
        sass?.summary.merged ?? '',
        sass?.summary.dropped ?? '',
      ]),
    ),
  ];
}

function missed(outcomes: readonly Outcome[], repeats: Repeats): Section {
  const rows = outcomes.filter(({ sass, hardware }) => sass?.conflicts !== hardware.all);
  return [
    'Ours, with each warp alone and with all warps of a block in turns at compare-and-swap, and the counter of the recorded run, of five more, and of twelve on another day. Where warps meet in atomics, conflicts depend on which comes first, to the cycle: no order of the warps has the counts of all launches, and the report gives both figures of ours. All runs of `atom_cas` are between the two, 17 of 18 of `atom_addf`, of which one has one more, and 12 of 18 of `atom_add64`, of which six have two to four more; the lists of `atom_exch` have other lengths in other orders. The counter of `atom_cas` is 46 in all runs, with 26 compare-and-swaps; in the pass in which Nsight Compute counts executions by instruction there are 30, with 42 conflicts, since the winner of a round diverges and the other warp overtakes it: each wins in turn. In turns without overtaking there are 24. `radix_match` has no atomics: ours is the counter of five of the six runs; the recorded one has 17, of 8 loads and 8 stores.',
    table(
      [
        'launch',
        'alone',
        'in turns',
        'recorded',
        'five more runs',
        'twelve more',
        'the report shows',
      ],
      rows
        .filter(({ sass }) => sass !== undefined)
        .map((one) => {
          const [recorded = '', ...more] = runsOf(one, repeats);
          const later = more.slice(FIVE);
          return [
            one.name,
            one.sass?.conflicts ?? '',
            one.sass?.summary.conflicts?.inTurns ?? '',
            recorded,
            more.slice(0, FIVE).join(', '),
            later.length === 0 ? '' : `${Math.min(...later)} to ${Math.max(...later)}`,
            reasonOf(one),
          ];
        }),
    ),
  ];
}

/** Runs of every launch beside the recorded one. */
const FIVE = 5;

function reasonOf({ sass }: Outcome): string {
  if (sass === undefined || sass.summary.isComplete) return '';
  const { contended, uncertainWarps, unmatchedWarps, warps } = sass.summary;
  return [
    ...(contended ? ['warps meet in atomics'] : []),
    ...(uncertainWarps > 0 ? [`lanes yield, ${uncertainWarps} of ${warps} warps`] : []),
    ...(unmatchedWarps > 0 ? [`not executed, ${unmatchedWarps} of ${warps} warps`] : []),
  ].join('; ');
}

function nsight(outcomes: readonly Outcome[]): Section {
  const rows = outcomes.filter(({ nsight: sum, hardware }) => sum !== hardware.all);
  return [
    "Nsight Compute computes wavefronts by instruction from addresses, with a simpler rule than the hardware's: the sum of its excessive wavefronts beside the counter and ours.",
    table(
      ['launch', 'Nsight by line', 'H100', 'ours as SASS'],
      rows.map(({ name, nsight: sum, hardware, sass }) => [
        name,
        sum,
        hardware.all,
        sass?.conflicts ?? '',
      ]),
    ),
  ];
}

function instructions(outcomes: readonly Outcome[]): Section {
  const rows = outcomes.flatMap(({ name, sass }) => {
    const other = sass?.instructions.filter(differs) ?? [];
    const [first] = other;
    if (first === undefined) return [];
    const text = ({ ours, theirs }: InstructionCounts): string =>
      `${ours.join(' / ')} and ${theirs.join(' / ')}`;
    const more = other.length > 1 ? ` (and ${other.length - 1} more)` : '';
    return [[name, `\`${first.text}\`${more}`, text(first)]];
  });
  return [
    'Executions, lanes and wavefronts, ours and those of Nsight Compute, of the first such instruction. `LDGSTS` of 16 bytes takes no wavefronts in the counters of the hardware, while Nsight computes some; it counts lanes of generic accesses that are in global memory as well.',
    table(['launch', 'instruction', 'executions / lanes / wavefronts'], rows),
  ];
}

function hazards(outcomes: readonly Outcome[]): Section {
  const rows = outcomes.filter((one) => one.hazards.length > 0);
  return [
    'Launches in which the execution finds races or copies that no wait covers.',
    table(
      ['launch', 'hazards'],
      rows.map(({ name, hazards: codes }) => [name, codes.join(', ')]),
    ),
  ];
}
