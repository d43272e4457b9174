/**
 * The initial registers of a wave: user and system SGPRs as the descriptor enables them, in the order of the hardware, and
 * the work-item ids in v0, packed, or before gfx90a in v0 to v2.
 *
 *     private_segment_buffer 4, dispatch_ptr 2, queue_ptr 2, kernarg_segment_ptr 2, dispatch_id 2,
 *     flat_scratch_init 2, private_segment_size 1, preloaded arguments; then
 *     workgroup ids x, y, z, workgroup info, private segment offset
 *
 * The header of a kernel with preloaded arguments is for older firmware: the kernel is entered behind it. Without a
 * descriptor, the argument pointer is taken to be at s[0:1] and the workgroup ids from s2 on (the parser warns). RDNA 4 has
 * the workgroup ids in ttmp9 and ttmp7, not behind the user SGPRs. Undefined registers are 0, M0 all ones. Source: LLVM
 * AMDGPUUsage, "Initial Kernel Execution State".
 */
import type { GlobalMemory } from '@ldscope/core';
import { codeOf, type Target } from '../state/target.ts';
import type { Kernel } from '../text/program.ts';
import type { KernelArguments } from './arguments.ts';
import { dimensions } from './hidden-arguments.ts';
import { PRIVATE_APERTURE, SHARED_APERTURE, TTMP } from '../state/scalars.ts';
import { descriptorField, type LaunchShape } from './shape.ts';
import { EXEC, LANES, M0, type Wave } from '../state/wave.ts';

const FLAT_SCRATCH = 102;

/** Memory that the registers point to. */
export interface Surroundings {
  readonly kernel: Kernel;
  readonly target: Target;
  readonly shape: LaunchShape;
  readonly arguments: KernelArguments;
  readonly scratchBase: number;
  readonly dispatchPacket: number;
  readonly queue: number;
}

/** Which scalars hold parts of the argument segment from the start, by dword of the segment. */
export interface Preloaded {
  readonly register: number;
  readonly word: number;
}

/** The offset in the packet of the grid's size in work-items, a word for each axis. */
export const GRID_OFFSET = 12;
export const GRID_BYTES = 12;

/** The AQL packet of the launch, as `dispatch_ptr` shows it. */
export function dispatchPacket(shape: LaunchShape, kernargAddress: number): Uint8Array {
  const packet = new Uint8Array(64);
  const view = new DataView(packet.buffer);
  view.setUint16(2, dimensions(shape), true);
  for (const axis of [0, 1, 2] as const) {
    view.setUint16(4 + 2 * axis, shape.block[axis], true);
    view.setUint32(GRID_OFFSET + 4 * axis, shape.block[axis] * shape.grid[axis], true);
  }
  view.setUint32(24, shape.privateBytes, true);
  view.setUint32(28, shape.ldsBytes, true);
  view.setUint32(40, kernargAddress % 2 ** 32, true);
  view.setUint32(44, Math.floor(kernargAddress / 2 ** 32), true);
  return packet;
}

/** The queue, of which only the apertures are of use to a kernel. */
export function addQueue(memory: GlobalMemory): number {
  const bytes = new Uint8Array(256);
  const view = new DataView(bytes.buffer);
  view.setUint32(0x40, SHARED_APERTURE, true);
  view.setUint32(0x44, PRIVATE_APERTURE, true);
  return memory.addBytes('the queue', bytes).base;
}

/** Fills a wave; `ids` are those of its workgroup. Returns the registers with preloaded arguments. */
export function initialise(
  wave: Wave,
  around: Surroundings,
  ids: readonly [number, number, number],
): readonly Preloaded[] {
  const { kernel } = around;
  wave.pc = kernel.entry;
  wave.s[M0] = 0xffffffff;
  fillLanes(wave, around);
  if (kernel.descriptor === undefined) {
    setPair(wave, 0, around.arguments.segment.base);
    if (codeOf(around.target).workgroupIds.value === 'ttmp') placeIds(wave, ids, true);
    else wave.s.set(ids, 2);
    return [];
  }
  wave.mode = modeOf(kernel);
  return fillScalars(wave, around, ids);
}

function setPair(wave: Wave, index: number, value: number): void {
  wave.setPair(index, value % 2 ** 32, Math.floor(value / 2 ** 32));
}

