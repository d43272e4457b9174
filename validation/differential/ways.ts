/** How the kernels of a seed are compiled and executed: chosen by the seed, so that its number says it all. */
import { findMachine } from '@ldscope/core';
import { CDNA, RDNA, type Way } from './compile.ts';
import { choices } from './random.ts';

/** How the kernels of a seed are compiled, for a chip that is named or for one of CDNA. */
export function wayOf(seed: number, only?: string): Way {
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
  if (!RDNA.some((one) => one === chip)) return { ...way, chip };
  return { ...way, chip, waveSize: pick(findMachine(chip)?.waveSizes ?? [32]) };
}

/** When their loads are complete. */
export const modeOf = (seed: number): 'early' | 'late' => (seed % 2 === 0 ? 'early' : 'late');
