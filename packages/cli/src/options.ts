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

/** The options of `analyze` and `explain`, as commander gives them. */
export interface KernelOptions extends PartOptions, CompilerOptions {
  readonly machine?: string;
  readonly model?: string;
  readonly coalescing?: string;
  readonly kernel?: string;
  readonly launch?: string;
  readonly workgroups?: number | 'all';
  readonly async?: 'early' | 'late';
  readonly interleavings?: number;
  readonly seed?: number;
  readonly maxSteps?: number;
  /** The version of Triton. */
  readonly triton?: string;
  readonly seconds?: number;
  readonly output?: string;
  /** Files that the kernel was compiled from. */
  readonly source?: readonly string[];
  /** Of PTX and CUDA: a listing of SASS or a cubin; true where ptxas makes it. */
  readonly sass?: string | true;
}

/** Adds what says which kernel is executed, how, and for which chip. */
export function addKernelOptions(
  command: Command,
  addMachine: (command: Command) => Command = addMachineOption,
): Command {
  command.argument(
    '<file>',
    'HIP, MLIR, AMD assembly or disassembly, what holds code objects (bundle, library, executable, archive), CK Tile YAML; - is the standard input',
  );
  addMachine(command)
    .option(
      '--model <name>',
      "conflict model of the machine (default: its first; see 'ldscope machine NAME')",
    )
    .option(
      '--coalescing <name>',
      'what a transaction of global memory moves: a model of the machine (default: its first)',
    )
    .option(
      '-k, --kernel <name>',
      'which kernel, when the file has several: its symbol, its name, or a pattern: "*gemm*"',
    );
  addPartOptions(command).option(
    '-l, --launch <spec>',
    'grid=2x8,block=256,arg3=1024, or a YAML file; the rest comes from the kernel',
  );
  return addCompilerOptions(addTimeOption(addExecutionOptions(addWorkgroupsOption(command))));
}

function addMachineOption(command: Command): Command {
  return command.option(
    '-m, --machine <name>',
    'chip or product (default: what the kernel names, else gfx950)',
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

/** Adds what says how sources in C++ are compiled; flags of the compiler follow `--`. */
export function addCompilerOptions(command: Command): Command {
  return command
    .option(
      '--compiler <command>',
      'of HIP and OpenCL sources: hipcc or clang++ (default: the first there is); its flags follow --',
    )
    .option('--save-temps <folder>', 'keep the assembly that it makes');
}

/** Adds the machine code beside PTX. */
export function addSassOption(command: Command): Command {
  return command.option(
    '--sass [file]',
    'of PTX and CUDA: report the instructions of the machine code, from a cubin or what nvdisasm -g -c prints (default: what ptxas makes of the PTX)',
  );
}

/** Adds the files that the kernel was compiled from. */
export function addSourceOption(command: Command): Command {
  return command.option(
    '--source <file>',
    'a source of the kernel, to show its lines; may be given again (default: those in the folder of the kernel)',
    collect,
    [],
  );
}

/** Adds what chooses a part of a file that holds several modules. */
export function addPartOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--after <pass[:n]>',
        'of dumps: after this pass, the n-th time (default: the last with a kernel)',
      ).conflicts(['before', 'chunk']),
    )
    .addOption(new Option('--before <pass[:n]>', 'of dumps: before this pass').conflicts('chunk'))
    .option('--chunk <n>', "of chunks between lines of '// -----': this one", positive);
}

/** What of these options says which kernel of which part is executed, and how. */
export function runOf({
  async: asyncCompletion,
  ...options
}: PartOptions & Pick<KernelOptions, 'async' | 'maxSteps' | 'triton'>): PartOptions &
  Pick<RunOptions, 'asyncCompletion' | 'maxSteps' | 'triton'> {
  const { after, before, chunk, kernel, maxSteps, triton } = options;
  return { after, before, chunk, kernel, maxSteps, triton, asyncCompletion };
}

export function addWorkgroupsOption(command: Command): Command {
  return command.option(
    '-w, --workgroups <n>',
    "most workgroups to execute, or 'all' (default: 64)",
    workgroups,
  );
}

/** Adds what says how waves are executed. */
export function addExecutionOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--async <when>',
        'when asynchronous copies arrive (default: of MLIR late, as their waits allow)',
      ).choices(['early', 'late']),
    )
    .option('--max-steps <n>', 'most operations that one wave may execute', positive)
    .option(
      '--triton <version>',
      'of Triton IR: the version that compiles it, as 3.6 (default: what the text shows, else the newest)',
      tritonVersion,
    );
}

/** Adds the processor time after which executions with unknown values end. */
export function addTimeOption(command: Command): Command {
  return command.option(
    '--seconds <n>',
    'most time for machine code without its arguments (10)',
    positive,
  );
}

/** Adds the exploration of interleavings. */
export function addInterleavingOptions(command: Command): Command {
  return command
    .option(
      '--interleavings <n>',
      'of MLIR: execute n random interleavings of the waves too, and compare their results',
      positive,
    )
    .option('--seed <n>', 'the number of the first interleaving (default: 1)', wholeNumber);
}

/** The values of an option that may be given again. */
export function collect(value: string, all: readonly string[]): string[] {
  return [...all, value];
}

/** The names of an option that may be given again, or hold several with commas between: `-m gfx942,gfx950`. */
export function collectNames(text: string, all: readonly string[]): string[] {
  const names = text.split(',').map((name) => name.trim());
  return [...all, ...names.filter((name) => name !== '')];
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
    new Option('-f, --format <format>', 'form of the output')
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
    throw new InvalidArgumentError('It must be a version, as 3.6.');
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

/** A port of this machine; 0 is any that is free. */
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
