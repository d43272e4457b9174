/**
 * `npm run differential -- [KERNELS] [FIRST SEED]`: random kernels on the emulator beside native code.
 *
 * Each unit of 20 kernels is compiled one way of 60 (chip, level, selector, form) and executed with loads early or late.
 * `npm run differential -- reduce SEED KERNEL` prints a smaller kernel that still differs, and the pass of the compiler
 * with which it begins to.
 */
import { passAtFault } from './bisect.ts';
import { compareUnit, hostResults, makeUnit } from './compare.ts';
import { deviceSource, missingTools, type Way } from './compile.ts';
import { choices } from './random.ts';
import { reduceKernel } from './reduce.ts';

const PER_UNIT = 20;

function wayOf(seed: number): Way {
  const { pick, once } = choices(seed ^ 0x5bd1e995);
  return {
    chip: pick(['gfx90a', 'gfx942', 'gfx950']),
    level: pick(['-O0', '-O1', '-O2', '-O3', '-Os']),
    form: pick(['text', 'object']),
    globalIsel: once(4),
  };
}

const modeOf = (seed: number): 'early' | 'late' => (seed % 2 === 0 ? 'early' : 'late');

function compareMany(kernels: number, firstSeed: number): number {
  let [executed, words, different, crashed] = [0, 0, 0, 0];
  const progress = (): string =>
    `${executed} kernels, ${words} words, ${different} differences; ${crashed} kernels crash the compiler`;
  for (let seed = firstSeed; executed < kernels; seed++) {
    const way = wayOf(seed);
    const name = `${way.chip} ${way.level}${way.globalIsel ? ' GlobalISel' : ''} ${way.form}`;
    const unit = makeUnit(seed, PER_UNIT);
    const mode = modeOf(seed);
    const result = compareUnit(unit, way, mode, hostResults(unit));
    executed += result.kernels;
    crashed += unit.kernels.length - result.kernels;
    words += result.words;
    different += result.differences.length;
    for (const { kernel, problem } of result.differences) {
      console.log(`seed ${seed} ${kernel} ${name} ${mode}: ${problem}`);
    }
    if (seed % 10 === 9) console.log(progress());
  }
  console.log(progress());
  return different === 0 ? 0 : 1;
}

function reduce(seed: number, kernel: string): number {
  const [way, mode] = [wayOf(seed), modeOf(seed)];
  const unit = reduceKernel(makeUnit(seed, PER_UNIT), kernel, way, mode);
  console.log(deviceSource(unit.kernels));
  console.log(`// ${JSON.stringify(compareUnit(unit, way, mode, hostResults(unit)).differences)}`);
  console.log(`// ${passAtFault(unit, way, mode)}`);
  return 0;
}

function main([first = '1000', second = '1', third = 'k0']: readonly string[]): number {
  const missing = missingTools();
  if (missing !== undefined) {
    console.error(missing);
    return 2;
  }
  if (first === 'reduce') return reduce(Number(second), third);
  return compareMany(Number(first), Number(second));
}

process.exitCode = main(process.argv.slice(2));
