/** `docs/timing-triton.md`: what LDS and its conflicts cost in time, kernel by kernel, on the model. */
import { findMachine } from '@ldscope/core';
import { grouped, markdown } from '../base/markdown.ts';
import { cyclesAlone, type Spread } from './kernel-timing.ts';
import { mcaCycles } from './llvm-mca.ts';
import type { TimedTriton } from './triton.ts';

export function printKernels(
  triton: readonly TimedTriton[],
  reference: readonly TimedTriton[],
): string {
  const chips = [...new Set(triton.map(({ chip }) => chip))];
  const parts = [
    INTRODUCTION,
    '## What it comes to',
    conclusions(triton, reference),
    '## The reference kernel',
    "A GEMM of Wave's compiler, 64 x 32 x 64 per workgroup in f16, on gfx950. Its swizzle is the exclusive or of a column with the row.",
    table(reference).join('\n'),
    ...chips.flatMap((chip) => [
      `## Triton on ${chip}`,
      table(triton.filter((kernel) => kernel.chip === chip)).join('\n'),
    ]),
    '## Beside llvm-mca',
    MCA,
    mcaTable(mcaSubjects(triton, reference)).join('\n'),
    CANNOT_SEE,
  ];
  return `${parts.join('\n\n')}\n`;
}

const INTRODUCTION = `# Does it matter? Kernels on the model of a compute unit

Every kernel is executed, one workgroup of it; as many of that workgroup as the compute unit holds are simulated beside each
other. All figures are predictions of the model ([how it does on measurements](../validation/timing.md)); none is measured.

- **cycles**: of an iteration of the main loop, in the steady state, the mean of all waves; of the run for a kernel
  without a loop (\`once\`).
- **bound by**: a unit that is busy nine tenths of the time, else what waves wait for most.
- **LDS share**: share of the time in which the busier of the two ways to LDS works.
- **conflicts**: predicted SQ_LDS_BANK_CONFLICT over SQ_LDS_IDX_ACTIVE.
- **no conflicts**, **no LDS**: the share of the time that goes away when conflicts, or LDS, take none: of two simulations each.
  Workgroups that share a compute unit begin apart by three distances (the reference kernel: six); a figure is the mean, with how far one is off where that
  is half a percent or more. Smaller differences are chance: an earlier wave can meet others at a worse moment.
- **waves**: per SIMD; **wg**: resident workgroups.

\`UPDATE_TIMING=1 npx vitest run validation/timing\` writes this page; a test compares it with kernels and model.`;

const HEAD = [
  'kernel',
  'waves',
  'wg',
  'cycles',
  'bound by',
  'LDS share',
  'conflicts',
  'no conflicts',
  'no LDS',
];

const percent = (share: number): string => `${(100 * share).toFixed(1).replace('-0.0', '0.0')} %`;

/** Percent, with how far the simulations are off where that is half a percent or more. */
function spreadOf({ mean, off }: Spread): string {
  return off < 0.005 ? percent(mean) : `${(100 * mean).toFixed(1)} ± ${(100 * off).toFixed(1)} %`;
}

/** Cycles, with how far simulations are off where that is half a percent or more. */
function cyclesOf({ mean, off }: Spread): string {
  const cycles = grouped(Math.round(mean));
  return off < 0.005 * mean ? cycles : `${cycles} ± ${grouped(Math.round(off))}`;
}

/** The cells of a kernel. */
export function rowOf(kernel: TimedTriton): string[] {
  const cycles = cyclesOf(kernel.cycles);
  return [
    kernel.name,
    kernel.wavesPerSimd === 0 ? 'too large' : String(kernel.wavesPerSimd ?? '-'),
    String(kernel.workgroups),
    kernel.iterations === undefined ? `${cycles} once` : cycles,
    kernel.bound,
    kernel.ldsShare === undefined ? '-' : percent(kernel.ldsShare),
    percent(kernel.conflictShare),
    spreadOf(kernel.gainWithoutConflicts),
    spreadOf(kernel.gainWithoutLds),
  ];
}

const table = (kernels: readonly TimedTriton[]): string[] => markdown(HEAD, kernels.map(rowOf));

