/** `docs/timing-triton.md`: what LDS and its conflicts cost in time, kernel by kernel, on the model. */
import { groupBy, machineNamed } from '@ldscope/core';
import { grouped, markdown } from '../base/markdown.ts';
import { inputText } from '../base/inputs.ts';
import { filled } from '../base/template.ts';
import { cyclesAlone, type Spread } from './kernel-timing.ts';
import { mcaCycles } from './llvm-mca.ts';
import type { TimedTriton } from './triton.ts';

export function printKernels(
  triton: readonly TimedTriton[],
  reference: readonly TimedTriton[],
): string {
  const byChip = groupBy(triton, ({ chip }) => chip);
  const chips = [...byChip].map(([chip, kernels]) => `## Triton on ${chip}\n\n${table(kernels)}`);
  return filled(inputText('timing/kernels-document.md.in'), {
    ...conclusions(triton, reference),
    reference: table(reference),
    chips: chips.join('\n\n'),
    mca: mcaTable(mcaSubjects(triton, reference)).join('\n'),
  });
}

const HEAD =
  'kernel | waves | wg | cycles | bound by | LDS share | conflicts | no conflicts | no LDS'.split(
    ' | ',
  );

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

const table = (kernels: readonly TimedTriton[]): string =>
  markdown(HEAD, kernels.map(rowOf)).join('\n');

function conclusions(triton: readonly TimedTriton[], reference: readonly TimedTriton[]) {
  const conflicting = triton.filter(({ conflictShare }) => conflictShare > 0);
  const over = (least: number): number =>
    conflicting.filter(({ gainWithoutConflicts }) => gainWithoutConflicts.mean >= least).length;
  const harmless = conflicting.filter(
    ({ iterations, conflictShare, gainWithoutConflicts }) =>
      iterations !== undefined && conflictShare >= 0.2 && gainWithoutConflicts.mean < 0.02,
  );
  const compiled = [...triton, ...reference.slice(0, 2)];
  const [swizzled, plain, ...crowd] = reference;
  if (swizzled === undefined || plain === undefined) throw new Error('no reference kernels');
  const crowded = crowdedWords(crowd);
  return {
    conflicting: conflicting.length,
    kernels: triton.length,
    over10: over(0.1),
    over2: over(0.02),
    harmless: harmless.length,
    harmlessNames: harmless.map(({ chip, name }) => `${chip} ${name}`).join('; '),
    plain: cyclesOf(plain.cycles),
    swizzled: cyclesOf(swizzled.cycles),
    crowded: crowded === undefined ? '' : `; ${crowded}`,
    compiled: compiled.length,
    missing: compiled.flatMap(({ waits }) => waits.missing).length,
  };
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

/** The cells of a loop. */
export function mcaRowOf({ chip, name, loop, program, cycles }: TimedTriton): string[] {
  const machine = machineNamed(chip);
  const mca = loop && mcaCycles(program, loop, chip);
  const alone = loop && cyclesAlone(program, loop, machine);
  const show = (value: number | undefined): string =>
    value === undefined ? '-' : grouped(Math.round(value));
  return [`${chip} ${name}`, show(mca), show(alone), show(cycles.mean)];
}

function mcaTable(kernels: readonly TimedTriton[]): string[] {
  const head = ['loop', 'llvm-mca', 'one wave alone', 'all resident'];
  return markdown(head, kernels.map(mcaRowOf));
}
