/**
 * The command line: options here, work in `commands/`, which are loaded only when they are asked for, so
 * that help and `ldscope machine` answer at once.
 */
import { Command, CommanderError, Help, Option } from 'commander';
import type { AnalyzeCommandOptions } from './commands/analyze.ts';
import type { BudgetCommandOptions } from './commands/budget.ts';
import type { ConvertCommandOptions } from './commands/convert.ts';
import type { ExplainCommandOptions } from './commands/explain.ts';
import type { FixCommandOptions } from './commands/fix.ts';
import type { MachineCommandOptions } from './commands/machine.ts';
import type { OptCommandOptions } from './commands/opt.ts';
import type { RunCommandOptions } from './commands/run.ts';
import type { SuggestCommandOptions } from './commands/suggest.ts';
import type { TimelineCommandOptions } from './commands/timeline.ts';
import type { ValidateCommandOptions } from './commands/validate.ts';
import type { WebCommandOptions } from './commands/web.ts';
import type { Io } from './io.ts';
import { reportFormats } from './document.ts';
import {
  addExecutionOptions,
  addFormatOption,
  addInterleavingOptions,
  addKernelOptions,
  addOutputOptions,
  addPartOptions,
  addTimeOption,
  addWorkgroupsOption,
  byteOffset,
  collect,
  collectNames,
  documentFormats,
  oneName,
  portNumber,
  positive,
  positiveNumber,
  wholeNumber,
} from './options.ts';
import { ownVersion } from './version.ts';

const WRONG = 2;

