/**
 * `npm run bench`: speed against a baseline in the same run, so that a noisy machine disturbs both. Prints medians, what they
 * decide, and how fast the machine was at that moment; the exit code is 1 when a target was missed. `npm run bench -- simulate`
 * runs some of them (see `sections`), `npm run bench -- parse FOLDER` reads the MLIR of a folder besides, as MLIR_FOLDER does.
 * Each section is a process of its own, as each command is: no figure depends on what was measured before.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { benchEmulate, benchUnits } from './emulate.ts';
import { benchKernel, benchParse, benchParseLarge } from './kernel.ts';
import { benchLarge } from './large.ts';
import { benchAgents, benchDeep, benchLines } from './limits.ts';
import { type Verdict, yardstick } from './measure.ts';
import { benchEdits } from './lsp.ts';
import { benchParseFolder } from './parse-folder.ts';
import { benchPtx } from './ptx.ts';
import { benchFront, benchSolve } from './search.ts';
import { benchSimulate, benchTraces, type KernelTraces } from './simulate.ts';
import { benchAnalyze, benchMachine } from './start.ts';
import { benchThreads } from './threads.ts';
import { benchTimeline } from './timeline.ts';
import { matmulTraces, mlirTraces } from './traces.ts';
import { benchTtgir } from './ttgir.ts';

/** This file runs as `.build/bench.js`. */
const root = new URL('../', import.meta.url);
const path = (relative: string): string => fileURLToPath(new URL(relative, root));

const reference = path('../shared/kernels/wave/gemm.mlir');
const [name, file] = existsSync(reference)
  ? ['the reference kernel', reference]
  : ['examples/gemm-gather-to-lds', path('examples/gemm-gather-to-lds/kernel.mlir')];
const kernel = readFileSync(file, 'utf8');

/** Compiled matmuls with the tile that their name gives; those that are there. */
const matmuls = [
  'gfx942/matmul-fp16-128x128x64-nn-s3-nk32',
  'gfx942/matmul-fp16-32x64x64-nn-s2-nk0',
  'gfx950/matmul-fp16-128x128x64-nn-s1-nk16',
].flatMap((kernel) => {
  const file = path(`../shared/kernels/triton/${kernel}/kernel.amdgcn`);
  const [, chip = '', tileM, tileN] = /^(\w+)\/matmul-fp16-(\d+)x(\d+)x/.exec(kernel) ?? [];
  if (!existsSync(file)) return [];
  const tile = [Number(tileM), Number(tileN)] as const;
  return [{ name: kernel.slice(chip.length + 1), chip, text: readFileSync(file, 'utf8'), tile }];
});

const ttgir = 'gfx942/attention-fp16-d128-64x32';
const ttgirFile = path(`../shared/kernels/triton/${ttgir}/kernel.ttgir`);

/** What LDS accesses these kernels make. */
function traces(): KernelTraces[] {
  const ofMlir = { name, chip: 'gfx950', traces: mlirTraces(kernel, 'gfx950') };
  return [ofMlir, ...matmuls.map((matmul) => ({ ...matmul, traces: matmulTraces(matmul) }))];
}

const command = path('packages/cli/bin/ldscope.cjs');
const [first] = matmuls;
const [only, folder] = process.argv.slice(2);
/** Where the command was given, which npm does not run in. */
const here = process.env['INIT_CWD'] ?? process.cwd();
const mlirFolder = only === 'parse' && folder !== undefined ? resolve(here, folder) : undefined;

/** By the name that the command takes: benchmarks that are run together. */
const sections: Readonly<Record<string, readonly (() => Verdict | Promise<Verdict>)[]>> = {
  simulate: [
    () => benchSimulate(path('bench/simulate.cpp')),
    () => benchTraces(traces(), path('bench/simulate.cpp')),
  ],
  emulate: [
    ...(first === undefined ? [] : [() => benchEmulate(matmuls)]),
    () => benchUnits(path('bench/matrix.cpp')),
  ],
  ptx: [
    () =>
      benchPtx(readFileSync(path('bench/ptx/kernels.ptx'), 'utf8'), path('bench/ptx/native.cpp')),
  ],
  threads: first === undefined ? [] : [() => benchThreads(command, first)],
  large: first === undefined ? [] : [() => benchLarge(first)],
  kernel: [() => benchKernel(name, kernel)],
  search: [benchSolve, benchFront],
  parse: [
    () => benchParse(name, kernel),
    () => benchParseLarge(name, kernel),
    () => benchParseFolder(mlirFolder ?? process.env['MLIR_FOLDER']),
  ],
  ttgir: existsSync(ttgirFile)
    ? [() => benchTtgir(ttgir, readFileSync(ttgirFile, 'utf8'), 'gfx942')]
    : [],
  timeline: [
    () => benchTimeline('the GEMM schedule', path('examples/schedules/gemm-256x256x32.sched')),
  ],
  machine: [() => benchMachine(command), () => benchAnalyze(command, name, file)],
  lsp: [() => benchEdits(command, name, file, kernel)],
  limits: [
    () => benchLines(command),
    () => benchDeep(command, file),
    () => benchAgents(command, kernel),
  ],
};

if (only === undefined) {
  const codes = Object.keys(sections).map(
    (section) =>
      spawnSync(process.execPath, [fileURLToPath(import.meta.url), section], { stdio: 'inherit' })
        .status ?? 2,
  );
  process.exit(Math.max(...codes));
}
const chosen = sections[only];
if (chosen === undefined) {
  console.error(`no benchmarks '${only}': ${Object.keys(sections).join(', ')}`);
  process.exit(2);
}
const machine = yardstick(path('bench/matrix.cpp'));
const verdicts: Verdict[] = [];
for (const bench of chosen) {
  const speed = machine.speed();
  const verdict = await bench();
  const { name: what, measured, target, met } = verdict;
  verdicts.push(verdict);
  const mark = met === undefined ? 'not decided' : met ? 'met' : 'MISSED';
  console.log(`${what}\n  ${measured}\n  target: ${target}: ${mark}\n  machine: ${speed}\n`);
}
machine.remove();
process.exitCode = verdicts.some(({ met }) => met === false) ? 1 : 0;
