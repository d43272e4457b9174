import type { Message } from '../diagnostic.ts';
import { hint, option } from '../hint.ts';
import { listCodeChips } from './code-chips.ts';
import { error, note, someOf, warning } from './message.ts';

/** What the command line was asked for. */
export const usage = {
  isSchedule: () =>
    error(
      'usage/is-schedule',
      'the input is a schedule: it has no addresses, so there are no bank conflicts to count',
      "use 'ldscope timeline' for it",
    ),
  unknownMachine: (name: string, known: readonly string[]) =>
    error(
      'usage/unknown-machine',
      `there is no machine '${name}'`,
      `choose one of: ${known.join(', ')}`,
    ),
  tile: (text: string) =>
    error(
      'usage/tile',
      `'${text}' is not a tile`,
      hint`write rows, columns and element type: ${option('tile', '64x128xf16')}`,
    ),
  noInterleavings: () =>
    warning(
      'usage/no-interleavings',
      'interleavings are explored of kernels in MLIR only',
      hint`leave ${option('interleavings')} out`,
    ),
  noMatrices: (machine: string) =>
    error(
      'usage/no-matrices',
      `no matrix instructions of ${machine} are known with their layouts`,
      'MFMA is known of gfx908, gfx90a, gfx942 and gfx950, WMMA of gfx1100, gfx1151 and gfx1201',
    ),
  unknownMatrix: (name: string, machine: string, known: readonly string[]) =>
    error(
      'usage/unknown-matrix',
      `${machine} has no matrix instruction ${JSON.stringify(name)}`,
      `it has ${someOf(known)}; 'ldscope machine ${machine} --matrix' lists all`,
    ),
  unknownModel: (name: string, machine: string, known: readonly string[]) =>
    error(
      'usage/unknown-model',
      `${machine} has no model '${name}'`,
      `choose one of: ${known.join(', ')}`,
    ),
  unknownCoalescing: (name: string, machine: string, known: readonly string[]) =>
    error(
      'usage/unknown-coalescing',
      `${machine} has no model '${name}' of global memory`,
      `choose one of: ${known.join(', ')}`,
    ),
  unknownSite: (id: string, known: readonly string[]) =>
    error(
      'usage/unknown-site',
      `there is no site '${id}'`,
      known.length > 0 ? `choose one of: ${known.join(', ')}` : 'the kernel accesses no LDS',
    ),
  noGlobalSites: () =>
    error(
      'usage/no-global-sites',
      'no access to global memory was executed: there is no site to explain',
      'accesses of machine code need the addresses of its buffers: give a launch file with them',
    ),
  otherSource: (path: string, named: readonly string[]) =>
    error(
      'usage/other-source',
      named.length === 0
        ? `${path} is not a source of this kernel: the kernel has no lines of source`
        : `${path} is not a source of this kernel, which was compiled from ${named.join(', ')}`,
      'give the file by the name that the kernel has for it, or compile with line tables',
    ),
  unreadable: (path: string, reason: string) =>
    error('usage/unreadable', `cannot read ${path}: ${reason}`, 'check the path'),
  machineNeeded: (name: string) =>
    error(
      'usage/machine-needed',
      name === '' ? 'the file names no chip' : `there is no machine '${name}'`,
      hint`choose one with ${option('machine')}: ${listCodeChips('or')}`,
    ),
  runNeedsAssembly: (path: string) =>
    error(
      'usage/run-needs-assembly',
      `${path} is not machine code, MLIR or PTX, whose values are computed`,
      'run executes HIP, AMD machine code, MLIR and PTX; analyze counts the accesses of the other inputs',
    ),
  launchOfNothing: () =>
    error(
      'usage/launch-of-nothing',
      'no kernel is given',
      'name its file: ldscope launch kernel.s; ldscope launch --schema prints what a launch file may contain',
    ),
  noLaunchFile: (path: string) =>
    error(
      'usage/no-launch-file',
      `${path} is not a kernel that is launched`,
      'launch files are for HIP, CUDA, AMD machine code, PTX, MLIR and Triton IR',
    ),
  fill: (spec: string) =>
    error(
      'usage/fill',
      `'${spec}' does not name a buffer and a file`,
      hint`write the name of a buffer of the launch file, and what it is filled from: ${option('fill', 'a=a.npy')}`,
    ),
  dump: (spec: string, names: readonly string[]) =>
    error(
      'usage/dump',
      `'${spec}' names no buffer of the launch to write`,
      hint`write ${option('dump', 'NAME=file.npy')} with one of: ${names.join(', ')}`,
    ),
  noDisassembler: (path: string) =>
    error(
      'usage/no-disassembler',
      `${path} is a code object, and no llvm-objdump was found to disassemble it`,
      'install LLVM (apt-get install llvm) or ROCm, or give the assembly as text',
    ),
  disassemblerFailed: (command: string, path: string, problem: string) =>
    error(
      'usage/disassembler-failed',
      `${command} could not disassemble ${path}: ${problem}`,
      'check that the file is whole, or give the assembly as text',
    ),
  unknownFormat: (path: string) =>
    error(
      'usage/unknown-format',
      `${path} is not a kernel in a format that is known`,
      'give MLIR, TTGIR, AMD assembly, a code object, or a YAML specification',
    ),
  ckTileCode: (path: string) =>
    error(
      'usage/unknown-format',
      `${path} is C++ of CK Tile: a descriptor or an encoding, without the accesses to count`,
      'put it into a CK Tile specification, under lds: | or distribution: |, or convert it alone: ldscope convert "$(cat FILE)" --tile 64x32xf16',
    ),
  llvmIr: (path: string) =>
    error(
      'usage/unknown-format',
      `${path} is LLVM IR, not machine code`,
      'compile it and give the assembly: clang --target=amdgcn-amd-amdhsa -mcpu=gfx942 -nogpulib -O2 -S kernel.ll -o kernel.s',
    ),
  tooMuchForPage: (files: number, bytes: number) =>
    error(
      'usage/too-much-for-page',
      `more than ${files} files or ${bytes / 2 ** 20} MiB are too much for the page`,
      'choose the files of one kernel, or use the command: ldscope analyze FOLDER --format html',
    ),
  firstOfParts: (parts: number) =>
    note(
      'usage/first-of-parts',
      `the file has ${parts} code objects with kernels; this is the first`,
      hint`choose with ${option('kernel')}; ldscope analyze reports all of them`,
    ),
  noSites: () =>
    error(
      'usage/no-sites',
      'the kernel accesses no shared memory: there is no site to explain',
      'give its buffers the address space: memref<..., #gpu.address_space<workgroup>>',
    ),
  unwritable: (path: string, reason: string) =>
    error('usage/unwritable', `cannot write ${path}: ${reason}`, 'check the path'),
  noWebApp: () =>
    error(
      'usage/no-web-app',
      'this copy of ldscope has no web app beside it',
      "install the published package, or build it with 'npm run build'",
    ),
  noPort: (port: number, reason: string) =>
    error(
      'usage/no-port',
      `cannot serve on port ${port}: ${reason}`,
      hint`choose another with ${option('port')}; without it any free port is taken`,
    ),
  noBrowser: (address: string) =>
    warning('usage/no-browser', 'no browser could be opened', `open ${address} yourself`),
  tooLargeForWeb: (path: string, most: number) =>
    error(
      'usage/too-large-for-web',
      `${path}, or an option with it, is too long for the web app, which takes ${most} characters`,
      "cut the file to one kernel, or use 'ldscope analyze FILE --format html'",
    ),
  assumedMachine: (
    machine: string,
    named: string | undefined,
    byInstructions = false,
  ): Message => ({
    code: 'usage/assumed-machine',
    severity: 'note',
    message:
      named === undefined
        ? `no machine was given and the kernel names none: ${machine} is assumed${byInstructions ? ', the newest chip with its instructions' : ''}`
        : `the kernel names ${named}, which is not known: ${machine} is assumed`,
    hint: hint`choose one with ${option('machine')}`,
    about: 'assumed-machine',
  }),
  machineOfKernel: (machine: string, older: string | undefined) =>
    note(
      'usage/machine-of-kernel',
      older === undefined
        ? `no machine was given: ${machine} is taken, which the kernel names`
        : `no machine was given: ${machine} is taken, which has the instructions and the LDS of ${older}, which the kernel names`,
      hint`choose another with ${option('machine')}`,
      'named-machine',
    ),
  unknownPhase: (phase: number, count: number) =>
    error(
      'usage/unknown-phase',
      `there is no phase ${phase}`,
      count === 1 ? 'the access has only phase 0' : `choose one from 0 to ${count - 1}`,
    ),
  noRule: (op: string, machine: string, model: string) =>
    error(
      'usage/no-rule',
      `${machine} has no service rule for ${op} in the model '${model}'`,
      hint`choose the chip that the kernel was written for with ${option('machine')}, or another ${option('model')}`,
    ),
  noRecords: (path: string) =>
    error(
      'usage/no-records',
      `${path} has no records`,
      'give one JSON object a line: {"op": ..., "mask": ..., "address": [...], ...}',
    ),
  unexpected: (reason: string) =>
    error(
      'internal/unexpected',
      `this is a fault of ldscope: ${reason}`,
      'please report it with the command and the input; LDSCOPE_DEBUG=1 shows where it happened',
    ),
};
