/** `ldscope check --suggest`: the change that was tried, in every form, and as a diff that git applies. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { hasAjv, validatorOf } from '../../../test/json-schema.ts';
import { sarifSchema } from '../../../test/sarif-schema.ts';
import { ldscope } from './fake-io.ts';
import { toySource } from './toy-compiler.ts';

const line = 'check kernel.hip -l launch.yaml -m gfx942 --suggest -f';
const says = 't[64][33]: 124 -> 0 conflict cycles; compiled, executed and compared';
const [removed, added] = ['-  __shared__ float t[64][32];', '+  __shared__ float t[64][33];'];

const check = async (format: string, quirks = {}): Promise<string> => {
  const { code, stdout } = await ldscope(`${line} ${format}`, toySource(quirks));
  expect(code).toBe(1);
  return stdout;
};

describe('the change of a source that fails', () => {
  it('is in the comment', async () => {
    const text = await check('markdown');
    const [, diff = ''] = /```diff\n(.*?)\n```/s.exec(text) ?? [];
    expect(diff.split('\n')).toEqual(expect.arrayContaining([removed, added]));
    expect(text.replaceAll('\\', '')).toContain('t[64][33]: 124 -&gt; 0 conflict cycles');
  });

  it('is in SARIF as a fix', async () => {
    const text = await check('sarif');
    const log = JSON.parse(text) as { runs: [{ results: { fixes: object[] }[] }] };
    expect(hasAjv() ? validatorOf(sarifSchema)(log) : true, text).toBe(true);
    const region = { startLine: 3, startColumn: 1, endLine: 4, endColumn: 1 };
    const insertedContent = { text: `${added.slice(1)}\n` };
    expect(log.runs[0].results[0]?.fixes).toEqual([
      {
        description: { text: says },
        artifactChanges: [
          {
            artifactLocation: expect.objectContaining({}) as object,
            replacements: [{ deletedRegion: region, insertedContent }],
          },
        ],
      },
    ]);
  });

  it.each(['junit', 'github'])('is in %s', async (format) => {
    const text = (await check(format)).replaceAll('&gt;', '>').replaceAll('%0A', '\n');
    expect(text).toContain(says);
    expect(text.split('\n')).toEqual(expect.arrayContaining([removed, added]));
  });

  it('is in JSON as fix has it', async () => {
    const { fixes } = JSON.parse(await check('json')) as { fixes: { diff: string }[] };
    expect(fixes).toMatchObject([
      { file: 'kernel.hip', schema: 'ldscope-fix/1', verdict: 'fixed' },
    ]);
    const fixed = await ldscope('fix kernel.hip -l launch.yaml -m gfx942', toySource());
    expect(fixes[0]?.diff).toBe(fixed.stdout);
  });

  it('is not tried where it is not asked for, and where nothing fails', async () => {
    const json = async (more: string): Promise<unknown> => {
      const argv = `check kernel.hip -l launch.yaml -m gfx942 -f json ${more}`;
      return JSON.parse((await ldscope(argv, toySource())).stdout);
    };
    expect(await json('--fail-on conflicts')).not.toHaveProperty('fixes');
    expect(await json('--suggest --max-conflict-cycles 124')).toMatchObject({ fixes: [] });
  });

  it('says why there is none', async () => {
    const wrong = Array.from({ length: 64 }, (_, index) => 33 + index);
    expect(await check('text', { wrong })).toMatch(
      /t\[64\]\[33\] is out: other results, \d+ of 256/,
    );
  });
});

describe('in a repository', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ldscope-check-'));
  const git = (...argv: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...argv], {
      cwd: folder,
      encoding: 'utf8',
    });

  afterAll(() => rmSync(folder, { recursive: true }));

  it('the diff of the comment is one that git applies', async () => {
    const { files, compile } = toySource();
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    git('init', '-q');
    git('add', '.');
    git('commit', '-qm', 'a kernel');
    const comment = await ldscope(`${line} markdown`, { files, compile });
    const [, diff = ''] = /```diff\n(.*?)\n```/s.exec(comment.stdout) ?? [];
    writeFileSync(join(folder, 'fix.diff'), `${diff}\n`);
    git('apply', 'fix.diff');
    expect(git('diff', '--stat')).toContain('kernel.hip | 2 +-');
    expect(readFileSync(join(folder, 'kernel.hip'), 'utf8')).toBe(
      files['kernel.hip']?.replace('t[64][32]', 't[64][33]'),
    );
  });
});
