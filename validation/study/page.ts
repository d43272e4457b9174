/** The page of the study: every figure of its text and tables, which are in `page.template`, follows from the rows. */
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
import { readText } from '../base/read.ts';
import { filled } from '../base/template.ts';
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
  const texts = absent.map(
    ({ name, repository, about }) => `${name} (${repository ?? ''}: ${about})`,
  );
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
  return filled(readText('validation/study/page.template'), {
    pairs: rows.length,
    sources: groupsOf(rows, ({ source }) => source).length,
    chips: groupsOf(counted, ({ chip }) => chip).length,
    lossy: shareText(lossy.length, asked.length),
    lossyAmd: shareText(amdLossy.length, amd.length),
    lossyNvidia: shareText(nvidia.filter(conflicts).length, nvidia.length),
    lostHalf: percentText(quantile(lossy.map(lostShare), 0.5)),
    lostQuarter: percentText(quantile(lossy.map(lostShare), 0.75)),
    words: shareText(words.length, lossy.length),
    wordsAmd: words.filter(isAmd).length,
    powers: shareText(powers.length, pitched.length),
    aiter942: aiterText('gfx942'),
    aiter950: aiterText('gfx950'),
    searched: searched.length,
    searchedTriton: searched.every(isTriton) ? 'all' : searched.filter(isTriton).length,
    helped: shareText(helped.length, searched.length),
    solved: shareText(solved.length, searched.length),
    timed: timed.length,
    timeHalf: percentText(quantile(timed.map(timeShare), 0.5), 1),
    timeQuarter: percentText(quantile(timed.map(timeShare), 0.75), 1),
    timeLittle: shareText(timed.filter((row) => timeShare(row) < 0.01).length, timed.length),
    sharesPicture: picture(
      'study-shares',
      'Kernels by the share of shared-memory cycles that are conflicts, AMD and NVIDIA',
    ),
    bySource: groupTable('source', rows, ({ source }) => source),
    byChip: groupTable('chip', rows, ({ chip }) => chip),
    byAssembly: groupTable(
      'source, chip',
      rows.filter((row) => groupOf(row) === 'AMD assembly and code objects'),
      ({ source, chip }) => `${source}, ${chip}`,
    ),
    byKind: groupTable('kind', rows, ({ kind }) => kind),
    causesPicture: picture('study-causes', 'Causes of the worst conflict, by kind of source'),
    causes: table(
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
    ),
    distances: groupsOf(pitched, ({ cause, causeBytes }) => `${cause} ${causeBytes} B`)
      .toSorted(([, a], [, b]) => b.length - a.length)
      .slice(0, 6)
      .map(([name, group]) => `${name} (${group.length})`)
      .join(', '),
    checked: checked.trim(),
    without: shareText(rows.length - counted.length, rows.length),
    inPart: counted.filter(({ status }) => status === 'part').length,
    otherLaunch: OTHER_LAUNCH,
    byStatus: table(
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
    ),
    swept: table(
      ['source', 'what', 'commit', 'of its files', 'launch', 'pairs', 'planned, not done'],
      sources
        .filter(({ name }) => rows.some(({ source }) => source === name))
        .map(({ name, about, repository, commit, every = 1, launches = ['as stated'] }) => [
          name,
          `${repository === undefined ? '' : `${repository}: `}${about}`,
          commit ?? '-',
          every === 1 ? 'all' : `1 of ${every}`,
          launches.join(', else '),
          rows.filter(({ source }) => source === name).length,
          pending[name] ?? 0,
        ]),
    ),
    absent: absentText(rows),
    wholly: shareText(whole.length, lossy.length),
    disputed: shareText(lossy.filter(({ disputed }) => disputed !== '').length, lossy.length),
    tritonNvidia: shareText(nvidia.filter(isTriton).length, nvidia.length),
    tritonAmd: shareText(amd.filter(isTriton).length, amd.length),
  });
}
