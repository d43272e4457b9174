/** Chips that are not given, values that would be lost, and bugs: what the command says of its own use. */
import { describe, expect, test } from 'vitest';
import { exampleText } from '../../../test/example.ts';
import { run } from '../src/main.ts';
import { fakeIo, ldscope } from './fake-io.ts';
import { testSessions } from './sessions.ts';

testSessions('given-values');

const assembly = exampleText('compiled-transpose/kernel.s');
const plain = exampleText('transpose-plain/kernel.mlir');
const surroundings = {
  files: {
    'kernel.mlir': plain,
    'kernel.s': assembly,
    'kernel.ptx': exampleText('cuda/transpose.ptx'),
    'kernel.hip': '',
  },
  compile: () => ({ assembly, sources: new Map<string, string>() }),
};

describe('ldscope check without a chip', () => {
  test.each([
    ['kernel.mlir', 'gfx950', 'assumed'],
    ['kernel.s', 'gfx942', 'named'],
    ['kernel.ptx', 'sm_80', 'named'],
    ['kernel.hip', 'gfx942', 'named'],
  ])('judges %s for %s, as analyze does', async (file, chip, how) => {
    const alone = await ldscope(['check', file], surroundings);
    const chosen = await ldscope(['check', file, '-m', chip], surroundings);
    const notes = /note usage\/assumed-machine/.test(alone.stderr);
    expect([alone.stdout, alone.code, notes]).toEqual([
      chosen.stdout,
      chosen.code,
      how === 'assumed',
    ]);
  });
});

test('a bug leaves its stack where LDSCOPE_DEBUG asks for it', async () => {
  const { io, outcome } = fakeIo({ env: { LDSCOPE_DEBUG: '1' }, fault: new TypeError('oh') });
  expect(await run(['check', 'k.mlir', '-m', 'gfx942'], io)).toBe(2);
  expect(outcome().stderr).toMatch(/TypeError: oh\n {4}at /);
  expect(outcome().stderr).toContain('internal/unexpected');
});
