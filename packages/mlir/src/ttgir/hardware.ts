/**
 * Operations that move shared memory without instructions of lanes, and operations that leave it as it is.
 *
 *     ttng.tc_gen5_mma %a, %b, %d     the tensor core reads %a and %b through descriptors
 *
 * Bank conflicts are counted of lanes. Accesses of other units are named instead, so that they are not taken for free of
 * conflicts.
 */

/** A unit that reads or writes shared memory by itself. */
export type SharedMemoryUnit =
  | 'the tensor core'
  | 'the tensor memory accelerator'
  | 'asynchronous copies'
  | 'barrier objects';

/** The reason that a report gives for each unit without counts. */
export const UNIT_REASONS: Readonly<Record<SharedMemoryUnit, string>> = {
  'the tensor core': 'it reads tiles through descriptors, in the swizzle that the encoding states',
  'the tensor memory accelerator': 'it copies whole tiles, in the swizzle that the encoding states',
  'asynchronous copies': 'the cost of cp.async depends on the global addresses as well',
  'barrier objects': 'one thread at a time touches their 8 bytes',
};

const TENSOR_CORE = 'warp_group_dot tc_gen5_mma tc_gen5_mma_scaled tmem_copy';
const ACCELERATOR =
  'async_tma_copy_global_to_local async_tma_copy_local_to_global async_tma_reduce async_tma_gather ' +
  'async_tma_scatter store_async_tma async_tma_prefetch';
const BARRIERS =
  'init_barrier inval_barrier wait_barrier arrive_barrier barrier_expect async_copy_mbarrier_arrive tc_gen5_commit ' +
  'mbarrier_wait mbarrier_arrive named_barrier_arrive named_barrier_wait';

const named = (dialect: string, list: string, unit: SharedMemoryUnit) =>
  list.split(' ').map((name) => [`${dialect}.${name}`, unit] as const);

/** The unit behind an operation, under the names of the newest Triton. */
export const UNITS: ReadonlyMap<string, SharedMemoryUnit> = new Map([
  ...named('ttng', TENSOR_CORE, 'the tensor core'),
  ...named('ttng', ACCELERATOR, 'the tensor memory accelerator'),
  ...named('ttng', BARRIERS, 'barrier objects'),
  // Triton 2.1.
  ['ttg.load_tile_async', 'the tensor memory accelerator'],
  ['ttg.store_async', 'the tensor memory accelerator'],
  // Of gfx1250.
  ['amdg.async_tdm_copy_global_to_local', 'the tensor memory accelerator'],
  ['amdg.async_tdm_copy_local_to_global', 'the tensor memory accelerator'],
  ['amdg.init_barrier', 'barrier objects'],
  ['amdg.arrive_barrier', 'barrier objects'],
  ['amdg.wait_barrier', 'barrier objects'],
  ['amdg.read_barrier_phase', 'barrier objects'],
]);

/** Operations that may have a part of shared memory among their operands and do not access it. */
export function leavesMemoryAlone(name: string): boolean {
  return /^(?:scf|cf|ub|builtin)\.|^(?:tt|func)\.return$|^ttg\.(?:local_dealloc|async_\w*wait|async_commit_group|warp_yield|warp_return|memdesc_\w+)$|^ttng\.(?:fence\w*|\w*wait|\w*_token_wait)$|^arith\.select$/.test(
    name,
  );
}

/** Names of older Triton as the newest has them. */
export function currentName(name: string): string {
  return name
    .replace(/^triton_gpu\./, 'ttg.')
    .replace(/^triton_nvidia_gpu\./, 'ttng.')
    .replace(/^(?:amdgpu|triton_amdgpu)\./, 'amdg.');
}
