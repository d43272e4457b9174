/** Every kernel that is there, by corpora: files, cases of tests, launches that other programs of validation compare, random kernels. */
import { existsSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Launch, type KernelArgument, machineNamed, ownMemory } from '@ldscope/core';
import { executePrepared, PreparedProgram } from '@ldscope/amdgcn';
import { parsePtx, ptxKernels, readSass } from '@ldscope/ptx';
import * as amd from '../../packages/amdgcn/test/emulate/cases.ts';
import { readCases } from '../../packages/ptx/test/cases/read.ts';
import { PROGRAM_BYTES, readPrograms } from '../../packages/ptx/test/programs/read.ts';
import { inFolder } from '../../test/in-folder.ts';
import type { Output } from '../base/output.ts';
import { filesBelow, inRepository } from '../base/paths.ts';
import { RANDOM_LAUNCH, randomModule } from '../cuda/random-ptx.ts';
import { listingOf } from '../cuda/sass.ts';
import { compile } from '../cuda-programs/execute.ts';
import { launchesOf, programFiles } from '../cuda-programs/program.ts';
import { launchOf, makeUnit } from '../differential/compare.ts';
import { clang, compileForChip, RDNA } from '../differential/compile.ts';
import { hardwareOf } from '../differential/hardware.ts';
import { modeOf, wayOf } from '../differential/ways.ts';
import { hazardCases, kernelOf, launchOf as launchOfCase } from '../hazards/machine-code.ts';
import {
  machineCodeLaunches,
  mlirLaunches,
  ptxLaunches,
  tritonPtx,
} from '../slice/class-launches.ts';
import { cudaLaunches } from '../slice/command.ts';
import { type GridLaunch, machineCode, ptx, textOf } from '../slice/launches.ts';
import * as triton from '../triton/kernels.ts';
import { readLaunches } from '../triton/nvidia/launches.ts';
import { launchOf as launchOfTest, readTests } from '../zluda/suite.ts';
import { analyzed, executed } from './fingerprint.ts';
import { type Item, kernelsBelow, kernelsOf } from './files.ts';

/** Folders of others' sources, as `zluda` and `cuda-programs` of validation take them. */
export type Folders = Readonly<Record<'zluda' | 'cuda-programs', string | undefined>>;

export type Corpus = (
  output: Output,
  folders: Folders,
) => AsyncIterable<Item> | Iterable<Item> | Promise<Iterable<Item>>;

const AMD_CASES = 'packages/amdgcn/test/emulate/cases';
const PTX_CASES = 'packages/ptx/test/cases';
const PTX_PROGRAMS = 'packages/ptx/test/programs';
const HAZARDS = 'validation/hazards/machine-code';
const TRITON = '../shared/kernels/triton';
const CUDA = '../shared/kernels/cuda';

/** Parts of kernels, and sources that include others. */
const PARTS = [AMD_CASES, PTX_CASES, PTX_PROGRAMS, HAZARDS, 'validation/cuda-programs'];

/** The corpora by their names, in the order in which they are executed. */
export const corpora: Readonly<Record<string, Corpus>> = {
  'amd-cases': () => both(filesBelow(inRepository(AMD_CASES), /\.s$/)?.flatMap(amdCases) ?? []),
  'ptx-cases': () => both([...ptxCases(), ...ptxPrograms()]),
  'slice': async (output) =>
    both([
      ...(await machineCodeLaunches()),
      ...(await mlirLaunches()),
      ...(await ptxLaunches(undefined, output)),
    ]),
  'triton': () => both(triton.kernelNames(inRepository(TRITON)).map(tritonLaunch)),
  'triton-sm90': () => both(readLaunches().flatMap(inSass)),
  'cuda': (output) => both(measuredLaunches(output)),
  'zluda': (_, folders) => both(zludaLaunches(folders.zluda)),
  'random-ptx': (output) => both(randomPtx(output)),
  'kernels': () => kernelsBelow('../shared/kernels'),
  'examples': () => kernelsBelow('examples'),
  'tests': () => kernelsBelow('packages', PARTS),
  'bench': () => kernelsBelow('bench'),
  'validation': () => kernelsBelow('validation', PARTS),
  'review': () => kernelsBelow('../shared/review'),
  'hazards': hazards,
  'random-amd': (output) => both(randomAmd(output)),
  'cuda-programs': (_, folders) => cudaPrograms(folders['cuda-programs']),
};

