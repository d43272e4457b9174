/** Tables at the very width that they need, and at less: nothing is wider than the page, and nothing is lost. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forAll } from '../../../test/for-all.ts';
import { displayWidth } from '../src/text/measure.ts';
import { pageFor } from '../src/text/style.ts';
import { type Column, table } from '../src/text/table.ts';

const page = (width: number) => ({ ...pageFor({}), width });

const columns: readonly Column[] = [
  { title: '#', align: 'right' },
  { title: 'layout', least: 16, spared: true },
  { title: 'kind', leaves: 1 },
  { title: 'cycles', align: 'right' },
];
const text = 'an XOR of 16 B units';
const rows = [{ cells: [{ text: '1' }, { text }, { text: 'read' }, { text: '7,936' }] }];
/** The margin, the four columns and the gaps between them. */
const needed = 2 + 1 + 2 + text.length + 2 + 4 + 2 + 6;

describe('a table', () => {
  test('that just fits is whole', () => {
    expect(table(columns, rows, page(needed))).toEqual([
      '  #  layout                kind  cycles',
      '  1  an XOR of 16 B units  read   7,936',
    ]);
  });

  test('with one column too few lets one leave, before it breaks what is spared', () => {
    const [head, row, below] = table(columns, rows, page(needed - 1));
    expect(head).toBe('  #  layout                cycles');
    expect(row).toBe('  1  an XOR of 16 B units   7,936');
    expect(below).toContain('read');
  });

  test('without what may leave still just fits', () => {
    const least = needed - 4 - 2;
    expect(table(columns, rows, page(least)).slice(0, 2).join()).toContain(text);
    expect(table(columns, rows, page(least - 1)).join()).not.toContain(text);
  });

  test('goes on in further lines of the row', () => {
    const least = needed - 4 - 2;
    expect(table(columns, rows, page(least - 1))).toEqual([
      '  #  layout               cycles',
      '  1  an XOR of 16 B        7,936',
      '     units',
      '    kind read',
    ]);
    const place = [{ title: 'file', least: 12 }];
    expect(table(place, [{ cells: [{ text: 'kernels/deep/one.mlir:12' }] }], page(16))).toEqual([
      '  file',
      '  kernels/deep/',
      '  one.mlir:12',
    ]);
  });

  test('shrinks a text to its least, and becomes a sentence at one column fewer', () => {
    const own = [
      { title: 'name', least: 16 },
      { title: 'cycles', align: 'right' },
    ] as const;
    const long = [{ cells: [{ text: 'x'.repeat(40) }, { text: '7,936' }] }];
    const least = 2 + 16 + 2 + 6;
    expect(table(own, long, page(least))).toEqual([
      `  name${' '.repeat(14)}cycles`,
      `  ${'x'.repeat(16)}   7,936`,
      `  ${'x'.repeat(16)}`,
      `  ${'x'.repeat(8)}`,
    ]);
    expect(table(own, long, page(least - 1)).join(' ')).toContain('cycles 7,936');
  });

  test('is never wider than its page, and loses no character', () => {
    const words = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '/', '核'), maxLength: 30 });
    forAll(
      [fc.array(words, { minLength: 1, maxLength: 5 }), fc.integer({ min: 30, max: 90 })],
      (names, width) => {
        const lines = table(
          columns,
          names.map((name, at) => ({
            cells: [{ text: String(at) }, { text: name }, { text: 'read' }, { text: `${at},936` }],
          })),
          page(width),
        );
        for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width);
        for (const at of names.keys()) expect(lines.join('\n')).toContain(`${at},936`);
        const letters = (text: string): string => text.replaceAll(/[^ab/核]/g, '');
        const bare = lines.slice(1).join('\n').replaceAll('kind read', '').replaceAll('read', '');
        expect(letters(bare)).toBe(letters(names.join('')));
      },
    );
  });
});
