/** Kernel descriptors, bit by bit, and notes. */
import { expect, test } from 'vitest';
import { rows } from '../../../../test/rows.ts';
import { decodeDescriptor } from '../../src/object/descriptor.ts';
import { findNote } from '../../src/object/elf.ts';

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

/** A note: sizes of name and contents, type, and both padded to four bytes. */
function note(name: string, type: number, contents: string): Uint8Array {
  const padded = (text: string): Buffer =>
    Buffer.concat([Buffer.from(text), Buffer.alloc(-text.length & 3)]);
  const head = Buffer.from(Uint32Array.of(name.length + 1, contents.length, type).buffer);
  return Buffer.concat([head, padded(`${name}\0`), padded(contents)]);
}

test.each(rows`
  AMDGPU | 32 | first
  AMDGPU | 31 | other type
  AMD    | 32 | other name
  AMDGPU | 33 |
`)('the note of %s with type %i is %j', (name, type, wanted) => {
  const notes = [
    note('AMD', 32, 'other name'),
    note('AMDGPU', 31, 'other type'),
    note('AMDGPU', 32, 'first'),
    note('AMDGPU', 32, 'second'),
  ];
  const bytes = Buffer.concat(notes);
  const places = { allocated: true, executable: false, address: 0, size: bytes.length };
  const section = { name: '', type: 7, ...places, bytes, link: 0, info: 0 };
  const sections = [{ ...section, type: 1 }, section];
  const elf = { machine: 224, flags: 0, linked: true, sections, symbols: [] };
  const found = findNote(elf, name, Number(type));
  expect(found && Buffer.from(found).toString()).toBe(wanted === '' ? undefined : wanted);
});
