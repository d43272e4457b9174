/** The JSON Schemas of configurations and specifications and their readers: what one takes, the other takes. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import {
  gemmShape,
  type Keys,
  machineNamed,
  readCkGemm,
  readCkTileSpec,
  readShape,
  shape as shapes,
  specMessages,
} from '@ldscope/core';
import { checkConfigSchema, parseCheckConfig, specificationSchema } from '@ldscope/engine';
import { forAll } from '../../../test/for-all.ts';
import { hasAjv, validatorOf } from '../../../test/json-schema.ts';
import { leastCases } from '../../../test/cases.ts';
import { valuesOf } from '../../../test/shape-values.ts';
import { configShape, readConfigShape } from '../src/check/config-shape.ts';
import { genericShape, readGenericSpec } from '../src/spec/generic/read-generic.ts';
import { specificationShape } from '../src/spec/spec-schema.ts';

const root = join(import.meta.dirname, '../../..');

/** The files of a form: examples and cases, and blocks of YAML in the documentation. */
function filesWith(key: RegExp): [name: string, text: string][] {
  const folders = ['docs', 'examples', 'packages/cli/test/cases', 'validation/documents/inputs'];
  return (
    folders
      .flatMap((folder) =>
        readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
          .filter((path) => /\.(?:md|yaml)$/.test(path))
          .map((path) => join(folder, path)),
      )
      .flatMap((path) => {
        const text = readFileSync(join(root, path), 'utf8');
        const blocks = [...text.matchAll(/^```yaml\n([\s\S]*?)^```/gm)].map(
          ([, block = '']) => block,
        );
        return (path.endsWith('.md') ? blocks : [text]).map((one): [string, string] => [path, one]);
      })
      // Parameters of a sweep over shapes are filled in before the file is read.
      .filter(([, text]) => key.test(text) && !text.includes('${'))
  );
}

const readSpecification = (data: unknown) => readShape(data, specificationShape, specMessages);

describe.skipIf(!hasAjv()).each([
  ['check', checkConfigSchema(), configShape, readConfigShape, /^machines:/m],
  ['spec', specificationSchema(), specificationShape, readSpecification, /^(?:tutorial|element):/m],
] as const)('the schema %s', (name, schema, shape, read, key) => {
  const isValid = validatorOf(schema);

  test('is that of the package', async () => {
    const text = `${JSON.stringify(schema, undefined, 2)}\n`;
    await expect(text).toMatchFileSnapshot(join(root, `packages/cli/schema/${name}.schema.json`));
  });

  test.each(filesWith(key))('takes %s', (_name, text) => {
    const data: unknown = parse(text);
    expect(read(data)).toMatchObject({ ok: true });
    expect(isValid(data)).toBe(true);
  });

  test('takes what the reader takes', () => {
    let good = 0;
    forAll([valuesOf(shape)], 1000, (data) => {
      const { ok } = read(data);
      expect(isValid(data), JSON.stringify(data)).toBe(ok);
      if (ok) good++;
    });
    expect(good).toBeGreaterThan(leastCases(100));
  });
});

test('a configuration of the right form is refused for its chips and days alone; no text makes the reader fail', () => {
  forAll([fc.oneof(valuesOf(configShape), fc.string({ maxLength: 60 }))], (data) => {
    const read = parseCheckConfig(typeof data === 'string' ? data : JSON.stringify(data));
    if (!read.ok) expect(read.diagnostics.length).toBeGreaterThan(0);
    if (typeof data === 'string' || !readConfigShape(data).ok) return;
    for (const { code } of read.diagnostics) expect(code).toMatch(/\/(?:machine|date)$/);
  });
});

/** A sound value, with some of its keys at random. */
const nearly = (keys: Keys, sound: Readonly<Record<string, unknown>>) =>
  fc.record(
    Object.fromEntries(
      Object.entries(sound).map(([key, value]) => {
        const random = valuesOf(keys[key]?.shape ?? shapes.anything);
        return [key, fc.oneof({ weight: 8, arbitrary: fc.constant(value) }, random)];
      }),
    ),
  );

const soundTile =
  '{ element: f16, tile: 128x64, layout: pad 72, waves: 4, copies: 1, accesses: [{ write: row-copy b64 }] }';
const soundGemm =
  '{ gemm: { m: 64, n: 64, k: 64 }, element: f16, block: [64, 64, 32], waves: [2, 2], warp_tile: [32, 32, 16], kpack: 8, layout: packed }';

test.each([
  ['a tile', genericShape.keys, readGenericSpec, soundTile],
  ['a GEMM', gemmShape.keys, readCkGemm, soundGemm],
  ['a tile of CK Tile', {}, readCkTileSpec, '{}'],
] as const)('%s that is not read is told of', (_name, keys, read, text) => {
  const sound = parse(text) as Readonly<Record<string, unknown>>;
  const machines = ['gfx942', 'gfx950', 'sm_90', 'gfx1100'].map(machineNamed);
  const data = fc.oneof({ weight: 9, arbitrary: nearly(keys, sound) }, fc.anything());
  let good = 0;
  forAll([data, fc.constantFrom(...machines)], 600, (one, machine) => {
    const { value, diagnostics } = read(one, machine, 'fuzz');
    const errors = diagnostics.filter(({ diagnostic }) => diagnostic.severity === 'error');
    expect(value === undefined).toBe(errors.length > 0);
    if (value !== undefined) good++;
  });
  if ('element' in sound) expect(good).toBeGreaterThan(leastCases(30));
});
