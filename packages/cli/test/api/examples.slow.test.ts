/** The examples of the library's page hold, and each function has one. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import * as api from '../../src/index.ts';
import { exampleOf, readExamples } from '../../../../tools/api/examples.ts';
import { examples } from './examples.ts';

it.each(Object.entries(examples))('%s', (_, example) => {
  example();
});

it('show every function, class and constant', () => {
  const text = readFileSync(join(import.meta.dirname, 'examples.ts'), 'utf8');
  const bodies = readExamples(text);
  expect([...bodies.keys()]).toEqual(Object.keys(examples));
  expect(Object.keys(api).filter((name) => exampleOf(name, bodies) === undefined)).toEqual([]);
});
