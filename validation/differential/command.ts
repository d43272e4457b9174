/**
 * `npm run validate -- differential [KERNELS] [FIRST SEED]`: random kernels on the emulator beside native code.
 *
 * Each unit of 20 kernels is compiled one way of 60 (chip, level, selector, form) and executed with loads early or late.
 * `npm run validate -- differential KERNELS FIRST_SEED CHIP[,CHIP]` takes chips: of RDNA, with waves of 32 or 64 lanes.
 * `npm run validate -- differential reduce SEED KERNEL [CHIP]` prints a smaller kernel that still differs, and the pass of the compiler
 * with which it begins to; `npm run validate -- differential decide SEED KERNEL` executes the compiler's IR of every stage on
 * the host, and the code of other selectors on the emulator.
 */
import { passAtFault } from './bisect.ts';
import { type Comparison, compareUnit, hostResults, makeUnit, type Unit } from './compare.ts';
import { deviceSource, missingTools, type Way } from './compile.ts';
import { hardwareOf } from './hardware.ts';
import { judge } from './evidence.ts';
import type { Output } from '../base/output.ts';
import { addReached, type Reached, reachLines } from './reach.ts';
import { reduceKernel } from './reduce.ts';
import { modeOf, wayOf } from './ways.ts';

const PER_UNIT = 20;

/** A comparison; a unit that cannot be compared at all is a difference of its first kernel. */
function attempt(
  unit: Unit,
  way: Way,
  mode: 'early' | 'late',
  wanted: () => Uint32Array,
): Comparison {
  try {
    return compareUnit(unit, way, mode, wanted());
  } catch (error) {
    const problem = String(error).split('\n', 1)[0] ?? '';
    const differences = [{ kernel: 'k0', problem, cause: undefined }];
    return { kernels: 0, words: 0, mnemonics: new Set(), differences };
  }
}

/** What was compared on a chip so far; all CDNA chips by turns are one. */
class Tally {
  readonly #name: string;
  kernels = 0;
  unexplained = 0;
  #words = 0;
  #different = 0;
  #crashed = 0;

  constructor(name: string) {
    this.#name = name;
  }

  add(unit: Unit, { kernels, words, differences }: Comparison): void {
    this.kernels += kernels;
    this.#words += words;
    this.#crashed += unit.kernels.length - kernels;
    this.#different += differences.length;
    this.unexplained += differences.filter(({ cause }) => cause === undefined).length;
  }

  toString(): string {
    const counts = `${this.kernels} kernels, ${this.#words} words, ${this.#different} differences`;
    return `${this.#name}${counts}, ${this.unexplained} of them unexplained; ${this.#crashed} kernels crash the compiler`;
  }
}

/** Compares as many kernels on each of the chips, `undefined` for those of CDNA by turns. */
function compareMany(
  kernels: number,
  firstSeed: number,
  chips: readonly (string | undefined)[],
  print: Output['print'],
): number {
  const reached: Reached = new Map();
  const tallies = new Map(
    chips.map((chip) => [chip, new Tally(chip === undefined ? '' : `${chip}: `)] as const),
  );
  const isDone = (): boolean => [...tallies.values()].every((tally) => tally.kernels >= kernels);
  const progress = (): void => {
    for (const tally of tallies.values()) print(String(tally));
  };
  for (let seed = firstSeed; !isDone(); seed++) {
    // Chips whose lanes reach as far have the same kernels, and one result on the host.
    const units = new Map<string, { unit: Unit; wanted?: Uint32Array }>();
    for (const [chip, tally] of tallies) {
      const way = wayOf(seed, chip);
      const hardware = hardwareOf(way);
      const key = JSON.stringify(hardware);
      const made = units.get(key) ?? { unit: makeUnit(seed, PER_UNIT, hardware) };
      units.set(key, made);
      const result = attempt(made.unit, way, modeOf(seed), () => {
        return (made.wanted ??= hostResults(made.unit));
      });
      tally.add(made.unit, result);
      addReached(reached, way.chip, result.mnemonics);
      const name = `${way.chip}${way.waveSize === 64 ? ' wave64' : ''} ${way.level}${way.globalIsel ? ' GlobalISel' : ''} ${way.form} ${modeOf(seed)}`;
      for (const { kernel, problem, cause } of result.differences) {
        const why = cause === undefined ? 'unexplained' : `the compiler's: ${cause}`;
        print(`seed ${seed} ${kernel} ${name} (${why}): ${problem}`);
      }
    }
    if (seed % 10 === 9) progress();
  }
  for (const line of reachLines(reached)) print(line);
  progress();
  return [...tallies.values()].every(({ unexplained }) => unexplained === 0) ? 0 : 1;
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

/** Prints what the experiments on one kernel give. */
function decide(
  seed: number,
  name: string,
  chip: string | undefined,
  print: Output['print'],
): number {
  const way = wayOf(seed, chip);
  const { cause } = judge(
    makeUnit(seed, PER_UNIT, hardwareOf(way)),
    name,
    way,
    modeOf(seed),
    print,
  );
  print(`shown: ${cause ?? 'nothing'}`);
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
  return compareMany(Number(first), Number(second), third?.split(',') ?? [undefined], print);
}
