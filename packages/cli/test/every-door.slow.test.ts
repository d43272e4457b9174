/**
 * Each command with each kind of input and no option besides, in a folder without a configuration: it answers, or it is told what
 * is missing. `check kernel.mlir` once ended as a bug of ldscope, as a list of chips went where a name belongs.
 */
import { describe, expect, test } from 'vitest';

import { exampleText } from '../../../test/example.ts';
import { buildProgram } from '../src/main.ts';
import { fakeIo, ldscope, type Surroundings } from './fake-io.ts';
import { chosenOf } from '../../../test/cases.ts';

const assembly = exampleText('compiled-transpose/kernel.s');
const plain = exampleText('transpose-plain/kernel.mlir');

/** A file of each kind that is read. */
const inputs: Readonly<Record<string, string>> = {
  'kernel.mlir': plain,
  'broken.mlir': plain.replace('gpu.barrier', 'gpu.barrier )'),
  'kernel.ttgir': exampleText('triton-matmul/kernel.ttgir'),
  'kernel.s': assembly,
  'kernel.ptx': exampleText('cuda/transpose.ptx'),
  'kernel.hip': '__global__ void kernel() {}',
  'kernel.cu': '__global__ void kernel() {}',
  'spec.yaml': exampleText('ck-tile-transpose/spec.yaml'),
  'gemm.sched': exampleText('schedules/gemm-level-1.sched'),
  'layout.hpp': 'using D = tile_distribution_encoding<>;',
  'counters.jsonl':
    '{"op":"ds_read_b32","mask":"0x1","address":[0],"idxActive":1,"bankConflict":0}\n',
  'empty.s': '',
  'words.txt': 'nothing that is known\n',
};

const surroundings: Surroundings = {
  files: inputs,
  compile: ({ language }) => ({
    assembly: language === 'cuda' ? (inputs['kernel.ptx'] ?? '') : assembly,
    sources: new Map<string, string>(),
  }),
};

/** Commands that take files; those that serve, or write a folder of results, have tests of their own. */
const commands = buildProgram(fakeIo().io, () => () => Promise.resolve())
  .commands.filter(({ registeredArguments }) => registeredArguments.length > 0)
  .map((command) => command.name())
  .filter((name) => !['sweep', 'web', 'machine', 'completion'].includes(name));

test('the commands that take files are known', () => {
  expect(commands).toEqual(
    expect.arrayContaining(['analyze', 'check', 'compare', 'fix', 'timeline']),
  );
});

/** What a shell would show of one command: never a bug of ldscope, nor a stack. */
async function answered(argv: readonly string[]): Promise<void> {
  const { code, stdout, stderr } = await ldscope(argv, surroundings);
  expect([0, 1, 2], stderr).toContain(code);
  expect(`${stdout}${stderr}`).not.toMatch(/internal\/unexpected|\n {4}at /);
  expect(`${stdout}${stderr}`, 'an answer, or what is missing').not.toBe('');
}

describe.each(commands)('ldscope %s', (command) => {
  test.each(chosenOf(Object.keys(inputs)))('answers %s without options', async (file) => {
    await answered([command, file]);
    if (command === 'compare' || command === 'validate') await answered([command, file, file]);
    if (command === 'analyze' || command === 'check')
      for (const format of ['json', 'markdown', 'sarif'])
        await answered([command, file, '-f', format]);
  });
});
