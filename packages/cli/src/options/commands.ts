/** The options of each command, in the order of its help. */
import { checkRules, overlaps, pipelineLayouts, shape } from '@ldscope/core';
import { request } from '@ldscope/engine';
import { InvalidArgumentError } from 'commander';
import {
  flag,
  namesIn,
  needed,
  type OptionShape,
  type OptionsOf,
  several,
  severalNames,
  usually,
  value,
  valueOrFlag,
} from './option.ts';
import {
  analysisOptions,
  type CheckFormat,
  checkFormats,
  ckElement,
  ckOptions,
  type CompilerOptions,
  compilerOptions,
  conflictModel,
  count,
  documentFormats,
  executionOptions,
  format,
  formatOf,
  gemmTileOptions,
  kernelName,
  kernelOptions,
  launchSpec,
  launchSpecs,
  numbers,
  oneChip,
  otherRegisters,
  output,
  partOptions,
  port,
  sassOptions,
  threadsOptions,
  timeOptions,
  workgroupsOptions,
} from './options.ts';

const { choice, number, whole } = shape;
const { buffer, kernel, launch, layout, site, tile } = request;

const chips = (help = 'chips or products; may be given again') => severalNames('-m <names>', help);
const oneBuffer = (help: string) => value('-b <name>', help, buffer.shape);
const arrivals = choice(['early', 'late']);

export const analyzeOptions = {
  ...kernelOptions,
  machine: chips(
    'chips or products; each gets its own code from a bundle or source (default: the chip that the kernel names, else gfx950)',
  ),
  ...analysisOptions,
  format: formatOf(['json', ...documentFormats]),
  output,
  site: value('-s <id>', 'for --format svg: which site (default: the most expensive)', site.shape),
  heatmap: flag('draw the banks of the worst sites'),
  all: flag('show every site'),
  by: value(
    '<what>',
    'rows of the table: instructions or source lines (default: source lines where the input is a source)',
    choice(['instruction', 'source']),
  ),
};
export type AnalyzeCommandOptions = OptionsOf<typeof analyzeOptions> & CompilerOptions;

export const explainOptions = {
  ...kernelOptions,
  ...sassOptions,
  ...ckOptions,
  ...ckElement,
  format: formatOf(['json', 'html', 'markdown', 'svg']),
  output,
  site: value('-s <id>', 'site as the report names it (default: the most expensive)', site.shape),
  phase: value('<n>', 'only this phase, from 1', whole()),
  allPhases: flag('every phase, bank and word (or line) without folding'),
  lanes: flag('a table of lanes instead of phases'),
  global: flag('explain the global memory side of a direct-to-LDS copy'),
  index: value(
    '<numbers>',
    "for CK Tile's C++: an index, followed through every transform",
    numbers,
  ),
  move: value('<numbers>', 'a step from that index, as move_tensor_coordinate takes it', numbers),
};
export type ExplainCommandOptions = OptionsOf<typeof explainOptions> & CompilerOptions;

export const compareOptions = {
  ...kernelOptions,
  machine: chips(
    'a chip or product for both, or two with a comma (default: what each kernel names, else gfx950)',
  ),
  format,
  output,
  otherModel: conflictModel('conflict model of the second (default: as the first)'),
  otherKernel: value(
    '<name>',
    'which kernel of the second file (default: as of the first)',
    kernel.shape,
  ),
  otherLaunch: value('<spec>', 'launch of the second (default: as of the first)', launch.shape),
  otherCompiler: value('<command>', 'compiler of the second (default: as of the first)'),
  all: flag('show sites that cost the same too'),
};
export type CompareCommandOptions = OptionsOf<typeof compareOptions> & CompilerOptions;

