import { hint, option } from '../hint.ts';
import { error, note, remedy, someOf, warning } from './message.ts';

/** A kernel that cannot be executed further. */
export const execute = {
  unknownOperation: (name: string, use: string) =>
    error(
      'execute/unknown-operation',
      `${name} is not an operation that can be executed, and ${use}`,
      'lower it to arith, memref, vector, scf, cf, gpu, amdgpu or llvm operations first',
    ),
  unsupported: (name: string, what: string) =>
    error(
      'execute/unsupported',
      `${name}: ${what} is not supported`,
      'rewrite it with simpler operations, and please report the kernel',
    ),
  noLayout: (name: string) =>
    error(
      'execute/no-layout',
      `${name}: no layout reaches its vector, so the mapping from elements to lanes is unknown`,
      'anchor it with iree_vector_ext.to_layout; where shared_memory_conversion asks for LDS, run ' +
        '`ldscope opt --pass gpu-vector-alloc` before',
    ),
  notDistributed: (name: string) =>
    error(
      'execute/no-layout',
      `${name}: not distributed yet: no layout reaches this vector, which all lanes would access as a whole`,
      'count the kernel after its vectors are distributed, or anchor them with iree_vector_ext.to_layout',
    ),
  noTransfer: (name: string, bytes: number) =>
    error(
      'execute/no-transfer',
      `${name}: hardware has no transfer of ${bytes} bytes per lane from global memory to LDS`,
      'a lane transfers 1, 2, 4, 12 or 16 bytes: choose one of these, or go through registers',
    ),
  malformed: (name: string, what: string) =>
    error('execute/malformed', `${name}: ${what}`, 'correct the operation'),
  typeMismatch: (name: string, wanted: string, found: string) =>
    error(
      'execute/type-mismatch',
      `${name} needs ${wanted}, but gets ${found}`,
      'make the types of the operands agree',
    ),
  partOfByte: (name: string, count: number, element: string, width: number) =>
    error(
      'execute/part-of-byte',
      `${name} moves ${count} x ${element}, ${count * width} bits: not a whole number of bytes, and compilers treat the rest of the byte differently`,
      'move whole bytes: vectors of an even number of 4-bit elements, of a multiple of 4 elements of 6 bits; or i8 and shifts',
    ),
  looseVector: (name: string, count: number, element: string) =>
    error(
      'execute/loose-vector',
      `${name} moves ${count} x ${element}: a memref stores each in whole bytes while LLVM packs the bits of a vector, so their addresses are unknown`,
      'store them in an integer of whole bytes, such as i8, and truncate in registers',
    ),
  withinByte: (name: string, lane: number, byte: number, element: string) =>
    error(
      'execute/within-byte',
      `${name}: lane ${lane} begins at byte ${Math.floor(byte)}, bit ${(byte - Math.floor(byte)) * 8}: ${element} does not start at a byte address there`,
      'begin at a whole byte: an even index for 4 bits, a multiple of 4 for 6 bits',
    ),
  brokenMask: (name: string, lane: number, at: number, width: number) =>
    error(
      'execute/broken-mask',
      `${name}: lane ${lane} masks out a part of a byte, from element ${at} of ${width} bits on`,
      'mask whole bytes: pairs of 4-bit elements, groups of four of 6 bits',
    ),
  ldsOutOfRange: (name: string, byte: number, bytes: number, who: string) =>
    error(
      'execute/lds-out-of-range',
      `${name} touches byte ${byte} of a buffer of ${bytes} bytes (${who})`,
      'correct the index, or mask lanes that are outside',
    ),
  outOfRange: (name: string, byte: number, bytes: number, who: string) =>
    error(
      'execute/out-of-range',
      `${name} touches byte ${byte} of a memory of ${Number.isFinite(bytes) ? bytes : 'unknown'} bytes (${who})`,
      'correct the index or give the argument its true size',
      'memory-size',
    ),
  ldsTooLarge: (bytes: number, limit: number, machine: string) =>
    error(
      'execute/lds-too-large',
      `the kernel allocates ${bytes} bytes of LDS; a workgroup of ${machine} has ${limit}`,
      hint`make the tiles smaller, or choose another chip with ${option('machine')}`,
    ),
  partialWave: (name: string) =>
    error(
      'execute/partial-wave',
      `${name} needs all lanes of the wave, but some are inactive`,
      'move it out of the divergent branch',
    ),
  barrierDivergence: () =>
    error(
      'execute/barrier-divergence',
      'a barrier was reached with part of a wave inactive',
      'move the barrier out of the divergent branch',
    ),
  assertion: (text: string) =>
    error(
      'execute/assertion',
      `an assertion of the kernel does not hold: ${text}`,
      'correct the kernel, or the arguments that it is launched with',
    ),
  unknownValues: (names: readonly string[]) =>
    note(
      'execute/unknown-values',
      `no values for ${someOf(names)}`,
      'results that depend on these arguments are flagged; add a launch (grid, block, args) for exact counts',
    ),
  unknownLoop: (name: string, source: string) =>
    warning(
      'execute/unknown-loop',
      `the trip count of ${name} depends on ${source}: counts cover one iteration`,
      remedy(source),
      'iterations',
    ),
  unknownBranch: (name: string, source: string) =>
    warning(
      'execute/unknown-branch',
      `the condition of ${name} depends on ${source}: both sides are counted once`,
      remedy(source),
      'iterations',
    ),
  unknownLanes: (name: string, source: string) =>
    warning(
      'execute/unknown-lanes',
      `the active lanes in ${name} depend on ${source}: accesses there are not counted`,
      remedy(source),
    ),
  unknownAddress: (name: string, source: string) =>
    warning(
      'execute/unknown-address',
      `the LDS address of ${name} depends on ${source}: its accesses are not counted`,
      remedy(source),
    ),
  unknownGlobal: (operations: number) =>
    note(
      'execute/unknown-global',
      `${operations} operations access global memory at unknown addresses: their transactions are not counted`,
      'give a launch with the arguments of the kernel',
    ),
  zeroMemory: (name: string) =>
    warning(
      'execute/zero-memory',
      `${name} depends on memory whose contents are not given: it is read as zero, and the counts assume that`,
      'give a launch file with the buffers of the kernel',
      'contents',
    ),
  unevenBarrier: (waiting: number, ended: number) =>
    warning(
      'execute/uneven-barrier',
      `${waiting} waves wait at a barrier that ${ended} ended waves never reach`,
      'make every wave execute the same number of barriers; hardware does not wait for ended waves',
    ),
  tooManySteps: (limit: number) =>
    error(
      'execute/too-many-steps',
      `a wave executed ${limit} operations without ending`,
      hint`check the loop bounds, or raise the limit with ${option('max-steps')}`,
    ),
  divisionByZero: (name: string) =>
    error('execute/division-by-zero', `${name} divides by zero`, 'check the divisor'),
  stepBudget: (steps: number) =>
    error(
      'execute/step-budget',
      `the waves of a workgroup executed ${steps} instructions on unknown values without ending`,
      hint`give a launch with the arguments of the kernel, or raise the limit with ${option('max-steps')}`,
    ),
  timeBudget: () =>
    error(
      'execute/time-budget',
      'the time limit for kernels with unknown values is exceeded',
      hint`give a launch with the arguments of the kernel, choose one with ${option('kernel')}, or raise the limit with ${option('seconds')}`,
    ),
  timeIsUp: () =>
    error(
      'execute/time-is-up',
      'the kernel did not finish within the time limit',
      hint`check the loop bounds, or raise the limit with ${option('seconds')}`,
    ),
  memoryLimit: (bytes: number) =>
    error(
      'execute/memory-limit',
      `the kernel needs more than ${bytes} bytes of memory to be simulated`,
      hint`execute fewer workgroups with ${option('workgroups', '1')}`,
    ),
  tooLarge: (name: string, what: string, limit: number) =>
    error(
      'execute/too-large',
      `${name} makes ${what}; at most ${limit} are simulated`,
      'check the shape: no kernel keeps this much in registers',
    ),
  tooManyAccesses: (limit: number) =>
    error(
      'execute/too-many-accesses',
      `a workgroup executed more than ${limit} LDS accesses`,
      'check the loop bounds, or analyze a smaller problem',
    ),
  waveSize: (name: string, wanted: number, lanes: number) =>
    error(
      'execute/wave-size',
      `${name} needs waves of ${wanted}, but waves have ${lanes} lanes here`,
      hint`choose the chip that the kernel was written for with ${option('machine')}`,
    ),
  layoutConversion: (name: string) =>
    error(
      'execute/layout-conversion',
      `${name} gives a lane elements that other lanes hold`,
      'dump the kernel after GPUVectorAlloc, which moves such vectors through LDS',
    ),
  acrossSubgroups: (name: string) =>
    warning(
      'execute/across-subgroups',
      `${name} combines elements of several subgroups; the LDS that the compiler uses for it is not counted`,
      'dump the kernel after LLVMGPUVectorDistribute to count it',
      'uncounted',
    ),
  noInstruction: (op: string, machine: string) =>
    warning(
      'execute/no-instruction',
      `${machine} has no ${op}: its accesses are not counted`,
      hint`choose the chip that the kernel was written for with ${option('machine')}`,
    ),
  noRule: (op: string, machine: string) =>
    warning(
      'execute/no-rule',
      `${op} has no public service rule on ${machine}: it is executed, and its cycles are not known`,
      'measure its conflicts on the chip; docs/adding-a-machine.md says how to add a rule that was measured',
    ),
};
