/** Options that several commands share, and how their values are read. */
import type { RunOptions } from '@ldscope/core';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { PartOptions } from '@ldscope/engine';

export type Format = 'text' | 'json';

/** Forms that every command has besides: a page and a comment. */
const reportFormats = ['html', 'markdown'] as const;

export type ReportFormat = 'text' | (typeof reportFormats)[number];

/** Forms of a whole report: pages, logs, comments, pictures. */
export const documentFormats = ['html', 'svg', 'sarif', 'markdown'] as const;

export type DocumentFormat = (typeof documentFormats)[number];

/** Forms of a check: for people, scripts, code hosts and CI servers. */
export const checkFormats = [
  'text',
  'json',
  'markdown',
  'html',
  'sarif',
  'junit',
  'github',
] as const;

export type CheckFormat = (typeof checkFormats)[number];

/** The options of `analyze` and `explain`, as commander gives them. */
export interface KernelOptions extends PartOptions, CompilerOptions {
  readonly machine?: string | undefined;
  readonly model?: string | undefined;
  readonly coalescing?: string | undefined;
  readonly kernel?: string | undefined;
  readonly launch?: string | undefined;
  readonly workgroups?: number | 'all' | undefined;
  readonly async?: 'early' | 'late' | undefined;
  readonly interleavings?: number | undefined;
  readonly seed?: number | undefined;
  readonly maxSteps?: number | undefined;
  /** The version of Triton. */
  readonly triton?: string | undefined;
  readonly seconds?: number | undefined;
  readonly output?: string | undefined;
  /** Files that the kernel was compiled from. */
  readonly source?: readonly string[] | undefined;
  /** Of PTX and CUDA: a listing of SASS or a cubin; true where ptxas makes it. */
  readonly sass?: string | true | undefined;
}

/**
 * Options without those of chips. Objects that are spread into it may not have a list of chips where a name belongs: a command
 * that takes several hands them on apart.
 */
export interface KernelOptionsOfAnyChip extends Omit<KernelOptions, 'machine'> {
  readonly machine?: never;
}

/** Adds the options that choose the kernel, its execution and the chip. */
export function addKernelOptions(
  command: Command,
  addMachine: (command: Command) => Command = addMachineOption,
  operand: '<file>' | '<files...>' = '<file>',
): Command {
  command.argument(
    operand,
    'HIP, CUDA, MLIR, TTGIR, PTX, AMD assembly or disassembly, a code object or a file with some (bundle, library, executable, archive), a YAML specification; - is the standard input',
  );
  addMachine(command)
    .option(
      '--model <name>',
      "conflict model of the machine (default: its first; see 'ldscope machine NAME')",
    )
    .option(
      '--coalescing <name>',
      'model of global memory transactions of the machine (default: its first)',
    )
    .option(
      '-k, --kernel <name>',
      'the kernel, when the file has several, by symbol, name or pattern: "*gemm*"',
    );
  addPartOptions(command).option(
    '-l, --launch <spec>',
    'grid=2x8,block=256,arg3=1024, or a YAML file; defaults come from the kernel',
  );
  return addCompilerOptions(addTimeOption(addExecutionOptions(addWorkgroupsOption(command))));
}

function addMachineOption(command: Command): Command {
  return command.option(
    '-m, --machine <name>',
    'chip or product (default: the one that the kernel names, else gfx950)',
    oneName,
  );
}

/** How sources in C++ are compiled, as commander gives it. */
export interface CompilerOptions {
  readonly compiler?: string;
  readonly saveTemps?: string;
  /** What follows `--`. */
  readonly compilerFlags?: readonly string[];
}

/** Adds the options of the compiler for C++ sources; its own flags follow `--`. */
export function addCompilerOptions(command: Command): Command {
  return command
    .option(
      '--compiler <command>',
      'compiler of HIP, OpenCL and CUDA sources: hipcc, clang++ or nvcc (default: the first one found); its flags follow --',
    )
    .option('--save-temps <folder>', 'keep the assembly that the compiler writes');
}

/** Adds the option of the machine code for PTX. */
export function addSassOption(command: Command): Command {
  return command.option(
    '--sass [file]',
    'for PTX and CUDA: report machine instructions, from a cubin or a listing by nvdisasm -g -c (default: run ptxas on the PTX)',
  );
}

/** Adds the files that the kernel was compiled from. */
export function addSourceOption(command: Command): Command {
  return command.option(
    '--source <file>',
    'a source file of the kernel, to show its lines; may be given again (default: those in the folder of the kernel)',
    collect,
    [],
  );
}

/** Adds the options that choose a part of a file with several modules. */
export function addPartOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--after <pass[:n]>',
        'for compiler dumps: after this pass, the n-th time (default: the last with a kernel)',
      ).conflicts(['before', 'chunk']),
    )
    .addOption(
      new Option('--before <pass[:n]>', 'for compiler dumps: before this pass').conflicts('chunk'),
    )
    .option('--chunk <n>', "for files split by '// -----': this chunk", positive);
}

/** The options among these that choose the part, the kernel and its execution; `beside` is what its metadata says. */
export function runOf(
  {
    async: asyncCompletion,
    ...options
  }: PartOptions & Pick<KernelOptions, 'async' | 'maxSteps' | 'triton'>,
  beside: Pick<RunOptions, 'triton'> = {},
): PartOptions & Pick<RunOptions, 'asyncCompletion' | 'maxSteps' | 'triton'> {
  const { after, before, chunk, kernel, maxSteps, triton = beside.triton } = options;
  return { after, before, chunk, kernel, maxSteps, triton, asyncCompletion };
}

