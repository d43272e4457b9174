/**
 * `npm run validate -- differential [KERNELS] [FIRST SEED]`: random kernels on the emulator beside native code.
 *
 * Each unit of 20 kernels is compiled one way of 60 (chip, level, selector, form) and executed with loads early or late.
 * `npm run validate -- differential KERNELS FIRST_SEED CHIP` takes one chip: of RDNA, with waves of 32 or 64 lanes.
 * `npm run validate -- differential reduce SEED KERNEL [CHIP]` prints a smaller kernel that still differs, and the pass of the compiler
 * with which it begins to; `npm run validate -- differential decide SEED KERNEL` executes the compiler's IR of every stage on
 * the host, and the code of other selectors on the emulator.
 */
import { findMachine } from '@ldscope/core';
import { passAtFault } from './bisect.ts';
import { type Comparison, compareUnit, hostResults, makeUnit, type Unit } from './compare.ts';
import { deviceSource, missingTools, type Way } from './compile.ts';
import { hardwareOf } from './hardware.ts';
import { judgeIr, WITHOUT_WAVE_ATOMICS } from './ir-on-host.ts';
import { choices } from './random.ts';
import type { Output } from '../output.ts';
import { reduceKernel } from './reduce.ts';

const PER_UNIT = 20;

const RDNA: readonly Way['chip'][] = ['gfx1100', 'gfx1151', 'gfx1201', 'gfx1250'];
const CDNA: readonly Way['chip'][] = ['gfx900', 'gfx906', 'gfx908', 'gfx90a', 'gfx942', 'gfx950'];

function wayOf(seed: number, only?: string): Way {
  const { pick, once } = choices(seed ^ 0x5bd1e995);
  const way: Way = {
    chip: pick(['gfx90a', 'gfx942', 'gfx950']),
    level: pick(['-O0', '-O1', '-O2', '-O3', '-Os']),
    form: pick(['text', 'object']),
    globalIsel: once(4),
  };
  if (only === undefined) return way;
  const chip = [...RDNA, ...CDNA].find((name) => name === only);
  if (chip === undefined) throw new Error(`no kernels are compared on ${only}`);
  if (!RDNA.includes(chip)) return { ...way, chip };
  return { ...way, chip, waveSize: pick(findMachine(chip)?.waveSizes ?? [32]) };
}

const modeOf = (seed: number): 'early' | 'late' => (seed % 2 === 0 ? 'early' : 'late');

/** A comparison; a unit that cannot be compared at all is a difference of its first kernel. */
function attempt(unit: Unit, way: Way, mode: 'early' | 'late'): Comparison {
  try {
    return compareUnit(unit, way, mode, hostResults(unit));
  } catch (error) {
    const problem = String(error).split('\n', 1)[0] ?? '';
    return { kernels: 0, words: 0, differences: [{ kernel: 'k0', problem, cause: undefined }] };
  }
}

function compareMany(
  kernels: number,
  firstSeed: number,
  chip: string | undefined,
  print: Output['print'],
): number {
  let [executed, words, different, unexplained, crashed] = [0, 0, 0, 0, 0];
  const progress = (): string =>
    `${executed} kernels, ${words} words, ${different} differences, ${unexplained} of them unexplained; ${crashed} kernels crash the compiler`;
  for (let seed = firstSeed; executed < kernels; seed++) {
    const way = wayOf(seed, chip);
    const name = `${way.chip}${way.waveSize === 64 ? ' wave64' : ''} ${way.level}${way.globalIsel ? ' GlobalISel' : ''} ${way.form}`;
    const unit = makeUnit(seed, PER_UNIT, hardwareOf(way));
    const mode = modeOf(seed);
    const result = attempt(unit, way, mode);
    executed += result.kernels;
    crashed += unit.kernels.length - result.kernels;
    words += result.words;
    different += result.differences.length;
    for (const { kernel, problem, cause } of result.differences) {
      if (cause === undefined) unexplained++;
      const why = cause === undefined ? 'unexplained' : `the compiler's: ${cause}`;
      print(`seed ${seed} ${kernel} ${name} ${mode} (${why}): ${problem}`);
    }
    if (seed % 10 === 9) print(progress());
  }
  print(progress());
  return unexplained === 0 ? 0 : 1;
}

function reduce(
  seed: number,
  kernel: string,
  chip: string | undefined,
  print: Output['print'],
): number {
  const [way, mode] = [wayOf(seed, chip), modeOf(seed)];
  const unit = reduceKernel(makeUnit(seed, PER_UNIT, hardwareOf(way)), kernel, way, mode);
  print(deviceSource(unit.kernels));
  print(`// ${JSON.stringify(compareUnit(unit, way, mode, hostResults(unit)).differences)}`);
  print(`// ${passAtFault(unit, way, mode)}`);
  return 0;
}

/** The host, the IR of every stage on the host, and the emulator on both selectors. */
function decide(
  seed: number,
  name: string,
  chip: string | undefined,
  print: Output['print'],
): number {
  const [way, mode] = [wayOf(seed, chip), modeOf(seed)];
  const unit = makeUnit(seed, PER_UNIT, hardwareOf(way));
  const index = unit.kernels.findIndex((kernel) => kernel.name === name);
  const one = {
    ...unit,
    kernels: unit.kernels.slice(index, index + 1),
    given: unit.given.slice(index, index + 1),
  };
  for (const { stage, problem, error } of judgeIr(one, 0, way, hostResults(one)))
    print(`IR after ${stage}: ${error ?? problem}`);
  // Machine code of all kernels together, as it was compared: which functions are inlined depends on it.
  const all = hostResults(unit);
  const steps = ['-mllvm', WITHOUT_WAVE_ATOMICS];
  const ways: readonly (readonly [string, Way])[] = [
    ['SelectionDAG', { ...way, globalIsel: false, options: steps }],
    [
      'SelectionDAG without mixed precision',
      {
        ...way,
        globalIsel: false,
        options: [
          ...steps,
          '-Xclang',
          '-target-feature',
          '-Xclang',
          '-fma-mix-insts',
          '-Xclang',
          '-target-feature',
          '-Xclang',
          '-mad-mix-insts',
        ],
      },
    ],
    ['GlobalISel', { ...way, globalIsel: true, options: steps }],
    [
      'GlobalISel, banks by uniformity',
      { ...way, globalIsel: true, options: [...steps, '-mllvm', '-new-reg-bank-select'] },
    ],
  ];
  for (const [text, other] of ways) {
    try {
      const { differences, kernels } = compareUnit(unit, other, mode, all, undefined, name);
      const problems = differences.map(({ problem }) => problem).join('; ');
      print(
        `emulator, ${text}: ${problems !== '' ? problems : kernels === 0 ? 'crashes the compiler' : 'right'}`,
      );
    } catch (error) {
      print(`emulator, ${text}: ${String(error)}`);
    }
  }
  return 0;
}

/** Runs the program; returns its exit code. */
export function main(
  [first = '1000', second = '1', third, fourth]: readonly string[],
  { print, complain }: Output,
): number {
  const missing = missingTools();
  if (missing !== undefined) {
    complain(missing);
    return 2;
  }
  if (first === 'reduce') return reduce(Number(second), third ?? 'k0', fourth, print);
  if (first === 'decide') return decide(Number(second), third ?? 'k0', fourth, print);
  return compareMany(Number(first), Number(second), third, print);
}