/** Each launch executed whole, and as `ldscope analyze` executes it. */
function* both(launches: Iterable<GridLaunch>): Generator<Item> {
  for (const launch of launches) {
    yield { name: launch.name, see: () => executed(launch, false) };
    yield { name: `${launch.name}, accesses`, see: () => executed(launch, true) };
  }
}

const amdCases = (file: string): GridLaunch[] =>
  amd.readCases(pathToFileURL(file)).cases.map((one) => {
    const { chip, text, launch } = amd.launchOf(one);
    const { arguments: list, asyncCompletion, machine: _, ...extents } = launch;
    const run = machineCode(text);
    return {
      name: `${basename(file)}: ${one.name}`,
      machine: machineNamed(chip),
      run: (options) => run({ ...options, asyncCompletion }),
      launch: { ...extents, scalars: new Map() },
      arguments: list,
    };
  });

const ofPtx = (
  name: string,
  text: string,
  launch: Omit<Launch, 'scalars'>,
  buffers: readonly Uint8Array[],
): GridLaunch => ({
  name,
  machine: machineNamed('sm_90'),
  run: ptx(text),
  launch: { ...launch, scalars: new Map() },
  arguments: buffers.map((data): KernelArgument => ({ kind: 'buffer', data })),
});

const ptxCases = (): GridLaunch[] =>
  readCases(inRepository(PTX_CASES)).map(({ name, text, buffers, block, grid, cluster }) =>
    ofPtx(
      name,
      text,
      { block, grid, cluster },
      buffers.map(({ data }) => new Uint8Array(data.buffer)),
    ),
  );

const ptxPrograms = (): GridLaunch[] =>
  readPrograms(inRepository(PTX_PROGRAMS)).map(({ name, text, block, blocks }) => {
    const cluster = blocks > 1 ? ([blocks, 1, 1] as const) : undefined;
    const launch: Omit<Launch, 'scalars'> = { block: [block, 1, 1], grid: [blocks, 1, 1], cluster };
    return ofPtx(name, text, launch, [new Uint8Array(PROGRAM_BYTES)]);
  });

async function* hazards(): AsyncGenerator<Item> {
  for (const one of hazardCases('.s')) {
    const options = await launchOfCase(one);
    yield { name: `${one.name}.s`, see: () => analyzed(kernelOf(one), options) };
  }
  for (const one of hazardCases('.hip')) {
    const file = inRepository(`${HAZARDS}/${one.name}.hip`);
    yield* kernelsOf(file, one.chip, new Map([['', await launchOfCase(one)]]));
  }
}

function tritonLaunch(path: string): GridLaunch {
  const kernel = triton.readKernel(inRepository(TRITON), path);
  const { machine, assembly } = kernel;
  return { name: path, machine, run: machineCode(assembly), ...triton.launchOf(kernel) };
}

function inSass(launch: ReturnType<typeof readLaunches>[number]): GridLaunch[] {
  const plain = tritonPtx(launch);
  if (launch.sass === undefined) return [plain];
  return [
    plain,
    { ...plain, name: `${plain.name}, SASS`, run: ptx(launch.ptx, readSass(launch.sass)) },
  ];
}

/** A launch, and the same with the machine code of its file where that can be made. */
function withSass(
  launches: readonly GridLaunch[],
  file: string,
  { complain }: Output,
  target?: string,
): GridLaunch[] {
  const listing = listingOf(file, target);
  if ('missing' in listing) complain(`without SASS: ${listing.missing}`);
  if ('missing' in listing) return [...launches];
  const run = ptx(textOf(file), readSass(listing.text));
  return [...launches, ...launches.map((one) => ({ ...one, name: `${one.name}, SASS`, run }))];
}

