/**
 * Fetches and surface accesses of an H100 against ours (`cases.ts`; measured by `measure.py`).
 *
 * Integers, points and texels that are stored are equal bit by bit. Blends of the linear filter differ in their last bits, since hardware rounds
 * its products and sums of them: by at most 2^-22 of the largest texel for floats, and 2^-16 for formats of 8 and 16 bits.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { findMachine } from '@ldscope/core';
import { encodeTexture, executePtx, parsePtx } from '@ldscope/ptx';
import { describe, expect, test } from 'vitest';
import { HEAD, kernelOf, pointsOf, type TextureCase, textureCases } from './cases.ts';

const path = fileURLToPath(new URL('../data/textures-sm90.jsonl', import.meta.url));
const measured = new Map(
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { name: string; result: string })
    .map(({ name, result }) => [name, new Uint8Array(gunzipSync(Buffer.from(result, 'base64')))]),
);

const machine = findMachine('sm_90');

/** What a case leaves behind: four words per thread, or the texels. */
function resultOf(one: TextureCase): {
  readonly bytes: Uint8Array;
  readonly codes: readonly string[];
} {
  if (machine === undefined) throw new Error('core knows no sm_90');
  const text = HEAD + kernelOf(one, 'k');
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

const toleranceOf = ({ object: { format, filter } }: TextureCase): number =>
  filter === 'point' ? 0 : format === 'f32' ? 2 ** -22 : 2 ** -16;

describe('textures and surfaces of an H100', () => {
  test('every case has a result', () => {
    expect(textureCases.filter(({ name }) => !measured.has(name)).map(({ name }) => name)).toEqual(
      [],
    );
    expect(textureCases).toHaveLength(177);
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
});
