/**
 * `npm run bench`: speed against a baseline in the same run, so that a noisy machine disturbs both. Prints
 * medians and what they decide; the exit code is 1 when a target was missed. `npm run bench -- parse FOLDER`
 * reads the MLIR of a folder, and nothing else; with MLIR_FOLDER that is part of the whole. `npm run bench -- ptx` executes
 * PTX alone, `npm run bench -- lsp` edits a kernel as an editor does.
 */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { benchEmulate } from './emulate.ts';
import { benchKernel, benchParse, benchParseLarge } from './kernel.ts';
import { median, output, time, type Verdict } from './measure.ts';
import { benchEdits } from './lsp.ts';
import { benchParseFolder } from './parse-folder.ts';
import { benchPtx } from './ptx.ts';
import { benchFront, benchSolve } from './search.ts';
import { benchSimulate } from './simulate.ts';
import { benchTimeline } from './timeline.ts';
import { benchTtgir } from './ttgir.ts';

/** This file runs as `.build/bench.js`. */
const root = new URL('../', import.meta.url);
const path = (relative: string): string => fileURLToPath(new URL(relative, root));

/** Wall time of the command line, with that of an empty Node beside it. */
function benchCommandLine(): Verdict {
  const run = (...args: string[]): number =>
    time(() => {
      if (output(process.execPath, args) === undefined) throw new Error(`${args.join(' ')} failed`);
    });
  const command = path('packages/cli/dist/bin.js');
  const pairs = Array.from({ length: 11 }, () => [
    run(command, 'machine', 'gfx950'),
    run('-e', '0'),
  ]);
  const ours = median(pairs.map(([taken = 0]) => taken));
  const node = median(pairs.map(([, taken = 0]) => taken));
  return {
    name: 'ldscope machine gfx950',
    measured: `${ours.toFixed(0)} ms, an empty node ${node.toFixed(0)} ms`,
    target: 'under 150 ms',
    met: ours < 150,
  };
}

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

const everything = (): Verdict[] => [
  ...(matmuls.length > 0 ? [benchEmulate(matmuls, path('bench/matrix.cpp'))] : []),
  benchPtx(readFileSync(path('bench/ptx/kernels.ptx'), 'utf8'), path('bench/ptx/native.cpp')),
  benchKernel(name, kernel),
  benchSimulate(path('bench/simulate.cpp')),
  benchSolve(),
  benchFront(),
  benchParse(name, kernel),
  benchParseLarge(name, kernel),
  benchParseFolder(process.env['MLIR_FOLDER']),
  ...(existsSync(ttgirFile) ? [benchTtgir(ttgir, readFileSync(ttgirFile, 'utf8'), 'gfx942')] : []),
  benchTimeline('the GEMM schedule', path('examples/schedules/gemm-256x256x32.sched')),
  benchCommandLine(),
];

const [only, folder] = process.argv.slice(2);
/** Where the command was given, which npm does not run in. */
const here = process.env['INIT_CWD'] ?? process.cwd();
const verdicts =
  only === 'parse'
    ? [benchParseFolder(folder === undefined ? undefined : resolve(here, folder))]
    : only === 'ptx'
      ? [
          benchPtx(
            readFileSync(path('bench/ptx/kernels.ptx'), 'utf8'),
            path('bench/ptx/native.cpp'),
          ),
        ]
      : only === 'lsp'
        ? [await benchEdits(path('packages/cli/dist/bin.js'), name, file, kernel)]
        : [...everything(), await benchEdits(path('packages/cli/dist/bin.js'), name, file, kernel)];
for (const { name: what, measured, target, met } of verdicts) {
  const mark = met === undefined ? 'not decided' : met ? 'met' : 'MISSED';
  console.log(`${what}\n  ${measured}\n  target: ${target}: ${mark}\n`);
}
process.exitCode = verdicts.some(({ met }) => met === false) ? 1 : 0;
