/** Options that several commands share. */
import { type RunOptions, shape } from '@ldscope/core';
import { type PartOptions, request } from '@ldscope/engine';
import { InvalidArgumentError } from 'commander';
import {
  needed,
  type OptionShape,
  type OptionsOf,
  several,
  usually,
  value,
  valueOrFlag,
} from './option.ts';

const { choice, list, text, whole } = shape;

/** A number of things, of which there is at least one. */
export const count = whole(1);
/** A TCP port; 0 picks a free one. */
export const port = whole(0, 65_535);
/** Whole numbers with commas between: `3,9`. */
export const numbers = list(
  whole(Number.MIN_SAFE_INTEGER),
  1,
  4096,
  'whole numbers with commas between: 3,9',
);
const tritonVersion = text('a version, such as 3.6', { pattern: /^\d{1,2}\.\d{1,2}(?:\.\d+)?$/ });

/** Forms that every command has besides text and JSON: a page and a comment. */
const reportFormats = ['html', 'markdown'] as const;

export type ReportFormat = 'text' | (typeof reportFormats)[number];

/** Forms of a whole report: pages, logs, comments, pictures. */
export const documentFormats = ['html', 'svg', 'sarif', 'markdown'] as const;

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

/** `--format`, text where it is not given. */
export const formatOf = <const F extends string>(formats: readonly F[], help = 'output format') =>
  usually(value('-f <format>', help, choice(['text', ...formats])), 'text');
export const format = formatOf(['json', ...reportFormats]);
export const output = value('-o <file>', 'write to a file instead');

/** The chip of a command that takes one: several are refused, whether by commas or by giving the option again. */
export const oneChip = (help: string): OptionShape<string, false> => ({
  ...value('-m <name>', help),
  read: (name, before) => {
    if (before === undefined && !name.includes(',')) return name;
    throw new InvalidArgumentError('It takes one chip: run the command once per chip.');
  },
});

const LAUNCH = 'grid=2x8,block=256,arg3=1024, or a YAML file';
const { kernel, launch, model, workgroups } = request;

export const kernelName = value(
  '-k <name>',
  'which kernel, when the file has several',
  kernel.shape,
);
export const launchSpec = value('-l <spec>', LAUNCH, launch.shape);
export const launchSpecs = several(
  '-l <spec>',
  `${LAUNCH}; of a source, given again for more launches`,
);
export const conflictModel = (help: string) => value('<name>', help, model.shape);

export const workgroupsOptions = {
  workgroups: value(
    '-w <n>',
    "limit on the workgroups to execute, or 'all' (default: 64)",
    workgroups.shape,
  ),
};

/** How many threads execute the workgroups of a launch. */
export const threadsOptions = {
  threads: value(
    '-j <n>',
    'threads for the workgroups of large launches (default: one per processor core); the results are the same',
    count,
  ),
};

/** How sources in C++ are compiled; the compiler's own flags follow `--`. */
export const compilerOptions = {
  compiler: value(
    '<command>',
    'compiler of HIP, OpenCL and CUDA sources: hipcc, clang++ or nvcc (default: the first one found); its flags follow --',
  ),
  saveTemps: value('<folder>', 'keep the assembly that the compiler writes'),
};
export type CompilerOptions = OptionsOf<typeof compilerOptions> & {
  /** What follows `--`. */
  readonly compilerFlags?: readonly string[];
};

/** The part of a file with several modules. */
export const partOptions = {
  after: {
    ...value(
      '<pass[:n]>',
      'for compiler dumps: after this pass, the n-th time (default: the last with a kernel)',
    ),
    conflicts: ['before', 'chunk'],
  },
  before: {
    ...value('<pass[:n]>', 'for compiler dumps: before this pass'),
    conflicts: ['chunk'],
  },
  chunk: value('<n>', "for files split by '// -----': this chunk", count),
};

export const executionOptions = {
  async: value(
    '<when>',
    'when asynchronous copies complete (default: for MLIR as late as their waits allow)',
    choice(['early', 'late']),
  ),
  maxSteps: value('<n>', 'limit on operations per wave', count),
  triton: value(
    '<version>',
    'for Triton IR: the version that compiles it, such as 3.6 (default: detected, else the newest)',
    tritonVersion,
  ),
};

/** The processor time after which executions with unknown values end. */
export const timeOptions = {
  seconds: value('<n>', 'time limit for kernels with unknown arguments (default: 10)', count),
};