/** Runs one command line (without the program's name) and returns its exit code. Never throws. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  let code = 0;
  const program = buildProgram(io, (result) => {
    code = result;
  });
  try {
    await program.parseAsync(argv, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG;
    return await reportFault(error, io);
  }
}

function buildProgram(io: Io, done: (code: number) => void): Command {
  const program = new Command('ldscope')
    .description(
      'Predicts and explains shared-memory (LDS) bank conflicts in GPU kernels, without a GPU.',
    )
    .version(ownVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help of a command')
    .showSuggestionAfterError()
    .configureHelp({
      // An empty list as a default says nothing.
      optionDescription: (option) =>
        Help.prototype.optionDescription.call(new Help(), option).replace(' (default: [])', ''),
    })
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      getOutHelpWidth: () => 100,
      getErrHelpWidth: () => 100,
    });
  addAnalyze(program, io, done);
  addExplain(program, io, done);
  addSuggest(program, io, done);
  addFix(program, io, done);
  addOpt(program, io, done);
  addRun(program, io, done);
  addTimeline(program, io, done);
  addBudget(program, io, done);
  addValidate(program, io, done);
  addConvert(program, io, done);
  addMachine(program, io, done);
  addWeb(program, io, done);
  program.addHelpText(
    'after',
    `
Examples:
  ldscope analyze kernel.mlir                      report for the chip that the kernel names
  ldscope analyze kernel.mlir -m mi300x --heatmap  report for a chip, with pictures of the banks
  ldscope explain kernel.mlir                      why the most expensive site conflicts
  ldscope suggest kernel.mlir                      layouts without conflicts, their cost and code
  ldscope fix kernel.mlir -o fixed.mlir            the kernel without its conflicts, with a proof
  ldscope opt kernel.mlir --pass iree-swizzle      IREE's passes for shared memory, with their decisions
  ldscope machine gfx950                           what is known of a chip, with sources
  ldscope web kernel.mlir                          all of it in a browser, with pictures

Exit codes: 0 done; 1 not met (COMMAND --help says what); 2 bad usage or bad input`,
  );
  return program;
}

function addAnalyze(program: Command, io: Io, done: (code: number) => void): void {
  const command = program
    .command('analyze')
    .summary('report the bank conflicts of a kernel')
    .description('Executes a kernel and reports the bank conflicts of every LDS access in it.');
  addOutputOptions(addInterleavingOptions(addKernelOptions(command)), [...documentFormats])
    .option('-s, --site <id>', 'for --format svg: which site (default: the most expensive)')
    .option('--heatmap', 'draw the banks of the worst sites')
    .option('--all', 'show every site')
    .addHelpText(
      'after',
      `
Examples:
  ldscope analyze kernel.mlir
  ldscope analyze kernel.mlir --machine gfx942 --launch "grid=2x8,block=256" --workgroups all
  ldscope analyze kernel.mlir --machine h100 --format json -o report.json
  ldscope analyze kernel.mlir --format html -o report.html   one page with pictures, for any browser
  ldscope analyze kernel.mlir --format sarif -o ldscope.sarif   for code hosts and editors
  ldscope analyze kernel.mlir --format markdown   a comment for a pull request
  ldscope analyze dumps.mlir --after canonicalize:2
  ldscope analyze kernel.mlir --interleavings 100 --seed 7
  cat kernel.mlir | ldscope analyze - --heatmap

Exit codes: 0 done; 1 a hazard that is an error, or an instruction that the chip lacks; 2 bad input`,
    )
    .action(async (file: string, options: AnalyzeCommandOptions) => {
      const { analyzeCommand } = await import('./commands/analyze.ts');
      done(await analyzeCommand(io, file, options));
    });
}

function addExplain(program: Command, io: Io, done: (code: number) => void): void {
  const command = program
    .command('explain')
    .summary('take one access apart, bank by bank')
    .description(
      'Takes the most expensive execution of one site apart: which lanes want which words of which bank.',
    );
  addOutputOptions(addKernelOptions(command), ['html', 'markdown', 'svg'])
    .option('-s, --site <id>', 'site as the report names it (default: the most expensive)')
    .option('--phase <n>', 'only this phase', wholeNumber)
    .option('--all-phases', 'every phase, bank and word (or line), nothing folded')
    .option('--lanes', 'a table of lanes instead of phases')
    .option('--global', 'of global memory, where a site copies from it to LDS')
    .addHelpText(
      'after',
      `
Examples:
  ldscope explain kernel.mlir
  ldscope explain kernel.mlir --site 112:17 --phase 3
  ldscope explain kernel.mlir --site 112:17 --lanes
  ldscope explain kernel.mlir --format svg -o banks.svg`,
    )
    .action(async (file: string, options: ExplainCommandOptions) => {
      const { explainCommand } = await import('./commands/explain.ts');
      done(await explainCommand(io, file, options));
    });
}

function addSuggest(program: Command, io: Io, done: (code: number) => void): void {
  const command = program
    .command('suggest')
    .summary('find layouts without bank conflicts')
    .description(
      'Recommends a layout for every LDS buffer of a kernel, or for a tile that is described: what it costs, why nothing ' +
        'is better, and how each notation writes it.',
    )
    .argument('[file]', 'kernel or YAML specification; - is the standard input')
    .option('-m, --machine <names>', 'chips or products; may be given again', collectNames, [])
    .option('-k, --kernel <name>', 'which kernel, when the file has several')
    .option('-b, --buffer <name>', 'only this buffer')
    .option('--tile <tile>', '128x64xf16: the tile, where the file does not say it')
    .option('--layout <text>', 'the layout that it has now, in any notation (default: plain)')
    .option('--at <bytes>', 'where it begins in LDS, for machine code', byteOffset)
    .option('--waves <n>', 'waves of the workgroup, for --write and --read (default: 1)', positive)
    .option('--write <access>', 'how the tile is written; may be given again', collect, [])
    .option('--read <access>', 'how it is read; may be given again', collect, [])
    .option('-l, --launch <spec>', 'grid=2x8,block=256,arg3=1024, or a YAML file');
  addTimeOption(addExecutionOptions(addPartOptions(command)))
    .option('--top <n>', 'layouts that are listed (default: 5)', positive)
    .option('--all', 'list every trade-off, with those that need far more address instructions');
  addOutputOptions(command, reportFormats)
    .addHelpText(
      'after',
      `
An access is a name (row-copy, column-walk, mfma-a, mfma-b, transposed-read, ldmatrix, direct-to-lds), what a lane
moves (b128, or an instruction) and for mfma-a and mfma-b the matrix instruction; or formulas: "b64: row = lane % 16;
column = (lane / 16) * 4". docs/cli.md has more.

Examples:
  ldscope suggest kernel.mlir -m gfx942,gfx950
  ldscope suggest kernel.s --launch launch.yaml --tile 64x64xf16 --at 8192
  ldscope suggest tile.yaml --format json
  ldscope suggest --tile 128x64xf16 --write "row-copy b128" --read "mfma-a v_mfma_f32_16x16x16_f16 b128" -m gfx942

Exit codes: 0 done, or nothing to do; 1 no layout helps; 2 bad input`,
    )
    .action(async (file: string | undefined, options: SuggestCommandOptions) => {
      const { suggestCommand } = await import('./commands/suggest.ts');
      done(await suggestCommand(io, file, options));
    });
}

function addTimeline(program: Command, io: Io, done: (code: number) => void): void {
  const command = program
    .command('timeline')
    .summary('simulate the pipeline of one compute unit')
    .description(
      'Simulates a kernel of machine code, or a schedule, on a model of one compute unit: cycles per iteration, what bounds ' +
        'it, what bank conflicts, LDS, global memory and matrix instructions cost in time, and every wait judged.',
    )
    .argument(
      '<file>',
      'AMD assembly or disassembly, code object, or a schedule; - is the standard input',
    )
    .option(
      '-m, --machine <names>',
      'chips or products; may be given again (default: what the file names, else gfx942)',
      collectNames,
      [],
    )
    .option('-k, --kernel <name>', 'which kernel, when the file has several')
    .option('-l, --launch <spec>', 'grid=2x8,block=256, or a YAML file with the arguments')
    .option(
      '--bandwidth <bytes>',
      'bytes per cycle of global memory for the compute unit (default: what one alone gets)',
      positiveNumber,
    )
    .option('--max-steps <n>', 'most instructions that one wave may execute', positive)
    .option('--trace <file>', 'also write the timeline for Perfetto (Chrome trace format)')
    .option('--all', 'list every wait, also those that are as they should be');
  addOutputOptions(addWorkgroupsOption(command), reportFormats)
    .addHelpText(
      'after',
      `
A schedule has one operation to a line, under 'prologue:', 'loop N:' and 'tail:': MFMA A[0,0], B[0,0], C[0,0];
ds_read_b128 A[0,0:1] from tile; ds_write_b128 to tile from p; buffer_load_dwordx4 p; wait_cnt(vmcnt(3)); sbarrier.
docs/timeline.md has more.

Examples:
  ldscope timeline kernel.s --launch launch.yaml
  ldscope timeline examples/schedules/gemm-256x256x32.sched --trace trace.json

Kernel time is not predicted: clocks, caches, other compute units and what they leave of the bandwidth are not modelled.

Exit codes: 0 done; 2 bad input, or the schedule stands still`,
    )
    .action(async (file: string, options: TimelineCommandOptions) => {
      const { timelineCommand } = await import('./commands/timeline.ts');
      done(await timelineCommand(io, file, options));
    });
}

function addBudget(program: Command, io: Io, done: (code: number) => void): void {
  const command = program
    .command('budget')
    .summary('the arithmetic of a GEMM tile')
    .description(
      'Counts what a GEMM tile costs each wave in instructions, registers, LDS and cycles, and how many workgroups fit.',
    )
    .requiredOption('--tile <tile>', '256x256x32xf16: m, n, k of a workgroup, and the element')
    .option('--waves <grid>', 'waves along m and n', '2x2')
    .option(
      '--mfma <name>',
      'the matrix instruction (default: the largest of the chip that divides the tile)',
    )
    .option(
      '--access <bytes>',
      'bytes that a lane moves at once: 4, 8, 12 or 16 (default: the most)',
      positive,
    )
    .option('--slice <k>', 'operands in registers at once (default: all of k)', positive)
    .option('--buffers <n>', 'tiles in LDS', positive, 1)
    .option('--other-registers <n>', 'vector registers for addresses and the like', wholeNumber, 16)
    .option(
      '-m, --machine <names>',
      'chips or products; may be given again (default: gfx942)',
      collectNames,
      [],
    );
  addOutputOptions(command, reportFormats)
    .addHelpText(
      'after',
      `
Elements: f64, f32, xf32, f16, bf16, f8, fp8, bf8, i8, f6, f4. An instruction of several blocks has them laid out over the rows and
columns of the tile; it is not chosen by default.

Examples:
  ldscope budget --tile 256x256x32xf16
  ldscope budget --tile 256x256x64xf16 --waves 2x4 --slice 16 -m gfx942,gfx950
  ldscope budget --tile 128x128x64xf16 --mfma v_mfma_f32_16x16x16_f16 --buffers 2 -m gfx950`,
    )
    .action(async (options: BudgetCommandOptions) => {
      const { budgetCommand } = await import('./commands/budget.ts');
      done(await budgetCommand(io, options));
    });
}

function addFix(program: Command, io: Io, done: (code: number) => void): void {
  const command = program
    .command('fix')
    .summary('rewrite a kernel without its bank conflicts')
    .description(
      'Finds a layout for every LDS buffer that conflicts, rewrites the accesses in MLIR, and proves that the kernel ' +
        'computes the same, in every workgroup and branch of the launch; executing both on random data checks the proof. ' +
        'What is not proven is not written.',
    )
    .argument('<file>', 'MLIR; - is the standard input')
    .option('-o, --output <file>', 'where the rewritten kernel goes; - is the standard output')
    .option('-m, --machine <names>', 'chips or products; may be given again', collectNames, [])
    .option('-k, --kernel <name>', 'which kernel, when the file has several')
    .option('-b, --buffer <name>', 'only this buffer, by the name of an allocation')
    .option('--layout <text>', 'this layout instead of a search, in any notation')
    .addOption(
      new Option(
        '--correct <side>',
        'give this side of a buffer the layout of the other, where the two differ',
      ).choices(['readers', 'writers']),
    )
    .option('-l, --launch <spec>', 'grid=2x8,block=256,arg3=1024, or a YAML file');
  addFormatOption(addExecutionOptions(addWorkgroupsOption(addPartOptions(command))), reportFormats)
    .addHelpText(
      'after',
      `
A layout is 'plain', or what a notation says: pad = 68; swizzle_unit = 8, max_phase = 8;
#iree_codegen.xor_shuffle<64, 8>. The name of a notation may stand before it: 'wave: ...'.

Examples:
  ldscope fix kernel.mlir                            what would be done, with the proof
  ldscope fix kernel.mlir -o fixed.mlir              done
  ldscope fix kernel.mlir -m gfx942 -m gfx950 -o fixed.mlir
  ldscope fix kernel.mlir --buffer tile --layout "pad = 68" -o padded.mlir
  ldscope fix kernel.mlir --layout plain -o plain.mlir   takes swizzles out
  ldscope fix kernel.mlir --correct readers -o same.mlir   readers that miss the writers' swizzle

Exit codes: 0 done and proven, or nothing to do; 1 sampled, not proven, or no better layout; 2 bad input`,
    )
    .action(async (file: string, options: FixCommandOptions) => {
      const { fixCommand } = await import('./commands/fix.ts');
      done(await fixCommand(io, file, options));
    });
}

function addOpt(program: Command, io: Io, done: (code: number) => void): void {
  const command = program
    .command('opt')
    .summary('run passes of a compiler on MLIR')
    .description(
      "Runs IREE's passes for shared memory on MLIR and says for each allocation what was decided and why: hints to " +
        'swizzle, padding, and where every access goes in the end. MLIR is the output, the report goes to the standard error.',
    )
    .argument('[file]', 'MLIR, a dump of a compiler, or chunks; - is the standard input')
    .option('-p, --pass <list>', 'passes or pipelines, in order; may be given again', collect, [])
    .addOption(
      new Option(
        '--like <whom>',
        'whose behaviour; corrected has the same intent without the defects',
      )
        .choices(['corrected', 'iree', 'iree-pr-23778'])
        .default('corrected'),
    )
    .option(
      '-m, --machine <name>',
      'chip or product (default: what the file names, else gfx950)',
      oneName,
    )
    .option('-l, --list', 'list passes and pipelines')
    .option(
      '--after <pass>',
      'of a dump of a compiler: what was there after a pass (NAME:2, the second time)',
    )
    .option('--before <pass>', 'the same, before a pass');
  addOutputOptions(command)
    .addHelpText(
      'after',
      `
A pass may have options in braces: gpu-reduce-bank-conflicts{padding-bits=64}. Names as upstream has them, with or
without iree-codegen-. A file with lines of '// -----' is transformed chunk by chunk. With --format json the MLIR is in
the object, unless -o names a file for it.

Examples:
  ldscope opt --list
  ldscope opt kernel.mlir --pass iree-swizzle
  ldscope opt kernel.mlir --pass flatten-swizzle-hint-allocs,resolve-swizzle-hints,canonicalize,cse -o out.mlir
  ldscope opt kernel.mlir --pass resolve-swizzle-hints --like iree
  ldscope opt dump.mlir --after iree-comprehensive-bufferize --pass iree-swizzle -f json

Exit codes: 0 done; 2 bad input, or a pass failed`,
    )
    .action(async (file: string | undefined, options: OptCommandOptions) => {
      const { optCommand } = await import('./commands/opt.ts');
      done(await optCommand(io, file, options));
    });
}

function addConvert(program: Command, io: Io, done: (code: number) => void): void {
  const command = program
    .command('convert')
    .summary('say a layout in other notations')
    .description(
      'Reads the layout of a tile in shared memory and prints it in every notation that can say it, with the reason for the others.',
    )
    .argument('<layout>', "in any notation, or 'plain'; the name of a notation may stand before it")
    .requiredOption('-t, --tile <tile>', 'rows x columns x element type: 64x128xf16')
    .option('--to <notation>', 'only this notation; may be given again', collect, []);
  addFormatOption(command)
    .addHelpText(
      'after',
      `
Notations: padding, wave, iree, ck-tile, cute, triton, c.

Examples:
  ldscope convert "wave: swizzle_unit = 8, max_phase = 8" --tile 64x64xf16
  ldscope convert "#iree_codegen.xor_shuffle<64, 8>" --tile 64x64xf16 --to cute --to c
  ldscope convert "Sw<3,3,3> o 0 o (64,64):(64,1)" --tile 64x64xf16
  ldscope convert "tile_to_shape(Sw<3,3,3> o 0 o (8,64):(64,1), (64,64))" --tile 64x64xf16

Exit codes: 0 done; 1 a notation that was asked for cannot express it; 2 bad input`,
    )
    .action(async (text: string, options: ConvertCommandOptions) => {
      const { convertCommand } = await import('./commands/convert.ts');
      done(convertCommand(io, text, options));
    });
}

function addRun(program: Command, io: Io, done: (code: number) => void): void {
  program
    .command('run')
    .summary('execute machine code and keep its buffers')
    .description('Executes every workgroup of a launch and writes buffers as .npy files.')
    .argument('<file>', 'AMD assembly, disassembly or code object')
    .requiredOption('-l, --launch <file>', 'YAML file with grid, block and arguments')
    .option('-d, --dump <name=file>', 'write a buffer; may be given again', collect, [])
    .option(
      '-m, --machine <name>',
      'gfx90a, gfx942 or gfx950 (default: what the file names)',
      oneName,
    )
    .option('-k, --kernel <name>', 'which kernel, when the file has several')
    .addOption(new Option('--async <when>', 'when loads arrive').choices(['early', 'late']))
    .option('--seconds <n>', 'most time for the launch (600)', positive)
    .option('--max-steps <n>', 'most instructions of one wave (no limit)', wholeNumber)
    .addHelpText(
      'after',
      `
A launch file:
  grid: [2, 1, 1]
  args:
    - { name: a, dtype: f16, shape: [128, 64], fill: a.npy }
    - { name: c, dtype: f32, shape: [128, 128], fill: zeros }   (or random with a seed, iota)
    - { i32: 128 }
    - { struct: [{ name: b, dtype: f16, shape: [64] }, { i32: 64 }] }   (by value, as C lays it out)

Example:
  ldscope run matmul.s --launch launch.yaml --dump c=out.npy

Exit codes: 0 done; 1 a hazard that is an error; 2 bad input`,
    )
    .action(async (file: string, options: RunCommandOptions) => {
      const { runCommand } = await import('./commands/run.ts');
      done(await runCommand(io, file, options));
    });
}

function addValidate(program: Command, io: Io, done: (code: number) => void): void {
  const command = program
    .command('validate')
    .summary('score a model on hardware counters')
    .description('Scores a machine model on measured counters, one JSON object a line.')
    .argument('<file>', 'file of records; - reads the standard input')
    .requiredOption('-m, --machine <name>', 'chip or product that was measured', oneName)
    .option('--model <name>', 'conflict model of the machine (default: its first)')
    .option('--all', 'list every mismatch');
  addFormatOption(command, reportFormats)
    .addHelpText(
      'after',
      `
A record: {"op":"ld32","mask":"ffffffff","address":[0,4,...],"wavefronts":1,"conflicts":0}
AMD counts "idxActive" and "bankConflict" instead. Exit code 0 when all are exact, 1 when some are not.

Example:
  ldscope validate counters.jsonl --machine h100`,
    )
    .action(async (file: string, options: ValidateCommandOptions) => {
      const { validateCommand } = await import('./commands/validate.ts');
      done(await validateCommand(io, file, options));
    });
}

function addMachine(program: Command, io: Io, done: (code: number) => void): void {
  const command = program
    .command('machine')
    .summary('show what is known of a chip')
    .description(
      'Lists the machines, or shows facts, service rules and models of one, with sources.',
    )
    .argument('[name]', 'chip or product: gfx950, mi300x, sm_90, h100')
    .option('--model <name>', 'show the service rules of this model')
    .option(
      '--matrix [instruction]',
      'matrix instructions (MFMA, WMMA), or which lane of one holds which element',
    );
  addFormatOption(command, reportFormats).action(
    async (name: string | undefined, options: MachineCommandOptions) => {
      const { machineCommand } = await import('./commands/machine.ts');
      done(machineCommand(io, name, options));
    },
  );
}

function addWeb(program: Command, io: Io, done: (code: number) => void): void {
  const command = program
    .command('web')
    .summary('serve the web app on this machine')
    .description(
      'Serves the web app to browsers on this machine alone, and opens a kernel in it. Everything runs in the browser; ' +
        'the file is read once, when the command starts.',
    )
    .argument('[file]', 'kernel, specification or schedule; - is the standard input')
    .option('-m, --machine <name>', 'chip or product', oneName)
    .option('--model <name>', 'conflict model of the machine')
    .option('-k, --kernel <name>', 'which kernel, when the file has several')
    .option('-l, --launch <spec>', 'grid=2x8,block=256,arg3=1024, or a YAML file')
    .option('-s, --site <id>', 'the site that is looked at first')
    .option('-p, --port <n>', 'port (default: any that is free)', portNumber)
    .option('--open', 'open a browser');
  command
    .addHelpText(
      'after',
      `
Examples:
  ldscope web
  ldscope web kernel.mlir --machine gfx942 --open
  ldscope web kernel.s --launch launch.yaml --port 8080

It serves until it is interrupted (Ctrl+C).`,
    )
    .action(async (file: string | undefined, options: WebCommandOptions) => {
      const { webCommand } = await import('./commands/web.ts');
      done(await webCommand(io, file, options));
    });
}

/** The last catch: what reaches it is our fault, and is said without a stack. */
async function reportFault(error: unknown, io: Io): Promise<number> {
  const { faultMessage, printDiagnostics } = await import('./failure.ts');
  printDiagnostics(io, [faultMessage(error, io)]);
  return WRONG;
}
