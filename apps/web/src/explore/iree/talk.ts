/**
 * What the talk reports of its evaluation, beside what is computed here. Published figures are marked as such; where
 * nothing is computed there is a dash.
 */
import type { DataTable } from '@ldscope/render';
import { tableOf } from '../../picture/table-of.ts';
import { grouped } from '../../controls/words.ts';
import {
  freeShapes,
  medianConflicts,
  savedPercent,
  type ShapeResult,
  shapes,
  type Sweep,
} from './attention.ts';
import { nameOf } from './shapes-picture.ts';

const COUNTED_SHAPE = '1x1024x128';

const percent = (value: number): string => `${value.toFixed(1)} %`;

/** The talk writes three digits: 532K, 8.52M. */
const roundsTo = (value: number, figure: number): boolean =>
  Number(value.toPrecision(3)) === figure;

const find = ({ shapes: all }: Sweep, name: string): ShapeResult | undefined =>
  all.find(({ shape }) => nameOf(shape) === name);

/** The figures that can be counted. */
export function countedTable(half: Sweep, single: Sweep): DataTable {
  const one = find(single, COUNTED_SHAPE)?.totals;
  const same = single.shapes.filter(
    ({ totals }) =>
      totals.padding.conflicts === totals.swizzle.conflicts && totals.padding.conflicts > 0,
  ).length;
  const unnamed = (['padding', 'baseline'] as const).flatMap((name) =>
    half.shapes
      .filter(({ totals }) => roundsTo(totals[name].conflicts, 8.52e6))
      .map(
        ({ shape, totals }) => `${grouped(totals[name].conflicts)}: ${name} on ${nameOf(shape)}`,
      ),
  );
  const of = `of ${shapes.length}`;
  const medians = (sweep: Sweep): string =>
    (['baseline', 'padding', 'swizzle'] as const)
      .map((name) => grouped(Math.round(medianConflicts(sweep, name))))
      .join('; ');
  const rows: readonly (readonly [string, string, string])[] = [
    ['f16: swizzle clears', '110 of 110', `${freeShapes(half, 'swizzle')} ${of}`],
    ['f16: padding clears', '55 of 110', `${freeShapes(half, 'padding')} ${of}`],
    ['f16: conflicts, median; none, padding, swizzle', 'a drawing', medians(half)],
    [
      'f16: LDS saved, median',
      '4.7 %',
      `${percent(savedPercent(half, 'swizzle'))}; V hinted too ${percent(savedPercent(half, 'hinted'))}`,
    ],
    ['f16: conflicts before swizzle, shape not named', '8.52M', unnamed.join('; ')],
    ['f32: padding and swizzle count the same', '110 of 110', `${same} ${of}`],
    ['f32: conflicts, median; none, padding, swizzle', 'a drawing', medians(single)],
    ['f32: LDS saved, median', '4.1 %', percent(savedPercent(single, 'swizzle'))],
    [`f32 ${COUNTED_SHAPE}: conflicts, padding`, '532K', grouped(one?.padding.conflicts ?? 0)],
    [`f32 ${COUNTED_SHAPE}: conflicts, swizzle`, '532K', grouped(one?.swizzle.conflicts ?? 0)],
    [
      `f32 ${COUNTED_SHAPE}: LDS instructions, swizzle`,
      '514K',
      grouped(one?.swizzle.instructions ?? 0),
    ],
    [
      `f32 ${COUNTED_SHAPE}: LDS instructions, padding`,
      '298K',
      `${grouped(one?.padding.instructions ?? 0)} without pairs; LLVM joins reads to pairs`,
    ],
    [
      `f32 ${COUNTED_SHAPE}: conflicts per LDS instruction, swizzle`,
      '1.04',
      ((one?.swizzle.conflicts ?? 0) / (one?.swizzle.instructions ?? 1)).toFixed(2),
    ],
  ];
  return tableOf('Counted figures: published, and computed here', rows, [
    ['figure', ([figure]) => figure],
    ['talk', ([, published]) => published, 'numeric'],
    ['here', ([, , here]) => here, 'numeric'],
  ]);
}

/** The figures that are only published. */
export const measuredTable: DataTable = {
  caption: 'Measured on MI300X and published in the talk; not computed here',
  columns: [
    { title: 'figure' },
    { title: 'padding', numeric: true },
    { title: 'swizzle', numeric: true },
    { title: 'remark' },
  ],
  rows: [
    [
      'f16: speed-up over no mitigation, median',
      '1.485',
      '1.477',
      'swizzle is faster on 21 of 110',
    ],
    [
      'f32: speed-up over no mitigation, median',
      '1.724',
      '1.830',
      'swizzle is faster on 109 of 110',
    ],
    ['f16: instructions', '-', '+0.45 %', ''],
    ['f16: SQ_WAVE_CYCLES', '-', '+0.9 %', 'LDS waits did not bound it'],
    [`f32 ${COUNTED_SHAPE}: LdsLatency`, '48.2', '43.7', ''],
    [`f32 ${COUNTED_SHAPE}: SQ_WAIT_INST_ANY`, '2.04M', '1.62M', ''],
    [`f32 ${COUNTED_SHAPE}: SQ_WAVE_CYCLES`, '7.88M', '7.67M', ''],
    [
      `f32 ${COUNTED_SHAPE}: conflicts per LDS instruction`,
      '1.78',
      '1.04',
      'the same conflicts over more instructions',
    ],
  ],
};
