/** Directives, declarations, operands and control flow of PTX: what ptxas takes is executed with the right result, or refused by name. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { constructs, moduleOf } from './constructs/corpus.ts';
import { chosenOf } from '../../../test/cases.ts';
import { inFolder } from '../../../test/in-folder.ts';
import { run } from './harness.ts';

describe.each(constructs)('$name', (construct) => {
  const { result } = construct;
  test('is executed, or refused by name', () => {
    const to = new Uint32Array(64);
    const { codes, execution } = run(moduleOf(construct), [to], {
      kernel: 'k',
      dynamicBytes: 64,
      maxSteps: 1000,
    });
    if (typeof result === 'string') {
      expect(codes).toContain(result);
      return;
    }
    expect(codes).toEqual([]);
    expect(execution.workgroups.executed).toBe(1);
    expect(to[0]).toBe(result >>> 0);
  });
});

const assembler = spawnSync('ptxas', ['--version']).status === 0;
const skipped = assembler ? '' : ' (skipped: needs ptxas of CUDA 13)';
describe.skipIf(!assembler)(`ptxas takes${skipped}`, () => {
  test.each(chosenOf(constructs.filter(({ isAssembled }) => isAssembled)))('$name', (construct) => {
    inFolder((folder) => {
      const file = join(folder, 'a.ptx');
      const text = moduleOf(construct);
      writeFileSync(file, text);
      const target = /\.target (sm_\w+)/.exec(text)?.[1] ?? 'sm_90';
      // What is linked from elsewhere stays open.
      const flags = [
        ...(/\.extern|\.unified/.test(text) ? ['-c'] : []),
        `-arch=${target}`,
        file,
        '-o',
        join(folder, 'a.o'),
      ];
      const { status, stderr } = spawnSync('ptxas', flags, { encoding: 'utf8' });
      expect(stderr.replaceAll(file, '')).not.toMatch(/error|fatal/);
      expect(status).toBe(0);
    });
  });
});
