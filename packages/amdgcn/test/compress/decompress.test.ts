/** zlib and Zstandard: what other programs packed comes out as it went in, and damage never throws. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { constants, deflateSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forAll } from '../../../../test/for-all.ts';
import { inflateZlib } from '../../src/compress/inflate.ts';
import { md5Words } from '../../src/compress/md5.ts';
import { decompressZstd } from '../../src/compress/zstd/decompress.ts';
import { listing, runs, skewedBytes } from './texts.ts';

const texts = { listing: listing(900), skewed: skewedBytes(3000), runs } as const;
const packed = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(new URL(`packed/${name}.zst`, import.meta.url)));

/** Equality of large arrays, without a comparison of every element that is printed. */
const isSame = (a: Uint8Array | undefined, b: Uint8Array): boolean =>
  a !== undefined && Buffer.compare(a, b) === 0;

const anyBytes = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc
    .tuple(fc.constantFrom(...Object.values(texts)), fc.nat(70_000))
    .map(([bytes, size]) => bytes.slice(0, size)),
  fc.nat(20_000).map(skewedBytes),
);

describe('zlib', () => {
  it('unpacks what zlib packs, by every strategy', () => {
    const { Z_FIXED, Z_HUFFMAN_ONLY, Z_RLE, Z_DEFAULT_STRATEGY } = constants;
    const strategies = fc.constantFrom(Z_FIXED, Z_HUFFMAN_ONLY, Z_RLE, Z_DEFAULT_STRATEGY);
    const property = fc.property(anyBytes, fc.nat(9), strategies, (bytes, level, strategy) =>
      isSame(inflateZlib(deflateSync(bytes, { level, strategy }), bytes.length), bytes),
    );
    fc.assert(property, { numRuns: 120, seed: 1 });
  });

  it('refuses what is longer than its limit or cut off', () => {
    const file = deflateSync(texts.listing);
    expect(inflateZlib(file, texts.listing.length - 1)).toBeUndefined();
    expect(inflateZlib(deflateSync(new Uint8Array(2 ** 26)), 2 ** 20)).toBeUndefined();
    for (let length = 0; length < file.length; length += 7)
      expect(inflateZlib(file.subarray(0, length), 1e6)).toBeUndefined();
  });

  it('takes any damage without an exception, and makes no more than its limit', () => {
    const limit = 100_000;
    const file = deflateSync(texts.skewed);
    const edits = fc.array(fc.tuple(fc.nat(file.length - 1), fc.nat(255)), { minLength: 1 });
    const property = fc.property(edits, (list) => {
      const broken = Uint8Array.from(file);
      for (const [at, value] of list) broken[at] = value;
      expect(inflateZlib(broken, limit)?.length ?? 0).toBeLessThanOrEqual(limit);
    });
    fc.assert(property, { numRuns: 500, seed: 4 });
  });
});

const zstd = spawnSync('zstd', ['--version'], { encoding: 'utf8' });
const noZstd = zstd.status !== 0;
if (noZstd) console.log('skipped: needs zstd in PATH');

describe('Zstandard', () => {
  it.each(['listing', 'skewed', 'runs'] as const)('unpacks %s', (name) => {
    for (const level of [1, 19])
      expect(isSame(decompressZstd(packed(`${name}-${level}`), Infinity), texts[name])).toBe(true);
  });

  it('unpacks frames behind each other, and skips those that are to be skipped', () => {
    const skipped = Uint8Array.of(0x5a, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3);
    const file = Buffer.concat([packed('runs-1'), skipped, packed('skewed-19')]);
    expect(isSame(decompressZstd(file, 1e6), Buffer.concat([texts.runs, texts.skewed]))).toBe(true);
  });

  it('refuses what is longer than its limit or cut off', () => {
    const file = packed('listing-19');
    expect(decompressZstd(file, texts.listing.length - 1)).toBeUndefined();
    // At the ends of frames a file is whole, as an empty one is.
    for (let length = 1; length < file.length; length += 7)
      expect(decompressZstd(file.subarray(0, length), 1e6)).toBeUndefined();
  });

  it('takes any damage without an exception, and makes no more than its limit', () => {
    const limit = 100_000;
    const edits = fc.array(fc.tuple(fc.nat(2700), fc.nat(255)), { minLength: 1, maxLength: 4 });
    const names = fc.constantFrom('listing-1', 'listing-19', 'skewed-19', 'runs-1');
    const property = fc.property(names, edits, (name, list) => {
      const broken = packed(name);
      for (const [at, value] of list) broken[at % broken.length] = value;
      expect(decompressZstd(broken, limit)?.length ?? 0).toBeLessThanOrEqual(limit);
    });
    fc.assert(property, { numRuns: 1500, seed: 2 });
  });

  it.skipIf(noZstd)('unpacks what zstd packs', () => {
    const flags = fc.constantFrom('-1', '-3', '-9', '-19', '--fast=4', '--long=27', '--no-check');
    const property = fc.property(anyBytes, flags, (bytes, flag) => {
      const { stdout } = spawnSync('zstd', [flag, '-c', '-'], { input: bytes });
      return isSame(decompressZstd(new Uint8Array(stdout), bytes.length), bytes);
    });
    fc.assert(property, { numRuns: 60, seed: 3 });
  });
});

it('MD5 is that of Node, at every length about a block', () => {
  forAll([fc.oneof(anyBytes, fc.nat(200).map(skewedBytes))], (bytes) => {
    const digest = createHash('md5').update(bytes).digest();
    expect(md5Words(bytes)).toEqual([digest.readUInt32LE(0), digest.readUInt32LE(4)]);
  });
});