export function addWorkgroupsOption(command: Command): Command {
  return command.option(
    '-w, --workgroups <n>',
    "limit on the workgroups to execute, or 'all' (default: 64)",
    workgroups,
  );
}

/** Adds the options of execution. */
export function addExecutionOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--async <when>',
        'when asynchronous copies complete (default: for MLIR as late as their waits allow)',
      ).choices(['early', 'late']),
    )
    .option('--max-steps <n>', 'limit on operations per wave', positive)
    .option(
      '--triton <version>',
      'for Triton IR: the version that compiles it, such as 3.6 (default: detected, else the newest)',
      tritonVersion,
    );
}

/** Adds the processor time after which executions with unknown values end. */
export function addTimeOption(command: Command): Command {
  return command.option(
    '--seconds <n>',
    'time limit for kernels with unknown arguments (default: 10)',
    positive,
  );
}

/** Adds what C++ of CK Tile needs and does not define; its element too, where no tile says it. */
export function addCkOptions(
  command: Command,
  { hasTile }: { readonly hasTile: boolean },
): Command {
  command
    .option(
      '-D, --define <name=value>',
      "for CK Tile's C++: the value of a name, Problem::kM=128 or DataType=half_t; may be given again",
      collect,
      [],
    )
    .option(
      '-I, --include <folder>',
      "for CK Tile's C++: where headers that it includes are; may be given again",
      collect,
      [],
    )
    .option('--use <name>', "for CK Tile's C++: which of its descriptors and encodings is meant");
  return hasTile
    ? command
    : command.option(
        '--element <type>',
        "for CK Tile's C++: the element type, whose size T and DataType have",
      );
}

/** Whole numbers with commas between: `3,9`. */
export function numberList(text: string): number[] {
  const numbers = text.split(',').map((part) => Number(part.trim()));
  if (!/^[-\d\s,]+$/.test(text) || !numbers.every((value) => Number.isSafeInteger(value))) {
    throw new InvalidArgumentError('It must be whole numbers with commas between: 3,9.');
  }
  return numbers;
}

/** Adds the exploration of interleavings. */
export function addInterleavingOptions(command: Command): Command {
  return command
    .option(
      '--interleavings <n>',
      'for MLIR: also execute n random interleavings of the waves and compare their results',
      positive,
    )
    .option('--seed <n>', 'seed of the first interleaving (default: 1)', wholeNumber);
}

/** Adds what describes the tile of a GEMM. */
export function addGemmTileOptions(command: Command, slice: string): Command {
  return command
    .requiredOption('--tile <tile>', '256x256x32xf16: m, n, k of a workgroup, and the element')
    .option('--waves <grid>', 'waves along m and n', '2x2')
    .option(
      '--mfma <name>',
      'the matrix instruction (default: the largest of the chip that divides the tile)',
    )
    .option(
      '--access <bytes>',
      'bytes per lane and access: 4, 8, 12 or 16 (default: the widest possible)',
      positive,
    )
    .option('--slice <k>', slice, positive);
}

/** The values of an option that may be given again. */
export function collect(value: string, all: readonly string[]): string[] {
  return [...all, value];
}

/** The names of an option that may be given again, or hold several with commas between: `-m gfx942,gfx950`; each once. */
export function collectNames(text: string, all: readonly string[]): string[] {
  const names = text.split(',').map((name) => name.trim());
  if (names.includes('')) throw new InvalidArgumentError('It has an empty name.');
  return [...new Set([...all, ...names])];
}

/** The chip of a command that takes one: several are refused, whether by commas or by giving the option again. */
export function oneName(text: string, before: string | undefined): string {
  if (before !== undefined || text.includes(',')) {
    throw new InvalidArgumentError('It takes one chip: run the command once per chip.');
  }
  return text;
}

/** Adds `--format` and `-o`. */
export function addOutputOptions(
  command: Command,
  documents: readonly DocumentFormat[] = reportFormats,
): Command {
  return addFormatOption(command, documents).option(
    '-o, --output <file>',
    'write to a file instead',
  );
}

export function addFormatOption(
  command: Command,
  documents: readonly DocumentFormat[] = reportFormats,
): Command {
  return command.addOption(
    new Option('-f, --format <format>', 'output format')
      .choices(['text', 'json', ...documents])
      .default('text'),
  );
}

function workgroups(text: string): number | 'all' {
  return text === 'all' ? 'all' : positive(text);
}

/** A whole number from 1 on. */
export function positive(text: string): number {
  const value = wholeNumber(text);
  if (value < 1) throw new InvalidArgumentError('It must be at least 1.');
  return value;
}

/** A version of Triton. */
function tritonVersion(text: string): string {
  if (!/^\d{1,2}\.\d{1,2}(?:\.\d+)?$/.test(text))
    throw new InvalidArgumentError('It must be a version, such as 3.6.');
  return text;
}

/** A number above 0, with or without decimals. */
export function positiveNumber(text: string): number {
  const value = Number(text);
  if (!/^\d+(?:\.\d+)?$/.test(text) || !(value > 0) || value > 1e6) {
    throw new InvalidArgumentError('It must be a number above 0.');
  }
  return value;
}

/** A TCP port; 0 picks a free one. */
export function portNumber(text: string): number {
  const value = wholeNumber(text);
  if (value > 65_535) throw new InvalidArgumentError('It must be at most 65535.');
  return value;
}

/** A number of bytes from 0 on, decimal or as assembly writes it: `0x8000`. */
export function byteOffset(text: string): number {
  return /^0x[0-9a-f]{1,13}$/i.test(text) ? Number(text) : wholeNumber(text);
}

/** A whole number from 0 on. */
export function wholeNumber(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value)) {
    throw new InvalidArgumentError('It must be a whole number.');
  }
  return value;
}
