/** States of a pass that cannot be read have no figures. */
import { machineNamed } from '@ldscope/core';
import { expect, test } from 'vitest';
import { exampleText } from '../../../test/example.ts';
import { stateExecutor } from '../src/index.ts';

test('a state with errors has no functions', () => {
  const execute = stateExecutor(machineNamed('gfx942'));
  const mlir = exampleText('transpose-plain/kernel.mlir');
  expect(execute({ mlir }).functions.map(({ name }) => name)).toEqual(['@transpose']);
  expect(execute({ mlir: mlir.replace('memref.load', 'memref.load %') }).functions).toEqual([]);
});
