/** What the command gives a shell: completion, and what is installed. */
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { findTools } from '../src/compile/find-tools.ts';
import { ldscope } from './fake-io.ts';
import { copy, transpose } from './kernels.ts';
import { testSessions } from './sessions.ts';

testSessions('shell');

/** What bash offers for a line whose last word is being typed. */
async function offered(...words: readonly string[]): Promise<readonly string[]> {
  const { stdout: script } = await ldscope('completion bash');
  const quoted = ['ldscope', ...words].map((word) => `'${word}'`).join(' ');
  const text = `${script}\nCOMP_WORDS=(${quoted}); COMP_CWORD=${words.length}; _ldscope; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', text], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.split('\n').filter((word) => word !== '');
}

const has = (shell: string): boolean => spawnSync(shell, ['--version']).status === 0;

describe.skipIf(!has('bash'))('completion for bash', () => {
  it('offers commands, options, their values and chips', async () => {
    expect(await offered('an')).toEqual(['analyze']);
    expect(await offered('')).toContain('check');
    expect(await offered('analyze', '--heat')).toEqual(['--heatmap']);
    expect(await offered('analyze', 'k.mlir', '--format', 's')).toEqual(['svg', 'sarif']);
    expect(await offered('analyze', 'k.mlir', '-m', 'gfx94')).toEqual(['gfx942']);
    expect(await offered('suggest', '-')).toContain('--buffer');
    expect(await offered('machine', 'gfx94')).toEqual(['gfx942']);
    expect(await offered('completion', 'z')).toEqual(['zsh']);
    expect(await offered('machine', '--mat')).toEqual(['--matrix']);
    // What is not known is left to the shell: files.
    expect(await offered('analyze', 'ke')).toEqual([]);
    expect(await offered('nothing', '--x')).toEqual([]);
  });
});

/** Reads the script without running it, or completes a line with it. */
const checks: Readonly<Record<string, (script: string) => string[]>> = {
  zsh: (script) => ['-n', '-c', script],
  fish: (script) => ['-c', `${script}\ncomplete -C 'ldscope an' | grep -q '^analyze'`],
};

describe.each(Object.entries(checks))('completion for %s', (shell, argumentsOf) => {
  if (!has(shell)) console.log(`skipped: ${shell} is not installed`);

  it('has every command and option', async () => {
    const { stdout, code } = await ldscope(['completion', shell]);
    expect(code).toBe(0);
    for (const word of ['analyze', 'suggest', 'check', 'heatmap', 'machine', 'gfx942'])
      expect(stdout).toContain(word);
    // A quote in a text of the help would end a word of the script.
    for (const line of stdout.split('\n').filter((one) => one.startsWith('complete ')))
      expect((line.match(/'/g) ?? []).length % 2, line).toBe(0);
  });

  it.skipIf(!has(shell))('is sound as a script', async () => {
    const { stdout } = await ldscope(['completion', shell]);
    const { status, stderr } = spawnSync(shell, argumentsOf(stdout), { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });
});

describe('every command', () => {
  const files = { 'k.mlir': transpose };
  const analyze = ['analyze', 'k.mlir', '-m', 'gfx942'];
  const escape = '\u001B[';

  it('has colour where it is told to', async () => {
    const plain = await ldscope(analyze, { files });
    expect(plain.stdout).not.toContain(escape);
    const always = await ldscope([...analyze, '--color', 'always'], { files });
    expect(always.stdout).toContain(escape);
    const never = await ldscope([...analyze, '--color', 'never'], { files, isTTY: true });
    expect(never.stdout).not.toContain(escape);
    expect(await ldscope([...analyze, '--color', 'red'], { files })).toMatchObject({ code: 2 });
  });

  it('runs again when a file changes', async () => {
    const changing: Record<string, string> = { 'k.mlir': transpose };
    const seen: (readonly string[])[] = [];
    const { stdout, code } = await ldscope([...analyze, '--watch', '-l', 'launch.yaml'], {
      files: changing,
      changed: (paths) => {
        seen.push(paths);
        changing['k.mlir'] = copy;
        changing['launch.yaml'] = 'grid: 1\n';
        return Promise.resolve(seen.length < 3);
      },
    });
    expect(code).toBe(0);
    expect(seen).toHaveLength(3);
    expect(seen[0]).toEqual(['k.mlir', 'launch.yaml']);
    expect(stdout.match(/No bank conflicts/g)).toHaveLength(2);
  });
});

describe('doctor', () => {
  const tools = [
    { name: 'a', enables: 'one thing', command: '/bin/a', version: '1.2', hint: '' },
    { name: 'b', enables: 'another', hint: 'apt-get install b' },
  ];

  it('lists what is there, and how to get the rest', async () => {
    const { stdout, code } = await ldscope('doctor', { tools });
    expect(code).toBe(0);
    expect(stdout).toMatch(/a +1\.2 +\/bin\/a +one thing/);
    expect(stdout).toMatch(/b +not found +apt-get install b +another/);
    const json = await ldscope('doctor -f json', { tools });
    expect(JSON.parse(json.stdout)).toMatchObject({
      schema: 'ldscope-doctor/1',
      tools: expect.arrayContaining([
        { name: 'a', found: true, command: '/bin/a', version: '1.2', enables: 'one thing' },
        { name: 'b', found: false, enables: 'another', hint: 'apt-get install b' },
      ]) as unknown,
    });
  });

  it('finds what the other tests use', () => {
    const found = findTools();
    expect(found.map(({ name }) => name)).toContain('compiler for AMD');
    for (const { command, version } of found)
      if (command !== undefined) expect(version).toMatch(/^\d+(?:\.\d+)+$/);
  });
});
