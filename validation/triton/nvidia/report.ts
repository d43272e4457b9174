/** The verdicts on Triton's PTX as a section of triton.md. */
import { inputText } from '../../base/inputs.ts';
import { filled } from '../../base/template.ts';
import { alignColumns } from '../columns.ts';
import { grouped } from '../../base/markdown.ts';
import { fenced } from '../document.ts';
import { directionOf, type LinePair } from './tally.ts';
import { rateOf } from './ttgir-tally.ts';
import type { Verdict } from './verdict.ts';

/** The heading that the section begins with. */
export const HEADING = '## PTX beside an H100';

export function printNvidia(verdicts: readonly Verdict[]): string {
  const rates = verdicts.flatMap(({ ttgir }) => ttgir.lines).length;
  return filled(inputText('triton/nvidia/report.md.in'), {
    heading: HEADING,
    summary: fenced(summary(verdicts)),
    launches: fenced(launchTable(verdicts)),
    same: grouped(same(verdicts)),
    lines: grouped(lines(verdicts)),
    changes: fenced(changeTable(verdicts)),
    sameRate: rates - verdicts.flatMap(({ ttgir }) => ttgir.different).length,
    rates,
    sameKernels: verdicts.filter(({ ttgir }) => ttgir.different.length === 0).length,
    kernels: verdicts.length,
    ttgir: fenced(ttgirTable(verdicts)),
  });
}

const versionsOf = (verdicts: readonly Verdict[]): string[] =>
  [...new Set(verdicts.map(({ executed }) => executed.launch.triton))].sort();

function summary(verdicts: readonly Verdict[]): string[] {
  const heads = ['Triton', 'launches', 'executed', 'right', 'conflicts of the hardware'];
  const uses = (own: readonly Verdict[], text: string): string =>
    `${own.filter(({ executed }) => executed.launch.ptx.includes(text)).length}`;
  const rows = versionsOf(verdicts).map((version) => {
    const own = verdicts.filter(({ executed }) => executed.launch.triton === version);
    return [
      version,
      `${own.length}`,
      `${own.filter(({ executed }) => executed.errors.length === 0).length}`,
      `${own.filter(({ wrong }) => wrong.length === 0).length}`,
      `${own.filter(({ equal, wrong }) => equal && wrong.length === 0).length}`,
      uses(own, 'wgmma.mma_async'),
      uses(own, 'mma.sync'),
      uses(own, 'cp.async.bulk.tensor'),
      uses(own, 'cp.async.c'),
    ];
  });
  return alignColumns(
    [[...heads, 'wgmma', 'mma.sync', 'TMA', 'cp.async'], ...rows],
    new Set([1, 2, 3, 4, 5, 6, 7, 8]),
  );
}

const rangeOf = (runs: readonly number[]): string => {
  const [least, most] = [Math.min(...runs), Math.max(...runs)];
  return least === most ? grouped(least) : `${grouped(least)}-${grouped(most)}`;
};

function launchTable(verdicts: readonly Verdict[]): string[] {
  const heads = 'Triton | launch | load | H100 | store | H100 | atomic | H100 | copies | '.split(
    ' | ',
  );
  const rows = verdicts.flatMap(
    ({ executed: { launch }, conflicts, copies, equal, equalAsSass, wrong }) => {
      const some = conflicts.some(({ ours, hardware: [, most] }) => ours + most > 0);
      if (!some && Math.max(...copies) === 0 && wrong.length === 0) return [];
      return [
        [
          launch.triton,
          launch.name,
          ...conflicts.flatMap(({ ours, hardware }) => [grouped(ours), rangeOf(hardware)]),
          rangeOf(copies),
          wrong[0] ?? (equal ? '' : equalAsSass === true ? 'equal as SASS' : 'differs'),
        ],
      ];
    },
  );
  return alignColumns([heads, ...rows], new Set([2, 3, 4, 5, 6, 7, 8]));
}

/** Lines with accesses of lanes. */
const linesOf = ({ tally }: Verdict['executed']) =>
  tally.lines.filter(({ kind }) => kind !== 'copy' && kind !== 'product');

const lines = (verdicts: readonly Verdict[]): number =>
  verdicts.reduce((sum, { executed }) => sum + linesOf(executed).length, 0);
const same = (verdicts: readonly Verdict[]): number =>
  lines(verdicts) -
  verdicts.reduce(
    (sum, { changed }) => sum + changed.filter(({ pair }) => pair.a.executed > 0).length,
    0,
  );

function changeTable(verdicts: readonly Verdict[]): string[] {
  const heads =
    'Triton | launch | line |  | PTX lanes | wavefronts | SASS lanes | wavefronts | '.split(' | ');
  const rows = verdicts.flatMap(({ executed: { launch, errors }, changed }) =>
    errors.length > 0
      ? []
      : changed.map(({ pair: { line, kind, a, b }, cause }) => [
          launch.triton,
          launch.name,
          `${line}`,
          kind,
          grouped(a.lanes),
          grouped(a.wavefronts),
          grouped(b.lanes),
          grouped(b.wavefronts),
          cause,
        ]),
  );
  return alignColumns([heads, ...rows], new Set([2, 4, 5, 6, 7]));
}

function ttgirTable(verdicts: readonly Verdict[]): string[] {
  const heads = ['Triton', 'launch', 'line', '', 'TTGIR', 'PTX', ''];
  const of = ({ conflicts, wavefronts }: LinePair['a']): string =>
    wavefronts === 0 ? '-' : `${grouped(conflicts)} of ${grouped(wavefronts)}`;
  const rows = verdicts.flatMap(({ executed: { launch }, ttgir }) =>
    ttgir.lines.map(({ line, kind, a, b }) => [
      launch.triton,
      launch.name,
      `${line}`,
      directionOf(kind),
      of(a),
      of(b),
      Math.abs(rateOf(a) - rateOf(b)) > 1e-9
        ? a.wavefronts === 0 || ttgir.uncounted.length > 0
          ? `not all counted: ${ttgir.uncounted[0] ?? 'no such access'}`
          : 'differs'
        : '',
    ]),
  );
  return alignColumns([heads, ...rows], new Set([2, 4, 5]));
}