export const suggestOptions = {
  machine: chips(),
  kernel: kernelName,
  buffer: oneBuffer('only this buffer'),
  tile: value('<tile>', '128x64xf16: the tile, for files that do not record it', tile.shape),
  layout: value('<text>', 'its present layout, in any notation (default: plain)', layout.shape),
  at: value('<bytes>', 'its start address in LDS, for machine code', request.at.shape),
  waves: value('<n>', 'waves of the workgroup, for --write and --read (default: 1)', count),
  write: several('<access>', 'how the tile is written; may be given again'),
  read: several('<access>', 'how it is read; may be given again'),
  launch: launchSpec,
  ...partOptions,
  ...executionOptions,
  ...timeOptions,
  ...compilerOptions,
  like: value(
    '<whom>',
    'a compiler whose own choice is told too, with its conditions (default: that of the kernel)',
    choice(['wave']),
  ),
  top: value('<n>', 'number of layouts to list (default: 5)', count),
  all: flag('list every trade-off, even those that need far more address instructions'),
  format,
  output,
};
export type SuggestCommandOptions = OptionsOf<typeof suggestOptions> & CompilerOptions;

export const shapesOptions = {
  set: several('<parameter>', 'M=64,128, M=64..256:64 or M=16..256*2; may be given again'),
  layouts: severalNames('<names>', 'among now, none, pad, swizzle (default: none, pad, swizzle)'),
  layout: several('<text>', 'one more layout, in any notation: "pad ${K + 4}"; may be given again'),
  times: several(
    '<formula>',
    'how often the accesses are executed, of one file behind its name: q.yaml=B * L / 64; may be given again',
  ),
  machine: chips(),
  kernel: value('-k <name>', 'which kernel, when a file has several', kernel.shape),
  buffer: oneBuffer('only this buffer'),
  tile: value('<tile>', '${M}x${K}xf16: the tile, for files that do not record it', tile.shape),
  launch: value('-l <spec>', 'grid=2x8,block=256, or a YAML file', launch.shape),
  ...executionOptions,
  ...compilerOptions,
  format: formatOf(['json', 'html', 'svg', 'markdown']),
  output,
};
export type ShapesCommandOptions = OptionsOf<typeof shapesOptions> & CompilerOptions;

export const fixOptions = {
  output: value('-o <file>', 'file for the rewritten kernel; - is the standard output'),
  check: flag('of a source: report what was tried, and write nothing'),
  editHeaders: flag('of a source: macros and headers of the project may be changed too'),
  machine: chips(),
  kernel: kernelName,
  buffer: oneBuffer('only this buffer, by the name of an allocation'),
  layout: value('<text>', 'this layout instead of a search, in any notation', layout.shape),
  correct: value(
    '<side>',
    'give this side of a buffer the layout of the other, where the two differ',
    choice(['readers', 'writers']),
  ),
  launch: launchSpecs,
  ...partOptions,
  ...workgroupsOptions,
  ...executionOptions,
  format,
  ...compilerOptions,
};
export type FixCommandOptions = OptionsOf<typeof fixOptions> & CompilerOptions;

export const optOptions = {
  pass: several('-p <list>', 'passes or pipelines, in order; may be given again'),
  like: usually(
    value(
      '<whom>',
      'whose behaviour to follow; corrected has the same intent without the defects',
      choice(['corrected', 'iree', 'iree-pr-23778']),
    ),
    'corrected',
  ),
  resolvableBy: value(
    '<whom>',
    'hint only what this resolver lowers (default: what ldscope lowers, which is more)',
    choice(['iree']),
  ),
  through: value(
    '<command>',
    'run bufferization and distribution in this iree-opt (default: in ldscope itself)',
  ),
  states: flag(
    'print the MLIR before and after each pass that changes it, as a dump; execute and count each',
  ),
  machine: oneChip('chip or product (default: what the file names, else gfx950)'),
  list: flag('list passes and pipelines', '-l'),
  after: value('<pass>', 'of a compiler dump: the module after a pass (NAME:2, the second time)'),
  before: value('<pass>', 'the same, before a pass'),
  format,
  output,
};
export type OptCommandOptions = OptionsOf<typeof optOptions>;

