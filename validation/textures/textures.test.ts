/**
 * Fetches and surface accesses of an H100 against ours (`cases.ts`; measured by `measure.py`).
 *
 * Integers, points and texels that are stored are equal bit by bit, and blends to 2^-22 of the largest texel, except for those in three dimensions, where
 * weights of 1/256 are placed otherwise, and those of i8, which may differ by one of 32767.
 */
import { gunzipSync } from 'node:zlib';
import { machineNamed } from '@ldscope/core';
import { encodeTexture, executePtx, parsePtx } from '@ldscope/ptx';
import { describe, expect, test } from 'vitest';
import { inputRows } from '../base/inputs.ts';
import { kernelOf, pointsOf, type TextureCase, textureCases } from './cases.ts';

const rows = inputRows<{ name: string; result: string }>('data/textures-sm90.jsonl');
const measured = new Map(
  rows.map(({ name, result }) => [name, new Uint8Array(gunzipSync(Buffer.from(result, 'base64')))]),
);

const machine = machineNamed('sm_90');

/** What a case leaves behind: four words per thread, or the texels. */
function resultOf(one: TextureCase): {
  readonly bytes: Uint8Array;
  readonly codes: readonly string[];
} {
  const text = kernelOf(one, 'k');
  const { module, diagnostics } = parsePtx(text);
  const texels = one.texels.slice();
  const coordinates = new Uint8Array(one.coordinates.slice().buffer);
  const out = new Uint8Array(coordinates.length);
  const execution = executePtx(module, text, {
    machine,
    arguments: [
      {
        kind: 'value',
        bytes: new Uint8Array(8),
        pointers: [
          {
            offset: 0,
            name: 'the object',
            data: encodeTexture({ ...one.object, address: 0 }),
            pointers: [{ offset: 0, name: 'texels', data: texels }],
          },
        ],
      },
      { kind: 'buffer', data: coordinates },
      { kind: 'buffer', data: out },
    ],
    launch: { grid: [1, 1, 1], block: [pointsOf(one), 1, 1], scalars: new Map() },
  });
  const codes = [...diagnostics, ...execution.diagnostics]
    .filter(({ severity }) => severity !== 'note')
    .map(({ code }) => code);
  return { bytes: one.result === 'texels' ? texels : out, codes };
}

/** Of what is not a blend there is none. */
function toleranceOf({ object: { format, filter, shape } }: TextureCase): number {
  if (filter === 'point') return 0;
  if (shape === '3d') return 2 ** -6;
  if (format === 's8') return 1.01 / 32767;
  return 2 ** -22;
}

/** Fetches of floats that are not the same to 2^-22. */
function differences(one: TextureCase, ours: Uint8Array): number {
  const theirs = measured.get(one.name) ?? new Uint8Array(0);
  const [a, b] = [new Float32Array(ours.buffer), new Float32Array(theirs.buffer)];
  const largest = Math.max(1, ...b.map(Math.abs));
  const rows = Array.from({ length: b.length / 4 }, (_, row) =>
    [0, 1, 2, 3].map((i) => 4 * row + i),
  );
  return rows.filter((row) =>
    row.some((i) => !(Math.abs((a[i] ?? NaN) - (b[i] ?? NaN)) <= 2 ** -22 * largest)),
  ).length;
}

describe('textures and surfaces of an H100', () => {
  test('every case has a result', () => {
    const names = textureCases.map(({ name }) => name);
    expect(names.filter((name) => !measured.has(name))).toEqual([]);
    expect(new Set(names).size).toBe(177);
  });

  test.each(textureCases)('$name', (one) => {
    const { bytes, codes } = resultOf(one);
    expect(codes).toEqual([]);
    const theirs = measured.get(one.name) ?? new Uint8Array(0);
    if (one.result !== 'floats') {
      expect(Buffer.compare(bytes, theirs)).toBe(0);
      return;
    }
    const [a, b] = [new Float32Array(bytes.buffer), new Float32Array(theirs.buffer)];
    const tolerance = toleranceOf(one) * Math.max(1, ...b.map(Math.abs));
    for (const [i, value] of b.entries())
      if (!(Math.abs(value - (a[i] ?? NaN)) <= tolerance)) expect([i, a[i]]).toEqual([i, value]);
  });

  test('blends in three dimensions differ in 16 of 512 fetches', () => {
    const blends = textureCases.filter(
      ({ object: { shape, filter } }) => shape === '3d' && filter === 'linear',
    );
    const all = blends.map((one) => differences(one, resultOf(one).bytes));
    expect(all.reduce((sum, one) => sum + one, 0)).toBe(16);
    expect(blends.reduce((sum, one) => sum + pointsOf(one), 0)).toBe(512);
  });
});
