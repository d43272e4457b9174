/** The page of the study: every figure of its text and tables follows from the rows. */
import {
  accesses,
  causes,
  causeTitles,
  conflicts,
  groupsOf,
  isCounted,
  isTimed,
  lostShare,
  percentText,
  quantile,
  savedShare,
  shareText,
  timeShare,
} from './figures.ts';
import { OTHER_LAUNCH, type StudyRow } from './rows.ts';
import { groupOf, sources } from './sources.ts';

const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [head, head.map((_, at) => (at === 0 ? '---' : '---:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');

/** A row of every group: how many access shared memory, conflict, and how much they lose. */
function groupTable(
  title: string,
  rows: readonly StudyRow[],
  key: (row: StudyRow) => string,
): string {
  return table(
    [
      title,
      'pairs counted',
      'access shared memory',
      'of them conflict',
      'lost cycles, median',
      'upper quarter',
    ],
    groupsOf(rows.filter(isCounted), key)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, group]) => {
        const asked = group.filter(accesses);
        const lost = asked.filter(conflicts).map(lostShare);
        return [
          name,
          group.length,
          asked.length,
          shareText(lost.length, asked.length),
          lost.length === 0 ? '-' : percentText(quantile(lost, 0.5)),
          lost.length === 0 ? '-' : percentText(quantile(lost, 0.75)),
        ];
      }),
  );
}

const picture = (name: string, text: string): string => `<picture>
  <source media="(prefers-color-scheme: dark)" srcset="images/${name}-dark.svg">
  <img alt="${text}" src="images/${name}.svg">
</picture>`;

/** The sources without rows, with what each is; empty where all have some. */
function absentText(rows: readonly StudyRow[]): string {
  const absent = sources.filter(({ name }) => rows.every(({ source }) => source !== name));
  const texts = absent.map(({ name, repository, about }) => `${name} (${repository}: ${about})`);
  return texts.length === 0 ? '' : `Not swept: ${texts.join('; ')}.\n\n`;
}

