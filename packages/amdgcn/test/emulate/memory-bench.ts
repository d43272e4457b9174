/** Waves with buffers, scratch and registers full of different bytes, for tests of vector memory. */
import type { Target, WaveSize } from '../../src/state/target.ts';
import { codeOf } from '../../src/state/target.ts';
import { type Bench, bench, setPair, setRow } from './harness.ts';

const isRdna = (chip: Target): boolean => codeOf(chip).family === 'rdna';

/** Lane l's address is 48 l into the buffer, for flat, global and buffer forms; scratch has 8 l mod 32. */
export function memoryBench(
  space: string,
  chip: Target = 'gfx950',
  size: WaveSize = isRdna(chip) ? 32 : 64,
): Bench {
  const all = bench(chip, 4096, false, size);
  const { wave, data, buffer } = all;
  for (let i = 0; i < data.length; i++) data[i] = (i * 91 + (i >> 7) * 3) & 0xff;
  for (let row = 8; row < 32; row++)
    setRow(wave, row, (lane) => (row * 0x11223344 + lane * 0x01030507) >>> 0);
  setRow(wave, 3, () => Math.floor(buffer.base / 2 ** 32));
  setRow(wave, 2, (lane) => (buffer.base % 2 ** 32) + 48 * lane);
  if (isRdna(chip) || space === 'buffer') setPair(wave, 4, buffer.base);
  if (space === 'buffer') {
    setRow(wave, 2, (lane) => 48 * lane);
    // A raw buffer: OOB_SELECT 3 on RDNA; of gfx1250 the size in units of 128 bytes, and no flags.
    const flags = isRdna(chip) ? 3 * 2 ** 28 : 0;
    wave.s.set(chip === 'gfx1250' ? [4096 / 128, 0, 0] : [4096, flags, 0], 6);
  }
  if (space === 'scratch') setRow(wave, 2, (lane) => 8 * (lane & 3));
  return all;
}

/** Byte `byte` of what lane `lane` addresses with an offset of 16. */
export function placesOf(
  { space, byLane }: { readonly space: string; readonly byLane?: boolean },
  { environment, data, wave }: Bench,
): (lane: number, byte: number) => number {
  const lanesApart = byLane === true ? 4 : 48;
  if (space !== 'scratch') return (lane, byte) => data[lanesApart * lane + 16 + byte] ?? 0;
  const region = environment.memory.find(environment.scratch.base);
  if (region === undefined) throw new Error('no private memory');
  return (lane, byte) => {
    const at = 8 * (lane & 3) + 16 + byte;
    return region.load8((at >> 2) * 4 * wave.size + 4 * lane + (at & 3));
  };
}
