/**
 * The pass of the compiler that makes a kernel differ: with one pass fewer it does not.
 *
 * Passes run in order up to a limit (`-opt-bisect-limit`). A pass that turns code with the right results into code
 * with wrong ones, both executed by the same emulator, is a suspect: it is at fault, or it brought in an instruction
 * that the emulator executes wrong. Which one, the code before and after it tells.
 */
import { compareUnit, hostResults, type Unit } from './compare.ts';
import { compilerLog, type Way } from './compile.ts';

const limited = (way: Way, limit: number): Way => ({
  ...way,
  options: ['-mllvm', `-opt-bisect-limit=${limit}`],
});

/** The first pass with which the kernels of a unit differ, as the compiler names it. */
export function passAtFault(unit: Unit, way: Way, mode: 'early' | 'late'): string {
  const wanted = hostResults(unit);
  const differs = (limit: number): boolean =>
    compareUnit(unit, limited(way, limit), mode, wanted).differences.length > 0;
  try {
    return firstPass(unit, way, differs);
  } catch (error) {
    return `no bisection: with fewer passes, ${String(error).split('\n', 1)[0]}`;
  }
}

function firstPass(unit: Unit, way: Way, differs: (limit: number) => boolean): string {
  let [right, wrong] = [0, 200_000];
  if (differs(right)) return 'differs without any optional pass';
  if (!differs(wrong)) return 'does not differ under bisection';
  while (wrong - right > 1) {
    const middle =
      wrong - right > 20_000
        ? Math.min(right + 500 + 3 * right, (right + wrong) >> 1)
        : (right + wrong) >> 1;
    if (differs(middle)) wrong = middle;
    else right = middle;
  }
  const line = compilerLog(unit.kernels, limited(way, wrong))
    .split('\n')
    .find((text) => text.includes(`(${wrong})`));
  return line?.trim() ?? `pass ${wrong}`;
}
