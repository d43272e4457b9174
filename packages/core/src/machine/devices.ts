/**
 * Products: how many compute units of a chip a device has, their clock, and the memory that they share.
 *
 *     MI300X    gfx942    304 units at 2.1 GHz    5.3 TB/s: 8.3 bytes per cycle and unit, where all of them ask for more
 *
 * A chip is everything that a compute unit does by itself (`Machine`); a device is what decides how much memory it gets.
 */
import { documented, type Fact, measured } from './evidence.ts';

/** A product, or the part of it that a program sees as one device. */
export interface Device {
  readonly name: string;
  readonly chip: string;
  readonly computeUnits: Fact<number>;
  /** The peak of the engine clock, in Hz. A device that is limited by its power runs slower. */
  readonly clockHz: Fact<number>;
  /** The peak bandwidth of the memory. */
  readonly bytesPerSecond: Fact<number>;
  /** The cache that all compute units share in front of the memory. */
  readonly lastCache?: { readonly bytes: Fact<number>; readonly bytesPerSecond?: Fact<number> };
}

const GIGA = 1e9;
const TERA = 1e12;
const MEBI = 2 ** 20;

function device(
  name: string,
  chip: string,
  [units, clock, memory]: readonly [units: number, gigahertz: number, terabytes: number],
  lastCache?: Device['lastCache'],
): Device {
  const sheet = `AMD Instinct ${name} data sheet`;
  return {
    name,
    chip,
    computeUnits: documented(units, sheet),
    clockHz: documented(clock * GIGA, sheet, 'peak engine clock'),
    bytesPerSecond: documented(memory * TERA, sheet, 'peak of the memory'),
    ...(lastCache && { lastCache }),
  };
}

const infinityCache = {
  bytes: documented(256 * MEBI, 'AMD CDNA 3 white paper'),
};

/** The first of a chip is taken where nobody names one. */
export const devices: readonly Device[] = [
  device('MI300X', 'gfx942', [304, 2.1, 5.3], {
    ...infinityCache,
    bytesPerSecond: measured(
      11.9 * TERA,
      "Chips and Cheese, Testing AMD's Giant MI300X (2024-06-25)",
      'the peak is 17.2',
    ),
  }),
  device('MI300A', 'gfx942', [228, 2.1, 5.3], infinityCache),
  device('MI325X', 'gfx942', [304, 2.1, 6], infinityCache),
  device('MI355X', 'gfx950', [256, 2.4, 8], {
    bytes: documented(256 * MEBI, 'AMD CDNA 4 white paper'),
  }),
  device('MI350X', 'gfx950', [256, 2.2, 8], {
    bytes: documented(256 * MEBI, 'AMD CDNA 4 white paper'),
  }),
  device('MI210', 'gfx90a', [104, 1.7, 1.6]),
];

/**
 * The product of a chip with a name, in any spelling, or the first of the chip where the name is not a product's: `gfx942`, `MI300`.
 * `undefined` for a product that is not listed, such as the MI308X: another one has other units.
 */
export function deviceOf(chip: string, name = ''): Device | undefined {
  const own = devices.filter((one) => one.chip === chip);
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const product = /mi\d{3}[a-z]?$/.exec(plain)?.[0];
  if (product === undefined || product.endsWith('00')) return own[0];
  return own.find((one) => one.name.toLowerCase().startsWith(product));
}
