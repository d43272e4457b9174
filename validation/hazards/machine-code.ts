/**
 * Programs of machine code with their hazards: a file each in `machine-code`, whose first line has the chip, the threads and what it shows.
 *
 *     ; gfx942, 128 threads: a read is in flight at the barrier, and another wave overwrites its bytes
 *       ds_read_b32 v4, v2
 *       s_barrier
 *       ds_write_b32 v1, v0       ; hazard/unfinished-read
 *
 * The hazards are those that lines name, and no others. An assembly file is the middle of a kernel: `prologue` has registers and LDS
 * ready. A HIP file is compiled.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { analyzeKernel, type LaunchOptions, readLaunchText } from '@ldscope/engine';
import type { Hazard } from '@ldscope/core';
import { inRepository } from '../base/paths.ts';

const folder = inRepository('validation/hazards/machine-code/');

export interface HazardCase {
  readonly name: string;
  readonly chip: string;
  readonly threads: number;
  readonly text: string;
  /** `3 hazard/lds-race`: lines of the file with what is found there. */
  readonly wanted: readonly string[];
}

const HEADER = /^(?:;|\/\/) (?<chip>gfx\w+), (?<threads>\d+) threads: /;

/** The files with an ending. */
export function hazardCases(ending: '.s' | '.hip'): HazardCase[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(ending))
    .map((file) => {
      const text = readFileSync(`${folder}${file}`, 'utf8');
      const { chip, threads } = HEADER.exec(text)?.groups ?? {};
      if (chip === undefined) throw new Error(`${file} does not begin with a chip and threads`);
      const wanted = text.split('\n').flatMap((line, index) => {
        const comment = line.slice(line.search(/;|\/\//));
        return [...comment.matchAll(/hazard\/[\w-]+/g)].map(([code]) => `${index + 1} ${code}`);
      });
      const name = file.slice(0, -ending.length);
      return { name, chip, threads: Number(threads), text, wanted: wanted.toSorted() };
    });
}

/** How a case is launched: with numbers and a place for results. */
export async function launchOf({
  chip,
  threads,
}: HazardCase): Promise<LaunchOptions & { readonly machine: string }> {
  const launch = await readLaunchText(
    `{ grid: 1, block: ${threads}, args: [{ dtype: i32, shape: [4096], fill: random }, { bytes: 65536 }] }`,
  );
  if (!launch.ok) throw new Error('the launch cannot be read');
  return { ...launch.value, machine: chip };
}

/** The hazards of machine code, by the lines that `lineOf` gives, each once, and the errors that kept it from being executed. */
export async function hazardsOf(
  one: HazardCase,
  text: string,
  lineOf: (location: Hazard['location']) => number,
): Promise<readonly string[]> {
  const { analysis, diagnostics } = analyzeKernel(text, await launchOf(one));
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const hazards = analysis?.report.hazards ?? [];
  const found = new Set([
    ...errors.map(({ code, message }) => `${code}: ${message}`),
    ...hazards.map(({ code, location }) => `${lineOf(location)} ${code}`),
  ]);
  return [...found].toSorted();
}

/** Lines of the kernel before those of the file. */
export const linesBefore = (one: HazardCase): number => prologue(one).split('\n').length - 1;

/** The kernel of an assembly file. */
export const kernelOf = (one: HazardCase): string =>
  `${prologue(one)}${one.text}${descriptor(one)}`;

/**
 * Registers: v0 the number of the thread, v1 the word of LDS that is its own, v2 that of the same lane in the neighbouring wave,
 * v3 its own 16 bytes, s8 the number of the wave, s[20:21] a buffer. LDS is filled with zeros.
 */
function prologue({ chip }: HazardCase): string {
  const isCdna = chip.startsWith('gfx9');
  const isSplit = chip.startsWith('gfx12');
  const [lanes, bits] = isCdna ? [64, 6] : [32, 5];
  const barrier = isSplit ? 's_barrier_signal -1\n  s_barrier_wait -1' : 's_barrier';
  return `  .amdgcn_target "amdgcn-amd-amdhsa--${chip}"
  .text
  .globl k
  .p2align 8
  .type k,@function
k:
  ${isCdna ? 's_load_dwordx2' : 's_load_b64'} s[20:21], s[0:1], 0x0
  v_and_b32 v0, 0x3ff, v0
  v_lshlrev_b32 v1, 2, v0
  v_xor_b32 v2, ${4 * lanes}, v1
  v_lshlrev_b32 v3, 4, v0
  v_readfirstlane_b32 s8, v0
  s_lshr_b32 s8, s8, ${bits}
  v_mov_b32 v8, 0
  v_mov_b32 v9, 0
  v_mov_b32 v10, 0
  v_mov_b32 v11, 0
  ${isCdna ? 'ds_write_b128' : 'ds_store_b128'} v3, v[8:11]
  ${isSplit ? 's_wait_idle' : 's_waitcnt lgkmcnt(0)'}
  ${barrier}
`;
}

function descriptor({ chip, threads }: HazardCase): string {
  const isCdna = chip.startsWith('gfx9');
  return `  s_endpgm
  .section .rodata,"a",@progbits
  .p2align 6, 0x0
  .amdhsa_kernel k
    .amdhsa_group_segment_fixed_size ${16 * threads}
    .amdhsa_user_sgpr_kernarg_segment_ptr 1
    .amdhsa_next_free_vgpr 32
    .amdhsa_next_free_sgpr 32
    ${isCdna ? '.amdhsa_accum_offset 32' : '.amdhsa_wavefront_size32 1'}
  .end_amdhsa_kernel
`;
}
