/** Kernel descriptors, bit by bit. */
import { expect, test } from 'vitest';
import { decodeDescriptor } from '../../src/object/descriptor.ts';

const chips = [
  ['gfx908', 31],
  ['gfx942', 31],
  ['gfx1100', 31],
  ['gfx1201', 31],
  ['gfx1250', 63],
] as const;

test.each(chips)('on %s up to %i user registers are counted', (chip, most) => {
  const ones = new Uint8Array(64).fill(255);
  expect(decodeDescriptor(ones, chip)?.get('user_sgpr_count')).toBe(most);
  expect(decodeDescriptor(ones.subarray(1), chip)).toBeUndefined();
});

test.each(chips)('on %s no two fields share a bit', (chip) => {
  const none = decodeDescriptor(new Uint8Array(64), chip);
  const shown = new Set<string>();
  for (let bit = 0; bit < 512; bit++) {
    const bytes = new Uint8Array(64);
    bytes[bit >> 3] = 1 << (bit & 7);
    const fields = [...(decodeDescriptor(bytes, chip) ?? [])];
    const names = fields.flatMap(([name, value]) => (none?.get(name) === value ? [] : [name]));
    // Registers are counted in other units in waves of 32 lanes.
    const own = names.includes('wavefront_size32') ? ['wavefront_size32'] : names;
    expect(own.length).toBeLessThanOrEqual(1);
    for (const name of own) shown.add(name);
  }
  expect([...shown].sort()).toEqual([...(none?.keys() ?? [])].sort());
});
