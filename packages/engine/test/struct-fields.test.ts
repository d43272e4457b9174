/** Fields of a struct at bytes that are given: side by side in any order, and those that have a byte in common. */
import { parseLaunchFile } from '@ldscope/engine';
import { expect, test } from 'vitest';
import { rows } from '../../../test/rows.ts';

/** The bytes of an argument in hex, or what is wrong with it. */
async function structOf(argument: string): Promise<string> {
  const launch = await parseLaunchFile(`grid: 1\nargs:\n  - ${argument}\n`, () =>
    Promise.resolve(undefined),
  );
  if (!launch.ok) return launch.diagnostics.map(({ message }) => message).join('; ');
  const [value] = launch.value.arguments ?? [];
  return value?.kind === 'value' ? Buffer.from(value.bytes).toString('hex') : '';
}

test.each(rows`
  [{ u16: 1 }, { u16: 2 }]                                  | 01000200
  [{ at: 2, u16: 1 }, { at: 0, u16: 2 }]                    | 02000100
  [{ at: 4, u16: 1 }, { at: 0, u16: 2 }, { at: 2, u16: 3 }] | 020003000100
  [{ at: 2, u16: 1 }, { at: 1, u8: 2 }]                     | 00020100
  [{ at: 1, u16: 1 }, { at: 0, u8: 2 }]                     | 020100
`)('%s: %s', async (fields, wanted) => {
  expect(await structOf(fields)).toBe(wanted);
  expect(await structOf(`{ struct: ${fields} }`)).toBe(wanted);
});

test.each(rows`
  { at: 0, u16: 1 }, { at: 1, u8: 2 }            | fields 0 and 1 overlap at byte 1
  { at: 1, u16: 1 }, { at: 0, u16: 2 }           | fields 0 and 1 overlap at byte 1
  { at: 4, u8: 1 }, { at: 3, u32: 2 }            | fields 0 and 1 overlap at byte 4
  { u8: 1 }, { at: 4, u16: 1 }, { at: 5, u8: 2 } | fields 1 and 2 overlap at byte 5
`)('%s are refused, with whose they are', async (fields, problem) => {
  const told = (whose: string): string => `the struct of ${whose} cannot be laid out: ${problem}`;
  expect(await structOf(`[${fields}]`)).toBe(told('argument 0'));
  expect(await structOf(`{ struct: [${fields}] }`)).toBe(told('argument 0'));
  const inside = `{ i32: 0 }, { struct: [${fields}] }`;
  expect(await structOf(`{ struct: [${inside}] }`)).toBe(told('field 1 of argument 0'));
});