const rules: OptionShape<(typeof checkRules)[number][], false> = {
  usage: '<rules>',
  help: `what fails: ${checkRules.join(', ')} (default: conflicts,hazards)`,
  isAlways: false,
  read: (word) => {
    const found = namesIn(word).map((name) => checkRules.find((rule) => rule === name));
    const known = [...new Set(found.filter((rule) => rule !== undefined))];
    if (!found.includes(undefined)) return known;
    throw new InvalidArgumentError(`It takes ${checkRules.join(', ')}, with commas between.`);
  },
};

const moreForms: OptionShape<(readonly [CheckFormat, string])[], true> = {
  ...several('<form=file>', 'write another form too: sarif=ldscope.sarif; may be given again'),
  read: (word, before = []) => {
    const [name, ...rest] = word.split('=');
    const form = checkFormats.find((one) => one === name);
    const file = rest.join('=');
    if (form !== undefined && file !== '') return [...before, [form, file]];
    throw new InvalidArgumentError(`It takes FORM=FILE, of ${checkFormats.join(', ')}.`);
  },
  usual: [],
};

export const checkOptions = {
  machine: chips('chips or products (default: those of ldscope.yaml, else what each kernel names)'),
  config: value('<file>', 'the configuration (default: ldscope.yaml, upwards from the first file)'),
  failOn: rules,
  maxConflictCycles: value('<n>', 'most conflict cycles of a kernel', whole()),
  maxWays: value('<n>', 'most slots of a bank in one phase of a site', count),
  baseline: value(
    '<what>',
    'write: keep what is there now; compare: fail only where it got worse; off (default: compare where ldscope.yaml names one)',
    choice(['write', 'compare', 'off']),
  ),
  baselineFile: value(
    '<file>',
    'the baseline (default: ldscope-baseline.json beside ldscope.yaml)',
  ),
  kernel: value('-k <name>', 'only kernels of this name or pattern: "*gemm*"', kernel.shape),
  launch: value('-l <spec>', 'of all files: grid=2x8,block=256, or a YAML file', launch.shape),
  suggest: flag(
    'try changes of sources that fail by conflicts, and show the best of each as a diff',
  ),
  ...workgroupsOptions,
  ...threadsOptions,
  ...executionOptions,
  ...timeOptions,
  ...compilerOptions,
  format: formatOf(checkFormats.slice(1), 'form of the output'),
  output,
  also: moreForms,
  schema: flag('print the JSON Schema of ldscope.yaml'),
};
export type CheckCommandOptions = OptionsOf<typeof checkOptions> & CompilerOptions;

/** What bounds the workers of a machine. */
const limits = {
  workers: value('-j <n>', 'threads (default: one per processor core)', count),
  seconds: usually(value('<n>', 'time limit of a kernel', count), 60),
  memory: usually(value('<mib>', 'memory limit of a kernel in MiB', count), 2048),
};
export type LimitOptions = OptionsOf<typeof limits> & CompilerOptions;

/** The server between machines; a password may come from the environment instead of its address. */
const queueOptions = (help: string) => ({
  queue: value('<url>', help),
  queueCa: value('<file>', 'certificate of the authority of the server, for TLS'),
  queueCert: value('<file>', 'certificate of this client, for TLS'),
  queueKey: value('<file>', 'key of this client, for TLS'),
  queueWait: usually(value('<n>', 'end after as many seconds without the server', count), 600),
});
export type QueueOptions = Omit<OptionsOf<ReturnType<typeof queueOptions>>, 'queueWait'>;

const store = usually(value('<folder>', 'where results are kept'), 'ldscope-sweep');

export const sweepOptions = {
  machine: chips(
    'chips or products (default: what each kernel names; of a bundle all that it has code for)',
  ),
  model: severalNames('<names>', 'conflict models (default: the first of each chip)'),
  launch: several(
    '-l <spec>',
    'grid=2x8,block=256, or a YAML file; may be given again (default: that of each kernel)',
  ),
  kernel: value('-k <name>', 'only kernels of this name or pattern: "*gemm*"', kernel.shape),
  layouts: flag('search better layouts for the buffers of kernels that conflict'),
  time: flag('simulate machine code with and without its conflicts'),
  ...limits,
  ...workgroupsOptions,
  ...compilerOptions,
  store,
  retry: flag('do again what was ended by a limit, or failed'),
  ...queueOptions(
    'have the jobs done by ldscope worker on other machines: redis://host:6379, rediss:// for TLS',
  ),
};
export type SweepCommandOptions = OptionsOf<typeof sweepOptions> & CompilerOptions;