function fillScalars(
  wave: Wave,
  around: Surroundings,
  ids: readonly [number, number, number],
): readonly Preloaded[] {
  const { kernel, shape, scratchBase, target } = around;
  const { segment, bytes } = around.arguments;
  const waveOffset = wave.index * LANES * shape.privateBytes;
  const enabled = (name: string): boolean => descriptorField(kernel, name) !== 0;
  let next = 0;
  const pair = (name: string, value: number): void => {
    if (!enabled(`user_sgpr_${name}`)) return;
    setPair(wave, next, value);
    next += 2;
  };
  if (enabled('user_sgpr_private_segment_buffer')) {
    // Records of 0 bytes, swizzled by 64 lanes with the lane as index: word k of lane l at 256 k + 4 l.
    setPair(wave, next, scratchBase);
    wave.s[next + 1] = ((wave.s[next + 1] ?? 0) & 0xffff) | 0x80000000;
    wave.s[next + 2] = 0xffffffff;
    wave.s[next + 3] = (3 << 21) | (1 << 23);
    next += 4;
  }
  pair('dispatch_ptr', around.dispatchPacket);
  pair('queue_ptr', around.queue);
  pair('kernarg_segment_ptr', segment.base);
  pair('dispatch_id', 0);
  pair('flat_scratch_init', scratchBase);
  if (enabled('user_sgpr_private_segment_size')) wave.s[next++] = shape.privateBytes;
  const code = codeOf(target);
  const preloaded: Preloaded[] = [];
  const first = descriptorField(kernel, 'user_sgpr_kernarg_preload_offset');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = descriptorField(kernel, 'user_sgpr_kernarg_preload_length');
  for (let i = 0; i < Math.min(length, code.userRegisters.value); i++) {
    const at = 4 * (first + i);
    wave.s[next] = at + 4 <= bytes.length ? view.getUint32(at, true) : 0;
    preloaded.push({ register: next++, word: first + i });
  }
  next = Math.max(next, descriptorField(kernel, 'user_sgpr_count'));
  // x is enabled unless the descriptor says otherwise.
  const idFields = ['x', 'y', 'z'].map(
    (name, axis) =>
      (kernel.descriptor?.get(`system_sgpr_workgroup_id_${name}`) ?? (axis === 0 ? 1 : 0)) !== 0,
  );
  if (code.workgroupIds.value === 'ttmp') placeIds(wave, ids, idFields[2] ?? false);
  else for (const [axis, id] of ids.entries()) if (idFields[axis]) wave.s[next++] = id;
  if (enabled('system_sgpr_workgroup_info')) wave.s[next++] = 0;
  wave.privateBase = scratchBase + waveOffset;
  if (code.scratch.value === 'registers') {
    if (
      enabled('system_sgpr_private_segment_wavefront_offset') ||
      enabled('enable_private_segment')
    )
      wave.s[next++] = waveOffset;
  } else if (code.family === 'cdna') {
    // Architected flat scratch: no code sets it up.
    setPair(wave, FLAT_SCRATCH, scratchBase + waveOffset);
  }
  return preloaded;
}

/**
 * RDNA 4: x is ttmp9; ttmp7 has y in its low half and, where the kernel asks for it, z in its high half. Bits 25 to 29 of ttmp8
 * are the number of the wave in its workgroup (LLVM's lowering of `llvm.amdgcn.wave.id`), by which Triton shares work.
 */
function placeIds(wave: Wave, [x, y, z]: readonly [number, number, number], hasZ: boolean): void {
  wave.s[TTMP + 9] = x;
  wave.s[TTMP + 8] = (wave.index & 31) << 25;
  wave.s[TTMP + 7] = hasZ ? (y & 0xffff) | (z << 16) : y;
}

/** Rounding, denormals, clamp and IEEE mode; defaults as the assembler has them. */
function modeOf(kernel: Kernel): number {
  const field = (name: string, otherwise: number): number =>
    kernel.descriptor?.get(name) ?? otherwise;
  return (
    field('float_round_mode_32', 0) |
    (field('float_round_mode_16_64', 0) << 2) |
    (field('float_denorm_mode_32', 0) << 4) |
    (field('float_denorm_mode_16_64', 3) << 6) |
    (field('dx10_clamp', 1) << 8) |
    (field('ieee_mode', 1) << 9)
  );
}

/** v0: x in bits 0-9, y 10-19, z 20-29, or y and z in v1 and v2; exec: the lanes that are work-items. */
function fillLanes(wave: Wave, { kernel, shape, target }: Surroundings): void {
  const { block, waveSize } = shape;
  const [sizeX, sizeY, sizeZ] = block;
  const isPacked = codeOf(target).workItemIds.value === 'packed';
  const dimensions = kernel.descriptor?.get('system_vgpr_workitem_id') ?? 0;
  const all = kernel.descriptor === undefined ? 2 : dimensions;
  const items = sizeX * sizeY * sizeZ;
  const exec = [0, 0];
  for (let lane = 0; lane < waveSize; lane++) {
    const linear = wave.index * waveSize + lane;
    if (linear >= items) continue;
    const x = linear % sizeX;
    const y = all >= 1 ? Math.floor(linear / sizeX) % sizeY : 0;
    const z = all >= 2 ? Math.floor(linear / (sizeX * sizeY)) : 0;
    wave.u[lane] = isPacked ? x | (y << 10) | (z << 20) : x;
    if (!isPacked && all >= 1) wave.u[LANES + lane] = y;
    if (!isPacked && all >= 2) wave.u[2 * LANES + lane] = z;
    const half = lane >> 5;
    exec[half] = (exec[half] ?? 0) | (1 << (lane & 31));
  }
  wave.setPair(EXEC, exec[0] ?? 0, exec[1] ?? 0);
}
