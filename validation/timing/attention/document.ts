/** `docs/timing-attention.md`: the two stories of the swizzling talk, told by the simulator. */
import { grouped, markdown } from '../../base/markdown.ts';
import type { AttentionCounters, Variant } from './attention.ts';

/** Counters of a chip's variants of one element type. */
export type ByVariant = Readonly<Record<Variant, AttentionCounters>>;

/** Cycles that waves are held up, by whatever. */
export function allWaits({ waits }: AttentionCounters): number {
  return Object.values(waits).reduce((sum, cycles) => sum + cycles, 0);
}

interface Figure {
  readonly name: string;
  readonly of: (counters: AttentionCounters) => number;
  /** What the talk says of swizzle against padding: both numbers, or the change. */
  readonly talk?: readonly [padding: number, swizzle: number] | number;
  readonly talkWords: string;
}

/** Workgroups of 1x1024x128: 64 queries and 64 columns each. */
const WORKGROUPS = 32;

const f32Figures: readonly Figure[] = [
  {
    name: 'SQ_LDS_BANK_CONFLICT',
    of: ({ bankConflict }) => WORKGROUPS * bankConflict,
    talk: [532e3, 532e3],
    talkWords: '532K to 532K',
  },
  {
    name: 'SQ_INSTS_LDS',
    of: ({ ldsInstructions }) => WORKGROUPS * ldsInstructions,
    talk: [298e3, 514e3],
    talkWords: '298K to 514K, +72 %',
  },
  {
    name: 'conflicts per LDS instruction',
    of: ({ bankConflict, ldsInstructions }) => bankConflict / ldsInstructions,
    talk: [1.78, 1.04],
    talkWords: '1.78 to 1.04, -42 %',
  },
  {
    name: 'LdsLatency',
    of: ({ ldsLatency }) => ldsLatency,
    talk: [48.2, 43.7],
    talkWords: '48.2 to 43.7, -9.5 %',
  },
  {
    name: 'SQ_WAIT_INST_ANY',
    of: ({ wave }) => wave.SQ_WAIT_INST_ANY,
    talk: [2.04e6, 1.62e6],
    talkWords: '2.04M to 1.62M, -21 %',
  },
  {
    name: 'SQ_WAIT_ANY',
    of: ({ wave }) => wave.SQ_WAIT_ANY,
    talkWords: '-',
  },
  {
    name: 'cycles that waves are held up',
    of: allWaits,
    talkWords: '-',
  },
  {
    name: 'of these by waits for LDS',
    of: ({ waits }) => waits.lgkmcnt ?? 0,
    talkWords: '-',
  },
  {
    name: 'waits for LDS that drain it, lgkmcnt(0)',
    of: ({ drains, ldsWaits }) => drains / ldsWaits,
    talkWords: 'a full drain becomes a partial wait',
  },
  {
    name: 'SQ_WAVE_CYCLES',
    of: ({ waveCycles }) => waveCycles,
    talk: [7.88e6, 7.67e6],
    talkWords: '7.88M to 7.67M, -2.7 %',
  },
  {
    name: 'cycles of the run',
    of: ({ cycles }) => cycles,
    talk: 1.724 / 1.83 - 1,
    talkWords: '-5.8 %, from the median speed-ups of all shapes',
  },
];

