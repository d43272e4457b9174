import { hint, option } from '../hint.ts';
import { error, firstOutside, note, someOf, warning } from './message.ts';

const GIVE_ARGUMENTS =
  'give a launch file with the arguments of the kernel (ldscope launch FILE prints one to fill in)';

/** PTX that cannot be read, or executed as it stands. */
export const ptx = {
  unknownRegister: (name: string) =>
    error('ptx/unknown-register', `register ${name} is not declared`, 'declare it with .reg'),
  unknownSymbol: (name: string) =>
    error(
      'ptx/unknown-symbol',
      `${name} is neither a label nor a variable nor a function of this module`,
      'give the whole module: symbols of other files have to be linked in',
    ),
  sumOf: (name: string, type: string) =>
    error(
      'ptx/sum',
      `an integer cannot be added to ${name}, which is .${type}`,
      'add it with an instruction of its own',
    ),
  unknownType: (name: string) =>
    error('ptx/unknown-type', `${name} is not a type of PTX`, 'check the spelling'),
  tooLarge: (name: string, bytes: number, most: number) =>
    error(
      'ptx/too-large',
      `${name} has ${bytes} bytes, or an alignment that is not a power of two; its space takes ${most} bytes at most`,
      'check its length and its alignment',
    ),
  duplicate: (name: string) =>
    error('ptx/duplicate', `${name} is defined twice`, 'rename one of them'),
  noFunctions: () =>
    error(
      'ptx/no-kernels',
      'the module has no .entry',
      'give the PTX of a kernel (nvcc -ptx, or the .ptx of a Triton cache entry)',
    ),
  unsupported: (instruction: string, why?: string) =>
    error(
      'ptx/unsupported',
      `${instruction} is not executed${why === undefined ? '' : `: ${why}`}`,
      'accesses before it are counted; please report the instruction if your kernel needs it',
    ),
  tooDeep: (most: number) =>
    error(
      'ptx/too-deep',
      `calls are nested more than ${most} deep`,
      'check that the recursion ends: hardware also limits the stack',
    ),
  notAllocated: (address: number) =>
    error(
      'ptx/not-allocated',
      `free of 0x${address.toString(16)}, which malloc did not give in this launch`,
      'check the pointer: it may have been freed before, or come from the host',
    ),
  stackOverflow: (bytes: number, most: number) =>
    error(
      'ptx/stack-overflow',
      `alloca takes local memory up to byte ${bytes}, of which a thread has ${most}`,
      'check the size: it is what the program computes',
    ),
  narrowAddresses: () =>
    error(
      'ptx/narrow-addresses',
      'the module uses 32-bit addresses, which are not supported',
      'compile for 64 bits, the only mode since CUDA 12',
    ),
  operand: (instruction: string, number: number) =>
    error(
      'ptx/operand',
      `operand ${number} of ${instruction} has a form that the instruction does not take`,
      'compare it with the PTX ISA',
    ),
  outOfShared: (instruction: string, byte: number, bytes: number, who: string) =>
    error(
      'ptx/shared-out-of-range',
      `${instruction} touches byte ${firstOutside(byte, bytes)} of shared memory, of which the block has ${bytes} (${who})`,
      hint`correct the index, or give the dynamic shared memory: ${option('launch', 'lds=16384')}`,
      'memory-size',
    ),
  outOfBounds: (instruction: string, name: string, byte: number, bytes: number, who: string) =>
    error(
      'ptx/out-of-bounds',
      `${instruction} touches byte ${firstOutside(byte, bytes)} of ${name}, which has ${bytes} bytes (${who})`,
      'correct the index or the size of the argument; such loads return 0 here, and stores are dropped',
    ),
  wildAddress: (instruction: string, address: string, who: string) =>
    error(
      'ptx/wild-address',
      `${instruction} touches address ${address}, where there is no memory (${who})`,
      'check how the address is computed; such loads return 0 here, and stores are dropped',
    ),
  misaligned: (instruction: string, address: string, bytes: number, who: string) =>
    error(
      'ptx/misaligned',
      `${instruction} touches address ${address}, which is not a multiple of ${bytes} (${who})`,
      'hardware stops the kernel here: align the address to the access',
    ),
  deadlock: (waiting: number, threads: number) =>
    error(
      'ptx/deadlock',
      `${waiting} of ${threads} threads wait at a barrier that the others never reach`,
      'let every thread of the block reach the barrier, or give the barrier its thread count',
    ),
  noBarrier: (instruction: string, byte: number, who: string) =>
    error(
      'ptx/no-mbarrier',
      `${instruction} uses byte ${byte} of shared memory, where no mbarrier was initialized (${who})`,
      'initialize it with mbarrier.init, and let the other threads wait for that',
    ),
  unorderedInit: (instruction: string, byte: number, who: string) =>
    error(
      'ptx/no-mbarrier',
      `${instruction} uses the mbarrier at byte ${byte} of shared memory, and nothing keeps it behind the mbarrier.init of another warp (${who})`,
      'let the threads wait after mbarrier.init, with a barrier of the block or of the cluster',
    ),
  barrierCount: (instruction: string, count: number, least: number, most: number) =>
    error(
      'ptx/mbarrier-count',
      `${instruction} has a count of ${count}; PTX takes ${least} to ${most}`,
      'correct the count',
    ),
  barrierOverflow: (instruction: string, byte: number, pending: number, arrivals: number) =>
    error(
      'ptx/mbarrier-overflow',
      `${instruction} makes ${arrivals} arrivals at the mbarrier at byte ${byte}, whose phase has ${pending} pending`,
      'initialize the mbarrier with as many arrivals as each phase has',
    ),
  completesPhase: (instruction: string, byte: number) =>
    error(
      'ptx/mbarrier-completes',
      `${instruction} completes the phase of the mbarrier at byte ${byte}, which .noComplete forbids`,
      'leave .noComplete out, or let another thread arrive last',
    ),
  phaseNeverCompletes: (threads: number, byte: number, arrivals: number, bytes: number) =>
    error(
      'ptx/mbarrier-deadlock',
      `${threads} threads wait for the mbarrier at byte ${byte} of shared memory, whose phase lacks ${arrivals} arrivals and ${bytes} bytes; no running thread can supply them`,
      'compare the count of mbarrier.init, the bytes of expect_tx and the parity of the wait with what arrives',
    ),
  phaseUnknown: (threads: number, byte: number, said: string) =>
    error(
      'ptx/mbarrier-unknown',
      `${threads} threads wait for the mbarrier at byte ${byte} of shared memory; what arrives there depends on ${said}`,
      GIVE_ARGUMENTS,
    ),
  tensorMode: (instruction: string) =>
    error(
      'ptx/tensor-mode',
      `${instruction} is not executed: tensor copies are supported in the modes tile and im2col`,
      'accesses before it are counted; tile is supported in up to five dimensions, im2col in three to five',
    ),
  trafficNotCounted: (instruction: string, why: string) =>
    warning(
      'ptx/traffic-not-counted',
      `sectors of global memory that ${instruction} moves are not counted: ${why}`,
      'the counters of such copies are left out; shared memory is counted as before',
    ),
  tensorMap: (instruction: string, problem: string, who: string) =>
    error(
      'ptx/tensor-map',
      `${instruction} has a tensor map with ${problem} (${who})`,
      'give the argument as tensorMap in the launch file, or compare the fields with cuTensorMapEncodeTiled',
    ),
  remote: (instruction: string) =>
    note(
      'ptx/remote-access',
      `${instruction} goes to shared memory of other blocks: the counters of shared memory leave those lanes out, and so do the figures here`,
      'the banks of the other block take their conflicts: as many passes for a store as in its own block',
    ),
  remoteOrder: (instruction: string) =>
    note(
      'ptx/remote-order',
      `${instruction} goes to shared memory of other blocks: races of blocks are not looked for`,
      'a barrier of the cluster has to be between it and what the other block does there, at its end as well',
    ),
  textureHandle: (instruction: string, handle: string, isSurface: boolean, who: string) =>
    error(
      'ptx/texture-handle',
      `${instruction} has the handle ${handle}, which is not a ${isSurface ? 'surface' : 'texture'} object of the launch (${who})`,
      `give the argument as { ${isSurface ? 'surface' : 'texture'}: { pointer: NAME, ... } } in the launch file`,
    ),
  textureForm: (instruction: string, problem: string, who: string) =>
    error(
      'ptx/texture-form',
      `${instruction} has the handle of ${problem} (${who})`,
      'compare the object in the launch file with what the host creates',
    ),
  surfaceOutside: (instruction: string, at: string, who: string) =>
    error(
      'ptx/surface-outside',
      `${instruction} is outside of its surface, at ${at} (${who}), where it traps`,
      'x is in bytes; compare the sizes of the surface in the launch file',
    ),
  bulkSize: (instruction: string, bytes: number) =>
    error(
      'ptx/bulk-size',
      `${instruction} copies ${bytes} bytes; a bulk copy takes a multiple of 16 below 2^20`,
      'correct the size',
    ),
  splitWarpgroup: (threads: number) =>
    error(
      'ptx/split-warpgroup',
      `${threads} threads wait at a wgmma that the other warps of their warpgroup never reach`,
      'let all four warps execute the same wgmma: branches around it must be uniform across them',
    ),
  unordered: (what: string, first: number, second: number) =>
    error(
      'hazard/lds-race',
      `${what}: warps ${first} and ${second} touch the same bytes, and neither a barrier nor an mbarrier orders them`,
      'order them with bar.sync, or with an arrival at an mbarrier and a wait for its phase',
    ),
  unorderedLanes: (what: string, warp: number, first: number, second: number) =>
    warning(
      'hazard/warp-race',
      `${what}: lanes ${first} and ${second} of warp ${warp} touch the same bytes with no barrier of the warp between`,
      'put __syncwarp() (bar.warp.sync) between: lanes of a warp may go apart since sm_70',
    ),
  unfinishedCopy: (reads: boolean) =>
    warning(
      'hazard/unfinished-async-copy',
      reads
        ? 'reads bytes that an asynchronous copy may not have written yet'
        : 'writes bytes that an asynchronous copy may still overwrite',
      'wait for the copy before: mbarrier.try_wait for its phase, or cp.async.wait_group and a barrier',
    ),
  unfinishedRead: () =>
    warning(
      'hazard/unfinished-async-read',
      'writes bytes that wgmma or a bulk copy may still read',
      'wait before: wgmma.wait_group, or cp.async.bulk.wait_group.read, and a barrier for other warps',
    ),
  unfencedWrite: () =>
    warning(
      'hazard/missing-proxy-fence',
      'reads bytes through the async proxy that a warp stored without fence.proxy.async',
      'put fence.proxy.async between the store and the barrier that this access waits for',
    ),
  productInFlight: (instruction: string, reads: boolean) =>
    warning(
      'hazard/wgmma-in-flight',
      reads
        ? `${instruction} reads an accumulator of wgmma before its group is done`
        : `${instruction} writes a register that wgmma may still use`,
      'put wgmma.wait_group before it',
    ),
  noProductFence: (instruction: string) =>
    warning(
      'hazard/missing-wgmma-fence',
      `${instruction} uses registers that were written after the last wgmma.fence`,
      'put wgmma.fence between the writes and the first wgmma.mma_async',
    ),
  noWarpgroup: (warps: number) =>
    error(
      'ptx/no-warpgroup',
      `a block of ${warps} warps executes wgmma in an incomplete warpgroup`,
      'launch a multiple of 128 threads: wgmma takes four warps',
    ),
  trap: () =>
    error(
      'ptx/trap',
      'the kernel stops itself with trap',
      'an assertion of the kernel failed: check its arguments',
    ),
  notOnChip: (instruction: string, chip: string, chips: string) =>
    error(
      'ptx/not-on-chip',
      `${chip} does not have ${instruction}, which is of ${chips}`,
      hint`name the chip that the kernel is for, ${option('machine', chips.replace(/[ ,af].*$/, ''))}, or compile the kernel for ${chip}`,
    ),
  staticShared: (bytes: number, limit: number) =>
    error(
      'ptx/static-shared',
      `the kernel declares ${bytes} bytes of shared memory with their sizes; ptxas refuses more than ${limit}`,
      'declare it as extern __shared__, and give its bytes in the launch',
    ),
  otherTarget: (target: string, chip: string) =>
    error(
      'ptx/other-target',
      `code for ${target} does not run on ${chip}: it is of ${target.endsWith('a') ? 'that chip' : 'the family of that chip'} alone`,
      hint`name the chip that the kernel is for, ${option('machine', target.replace(/[af]$/, ''))}, or compile the kernel for ${chip}`,
    ),
  newerTarget: (target: string, chip: string) =>
    warning(
      'ptx/newer-target',
      `code for ${target} does not run on ${chip}: the figures are those of the same instructions compiled for ${chip}`,
      hint`name the chip that the kernel is for, ${option('machine', target)}, or compile the kernel for ${chip}`,
    ),
  noMachine: (name: string) =>
    error(
      'ptx/no-machine',
      `${name} does not execute PTX`,
      hint`choose an NVIDIA chip: ${option('machine', 'sm_90')}`,
    ),
  unknownArguments: (names: readonly string[]) =>
    error(
      'ptx/no-arguments',
      `no values for kernel arguments: ${names.join(', ')}`,
      'give a launch file with buffers and scalars (ldscope launch FILE prints one to fill in)',
      'launch',
    ),
  unknownCopy: (instruction: string, what: 'size' | 'source', said: string) =>
    warning(
      'ptx/unknown-copy',
      `the ${what} of ${instruction} depends on ${said}: its cost, which depends on it, is not counted`,
      GIVE_ARGUMENTS,
    ),
  unknownAddress: (instruction: string, sources: string) =>
    warning(
      'ptx/unknown-address',
      `the shared-memory address of ${instruction} depends on ${sources}: its accesses are not counted`,
      GIVE_ARGUMENTS,
      'launch',
    ),
  spin: (instruction: string) =>
    warning(
      'ptx/spin',
      `a loop spins on ${instruction}: how often depends on timing, and so do the counts of what the loop does`,
      'counts are those of this execution, in which warps run one after another',
    ),
  unknownBranch: (sources: string) =>
    warning(
      'ptx/unknown-branch',
      `this branch depends on ${sources}: both sides are followed once, so counts cover one iteration`,
      GIVE_ARGUMENTS,
      'iterations',
    ),
  unknownGuard: (instruction: string, sources: string) =>
    warning(
      'ptx/unknown-guard',
      `which lanes execute ${instruction} depends on ${sources}: all are assumed to stay active`,
      GIVE_ARGUMENTS,
      'lanes',
    ),
  unknownCall: (sources: string) =>
    error(
      'ptx/unknown-call',
      `the called function depends on ${sources}: nothing after the call is executed`,
      GIVE_ARGUMENTS,
      'launch',
    ),
  unknownDescriptor: (sources: string) =>
    error(
      'ptx/unknown-descriptor',
      `a matrix descriptor depends on ${sources}: nothing after it is executed`,
      GIVE_ARGUMENTS,
      'launch',
    ),
  notReached: (instruction: string) =>
    warning(
      'ptx/not-reached',
      `${instruction} was not reached on any path that was followed: its accesses are not counted`,
      GIVE_ARGUMENTS,
      'launch',
    ),
  notCounted: (instruction: string, why: string) =>
    warning(
      'ptx/not-counted',
      `${instruction} touches shared memory, but its cost is not counted: ${why}`,
      'totals cover the other instructions',
    ),
  tooManyAccesses: (instruction: string, most: number) =>
    warning(
      'ptx/too-many-accesses',
      `a block makes more than ${most} accesses to shared memory: later ones of ${instruction} are not counted`,
      'figures are those of a sample; launch smaller blocks, or a problem with fewer iterations',
      'launch',
    ),
  zeroConstants: (names: readonly string[]) =>
    note(
      'ptx/zero-constants',
      `constants that the launch does not give are zeros: ${someOf(names)}`,
      'give them under globals in the launch file, as the host does with cudaMemcpyToSymbol',
    ),
  beforePtxas: () =>
    note(
      'ptx/before-ptxas',
      'accesses are counted in PTX; ptxas may merge, widen or drop some',
      'compare with hardware counters of the compiled kernel if a figure looks wrong',
    ),
};
