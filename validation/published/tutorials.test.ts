import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { namesFrom } from './expression.ts';
import {
  type JsonObject,
  listAt,
  numberAt,
  numbersAt,
  objectAt,
  objectsAt,
  textAt,
} from '../base/json.ts';
import { evaluateFormula, parseNotation } from './notation.ts';
import { tutorials } from './tutorials.ts';
import { inRepository } from '../base/paths.ts';

/** Byte address of register j of a thread; a formula without j is the start of a vector of halves. */
function addressOf(text: string, thread: number, j: number): number {
  const notation = parseNotation(text);
  if (!notation.ok || notation.value.kind !== 'formula') throw new Error(text);
  const [t, l, w] = [thread, thread % 64, Math.floor(thread / 64)];
  const names = namesFrom(new Map(Object.entries({ t, l, w, j })));
  const address = evaluateFormula(notation.value, names);
  if (!address.ok) throw new Error(address.error);
  return address.value + (notation.value.range === undefined ? 2 * j : 0);
}

describe('the tutorials', () => {
  const path = inRepository('../shared/cases/ck-cases.json');
  const present = existsSync(path);
  if (!present) console.log('skipped: the CK Tile cases are not beside this checkout');
  const file: JsonObject = present ? (JSON.parse(readFileSync(path, 'utf8')) as JsonObject) : {};
  const cases = objectsAt(file, 'cases')
    .filter((item) => textAt(item, 'kind') === 'lds_byte_addresses')
    .map((item) => ({ id: textAt(item, 'id'), item }));

  test.skipIf(!present)('are all of 64 x 32 elements', () => {
    expect(cases.length).toBeGreaterThan(3);
  });

  test.skipIf(!present).each(cases)('$id has the addresses of the headers', ({ item }) => {
    const input = objectAt(item, 'input');
    const number = numberAt(input, 'tutorial');
    const wide = numberAt(input, 'n_lds_banks_in_descriptor') === 64 ? ' 64' : '';
    const text = tutorials[`${number}${wide}`]?.byte_address[textAt(input, 'side') ?? ''] ?? '';
    const threads = objectsAt(objectAt(item, 'expected'), 'byte_address_of_register_j');
    expect(threads.length).toBeGreaterThan(0);
    for (const row of threads) {
      const thread = numberAt(row, 'thread') ?? -1;
      const ours = listAt(row, 'addresses').map((_, j) => addressOf(text, thread, j));
      expect(ours).toEqual(numbersAt(row, 'addresses'));
    }
  });

  test('write and read every byte of the tile once', () => {
    for (const [name, { byte_address: texts }] of Object.entries(tutorials)) {
      if (name.includes('fp32')) continue;
      const touched = ['write', 'read'].map((side) => {
        const addresses = new Set<number>();
        for (let thread = 0; thread < 256; thread++) {
          for (let j = 0; j < 8; j++) addresses.add(addressOf(texts[side] ?? '', thread, j));
        }
        return [...addresses].sort((a, b) => a - b);
      });
      expect(touched[0], name).toHaveLength(64 * 32);
      expect(touched[1], name).toEqual(touched[0]);
    }
  });
});