export function studyPage(
  rows: readonly StudyRow[],
  pending: Readonly<Record<string, number>>,
  checked: string,
): string {
  const counted = rows.filter(isCounted);
  const asked = rows.filter(accesses);
  const lossy = rows.filter(conflicts);
  const isAmd = ({ chip }: StudyRow): boolean => chip.startsWith('gfx');
  const isTriton = ({ source }: StudyRow): boolean => source.startsWith('Triton');
  const amd = asked.filter(isAmd);
  const nvidia = asked.filter((row) => !isAmd(row));
  const amdLossy = amd.filter(conflicts);
  const searched = lossy.filter(({ searchedCycles }) => searchedCycles > 0);
  const solved = searched.filter((row) => savedShare(row) > 0.999);
  const helped = searched.filter((row) => savedShare(row) > 0.001);
  const timed = lossy.filter(isTimed);
  const words = lossy.filter(({ cause }) => cause === 'word');
  const pitched = lossy.filter(
    ({ cause, causeBytes }) => (cause === 'rows' || cause === 'stride') && causeBytes > 0,
  );
  const powers = pitched.filter(({ causeBytes }) => Number.isInteger(Math.log2(causeBytes)));
  const whole = lossy.filter(({ status }) => status === 'counted');
  const aiterText = (name: string): string => {
    const own = asked.filter(({ source, chip }) => source === 'aiter' && chip === name);
    return `${shareText(own.filter(conflicts).length, own.length)} for ${name}`;
  };
  return `# Bank conflicts in public kernels

Public GPU kernels, compiled or as code objects, swept by ldscope: ${rows.length} kernel-chip pairs of ${groupsOf(rows, ({ source }) => source).length} sources, ${groupsOf(counted, ({ chip }) => chip).length} chips. This page is printed by

    npm run validate -- study FOLDER sweep     sweeps what FOLDER has: checkouts, and a cache of Triton
    npm run validate -- study FOLDER collect   makes the data of what was swept; of other sources it keeps the rows
    npm run validate -- study                  prints this page, and its pictures, from validation/data/study.csv

Figures are predictions of the models of [these chips](../README.md#how-far-the-numbers-can-be-trusted), not measurements. A _pair_ is one compiled
kernel on one chip; pairs of one kernel are not independent, and the sources are what could be had, not a random sample of all kernels.

## Results

- **How many.** ${shareText(lossy.length, asked.length)} of the pairs that access shared memory have bank conflicts: ${shareText(amdLossy.length, amd.length)} on AMD, ${shareText(nvidia.filter(conflicts).length, nvidia.length)} on NVIDIA.
- **How much.** Half of those with conflicts lose at least ${percentText(quantile(lossy.map(lostShare), 0.5))} of their shared-memory cycles, a quarter at least ${percentText(quantile(lossy.map(lostShare), 0.75))}.
- **Why.** The worst conflict of ${shareText(words.length, lossy.length)} is one word that many lanes write, which the chip does not combine (on AMD: ${words.filter(isAmd).length}). ${shareText(powers.length, pitched.length)} of the strides and row distances are powers of two.
- **One library, two chips.** Of aiter's code objects ${aiterText('gfx942')} conflict, and ${aiterText('gfx950')}: [laid out for 32 banks](#checked-by-hand).
- **What a layout saves.** Layouts were searched where the buffers are known, for ${searched.length} pairs with conflicts, ${searched.every(isTriton) ? 'all' : searched.filter(isTriton).length} of them in the TTGIR beside Triton's machine code: for ${shareText(helped.length, searched.length)} a better one was found, and for ${shareText(solved.length, searched.length)} it removes all conflict cycles of the buffers.
- **What it costs in time.** ${timed.length} pairs with conflicts were simulated on a compute unit: without any bank conflict they would take ${percentText(quantile(timed.map(timeShare), 0.5), 1)} less (median), a quarter of them at least ${percentText(quantile(timed.map(timeShare), 0.75), 1)} less, and ${shareText(timed.filter((row) => timeShare(row) < 0.01).length, timed.length)} less than 1 %. This bounds what a layout can give, under launches with few iterations.

${picture('study-shares', 'Kernels by the share of shared-memory cycles that are conflicts, AMD and NVIDIA')}

## By source

${groupTable('source', rows, ({ source }) => source)}

_Lost cycles_ are conflict cycles by all shared-memory cycles of a pair, among those that conflict.

## By chip

${groupTable('chip', rows, ({ chip }) => chip)}

AMD's assembly and code objects alone:

${groupTable(
  'source, chip',
  rows.filter((row) => groupOf(row) === 'AMD assembly and code objects'),
  ({ source, chip }) => `${source}, ${chip}`,
)}

## By kind

By words in the names of kernel and file.

${groupTable('kind', rows, ({ kind }) => kind)}

## Causes

${picture('study-causes', 'Causes of the worst conflict, by kind of source')}

${table(
  [
    'cause of the worst conflict',
    'pairs',
    'lost cycles, median',
    'a layout removes, median',
    'time, median',
  ],
  causes.map((cause) => {
    const group = lossy.filter((row) => row.cause === cause);
    const layouts = group.filter(({ searchedCycles }) => searchedCycles > 0);
    const times = group.filter(isTimed);
    const median = (values: readonly number[], digits = 0): string =>
      values.length === 0
        ? '-'
        : `${percentText(quantile(values, 0.5), digits)} of ${values.length}`;
    return [
      causeTitles[cause],
      shareText(group.length, lossy.length),
      median(group.map(lostShare)),
      median(layouts.map(savedShare)),
      median(times.map(timeShare), 1),
    ];
  }),
)}

The causes are those of [\`ldscope sweep\`](sweep.md#causes). The last two columns give the pairs that they are of.

Distances that conflict most often: ${groupsOf(
    pitched,
    ({ cause, causeBytes }) => `${cause} ${causeBytes} B`,
  )
    .toSorted(([, a], [, b]) => b.length - a.length)
    .slice(0, 6)
    .map(([name, group]) => `${name} (${group.length})`)
    .join(', ')}.

## Checked by hand

${checked.trim()}

## Without figures

${shareText(rows.length - counted.length, rows.length)} pairs have no figures; ${counted.filter(({ status }) => status === 'part').length} of those with figures are counted in part. \`${OTHER_LAUNCH}\`: under
each launch that was given, lanes leave the shared memory, or waves access the same bytes with no barrier between; such a kernel is for another launch, or has a race.

${table(
  ['status', 'code', 'pairs', 'sources'],
  groupsOf(
    rows.filter((row) => row.status !== 'counted'),
    ({ status, code }) => `${status} | ${code}`,
  )
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([name, group]) => [
      name,
      group.length,
      groupsOf(group, ({ source }) => source)
        .map(([source, own]) => `${source} ${own.length}`)
        .join('; '),
    ]),
)}

## Sources

${table(
  ['source', 'what', 'commit', 'of its files', 'launch', 'pairs', 'planned, not done'],
  sources
    .filter(({ name }) => rows.some(({ source }) => source === name))
    .map(({ name, about, repository, commit, every = 1, launches = ['as stated'] }) => [
      name,
      `${repository === '' ? '' : `${repository}: `}${about}`,
      commit || '-',
      every === 1 ? 'all' : `1 of ${every}`,
      launches.join(', else '),
      rows.filter(({ source }) => source === name).length,
      pending[name] ?? 0,
    ]),
)}

${absentText(rows)}None of their code is in this repository. \`validation/study/tutorials.py\` compiles Triton's tutorials with the configurations that they tune over.

## Limits

- Launches are stated by few kernels. Sources in C++ get blocks of 256 threads in a row, else of 32 x 32, else of 16 x 16; the grid and the arguments of most are inferred, so trip
  counts are not those of a real run, and a kernel's rank by cycles would mean little. Shares of cycles within a kernel are what this page is about.
- ${shareText(whole.length, lossy.length)} of the pairs with conflicts are counted wholly; the others have instructions that were not reached.
- Times are those of the simulator of one compute unit, for machine code alone; memory beyond it is a latency.
- A cause is that of the worst execution of the worst instruction. Others of the same kernel may have another.
- ${shareText(lossy.filter(({ disputed }) => disputed !== '').length, lossy.length)} of the pairs with conflicts rest on a rule whose sources disagree.
- ${shareText(nvidia.filter(isTriton).length, nvidia.length)} of the NVIDIA pairs are Triton's, and ${shareText(amd.filter(isTriton).length, amd.length)} of the AMD pairs: the two vendors cannot be compared by this, nor can Triton with others.
- A kind is a word in a name. Triton's kernels are small configurations of a few programs: their share says something of Triton, not of all kernels.
`;
}
