import { hint, option } from '../hint.ts';
import { error, note, warning } from './message.ts';

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
  unsupported: (instruction: string) =>
    error(
      'ptx/unsupported',
      `${instruction} is not executed`,
      'accesses up to it are counted; report the instruction if your kernel needs it',
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
      `${instruction} touches byte ${byte} of shared memory, of which the block has ${bytes} (${who})`,
      hint`correct the index, or give the dynamic shared memory: ${option('launch', 'lds=16384')}`,
      'memory-size',
    ),
  outOfBounds: (instruction: string, name: string, byte: number, bytes: number, who: string) =>
    error(
      'ptx/out-of-bounds',
      `${instruction} touches byte ${byte} of ${name}, which has ${bytes} bytes (${who})`,
      'correct the index or give the argument its true size; such loads give 0 here, stores are dropped',
    ),
  wildAddress: (instruction: string, address: string, who: string) =>
    error(
      'ptx/wild-address',
      `${instruction} touches address ${address}, where there is no memory (${who})`,
      'check how the address is made; such loads give 0 here, stores are dropped',
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
  trap: () =>
    error(
      'ptx/trap',
      'the kernel stops itself with trap',
      'an assertion of the kernel failed: check its arguments',
    ),
  noMachine: (name: string) =>
    error(
      'ptx/no-machine',
      `${name} does not execute PTX`,
      hint`choose a chip of NVIDIA: ${option('machine', 'sm_90')}`,
    ),
  unknownArguments: (names: readonly string[]) =>
    error(
      'ptx/no-arguments',
      `no values for kernel arguments: ${names.join(', ')}`,
      'give a launch file with buffers and scalars (ldscope launch FILE prints one to fill in)',
      'launch',
    ),
  notCounted: (instruction: string, why: string) =>
    warning(
      'ptx/not-counted',
      `${instruction} touches shared memory, but its cost is not counted: ${why}`,
      'totals are of the other instructions',
    ),
  beforePtxas: () =>
    note(
      'ptx/before-ptxas',
      'accesses are counted as PTX has them; ptxas may merge, widen or drop some',
      'compare with the counters of the compiled kernel where a figure looks wrong',
    ),
};
