import { error, note, warning } from './message.ts';

/** How well bank conflicts of some kernels were predicted. */
interface Deviation {
  readonly accesses: string;
  readonly chip: string;
  readonly kernels: number;
  readonly exact: number;
  readonly mostMore: number;
  readonly percentMore: number;
}

/** Listings of SASS, and how they agree with the PTX that they were compiled from. */
export const sass = {
  noInstructions: () =>
    error(
      'sass/no-instructions',
      'the listing has no instruction of SASS',
      'give what nvdisasm -g -c or cuobjdump -sass prints, or a cubin',
    ),
  noFunction: (kernel: string, names: readonly string[]) =>
    error(
      'sass/no-function',
      `the listing has no function ${kernel}: it has ${names.join(', ')}`,
      'disassemble the cubin that was compiled from this PTX',
    ),
  needsArguments: () =>
    warning(
      'sass/no-arguments',
      'arguments are unknown, so warps follow many paths: accesses are those of PTX',
      'give a launch file with buffers and scalars (ldscope launch FILE prints one to fill in)',
      'launch',
    ),
  severalWays: (warps: number, all: number) =>
    warning(
      'sass/several-ways',
      `lanes of ${warps} of ${all} warps yield while others wait for them: it depends on timing whether they go on together, as is counted`,
      'compare the executions per instruction with the source counters of Nsight Compute',
    ),
  contended: () =>
    note(
      'sass/contended',
      'atomics of several warps contend: their results, and the iterations of loops around them, are those of one order of the warps',
      'such figures depend on timing: compare with counters of several runs',
    ),
  contendedBetween: (alone: number, inTurns: number) =>
    note(
      'sass/contended',
      `atomics of several warps contend: bank conflicts depend on timing, and are ${alone} with each warp alone, as counted here, and ${inTurns} with all warps of a block in turns`,
      'such figures depend on timing: compare with counters of several runs',
    ),
  deviation: ({ accesses, chip, kernels, exact, mostMore, percentMore }: Deviation) =>
    note(
      'sass/deviation',
      `of ${kernels} random kernels with ${accesses} ${exact} had the predicted bank conflicts on an ${chip}, the others up to ${mostMore} more, ${percentMore} % in all`,
      'where accesses of several warps meet, counters have a few more: small differences to a profile are not errors of the kernel',
    ),
  notMeasured: (chip: string) =>
    note(
      'sass/not-measured',
      `the execution of SASS was compared with counters of sm_90, not of ${chip}`,
      'compare one kernel with the counters of Nsight Compute before you rely on small differences',
    ),
  notPtx: (language: string) =>
    error(
      'sass/not-ptx',
      `SASS is executed beside its PTX, and this is ${language}`,
      'give the PTX or the CUDA source that the cubin was compiled from',
    ),
  noTool: (tools: string) =>
    error(
      'sass/no-tool',
      `${tools} is not installed`,
      "install CUDA, or give a listing that 'nvdisasm -g -c kernel.cubin' printed elsewhere",
    ),
  toolFailed: (tool: string, said: string) =>
    error('sass/tool-failed', `${tool}: ${said}`, 'give a cubin, or a listing of one'),
  notExecuted: (warps: number, all: number, why: string) =>
    warning(
      'sass/not-executed',
      `accesses of ${warps} of ${all} warps are counted as in PTX: ${why}`,
      'figures of these warps are not those of SASS: compare them with the source counters of Nsight Compute',
    ),
  notMatched: (warps: number, all: number) =>
    warning(
      'sass/not-matched',
      `accesses of ${warps} of ${all} warps are counted as in PTX: SASS touches shared memory where this PTX does not`,
      'check that the cubin was compiled from this PTX; figures of these warps are not those of SASS',
    ),
  notCounted: (names: readonly string[]) =>
    warning(
      'sass/not-counted',
      `no cost is known for ${names.join(', ')}`,
      'totals cover the other instructions',
    ),
};
