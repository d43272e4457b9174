/** Packed bytes come back as they were, and what was changed is refused. */
import { readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { MOST_COMPACT, pack, unpack } from '../../src/share/compact/code.ts';

const text = (path: string): Uint8Array =>
  readFileSync(new URL(`../../../../examples/${path}`, import.meta.url));

test('any bytes come back', async () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.array(fc.constantFrom(0, 97, 255), { maxLength: 600 }).map((all) => Uint8Array.from(all)),
  );
  await fc.assert(
    fc.asyncProperty(bytes, async (all) => {
      const packed = await pack(all);
      expect(packed && (await unpack(packed))).toEqual(Uint8Array.from(all));
    }),
    { seed: 2, numRuns: 12 },
  );
});

test('kernels take less than deflate makes of them', async () => {
  for (const [path, most] of [
    ['transpose-plain/kernel.mlir', 0.55],
    ['compiled-transpose/kernel.s', 0.65],
    ['cuda/transpose.ptx', 0.8],
  ] as const) {
    const whole = text(path);
    const packed = await pack(whole);
    const deflated = deflateRawSync(whole, { level: 9 });
    expect(packed && (await unpack(packed))).toEqual(Uint8Array.from(whole));
    expect(packed?.length ?? Infinity).toBeLessThan(most * deflated.length);
  }
});

test('what was changed, cut or made up is refused', async () => {
  const packed = (await pack(text('transpose-plain/kernel.mlir'))) ?? new Uint8Array();
  await fc.assert(
    fc.asyncProperty(
      fc.nat(packed.length - 1),
      fc.integer({ min: 1, max: 255 }),
      async (at, by) => {
        const changed = Uint8Array.from(packed);
        changed[at] = (changed[at] ?? 0) ^ by;
        expect(await unpack(changed)).toBeUndefined();
      },
    ),
    { seed: 8, numRuns: 12 },
  );
  expect(await unpack(packed.subarray(0, 40))).toBeUndefined();
  expect(await unpack(new Uint8Array())).toBeUndefined();
  expect(await unpack(Uint8Array.of(255, 255, 255, 255, 255))).toBeUndefined();
  expect(await pack(new Uint8Array(MOST_COMPACT + 1))).toBeUndefined();
});