function measuredLaunches(output: Output): GridLaunch[] {
  const launches = cudaLaunches(inRepository(CUDA));
  if (typeof launches !== 'string')
    return withSass(launches, inRepository(`${CUDA}/kernels.ptx`), output);
  output.complain(`without the measured CUDA launches: ${launches}`);
  return [];
}

function zludaLaunches(folder: string | undefined): GridLaunch[] {
  if (folder === undefined) return [];
  return readTests(textOf(join(folder, 'mod.rs'))).flatMap((test) => {
    const file = join(folder, `${test.file}.ptx`);
    if (test.output === undefined || test.problem !== undefined || !existsSync(file)) return [];
    const { launch, ...options } = launchOfTest(test, parsePtx(textOf(file)).module);
    return launch === undefined
      ? []
      : [{ name: test.file, run: ptx(textOf(file)), launch, ...options }];
  });
}

/** Launches of programs one by one, each over the arrays that it is given. */
async function* cudaPrograms(folder: string | undefined): AsyncGenerator<Item> {
  for (const file of folder === undefined ? [] : programFiles) {
    if (file.wrapper === undefined && !existsSync(join(folder ?? '', file.source))) continue;
    const compiled = inFolder((work) => compile(file, folder ?? '', work));
    if (!('ptx' in compiled)) continue;
    const names = ptxKernels(parsePtx(compiled.ptx).module).map(({ name }) => name);
    const machine = machineNamed('sm_90');
    const run = ptx(compiled.ptx);
    for (const [number, sequence] of (await launchesOf(file)).entries())
      for (const [at, { kernel: part, arguments: list, globals, ...extents }] of sequence.entries())
        yield* both([
          {
            name: `${file.launches} ${number + 1}.${at + 1} ${part}`,
            machine,
            run: (options) =>
              run({ ...options, ...ownMemory({ globals }), arguments: options.arguments }),
            kernel: names.find((name) => name.includes(part)),
            launch: { ...extents, scalars: new Map() },
            arguments: list,
          },
        ]);
  }
}

const PER_UNIT = 20;

function* randomAmd({ complain }: Output): Generator<GridLaunch> {
  if (clang.missing !== undefined)
    return complain(`without random kernels of AMD: ${clang.missing}`);
  const chips = [undefined, undefined, undefined, undefined, ...RDNA];
  for (const [seed, chip] of chips.entries()) {
    const way = { ...wayOf(seed, chip), form: 'text' as const };
    const unit = makeUnit(seed, PER_UNIT, hardwareOf(way));
    const { program, text, left } = compileForChip(unit.kernels, way);
    const prepared = new PreparedProgram(program, text);
    for (const n of unit.kernels.keys()) {
      const { kernel, launch, arguments: list } = launchOf(unit, n);
      if (left.includes(kernel)) continue;
      yield {
        name: `seed ${seed} ${kernel} ${way.chip} ${way.level}`,
        machine: machineNamed(way.chip),
        run: (options) => executePrepared(prepared, { ...options, asyncCompletion: modeOf(seed) }),
        kernel,
        launch,
        arguments: list,
      };
    }
  }
}

function randomPtx(output: Output): GridLaunch[] {
  const targets = [
    ['sm_90a', 'sm_90', 80],
    ['sm_80', 'sm_80', 40],
    ['sm_100a', 'sm_100', 40],
  ] as const;
  return targets.flatMap(([target, chip, count]) =>
    inFolder((folder) => {
      const file = join(folder, `${target}.ptx`);
      const text = randomModule(count, 7, target);
      writeFileSync(file, text);
      const run = ptx(text);
      const { launch = { scalars: new Map() }, ...given } = RANDOM_LAUNCH;
      const launches = Array.from({ length: count }, (_, number): GridLaunch => {
        const kernel = `k${number}`;
        return {
          ...given,
          name: `${chip} ${kernel}`,
          machine: machineNamed(chip),
          run,
          kernel,
          launch,
        };
      });
      return withSass(launches, file, output, target);
    }),
  );
}