/** What chooses the kernel, its execution and the chip. */
export const kernelOptions = {
  machine: oneChip('chip or product (default: the one that the kernel names, else gfx950)'),
  model: conflictModel(
    "conflict model of the machine (default: its first; see 'ldscope machine NAME')",
  ),
  coalescing: value(
    '<name>',
    'model of global memory transactions of the machine (default: its first)',
  ),
  kernel: value(
    '-k <name>',
    'the kernel, when the file has several, by symbol, name or pattern: "*gemm*"',
    kernel.shape,
  ),
  ...partOptions,
  launch: value('-l <spec>', `${LAUNCH}; defaults come from the kernel`, launch.shape),
  ...workgroupsOptions,
  ...threadsOptions,
  ...executionOptions,
  ...timeOptions,
  ...compilerOptions,
};

/** The operand of a command that takes these. */
export const KERNEL_OPERAND =
  'HIP, CUDA, MLIR, TTGIR, PTX, AMD assembly or disassembly, a code object or a file with some (bundle, library, executable, archive), a YAML specification; - is the standard input';

/** The exploration of interleavings. */
const interleavingOptions = {
  interleavings: value(
    '<n>',
    'for MLIR: also execute n random interleavings of the waves and compare their results',
    count,
  ),
  seed: value('<n>', 'seed of the first interleaving (default: 1)', whole()),
};

/** The files that a kernel was compiled from. */
const sourceOptions = {
  source: several(
    '<file>',
    'a source file of the kernel, to show its lines; may be given again (default: those in the folder of the kernel)',
  ),
};

/** The machine code for PTX. */
export const sassOptions = {
  sass: valueOrFlag(
    '[file]',
    'for PTX and CUDA: report machine instructions, from a cubin or a listing by nvdisasm -g -c (default: run ptxas on the PTX)',
  ),
};

/** What `analyze` has in addition. */
export const analysisOptions = { ...interleavingOptions, ...sourceOptions, ...sassOptions };

/** The options of `analyze` and `explain`. */
export type KernelOptions = OptionsOf<typeof kernelOptions> &
  CompilerOptions &
  Partial<OptionsOf<typeof analysisOptions>> &
  Partial<OptionsOf<{ readonly output: typeof output }>>;

/**
 * Options without those of chips. Objects that are spread into it may not have a list of chips where a name belongs: a command
 * that takes several hands them on apart.
 */
export type KernelOptionsOfAnyChip = Omit<KernelOptions, 'machine'> & { readonly machine?: never };

/** The options among these that choose the part, the kernel and its execution; `beside` is what its metadata says. */
export function runOf(
  {
    async: asyncCompletion,
    ...options
  }: PartOptions & Pick<KernelOptions, 'async' | 'maxSteps' | 'triton'>,
  beside: Pick<RunOptions, 'triton'> = {},
): PartOptions & Pick<RunOptions, 'asyncCompletion' | 'maxSteps' | 'triton'> {
  const { after, before, chunk, kernel: name, maxSteps, triton = beside.triton } = options;
  return { after, before, chunk, kernel: name, maxSteps, triton, asyncCompletion };
}

/** What C++ of CK Tile needs and does not define. */
export const ckOptions = {
  define: several(
    '-D <name=value>',
    "for CK Tile's C++: the value of a name, Problem::kM=128 or DataType=half_t; may be given again",
  ),
  include: several(
    '-I <folder>',
    "for CK Tile's C++: where headers that it includes are; may be given again",
  ),
  use: value('<name>', "for CK Tile's C++: which of its descriptors and encodings is meant"),
};

/** Its element too, for commands where no tile has one. */
export const ckElement = {
  element: value('<type>', "for CK Tile's C++: the element type, whose size T and DataType have"),
};
export type CkOptions = Partial<OptionsOf<typeof ckOptions & typeof ckElement>>;

/** What describes the tile of a GEMM. */
export const gemmTileOptions = (slice: string) => ({
  tile: needed(value('<tile>', '256x256x32xf16: m, n, k of a workgroup, and the element')),
  waves: usually(value('<grid>', 'waves along m and n'), '2x2'),
  mfma: value(
    '<name>',
    'the matrix instruction (default: the largest of the chip that divides the tile)',
  ),
  access: value(
    '<bytes>',
    'bytes per lane and access: 4, 8, 12 or 16 (default: the widest possible)',
    count,
  ),
  slice: value('<k>', slice, count),
});
export const otherRegisters = usually(
  value('<n>', 'vector registers for addresses and the like', whole()),
  16,
);
