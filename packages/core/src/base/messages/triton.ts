import { hint, option } from '../hint.ts';
import { error, note, someOf, warning } from './message.ts';

/** Triton's attributes and TTGIR. */
export const triton = {
  noEntry: (folder: string) =>
    error(
      'triton/no-entry',
      `${folder} has no entry of Triton's cache`,
      'give a folder with NAME.json beside NAME.ttgir or NAME.amdgcn, the folder of all entries, or a kernel file',
    ),
  unknownAttribute: (name: string, known: readonly string[]) =>
    error('triton/unknown-attribute', `#${name} is not a known layout`, `known: ${someOf(known)}`),
  unknownAlias: (name: string) =>
    error(
      'triton/unknown-alias',
      `#${name} is not defined`,
      'give the attribute in full, or the module that defines it',
    ),
  missingField: (attribute: string, field: string) =>
    error(
      'triton/missing-field',
      `${attribute} has no ${field}`,
      `add ${field} = ..., as Triton prints it`,
    ),
  wrongField: (field: string, wanted: string) =>
    error('triton/wrong-field', `${field} is not ${wanted}`, `write ${wanted}`),
  unknownField: (attribute: string, field: string, known: readonly string[]) =>
    error(
      'triton/unknown-field',
      `${attribute} has no field ${field}`,
      `its fields are ${someOf(known)}`,
    ),
  notPowerOfTwo: (what: string, value: number) =>
    error(
      'triton/not-power-of-two',
      `${what} is ${value}, which is not a power of two`,
      'Triton has tensors and layouts of powers of two only',
    ),
  tooLarge: (shape: readonly number[]) =>
    error(
      'triton/too-large',
      `a tensor of ${shape.length === 0 ? 'no dimensions' : shape.join('x')} cannot be laid out`,
      'coordinates have 31 bits in all: describe the tile of one workgroup',
    ),
  noSemantics: (kind: string, reason: string) =>
    error(
      'triton/no-semantics',
      `the meaning of #ttg.${kind} here is not known: ${reason}`,
      'correct the encoding, or the shape of the tensor',
    ),
  notExpressible: (reason: string) =>
    error(
      'triton/not-sayable',
      `no shared encoding expresses this layout: ${reason}`,
      'use an XOR layout of powers of two, or padding without a swizzle',
    ),
  noKernel: (name: string | undefined, known: readonly string[]) =>
    error(
      'triton/no-kernel',
      name === undefined ? 'the module has no tt.func' : `there is no tt.func @${name}`,
      known.length === 0
        ? "give the TTGIR of a kernel (the '.ttgir' that Triton's cache keeps)"
        : `choose one of: ${someOf(known)}`,
    ),
  waves: (warps: number, size: number, machine: string) =>
    error(
      'triton/waves',
      `the module needs ${warps} waves of ${size}, which ${machine} does not run`,
      hint`choose the machine that it was compiled for with ${option('machine')}`,
    ),
  notCounted: (operation: string, reason: string) =>
    warning(
      'triton/not-counted',
      `the accesses of ${operation} are not counted: ${reason}`,
      'compile the kernel and give its assembly: machine code is executed as it is',
    ),
  ofUnit: (operation: string, unit: string, reason: string) =>
    note(
      'triton/of-unit',
      `${operation} is an access of ${unit}, which has no bank conflicts of lanes: ${reason}`,
      'the counts cover per-lane instructions; a profiler shows the cost of the unit',
    ),
  aboveCapacity: (bytes: number, limit: number, machine: string, stated: number | undefined) =>
    warning(
      'triton/above-capacity',
      stated === undefined
        ? `the buffers as placed here take ${bytes} bytes of shared memory; a workgroup of ${machine} has ${limit}`
        : `the buffers as placed here take ${bytes} bytes of shared memory, the module states ${stated}; a workgroup of ${machine} has ${limit}`,
      'Triton may reuse memory earlier. Counts do not depend on the address of a buffer, provided that it is a multiple of 256 bytes',
    ),
  reductionVersion: () =>
    note(
      'triton/reduction-version',
      'reductions among waves are counted as Triton 3.7 and newer lower them; earlier versions lower the same text to different accesses',
      hint`name the version that compiles it: ${option('triton', '3.6')}`,
    ),
  conversionVersion: (count: number) =>
    warning(
      'triton/conversion-version',
      `${count === 1 ? 'a conversion of layouts is' : `${count} conversions of layouts are`} counted as Triton 3.8 swizzles the memory; 3.5 and 3.6 do it in another way, which may have other conflicts`,
      hint`name the version that compiles it: ${option('triton', '3.6')}`,
    ),
  onceEach: (inLoop: boolean) =>
    note(
      'triton/once-each',
      inLoop
        ? 'each operation is counted once: those in a loop count for one iteration'
        : 'each operation is counted once',
      'the module does not contain trip counts; give the assembly and a launch for full counts',
      inLoop ? 'once' : undefined,
    ),
  stage: (operation: string) =>
    note(
      'triton/stage',
      `${operation} selects a stage of the buffer at run time: the first is counted`,
      'stages are a tile apart; if a tile is a multiple of the bank period, all stages cost the same',
    ),
  scratch: (conflicts: number) =>
    error(
      'triton/scratch',
      `${conflicts} conflict cycles are of memory for conversions and reductions, which the compiler lays out by itself`,
      'other layouts of the tensors change it: those of their products, or of their loads and stores',
    ),
  keepsEncoding: (names: string, reason: string) =>
    error(
      'triton/keeps-encoding',
      `the encoding of ${names} is not changed: ${reason}`,
      "'ldscope suggest' says which layouts have fewer conflicts",
    ),
};
