import type { Message } from '../diagnostic.ts';
import { hint, option } from '../hint.ts';
import { listCodeChips } from './code-chips.ts';
import { error, note, someOf, warning } from './message.ts';

/** Problems with the options and arguments of a command. */
export const usage = {
  defineOption: (text: string) =>
    error(
      'usage/define',
      `-D ${text} is not NAME=VALUE`,
      'give a name and a number, a type or C++: -D Problem::kM=128, -D DataType=half_t',
    ),
  elementOption: (name: string, known: readonly string[]) =>
    error('usage/element', `'${name}' is not an element type`, `use one of ${someOf(known)}`),
  isSchedule: () =>
    error(
      'usage/is-schedule',
      'the input is a schedule: it has no addresses, so there are no bank conflicts to count',
      "use 'ldscope timeline' for it",
    ),
  scheduleHazards: () =>
    note(
      'usage/schedule-hazards',
      'a schedule has no addresses: its barriers and waits are judged, and no bank conflicts are counted',
      "use 'ldscope timeline' for its time",
      'no-addresses',
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
  nothingToCompare: () =>
    error(
      'usage/nothing-to-compare',
      'there is one kernel for one chip, and nothing to compare it with',
      hint`name a second file, or two chips: ${option('machine', 'gfx942,gfx950')}`,
    ),
  twoMachines: (count: number) =>
    error(
      'usage/two-machines',
      `${count} chips are named, and two are compared`,
      hint`name one for both files, or two: ${option('machine', 'gfx942,gfx950')}`,
    ),
  noCommonKernel: (before: string, after: string) =>
    error(
      'usage/no-common-kernel',
      `${before} and ${after} have several kernels, none of them in both`,
      hint`choose one of each with ${option('kernel')} and --other-kernel`,
    ),
  sourceOfRevision: (name: string) =>
    error(
      'usage/source-of-revision',
      `${name} is a source of another commit, and sources are compiled from files`,
      'check the commit out beside this one (git worktree add ../before REVISION), and name the file there',
    ),
  noInterleavings: () =>
    warning(
      'usage/no-interleavings',
      'interleavings are explored for MLIR kernels only',
      hint`leave ${option('interleavings')} out`,
    ),
  noMatrices: (machine: string) =>
    error(
      'usage/no-matrices',
      `no matrix instruction layouts are known for ${machine}`,
      'MFMA layouts are known for gfx908, gfx90a, gfx942 and gfx950, WMMA layouts for gfx1100, gfx1151 and gfx1201',
    ),
  matricesOfOne: () =>
    error(
      'usage/matrices-of-one',
      '--matrix shows the matrix instructions of one chip, and two are named',
      'leave out the second chip, or --matrix',
    ),
  otherModelOfNone: () =>
    error(
      'usage/other-model-of-none',
      '--other-model is the model of a second chip, and one is named',
      'name the chip again: ldscope machine gfx950 gfx950 --other-model narrow-1x64',
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
      `${machine} has no global memory model '${name}'`,
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
        ? `${path} is not a source of this kernel: the kernel has no source lines`
        : `${path} is not a source of this kernel, which was compiled from ${named.join(', ')}`,
      'give the file under the name that the kernel records, or compile with line tables',
    ),
  unreadable: (path: string, reason: string) =>
    error(
      'usage/unreadable',
      `cannot read ${path === '' ? "''" : path}: ${reason}`,
      'check the path',
    ),
  machineNeeded: (name: string) =>
    error(
      'usage/machine-needed',
      name === '' ? 'the file names no chip' : `there is no machine '${name}'`,
      hint`choose one with ${option('machine')}: ${listCodeChips('or')}`,
    ),
  runNeedsAssembly: (path: string) =>
    error(
      'usage/run-needs-assembly',
      `${path} is not machine code, MLIR or PTX, the inputs that can be executed`,
      'run executes HIP, AMD machine code, MLIR and PTX; analyze counts the accesses of the other inputs',
    ),
  runNeedsLaunch: (path: string) =>
    error(
      'usage/run-needs-launch',
      `${path} is executed with a launch file, and none is given`,
      hint`write it with ${option('launch', 'FILE')}; ldscope launch prints one to fill in`,
    ),
  gemmDump: (text: string) =>
    error(
      'usage/dump',
      `${JSON.stringify(text)} does not name a matrix and a file`,
      hint`write ${option('dump', 'c=out.npy')}: a, b or c`,
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
      `${path} cannot be launched`,
      'launch files are for HIP, CUDA, AMD machine code, PTX, MLIR and Triton IR',
    ),
  fill: (spec: string) =>
    error(
      'usage/fill',
      `'${spec}' does not name a buffer and a file`,
      hint`write the name of a buffer in the launch file and the file to fill it from: ${option('fill', 'a=a.npy')}`,
    ),
  dump: (spec: string, names: readonly string[]) =>
    error(
      'usage/dump',
      `'${spec}' does not name a buffer of the launch`,
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
      `${path} is not in a format that ldscope reads`,
      'give MLIR, TTGIR, AMD assembly, a code object, PTX, or a YAML specification',
    ),
  tooMuchForPage: (files: number, bytes: number) =>
    error(
      'usage/too-much-for-page',
      `the page reads at most ${files} files and ${bytes / 2 ** 20} MiB`,
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
    error(
      'usage/unwritable',
      `cannot write ${path}: ${reason}`,
      'choose a place that can be written and has space',
    ),
  compilesNothing: (path: string) =>
    error(
      'usage/compiles-nothing',
      `${path} is a source, and nothing is compiled here: a source can include any file`,
      'give the assembly or PTX that a compiler makes of it, or start ldscope mcp with --compile',
    ),
  notCompiled: (): Message => ({
    code: 'usage/not-compiled',
    severity: 'note',
    message: 'this source is not compiled, so it is not analyzed',
    hint: "set 'compile' in the settings of ldscope where you trust the folder: compilers read any file and take flags from ldscope.yaml",
  }),
  outOfTime: (seconds: number) =>
    error(
      'usage/out-of-time',
      `the analysis was stopped after ${seconds} s`,
      'limit the workgroups in the settings or in ldscope.yaml, or give a smaller launch',
    ),
  outOfMemory: () =>
    error(
      'usage/out-of-memory',
      'the analysis was stopped: it takes too much memory',
      'limit the workgroups in the settings or in ldscope.yaml, or give a smaller launch',
    ),
  noWebApp: () =>
    error(
      'usage/no-web-app',
      'this copy of ldscope does not include the web app',
      "install the published package, or build it with 'npm run build'",
    ),
  noPort: (port: number, reason: string) =>
    error(
      'usage/no-port',
      `cannot serve on port ${port}: ${reason}`,
      hint`choose another with ${option('port')}; without it ldscope picks a free port`,
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
        ? `no machine was given and the kernel does not name one: ${machine} is assumed${byInstructions ? ', the newest chip with its instructions' : ''}`
        : `the kernel names ${named}, an unknown chip: ${machine} is assumed`,
    hint: hint`choose one with ${option('machine')}`,
    about: 'assumed-machine',
  }),
  machineOfKernel: (machine: string, older: string | undefined) =>
    note(
      'usage/machine-of-kernel',
      older === undefined
        ? `no machine was given: using ${machine}, which the kernel names`
        : `no machine was given: the kernel names ${older}; using ${machine}, which has the same instructions and LDS`,
      hint`choose another with ${option('machine')}`,
      'named-machine',
    ),
  unknownPhase: (phase: number, count: number) =>
    error(
      'usage/unknown-phase',
      `there is no phase ${phase}`,
      count === 1 ? 'the access has only phase 1' : `choose one from 1 to ${count}`,
    ),
  noRule: (op: string, machine: string, model: string) =>
    error(
      'usage/no-rule',
      `there is no public service rule for ${op} on ${machine} in the model '${model}': its conflicts are not known`,
      'measure its conflicts on the chip; docs/adding-a-machine.md says how to add a rule that was measured',
    ),
  lacksInstruction: (op: string, machine: string) =>
    error(
      'usage/no-instruction',
      `${machine} has no ${op}`,
      hint`choose the chip that the kernel was written for with ${option('machine')}`,
    ),
  passesBanks: (op: string) =>
    error(
      'usage/no-banks',
      `${op} passes by the banks: lanes exchange values, no bank conflict is possible, and there is nothing to explain`,
      'choose another access',
    ),
  noRecords: (path: string) =>
    error(
      'usage/no-records',
      `${path} has no records`,
      'give one JSON object per line: {"op": ..., "mask": ..., "address": [...], ...}',
    ),
  notProfile: (header: readonly string[]) =>
    error(
      'usage/not-a-profile',
      header.length === 0
        ? 'the file has no table of counters'
        : `the table has no column of kernel names: ${someOf(header)}`,
      'give the CSV of rocprofv3 --pmc, rocprof, rocprof-compute (pmc_perf.csv) or ncu --csv',
    ),
  notSourcePage: (missing: readonly string[]) =>
    error(
      'usage/not-a-source-page',
      `the source page lacks ${someOf(missing)}`,
      'print instructions of SASS: ncu --import FILE --page source --csv, of a profile with --section SourceCounters',
    ),
  pageNeedsSass: () =>
    error(
      'usage/page-needs-sass',
      'the source page has instructions of SASS, and the kernel has those of PTX',
      'give the machine code that was profiled: --sass FILE, a cubin or a listing',
    ),
  notProfiled: (kernel: string, profiled: readonly string[]) =>
    error(
      'usage/not-profiled',
      `no dispatch of ${kernel} was profiled: ${someOf(profiled)}`,
      hint`choose the kernel with ${option('kernel')}`,
    ),
  partlyCounted: (part: string) =>
    error(
      'usage/partly-counted',
      `counters are of the whole launch, and ${part} can be counted`,
      hint`give ${option('launch')} with all arguments, and ${option('workgroups', 'all')}`,
    ),
  otherGrid: (dispatch: string, items: number, launched: number) =>
    warning(
      'usage/other-grid',
      `dispatch ${dispatch} has ${items} work-items, and the launch has ${launched}: it is not compared`,
      hint`give the launch of the dispatch with ${option('launch')}`,
    ),
  unknownCounters: (names: readonly string[], machine: string) =>
    warning(
      'usage/unknown-counters',
      `what ${someOf(names)} count on ${machine} is not known: they are not compared`,
      'counters of these names are known for gfx10 and gfx11',
    ),
  toolInput: (what: string, wanted: string) =>
    error(
      'usage/tool-input',
      `${what} must be ${wanted}`,
      'tools/list has the inputs of each tool',
    ),
  unknownInput: (name: string, known: readonly string[]) =>
    error('usage/tool-input', `there is no input '${name}'`, `it takes ${known.join(', ')}`),
  unexpected: (reason: string) =>
    error(
      'internal/unexpected',
      `this is a bug in ldscope: ${reason}`,
      'please report it with the command and the input; set LDSCOPE_DEBUG=1 for a stack trace',
    ),
};
