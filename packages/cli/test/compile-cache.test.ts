/** Entries of the cache of compiled sources hold while they, and all files that they were made of, are as they were. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { CompileCache } from '../src/compile/cache.ts';

const folder = mkdtempSync(join(tmpdir(), 'ldscope-cache-'));
afterAll(() => rmSync(folder, { recursive: true }));

const source = join(folder, 'kernel.hip');
const kept = join(folder, 'ldscope/compiled');
const cache = new CompileCache({ XDG_CACHE_HOME: folder });

/** Bytes with some of them cut off, changed, or put in. */
const damages = fc.oneof(
  fc.record({ kind: fc.constant('cut' as const), at: fc.nat() }),
  fc.record({ kind: fc.constant('flip' as const), at: fc.nat(), bit: fc.nat(7) }),
  fc.record({ kind: fc.constant('insert' as const), at: fc.nat(), bit: fc.nat(7) }),
);

test('an entry that is damaged anywhere is not found', async () => {
  const assembly = 'ds_read_b32 v0, v1 offset:128\n; ldscope.lds {"name":"größe"}\n';
  writeFileSync(source, 'source');
  await cache.keep('key', assembly, [source]);
  expect((await cache.find('key'))?.assembly).toBe(assembly);
  const files = readdirSync(kept).map((name) => join(kept, name));
  const whole = files.map((file) => readFileSync(file));
  await fc.assert(
    fc.asyncProperty(fc.nat(files.length - 1), damages, async (index, damage) => {
      const [file = '', before = Buffer.alloc(0)] = [files[index], whole[index]];
      const at = damage.at % before.length;
      const after =
        damage.kind === 'cut'
          ? before.subarray(0, at)
          : Buffer.concat([
              before.subarray(0, at),
              Buffer.from([(before[at] ?? 0) ^ (1 << damage.bit)]),
              before.subarray(damage.kind === 'flip' ? at + 1 : at),
            ]);
      writeFileSync(file, after);
      // A list of files may be written in other words that mean the same.
      expect([undefined, assembly]).toContain((await cache.find('key'))?.assembly);
      if (file.endsWith('.s')) expect(await cache.find('key')).toBeUndefined();
      writeFileSync(file, before);
    }),
  );
  expect((await cache.find('key'))?.assembly).toBe(assembly);
  writeFileSync(source, 'another source');
  expect(await cache.find('key')).toBeUndefined();
});
