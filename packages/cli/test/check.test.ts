/** Checks: budgets, launches, suppressions and a baseline, as a CI server sees them. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../src/main.ts';
import { nodeIo } from '../src/node/node-io.ts';
import { hasAjv, validatorOf } from '../../../test/json-schema.ts';
import { sarifSchema } from '../../../test/sarif-schema.ts';
import { ldscope, type Outcome, type Surroundings } from './fake-io.ts';
import { copy, transpose } from './kernels.ts';
import { testSessions } from './sessions.ts';

const isSarif = hasAjv() ? validatorOf(sarifSchema) : () => true;

const files = { 'k/bad.mlir': transpose, 'k/good.mlir': copy };
const gfx942 = ['-m', 'gfx942'];

const check = (argv: readonly string[], surroundings: Surroundings = { files }): Promise<Outcome> =>
  ldscope(['check', ...argv], surroundings);
testSessions('check');

it('gives SARIF', async () => {
  const { stdout } = await check(['k', ...gfx942, '-f', 'sarif']);
  const log = JSON.parse(stdout) as {
    runs: [{ results: { ruleId: string; level: string; locations: unknown[] }[] }];
  };
  expect(isSarif(log), stdout).toBe(true);
  expect(log.runs[0].results).toHaveLength(2);
  expect(log.runs[0].results[0]).toMatchObject({ ruleId: 'ldscope/bank-conflict', level: 'error' });
});

/** A workflow command as GitHub's runner reads it: properties up to `::`, each unescaped, and the message. */
function commandOf(line: string) {
  const {
    kind = '',
    properties = '',
    message = '',
  } = /^::(?<kind>\w+) (?<properties>.*?)::(?<message>.*)$/.exec(line)?.groups ?? {};
  const plainText = (text: string): string =>
    text.replaceAll(/%(0D|0A|3A|2C|25)/g, (_, code: string) =>
      String.fromCodePoint(Number.parseInt(code, 16)),
    );
  const pairs = properties.split(',').map((pair): [string, string] => {
    const at = pair.indexOf('=');
    return [pair.slice(0, at), plainText(pair.slice(at + 1))];
  });
  return { kind, ...Object.fromEntries(pairs), message: plainText(message) };
}

describe('annotations', () => {
  it.each(['k/a,b: 100%.mlir', 'k/line=1::x.mlir', 'k/%0A%3A.mlir'])(
    'name the file %s as it is',
    async (file) => {
      const { stdout } = await check([file, ...gfx942, '-f', 'github'], {
        files: { [file]: transpose },
      });
      const [first = '', second = ''] = stdout.split('\n');
      expect(commandOf(first)).toMatchObject({ kind: 'error', file, line: '9', col: '7' });
      expect(commandOf(second)).toMatchObject({ kind: 'error', file, line: '11' });
      expect(commandOf(first)).toMatchObject({
        title: 'Bank conflict: transpose on gfx942',
        message: expect.stringContaining('ds_write_b32 of %tile at 9:7') as unknown,
      });
    },
  );

  it('are one line each, whatever a kernel is named', async () => {
    const name = 'x\\0A::error file=other,line=1::y';
    const { stdout, code } = await check(['k/bad.mlir', ...gfx942, '-f', 'github'], {
      files: { 'k/bad.mlir': transpose.replace('@transpose', `@"${name}"`) },
    });
    expect(code).toBe(1);
    const lines = stdout.trimEnd().split('\n').slice(0, -1);
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(commandOf(line)).toMatchObject({ file: 'k/bad.mlir' });
  });
});

describe('a repository', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ldscope-check-'));
  const git = (...argv: string[]): string =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...argv], {
      cwd: folder,
      encoding: 'utf8',
    });
  const commit = (subject: string): void => {
    git('add', '.');
    git('commit', '-qm', subject);
  };
  const put = (path: string, text: string): void => writeFileSync(join(folder, path), text);
  const quiet = { isTTY: false, write: () => {} };
  const check = async (...argv: string[]): Promise<number> =>
    await run(['check', folder, ...argv], { ...nodeIo(), stdout: quiet, stderr: quiet });

  beforeAll(() => {
    mkdirSync(join(folder, 'kernels'));
    git('init', '-q');
    put('ldscope.yaml', 'machines: [gfx942]\nfiles: kernels/\n');
    put('kernels/t.mlir', copy);
    commit('good');
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('passes at a good commit, fails at a bad one, and passes with a baseline', async () => {
    expect(await check()).toBe(0);
    put('kernels/t.mlir', transpose.replaceAll('@transpose', '@copy'));
    commit('bad');
    expect(await check()).toBe(1);
    expect(await check('--baseline', 'write')).toBe(0);
    put('ldscope.yaml', 'machines: [gfx942]\nfiles: kernels/\nbaseline: ldscope-baseline.json\n');
    commit('baseline');
    expect(await check()).toBe(0);
    expect(readFileSync(join(folder, 'ldscope-baseline.json'), 'utf8')).toContain('"ds_read_b32"');
    git('checkout', '-q', 'HEAD~2', '--', 'kernels');
    expect(await check()).toBe(0);
  });
});

it('passes the examples with their baseline', async () => {
  const text: string[] = [];
  const quiet = { isTTY: false, write: (words: string) => void text.push(words) };
  const config = join(import.meta.dirname, '../../../examples/ldscope.yaml');
  const code = await run(['check', '--config', config], {
    ...nodeIo(),
    stdout: quiet,
    stderr: quiet,
  });
  expect(text.join('')).toContain('9 kernels passed on gfx942, gfx950; 0 worse and 0 better');
  expect(code).toBe(0);
});
