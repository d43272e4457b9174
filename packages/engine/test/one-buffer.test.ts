/** A buffer that is named is searched alone, and states of a pass that cannot be read have no figures. */
import { machineNamed } from '@ldscope/core';
import { expect, test } from 'vitest';
import { exampleText } from '../../../test/example.ts';
import { stateExecutor, suggestKernel } from '../src/index.ts';

test('of several buffers the named one is searched', () => {
  const text = exampleText('gemm-gather-plain/kernel.mlir');
  const namesOf = (options: { readonly buffer?: string }): readonly string[] =>
    (suggestKernel(text, { machines: ['gfx950'], ...options }).report?.buffers ?? []).map(
      ({ names }) => names.join(),
    );
  const all = namesOf({});
  expect(all).toHaveLength(2);
  for (const buffer of all) expect(namesOf({ buffer })).toEqual([buffer]);
});

test('a state with errors has no functions', () => {
  const execute = stateExecutor(machineNamed('gfx942'));
  const mlir = exampleText('transpose-plain/kernel.mlir');
  expect(execute({ mlir }).functions.map(({ name }) => name)).toEqual(['@transpose']);
  expect(execute({ mlir: mlir.replace('memref.load', 'memref.load %') }).functions).toEqual([]);
});
