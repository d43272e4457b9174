/** `ldscope compare`: files, chips, commits; each form of its answer. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exampleText } from '../../../test/example.ts';
import { readRevision, revisionOf } from '../src/io/revision.ts';
import { ldscope } from './fake-io.ts';

const files = {
  'a.mlir': exampleText('transpose-plain/kernel.mlir'),
  'b.mlir': exampleText('transpose-padded/kernel.mlir'),
  'git HEAD~1:b.mlir': exampleText('transpose-plain/kernel.mlir'),
};

describe('ldscope compare', () => {
  it('says what changed and why', async () => {
    const { code, stdout } = await ldscope('compare a.mlir b.mlir -m gfx942', { files });
    expect(code).toBe(0);
    expect(stdout.split('\n').slice(0, 14)).toEqual([
      'transpose: a.mlir -> b.mlir',
      '  machine   gfx942, default',
      '  conflicts 7,936 -> 0 LDS cycles, 7,936 fewer',
      '  cycles    8,448 -> 512 in all, 7,936 fewer',
      '  memory    4 KiB -> 4,224 B of LDS per workgroup',
      '',
      'Buffers',
      '  buffer    conflict        cycles  changed  layout',
      '  %tile   7,936 -> 0  8,448 -> 512  pitch    plain -> rows of 132 B (128 + 4)',
      '',
      'Instructions',
      '  before  after  instruction    conflict        cycles  why',
      '  22:5    22:5   ds_read_b32  7,936 -> 0  8,192 -> 256  pitch',
      '  1 instruction costs the same.',
    ]);
    expect(stdout).toContain('22:5: lanes are other distances apart: 132 B instead of 128 B');
  });

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

  it('compares a commit with the file that is there', async () => {
    const { code, stdout } = await ldscope('compare HEAD~1:b.mlir b.mlir', { files });
    expect(code).toBe(0);
    expect(stdout).toContain('transpose: HEAD~1:b.mlir -> b.mlir');
    expect(stdout).toContain('7,936 -> 0');
  });

  it('gives JSON by its schema, of two chips of one file too', async () => {
    const gemm = { 'g.mlir': exampleText('gemm-gather-plain/kernel.mlir') };
    const arguments_ = ['compare', 'g.mlir', '-m', 'gfx942,gfx950', '-f', 'json'];
    const { code, stdout } = await ldscope(arguments_, { files: gemm });
    expect(code).toBe(0);
    const all: unknown = JSON.parse(stdout);
    expect(all).toMatchObject({
      schema: 'ldscope-compare/1',
      before: 'gfx942',
      after: 'gfx950',
      comparisons: [
        {
          before: { kernel: 'gemm', machine: 'gfx942', model: 'default' },
          after: { machine: 'gfx950' },
          verdict: 'fewer',
          sites: [
            { before: { id: '65:7' }, after: { id: '65:7' }, causes: [{ kind: 'machine' }] },
            {},
            {},
            {},
            {},
            {},
          ],
          caveats: [{ kind: 'no-rule', side: 'before', sites: 2 }],
        },
      ],
      onlyBefore: [],
      onlyAfter: [],
    });
  });

  it.each(['html', 'markdown'])('is written as %s', async (format) => {
    const { code, stdout } = await ldscope(['compare', 'a.mlir', 'b.mlir', '-f', format], {
      files,
    });
    expect(code).toBe(0);
    expect(stdout).toContain('rows of 132 B (128 + 4)');
    expect(stdout).toContain('What explains it');
  });

  it.each([
    [['compare', 'a.mlir'], 'usage/nothing-to-compare'],
    [['compare', 'a.mlir', 'b.mlir', '-m', 'gfx90a,gfx942,gfx950'], 'usage/two-machines'],
    [['compare', 'HEAD~1:k.hip', 'k.hip'], 'usage/source-of-revision'],
    [['compare', 'a.mlir', 'HEAD:none.mlir'], 'usage/unreadable'],
    [['compare', 'a.mlir', 'none.mlir', '-f', 'json'], 'usage/unreadable'],
  ])('%j is refused', async (line, expected) => {
    const { code, stdout, stderr } = await ldscope(line, { files });
    expect(code).toBe(2);
    expect(stdout + stderr).toContain(expected);
  });
});

describe('a file of a commit', () => {
  it('is named as git names it', () => {
    expect(revisionOf('HEAD~1:a/k.mlir')).toEqual({ revision: 'HEAD~1', path: 'a/k.mlir' });
    for (const name of ['kernel.mlir', '--upload-pack=x:y', ':a', 'a:', 'a b:c'])
      expect(revisionOf(name)).toBeUndefined();
  });

  it('is read beside the folder, then from the root', () => {
    const folder = mkdtempSync(join(tmpdir(), 'ldscope-git-'));
    try {
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
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