export const sweepReportOptions = {
  store,
  format,
  output,
  most: value('<n>', 'rows of the table (default: as many as the format is good for)', count),
};
export type SweepReportOptions = OptionsOf<typeof sweepReportOptions>;

export const sweepSqlOptions = { store, format: formatOf(['json', 'csv']), output };
export type SweepSqlOptions = OptionsOf<typeof sweepSqlOptions>;

export const workerOptions = {
  ...queueOptions('the server: redis://host:6379, rediss:// for TLS'),
  ...limits,
  ...compilerOptions,
  lease: usually(
    value('<n>', 'seconds after which others take the job of a worker that is gone', count),
    30,
  ),
  idle: value(
    '<n>',
    'end after as many seconds without a job (default: work until interrupted)',
    count,
  ),
};
export type WorkerCommandOptions = OptionsOf<typeof workerOptions> & CompilerOptions;

export const runOptions = {
  launch: value(
    '-l <file>',
    'YAML file with grid, block and arguments; a GEMM of CK Tile needs none',
  ),
  dump: several('-d <name=file>', 'write a buffer; may be given again'),
  fill: several('<name=file>', 'fill a buffer from a file in any folder'),
  machine: oneChip(
    'the chip to execute for, such as gfx942 (default: the one that the file names)',
  ),
  kernel: kernelName,
  async: value('<when>', 'when loads arrive', arrivals),
  seconds: value('<n>', 'time limit for the launch (default: 600)', count),
  maxSteps: value('<n>', 'instruction limit per wave (default: none)', whole()),
  ...threadsOptions,
  ...partOptions,
  ...compilerOptions,
  format,
};
export type RunCommandOptions = OptionsOf<typeof runOptions> & CompilerOptions;

export const launchOptions = {
  machine: oneChip('chip or product to compile sources for'),
  kernel: kernelName,
  schema: flag('print the JSON Schema of launch files instead'),
  output,
  ...compilerOptions,
};
export type LaunchCommandOptions = OptionsOf<typeof launchOptions> & CompilerOptions;

export const timelineOptions = {
  machine: chips(
    'chips or products; may be given again (default: the one that the file names, else gfx942)',
  ),
  kernel: kernelName,
  launch: value('-l <spec>', 'grid=2x8,block=256, or a YAML file with the arguments', launch.shape),
  bandwidth: value(
    '<bytes>',
    'global memory bandwidth of the compute unit in bytes per cycle (default: that of one alone)',
    number(0, 1e6),
  ),
  maxSteps: value('<n>', 'limit on instructions per wave', count),
  trace: value('<file>', 'also write the timeline for Perfetto (Chrome trace format)'),
  all: flag('list every wait, including correct ones'),
  ...workgroupsOptions,
  ...compilerOptions,
  format,
  output,
};
export type TimelineCommandOptions = OptionsOf<typeof timelineOptions> & CompilerOptions;

export const budgetOptions = {
  ...gemmTileOptions('length in k of the operands held in registers (default: all of k)'),
  buffers: usually(value('<n>', 'tiles in LDS', count), 1),
  otherRegisters,
  machine: chips('chips or products; may be given again (default: gfx942)'),
  format,
  output,
};
export type BudgetCommandOptions = OptionsOf<typeof budgetOptions>;
export type GemmTileOptions = Pick<
  BudgetCommandOptions,
  'tile' | 'waves' | 'mfma' | 'access' | 'slice' | 'buffers'
>;

