/** What is just within a limit, and what is just beyond it. */
import { machineNamed } from '@ldscope/core';
import { describe, expect, it } from 'vitest';
import { readNpy, runGemm } from '../src/index.ts';

describe('the header of a .npy file', () => {
  const bytes = (version: number, length: number, rest: string): Uint8Array =>
    Uint8Array.from([
      0x93,
      ...Buffer.from('NUMPY'),
      version,
      0,
      ...(version > 1 ? [length, 0, 0, 0] : [length, 0]),
      ...Buffer.from(rest),
    ]);
  const header = "{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }";

  it.each([
    ['of version 1', bytes(1, header.length, `${header}abcd`), { descr: '<f4', shape: [1] }],
    ['of version 2', bytes(2, header.length, `${header}abcd`), { descr: '<f4', shape: [1] }],
    ['with 3 bytes', bytes(1, header.length, `${header}abc`), 'it has 3 bytes of data, not 4'],
    ['cut off in its text', bytes(1, header.length, header.slice(0, -1)), 'its header is cut off'],
    ['of version 1 without a text', bytes(1, 0, ''), 'its header has no plain type and shape'],
    ['of version 1, cut off', bytes(1, 0, '').slice(0, 9), 'its header is cut off'],
    ['of version 2, cut off', bytes(2, 0, '').slice(0, 11), 'its header is cut off'],
  ])('%s', (_, file, expected) => {
    const read = readNpy(file);
    if (typeof expected === 'string') expect(read).toBe(expected);
    else expect(read).toMatchObject({ ...expected, data: Uint8Array.from(Buffer.from('abcd')) });
  });
});

it('more products of a GEMM than are computed are refused', () => {
  const machine = machineNamed('gfx942');
  const text = (m: number): string =>
    `gemm: { m: ${m}, n: 8192, k: 32 }\nelement: f16\nblock: [64, 64, 16]\nwaves: [2, 2]\nwarp_tile: [32, 32, 16]\nkpack: 2\nlayout: packed\n`;
  const refused = runGemm(text(2 ** 20), 'gemm.yaml', machine);
  expect(refused.ok ? '' : refused.diagnostics.at(-1)?.code).toBe('spec/too-many');
  expect(runGemm(text(1).replace('8192', '64'), 'gemm.yaml', machine).ok).toBe(true);
});
