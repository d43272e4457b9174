/** `ldscope compare`: files, chips, commits; each form of its answer. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exampleText } from '../../../test/example.ts';
import { readRevision, revisionOf } from '../src/io/revision.ts';
import { ldscope } from './fake-io.ts';
import { testSessions } from './sessions.ts';
import { inFolder } from '../../../test/in-folder.ts';

testSessions('compare');

const files = {
  'a.mlir': exampleText('transpose-plain/kernel.mlir'),
  'b.mlir': exampleText('transpose-padded/kernel.mlir'),
  'git HEAD~1:b.mlir': exampleText('transpose-plain/kernel.mlir'),
};

describe('ldscope compare', () => {
  it('says of the cycles that shuffles are not among them, however many either side has', async () => {
    const withShuffles = (count: number): string => {
      const shuffle = (index: number): string =>
        `%s${index}, %p${index} = gpu.shuffle xor %seed, %one, %width : i32\n`;
      const before =
        '%seed = arith.constant 1 : i32\n%one = arith.constant 1 : i32\n%width = arith.constant 64 : i32\n';
      const all = Array.from({ length: count }, (_, index) => shuffle(index)).join('');
      return files['a.mlir'].replace('gpu.barrier', `${before}${all}gpu.barrier`);
    };
    for (const before of [0, 1, 2]) {
      for (const after of [0, 2]) {
        const { stdout } = await ldscope('compare a.mlir b.mlir -m gfx942', {
          files: { 'a.mlir': withShuffles(before), 'b.mlir': withShuffles(after) },
        });
        const line = stdout
          .replace(/\n {10,}/g, ' ')
          .split('\n')
          .find((one) => one.startsWith('  cycles'));
        const numbers = before === after ? `${before}` : `${before} -> ${after}`;
        expect(line).toBe(
          before + after === 0
            ? '  cycles    8,448 in all, as before'
            : `  cycles    8,448 of accesses to the banks, as before; ${numbers} instructions pass by the banks, with cycles that are not known`,
        );
      }
    }
  });
});

describe('a file of a commit', () => {
  it('is named as git names it', () => {
    expect(revisionOf('HEAD~1:a/k.mlir')).toEqual({ revision: 'HEAD~1', path: 'a/k.mlir' });
    for (const name of ['kernel.mlir', '--upload-pack=x:y', ':a', 'a:', 'a b:c'])
      expect(revisionOf(name)).toBeUndefined();
  });

  it('is read beside the folder, then from the root', () => {
    inFolder((folder) => {
      const git = (...given: string[]): void => {
        execFileSync('git', ['-C', folder, ...given], { stdio: 'ignore' });
      };
      mkdirSync(join(folder, 'inner'));
      writeFileSync(join(folder, 'inner', 'k.txt'), 'inner');
      writeFileSync(join(folder, 'top.txt'), 'top');
      git('init', '-q');
      git('add', '.');
      git('-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '-qm', 'one');
      writeFileSync(join(folder, 'top.txt'), 'changed');
      const text = (path: string, at = folder): string =>
        new TextDecoder().decode(readRevision('HEAD', path, at));
      expect(text('top.txt')).toBe('top');
      expect(text('k.txt', join(folder, 'inner'))).toBe('inner');
      expect(text('inner/k.txt', join(folder, 'inner'))).toBe('inner');
      expect(() => text('none.txt')).toThrow(/none\.txt/);
      expect(() => readRevision('nothing', 'top.txt', folder)).toThrow();
    });
  });
});