const f16Figures: readonly Figure[] = [
  {
    name: 'SQ_LDS_BANK_CONFLICT',
    of: ({ bankConflict }) => WORKGROUPS * bankConflict,
    talk: -1,
    talkWords: '8.52M to 0, another shape',
  },
  {
    name: 'matrix instructions',
    of: ({ matrixInstructions }) => matrixInstructions,
    talk: 0,
    talkWords: 'unchanged',
  },
  {
    name: 'vector memory instructions',
    of: ({ memoryInstructions }) => memoryInstructions,
    talk: 0,
    talkWords: 'unchanged',
  },
  {
    name: 'all instructions',
    of: ({ instructions }) => instructions,
    talk: 0.0045,
    talkWords: '+0.45 %',
  },
  {
    name: 'SQ_WAVE_CYCLES',
    of: ({ waveCycles }) => waveCycles,
    talk: 0.009,
    talkWords: '+0.9 %',
  },
  {
    name: 'cycles of the run',
    of: ({ cycles }) => cycles,
    talk: 1 / 0.995 - 1,
    talkWords: '+0.5 %, median of all shapes',
  },
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
  return figures.map(({ name, of, talk, talkWords }) => {
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
  const head = [
    'layout',
    'cycles',
    'conflict cycles',
    'no conflicts',
    'no LDS',
    'no matrix core',
    'no latency of memory',
    'matrix core busy',
  ];
  return markdown(
    head,
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

export function printAttention(f16: ByVariant, f32: ByVariant): string {
  const parts = [
    INTRODUCTION,
    '## f16: no conflicts, and no faster',
    comparison(compareF16(f16)),
    causes(f16),
    F16_WORDS,
    '## f32: as many conflicts, and faster',
    comparison(compareF32(f32)),
    causes(f32),
    F32_WORDS,
    LIMITS,
  ];
  return `${parts.join('\n\n')}\n`;
}

const INTRODUCTION = `# The talk's two stories, simulated

"Mitigating GPU Bank Conflicts with Swizzling" reports two things of attention on an MI300X that a count of conflicts does not
explain. In f16 the swizzle removes every conflict and runs as fast as padding, which has some. In f32 both have the same
conflicts, and the swizzle runs faster.

[\`attention.hip\`](../validation/timing/attention/attention.hip) has such kernels of our own, with softmax: the tiles and lanes of the talk's,
head 128, three layouts in LDS. clang 22 compiles them for gfx942, the emulator executes them (what comes out is compared with attention
computed plainly), the model of a compute unit times them: one workgroup with 1,024 keys, since 1x1024x128 has fewer
workgroups than the chip has compute units. The figures are predictions. Absolute numbers are not the talk's: its kernels are
IREE's. Directions and ratios are what can be compared.`;

const F16_WORDS = `The model predicts: padding still has conflicts, and **taking them away changes nothing**, so a layout without them cannot be
faster. Padding clears the reads, where waves wait, and leaves conflicts in writes, which no wave waits for; against the plain layout both
win much. The swizzle pays a few per cent for the instructions of its addresses, of which IREE's kernels have fewer.

**Not as the talk has it:** there, MFMA and VMEM bound the kernel. In our kernels the matrix core works less than a fifth of the time,
and without it little is saved. They are bound by the latency of global memory, which they do not prefetch, and by moving
data through LDS, with or without conflicts. The tie has the reason that the talk names, LDS conflicts are not the bottleneck; which unit is, the
model does not confirm.`;

const F32_WORDS = `The model predicts the same conflict cycles, and as many as the talk reports; about twice as many LDS instructions, since the compiler joins
two reads of padded rows and cannot see through the XOR; each has half the conflicts and returns sooner; waits are for single reads
instead of pairs, and go on with reads in flight. Waves wait for LDS a fraction of the time. That is the talk's explanation, and
the direction of every counter except for SQ_WAIT_INST_ANY (see the limits).

The size differs: the talk's waves live 2.7 % shorter, ours more, because our loop has less else to do, and the time
without conflicts says that conflicts are not what is saved: it is the same in both within a per cent.`;

const LIMITS = `## Limits

- The order of instructions is clang's, for our source; another revision of the compiler moves every figure.
- One workgroup on a compute unit. Other workgroups would fill the waits of both.
- SQ_WAIT_INST_ANY and SQ_WAIT_ANY are as ROCm documents them: waves that could issue if a unit were free, and waves that wait. So taken,
  the first rises where the talk's falls: waves that no longer wait for LDS meet at the matrix core, which our kernels share with less else. The sum of both
  falls by 21 %, as the talk's counter does; whether that counter excludes waits on the talk's device is not known. A measurement of both on one kernel would settle it.

\`UPDATE_TIMING=1 npx vitest run validation/timing/attention\` writes this page; a test compares it with kernels and model where clang 22 is.`;

function number(value: number): string {
  if (value >= 1000) return grouped(Math.round(value));
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

const signed = (change: number): string => {
  const text = (100 * change).toFixed(1);
  return text === '0.0' || text === '-0.0' ? '0.0 %' : `${change > 0 ? '+' : ''}${text} %`;
};
