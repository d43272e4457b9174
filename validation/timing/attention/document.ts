/** `docs/timing-attention.md`: the two stories of the swizzling talk, told by the simulator. */
import { grouped, markdown } from '../../base/markdown.ts';
import { inputText } from '../../base/inputs.ts';
import { filled } from '../../base/template.ts';
import type { AttentionCounters, Variant } from './attention.ts';

/** Counters of a chip's variants of one element type. */
export type ByVariant = Readonly<Record<Variant, AttentionCounters>>;

/** Cycles that waves are held up, by whatever. */
export function allWaits({ waits }: AttentionCounters): number {
  return Object.values(waits).reduce((sum, cycles) => sum + cycles, 0);
}

/** A name, what it is of, what the talk says of it, and of padding and swizzle: both numbers, or the change. */
type Figure = readonly [
  name: string,
  of: (counters: AttentionCounters) => number,
  words: string,
  talk?: readonly [padding: number, swizzle: number] | number,
];

/** Workgroups of 1x1024x128: 64 queries and 64 columns each. */
const WORKGROUPS = 32;

const f32Figures: readonly Figure[] = [
  ['SQ_LDS_BANK_CONFLICT', (one) => WORKGROUPS * one.bankConflict, '532K to 532K', [532e3, 532e3]],
  [
    'SQ_INSTS_LDS',
    (one) => WORKGROUPS * one.ldsInstructions,
    '298K to 514K, +72 %',
    [298e3, 514e3],
  ],
  [
    'conflicts per LDS instruction',
    ({ bankConflict, ldsInstructions }) => bankConflict / ldsInstructions,
    '1.78 to 1.04, -42 %',
    [1.78, 1.04],
  ],
  ['LdsLatency', ({ ldsLatency }) => ldsLatency, '48.2 to 43.7, -9.5 %', [48.2, 43.7]],
  [
    'SQ_WAIT_INST_ANY',
    (one) => one.wave.SQ_WAIT_INST_ANY,
    '2.04M to 1.62M, -21 %',
    [2.04e6, 1.62e6],
  ],
  ['SQ_WAIT_ANY', ({ wave }) => wave.SQ_WAIT_ANY, '-'],
  ['cycles that waves are held up', allWaits, '-'],
  ['of these by waits for LDS', ({ waits }) => waits.lgkmcnt ?? 0, '-'],
  [
    'waits for LDS that drain it, lgkmcnt(0)',
    ({ drains, ldsWaits }) => drains / ldsWaits,
    'a full drain becomes a partial wait',
  ],
  ['SQ_WAVE_CYCLES', ({ waveCycles }) => waveCycles, '7.88M to 7.67M, -2.7 %', [7.88e6, 7.67e6]],
  [
    'cycles of the run',
    ({ cycles }) => cycles,
    '-5.8 %, from the median speed-ups of all shapes',
    1.724 / 1.83 - 1,
  ],
];

const f16Figures: readonly Figure[] = [
  ['SQ_LDS_BANK_CONFLICT', (one) => WORKGROUPS * one.bankConflict, '8.52M to 0, another shape', -1],
  ['matrix instructions', ({ matrixInstructions }) => matrixInstructions, 'unchanged', 0],
  ['vector memory instructions', ({ memoryInstructions }) => memoryInstructions, 'unchanged', 0],
  ['all instructions', ({ instructions }) => instructions, '+0.45 %', 0.0045],
  ['SQ_WAVE_CYCLES', ({ waveCycles }) => waveCycles, '+0.9 %', 0.009],
  ['cycles of the run', ({ cycles }) => cycles, '+0.5 %, median of all shapes', 1 / 0.995 - 1],
];

/** Changes of this much and less are not a change. */
const SAME = 0.002;

/** Up, down, or the same. */
export const direction = (change: number): number =>
  Math.abs(change) <= SAME ? 0 : Math.sign(change);

/** How ours changes from padding to swizzle, against how the talk's does. */
export function compareFigures(
  figures: readonly Figure[],
  { padding, swizzle }: ByVariant,
): readonly {
  readonly name: string;
  readonly ours: readonly [padding: number, swizzle: number];
  readonly change: number;
  readonly talk: number | undefined;
  readonly talkWords: string;
}[] {
  return figures.map(([name, of, talkWords, talk]) => {
    const ours = [of(padding), of(swizzle)] as const;
    return {
      name,
      ours,
      change: ours[1] / ours[0] - 1,
      talk: talk === undefined || typeof talk === 'number' ? talk : talk[1] / talk[0] - 1,
      talkWords,
    };
  });
}

export const compareF32 = (of: ByVariant): ReturnType<typeof compareFigures> =>
  compareFigures(f32Figures, of);
export const compareF16 = (of: ByVariant): ReturnType<typeof compareFigures> =>
  compareFigures(f16Figures, of);

function comparison(rows: ReturnType<typeof compareFigures>): string {
  const head = ['padding to swizzle', 'padding', 'swizzle', 'change', 'the talk', 'direction'];
  return markdown(
    head,
    rows.map(({ name, ours, change, talk, talkWords }) => [
      name,
      ...ours.map(number),
      signed(change),
      talkWords,
      talk === undefined ? '-' : direction(change) === direction(talk) ? 'same' : '**other**',
    ]),
  ).join('\n');
}

function causes(of: ByVariant): string {
  const rows: [Variant, AttentionCounters][] = [
    ['plain', of.plain],
    ['padding', of.padding],
    ['swizzle', of.swizzle],
  ];
  const head =
    'layout | cycles | conflict cycles | no conflicts | no LDS | no matrix core | no latency of memory | matrix core busy';
  return markdown(
    head.split(' | '),
    rows.map(([name, { cycles, bankConflict, without, matrixCycles }]) => [
      name,
      grouped(cycles),
      grouped(bankConflict),
      ...([without.conflicts, without.lds, without.mfma, without['vmem-latency']] as const).map(
        (rest) => signed((rest ?? cycles) / cycles - 1),
      ),
      `${((100 * matrixCycles) / cycles).toFixed(0)} %`,
    ]),
  ).join('\n');
}

export const printAttention = (f16: ByVariant, f32: ByVariant): string =>
  filled(inputText('timing/attention/document.md.in'), {
    comparison16: comparison(compareF16(f16)),
    causes16: causes(f16),
    comparison32: comparison(compareF32(f32)),
    causes32: causes(f32),
  });

function number(value: number): string {
  if (value >= 1000) return grouped(Math.round(value));
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

const signed = (change: number): string => {
  const text = (100 * change).toFixed(1);
  return text === '0.0' || text === '-0.0' ? '0.0 %' : `${change > 0 ? '+' : ''}${text} %`;
};