export const pipelineOptions = {
  ...gemmTileOptions('length in k that is read ahead (default: half of k)'),
  overlap: usually(
    value('<what>', 'what happens at the same time: nothing, fetching, or all', choice(overlaps)),
    'all',
  ),
  prefetch: usually(value('<tiles>', 'tiles in registers on their way to LDS: 1 or 2', count), 1),
  ldsBuffers: usually(value('--buffers, --lds-buffers <n>', 'tiles in LDS: 1, 2 or 3', count), 1),
  directToLds: flag('copy from global memory to LDS without registers'),
  swizzle: usually(
    value(
      '<kind>',
      'layout of the tile in LDS: rows one after the other, padded, or XOR of their units',
      choice(pipelineLayouts),
    ),
    'none',
  ),
  steps: usually(value('<n>', 'K of the matrices by that of the tile', count), 128),
  as: usually(
    value(
      '<form>',
      'what is written: a schedule, or calls that ask LLVM for the order',
      choice(['schedule', 'sched-group-barrier']),
    ),
    'schedule',
  ),
  otherRegisters,
  machine: oneChip('chip or product (default: gfx942)'),
  format,
  output,
};
export type PipelineCommandOptions = OptionsOf<typeof pipelineOptions>;

export const validateOptions = {
  machine: needed(oneChip('chip or product that was measured')),
  model: conflictModel('conflict model of the machine (default: its first)'),
  all: flag('list every mismatch'),
  kernel: value('-k <name>', 'of a CSV: which kernel, when the file has several', kernel.shape),
  launch: value(
    '-l <spec>',
    'of a CSV: grid=2x8,block=256, or a YAML file with the arguments',
    launch.shape,
  ),
  ...workgroupsOptions,
  ...sassOptions,
  format,
};
export type ValidateCommandOptions = OptionsOf<typeof validateOptions>;

export const convertOptions = {
  tile: needed(value('-t <tile>', 'rows x columns x element type: 64x128xf16', tile.shape)),
  to: several('<notation>', 'only this notation; may be given again'),
  ...ckOptions,
  machine: oneChip("for CK Tile's C++: the chip, whose banks and lanes its functions ask for"),
  format,
};
export type ConvertCommandOptions = OptionsOf<typeof convertOptions>;

export const machineOptions = {
  model: conflictModel('show the service rules of this model'),
  otherModel: conflictModel('conflict model of the second (default: its first)'),
  matrix: valueOrFlag(
    '[instruction]',
    'list matrix instructions (MFMA, WMMA), or show which lane holds which element of one',
  ),
  format,
};
export type MachineCommandOptions = OptionsOf<typeof machineOptions>;

export const webOptions = {
  machine: oneChip('chip or product'),
  model: conflictModel('conflict model of the machine'),
  kernel: kernelName,
  launch: launchSpec,
  site: value('-s <id>', 'the site to show first', site.shape),
  ...compilerOptions,
  port: value('-p <n>', 'port (default: a free one)', port),
  open: flag('open a browser'),
};
export type WebCommandOptions = OptionsOf<typeof webOptions> & CompilerOptions;

export const lspOptions = {
  stdio: flag('the standard input and output, as always: clients give it'),
  clientProcessId: value(
    '--clientProcessId <n>',
    'process of the client, which clients give: the server ends when it has gone',
    count,
  ),
  seconds: value('<n>', 'most time of an analysis (default: 30)', count),
  memory: value('<n>', 'most memory of an analysis, in MiB (default: 2048)', count),
};
export type LspCommandOptions = OptionsOf<typeof lspOptions>;

export const mcpOptions = {
  root: several('<folder>', 'a folder whose files may be read; may be given again'),
  http: flag('serve over HTTP on the loopback address instead'),
  port: value('-p <n>', 'of HTTP (default: any that is free)', port),
  seconds: value('<n>', 'most time of a call (default: 60)', count),
  memory: value('<n>', 'most memory of a call, in MiB (default: 2048)', count),
  workers: value(
    '-j <n>',
    'calls at once (default: one per processor core, fewer where their memory would not suffice)',
    count,
  ),
  waiting: value('<n>', 'most calls that wait for others (default: 100)', whole()),
  compile: flag('compile sources in C++ too: they can include any file of this machine'),
};
export type McpCommandOptions = OptionsOf<typeof mcpOptions>;

export const doctorOptions = { format };
export type DoctorCommandOptions = OptionsOf<typeof doctorOptions>;
