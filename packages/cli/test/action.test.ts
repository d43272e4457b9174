/** The GitHub action: its scripts with the built command and a stand-in for `gh`, and its inputs. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { copy, transpose } from './kernels.ts';

const root = join(import.meta.dirname, '../../..');
const scripts = join(root, '.github/action');

interface Action {
  readonly inputs: Readonly<
    Record<string, { readonly description: string; readonly default: string }>
  >;
  readonly runs: { readonly using: string; readonly steps: readonly { readonly run?: string }[] };
}

describe('action.yml', () => {
  const text = readFileSync(join(root, 'action.yml'), 'utf8');
  const action = parse(text) as Action;

  it('describes each input, uses each, and names scripts that exist', () => {
    for (const [name, { description }] of Object.entries(action.inputs)) {
      expect(description, name).not.toBe('');
      expect(text, name).toContain(`inputs.${name}`);
    }
    const named = action.runs.steps.flatMap(({ run = '' }) => [
      ...run.matchAll(/\$GITHUB_ACTION_PATH\/([\w./-]+)/g),
    ]);
    expect(named.map(([, path = '']) => existsSync(join(root, path)))).toEqual([true, true]);
  });
});

describe.skipIf(process.platform === 'win32')('its scripts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ldscope-action-'));
  const put = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const run = (script: string, env: Readonly<Record<string, string>>) =>
    spawnSync('bash', [join(scripts, script)], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, ...env },
    });

  /** A comment to be written, with an empty log of what `gh` is called with. */
  const commented = (text: string) => {
    const log = put('log', '');
    const PATH = `${folder}:${process.env['PATH'] ?? ''}`;
    const to = { NUMBER: '7', GITHUB_REPOSITORY: 'o/r' };
    return { log, env: { PATH, LOG: log, COMMENT: put('comment.md', text), ...to } };
  };

  beforeAll(() => {
    put('good.mlir', copy);
    put('bad kernel.mlir', transpose);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('pass what they are given to the command, and keep its exit code', () => {
    // Stands for ldscope: says what it was given, writes what is asked for.
    const stand = put(
      'stand-in.mjs',
      `import { writeFileSync } from 'node:fs';
       const words = process.argv.slice(2);
       words.forEach((word, i) => {
         if (words[i - 1] !== '--also') return;
         const [form, file] = word.split('=');
         writeFileSync(file, form === 'json' ? '{"verdict":"failed"}' : form);
       });
       console.log(JSON.stringify(words.filter((word) => !word.includes(process.env.OUT))));
       process.exitCode = 1;`,
    );
    const output = put('output', '');
    const { status, stdout } = run('check.sh', {
      LDSCOPE: `node ${stand}`,
      FILES: 'a/**/*.hip b.mlir',
      MACHINES: 'gfx942,gfx950',
      CONFIG: '',
      ARGUMENTS: '--launch "grid=2 block=64" --max-ways 2',
      OUT: folder,
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: join(folder, 'summary'),
    });
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toEqual(
      'check | a/**/*.hip | b.mlir | --machine | gfx942,gfx950 | --launch | grid=2 block=64 | --max-ways | 2 | --format | github | --also | --also | --also'.split(
        ' | ',
      ),
    );
    expect(readFileSync(output, 'utf8').trim().split('\n')).toEqual([
      'code=1',
      `sarif=${folder}/ldscope.sarif`,
      `comment=${folder}/ldscope.md`,
      'verdict=failed',
    ]);
    expect(readFileSync(join(folder, 'summary'), 'utf8')).toBe('markdown');
  });

  it('write a comment once, and change it after', () => {
    const gh = put(
      'gh',
      `#!/bin/sh\necho "$@" >> "$LOG"\ncase "$*" in *--paginate*) echo $EXISTING ;; esac\n`,
    );
    chmodSync(gh, 0o755);
    const { log, env } = commented('# Report\nwith `code` and "quotes"');
    expect(run('comment.sh', { ...env, EXISTING: '' }).status).toBe(0);
    expect(readFileSync(log, 'utf8')).toContain('--method POST repos/o/r/issues/7/comments');
    expect(readFileSync(log, 'utf8')).toContain('with `code` and "quotes"');
    writeFileSync(log, '');
    expect(run('comment.sh', { ...env, EXISTING: '42' }).status).toBe(0);
    expect(readFileSync(log, 'utf8')).toContain('--method PATCH repos/o/r/issues/comments/42');
  });

  it('leave the job as it is where comments are not allowed, as for a fork, and say so', () => {
    const { log, env } = commented('text');
    const refusal = 'gh: Resource not accessible by integration (HTTP 403)';
    const refuse = (what: string): void => {
      const gh = put(
        'gh',
        `#!/bin/sh\necho "$@" >> "$LOG"\ncase "$*" in ${what}) echo '${refusal}' >&2; exit 1 ;; *--paginate*) echo 41; echo 42 ;; esac\n`,
      );
      chmodSync(gh, 0o755);
    };
    for (const what of ['*', '*--method*', '*--paginate*']) {
      refuse(what);
      const { status, stdout, stderr } = run('comment.sh', env);
      expect([status, stderr]).toEqual([0, '']);
      expect(stdout).toMatch(/^::warning title=ldscope::[^\n]*HTTP 403[^\n]*summary[^\n]*\n$/);
    }
    // One comment of another user is left, and its own is changed.
    refuse('*comments/41*');
    writeFileSync(log, '');
    expect(run('comment.sh', env).stdout).toBe('');
    expect(readFileSync(log, 'utf8')).toContain('--method PATCH repos/o/r/issues/comments/42');
    expect(readFileSync(log, 'utf8')).not.toContain('POST');
  });

  it('are sound as shell', () => {
    for (const name of ['check.sh', 'comment.sh'])
      execFileSync('bash', ['-n', join(scripts, name)]);
  });
});