function conclusions(triton: readonly TimedTriton[], reference: readonly TimedTriton[]): string {
  const conflicting = triton.filter(({ conflictShare }) => conflictShare > 0);
  const loops = conflicting.filter(({ iterations }) => iterations !== undefined);
  const over = (least: number): number =>
    conflicting.filter(({ gainWithoutConflicts }) => gainWithoutConflicts.mean >= least).length;
  const harmless = loops.filter(
    ({ conflictShare, gainWithoutConflicts }) =>
      conflictShare >= 0.2 && gainWithoutConflicts.mean < 0.02,
  );
  const compiled = [...triton, ...reference.slice(0, 2)];
  const missing = compiled.flatMap(({ waits }) => waits.missing).length;
  const [swizzled, plain, ...crowd] = reference;
  const crowded = crowdedWords(crowd);
  return [
    `- ${conflicting.length} of ${triton.length} kernels of Triton have conflicts. Without them ${over(0.1)} would take at least 10 % less time, ${over(0.02)} at least 2 %.`,
    `- ${harmless.length} loops lose nothing (under 2 %) although a fifth or more of their LDS cycles are conflicts: ${harmless.map(({ chip, name }) => `${chip} ${name}`).join('; ')}.`,
    ...(swizzled === undefined || plain === undefined
      ? []
      : [
          `- The reference kernel takes ${cyclesOf(plain.cycles)} cycles per iteration without its swizzle and ${cyclesOf(swizzled.cycles)} with it, alone on a compute unit as in its own launch of 16 workgroups${crowded === undefined ? '' : `; ${crowded}`}.`,
        ]),
    `- Missing waits that the wait checker finds in these ${compiled.length} compiled kernels: ${missing}.`,
  ].join('\n');
}

/** Whether the difference of two kernels is larger than that of their simulations. */
function crowdedWords([swizzled, plain]: readonly TimedTriton[]): string | undefined {
  if (swizzled === undefined || plain === undefined) return undefined;
  const difference = Math.abs(plain.cycles.mean - swizzled.cycles.mean);
  const isChance = difference <= plain.cycles.off + swizzled.cycles.off;
  const times = `${cyclesOf(plain.cycles)} and ${cyclesOf(swizzled.cycles)}`;
  return `with ${swizzled.workgroups} workgroups on one, ${times}${isChance ? ', which is chance' : ''}`;
}

const MCA_KERNELS: ReadonlySet<string> = new Set([
  'gfx90a/matmul-fp16-128x128x64-nn-s3-nk32',
  'gfx942/matmul-fp16-128x128x64-nn-s3-nk32',
  'gfx942/matmul-fp16-256x128x32-tn-s2-nk0',
  'gfx942/attention-fp16-d128-64x32',
  'gfx950/matmul-fp16-256x128x32-tn-s2-nk0',
  'gfx950/attention-fp16-d128-128x64',
  'gfx950/matmul-fp8e4nv-256x128x32-nn-s2-nk0',
]);

/** Those whose loops llvm-mca is asked about. */
export function mcaSubjects(
  triton: readonly TimedTriton[],
  reference: readonly TimedTriton[],
): readonly TimedTriton[] {
  const chosen = triton.filter(({ chip, name }) => MCA_KERNELS.has(`${chip}/${name}`));
  return [...reference.slice(0, 2), ...chosen];
}

const MCA = `\`llvm-mca\` of LLVM 22 on the instructions of the same loops, 100 iterations. It counts slots of 4 cycles; the column has
cycles. Beside it the model with the first wave alone on the compute unit, which is what \`llvm-mca\` thinks of, and with all
resident waves.`;

/** The cells of a loop. */
export function mcaRowOf({ chip, name, loop, program, cycles }: TimedTriton): string[] {
  const machine = findMachine(chip);
  const mca = loop && mcaCycles(program, loop, chip);
  const alone = loop && machine && cyclesAlone(program, loop, machine);
  const show = (value: number | undefined): string =>
    value === undefined ? '-' : grouped(Math.round(value));
  return [`${chip} ${name}`, show(mca), show(alone), show(cycles.mean)];
}

function mcaTable(kernels: readonly TimedTriton[]): string[] {
  const head = ['loop', 'llvm-mca', 'one wave alone', 'all resident'];
  return markdown(head, kernels.map(mcaRowOf));
}

const CANNOT_SEE = `What it cannot see:

- **Addresses, so banks.** Its figures of the reference kernel with and without the swizzle are the same. An LDS read has 5 slots
  whatever it conflicts.
- **Waits.** \`s_waitcnt\` is a scalar instruction of one slot. A load is waited for where its register is read, and a wait that
  is too strong or missing changes nothing.
- **Other waves.** One wave issues one instruction per slot; no other wave fills its stalls or shares LDS, matrix core and memory with it.
- **Bandwidth.** A load from global memory has 80 slots, alone or behind ten others; copies from global memory to LDS too.
- **Barriers.** They have a latency of 500 slots that no instruction depends on, so a barrier costs one slot, whoever comes late.
- **Formats.** Matrix instructions of 8 bits with scales take 4 passes there, 8 on hardware.`;
