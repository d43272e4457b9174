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
import { flat, ldscope, type Outcome, type Surroundings } from './fake-io.ts';
import { copy, spread, transpose } from './kernels.ts';

const isSarif = hasAjv() ? validatorOf(sarifSchema) : () => true;

const files = { 'k/bad.mlir': transpose, 'k/good.mlir': copy };
const gfx942 = ['-m', 'gfx942'];

const check = (argv: readonly string[], surroundings: Surroundings = { files }): Promise<Outcome> =>
  ldscope(['check', ...argv], surroundings);
const withConfig = (
  config: string,
  argv: readonly string[] = ['k', ...gfx942],
  more: Surroundings = {},
): Promise<Outcome> =>
  check(argv, { ...more, files: { ...files, 'ldscope.yaml': config, ...more.files } });

async function casesOf(argv: readonly string[], surroundings?: Surroundings) {
  const { stdout } = await check([...argv, '-f', 'json'], surroundings);
  const { cases, verdict } = JSON.parse(stdout) as {
    verdict: string;
    cases: {
      file: string;
      machine: string;
      launch: string;
      conflictCycles: number;
      findings: unknown[];
    }[];
  };
  return { cases, verdict };
}

describe('limits', () => {
  it('fail kernels with conflicts, and no others', async () => {
    const { code, stdout } = await check(['k', ...gfx942]);
    expect(code).toBe(1);
    expect(stdout).toContain('1 kernel failed, 1 kernel passed on gfx942');
    expect(await check(['k/good.mlir', ...gfx942])).toMatchObject({ code: 0 });
  });

  // 126 conflict cycles: a store and a load, of 32 slots in each of two phases.
  it.each([
    [['--max-conflict-cycles', '124'], 0],
    [['--max-conflict-cycles', '123'], 1],
    [['--max-ways', '32'], 0],
    [['--max-ways', '31'], 1],
    [['--fail-on', 'hazards'], 0],
    [['--fail-on', 'sampled,disputed'], 0],
  ])('%s: exit code %d', async (limits, code) => {
    const outcome = await check(['k/bad.mlir', ...gfx942, ...limits]);
    expect(outcome.stdout).toContain('124 of 130');
    expect(outcome.code).toBe(code);
  });

  it('fail on what is sampled and on rules that sources disagree on', async () => {
    const sampled = ['-l', 'grid=4', '-w', '1', '--fail-on', 'sampled'];
    const { code, stdout } = await check(['k/spread.mlir', ...gfx942, ...sampled], {
      files: { 'k/spread.mlir': spread(copy) },
    });
    expect(code).toBe(1);
    expect(stdout).toContain('only 1 of 4 workgroups are counted');
    const disputed = await check(['k/bad.mlir', '-m', 'gfx950', '--fail-on', 'disputed']);
    expect(disputed.code).toBe(1);
    expect(flat(disputed.stdout)).toContain('sources disagree on ds_read_b32');
  });

  it.each([
    [['nowhere.mlir'], 'cannot read nowhere.mlir'],
    [['k/*.ptx'], 'no kernel matches k/*.ptx'],
    [[], 'no files are given'],
    [['k/good.mlir', '-m', 'gfx1'], "there is no machine 'gfx1'"],
    [['k/good.mlir', '--fail-on', 'luck'], 'It takes conflicts, hazards, sampled, disputed'],
  ])('%j: exit code 2', async (argv, said) => {
    const { code, stderr } = await check(argv);
    expect(code).toBe(2);
    expect(flat(stderr)).toContain(said);
  });

  it('judge what can be analyzed beside what cannot', async () => {
    const broken = { ...files, 'k/broken.mlir': 'module {' };
    const { code, stdout, stderr } = await check(['k', ...gfx942], { files: broken });
    expect(code).toBe(2);
    expect(stdout).toContain('1 kernel failed, 1 kernel passed on gfx942; 1 input not analyzed');
    expect(stderr).toContain('k/broken.mlir:1');
  });
});

describe('ldscope.yaml', () => {
  it('has machines, files and limits', async () => {
    const config = 'machines: [gfx942, h100]\nfiles: k/*.mlir\nmaxWays: 32\n';
    const { cases, verdict } = await casesOf([], { files: { ...files, 'ldscope.yaml': config } });
    expect(verdict).toBe('passed');
    expect(cases.map(({ file, machine }) => `${file} ${machine}`)).toEqual([
      'k/bad.mlir gfx942',
      'k/bad.mlir sm_90',
      'k/good.mlir gfx942',
      'k/good.mlir sm_90',
    ]);
    expect(await withConfig(config, ['k', '--max-ways', '2'])).toMatchObject({ code: 1 });
  });

  it('has files with chips of their own', async () => {
    const config = 'machines: gfx942\nfiles: [k/good.mlir, { file: "k/b*", machines: [h100] }]\n';
    const { cases } = await casesOf([], { files: { ...files, 'ldscope.yaml': config } });
    expect(cases.map(({ file, machine }) => [file, machine])).toEqual([
      ['k/good.mlir', 'gfx942'],
      ['k/bad.mlir', 'sm_90'],
    ]);
  });

  it('is found upwards, and its paths are its own', async () => {
    const { cases } = await casesOf(['k/bad.mlir'], {
      files: {
        ...files,
        'k/ldscope.yaml': 'machines: gfx942\nbudgets: [{ file: bad.mlir, maxWays: 64 }]',
      },
    });
    expect(cases).toMatchObject([{ machine: 'gfx942', findings: [] }]);
  });

  it.each([
    ['budgets: [{ file: "**/bad.mlir", maxWays: 32, machine: mi300x }]', 0],
    ['budgets: [{ machine: gfx950, maxWays: 32 }]', 1],
    ['workgroups: all', 1],
  ])('%s: exit code %d', async (config, code) => {
    const outcome = await withConfig(config);
    expect(outcome.stderr).toBe('');
    expect(outcome.code).toBe(code);
  });

  it('is refused at the place of what is wrong in it', async () => {
    const { code, stderr } = await withConfig('maxway: 3');
    expect(code).toBe(2);
    expect(stderr).toContain('ldscope.yaml:1:');
    expect(flat(stderr)).toContain("'maxway' is not a key of the configuration");
    expect(flat(stderr)).toContain("write 'maxWays'");
  });

  it('launches kernels, each as often as it says', async () => {
    const launches = `launches:
  - { kernel: transpose, launch: grid=2, name: two }
  - { kernel: transpose, launch: launch.yaml }
  - { machine: gfx950, launch: grid=7 }
`;
    const { cases } = await casesOf(['k', ...gfx942], {
      files: { ...files, 'ldscope.yaml': launches, 'launch.yaml': 'grid: [3]\n' },
    });
    expect(cases.map(({ file, launch, conflictCycles }) => [file, launch, conflictCycles])).toEqual(
      [
        ['k/bad.mlir', 'two', 248],
        ['k/bad.mlir', 'launch.yaml', 372],
        ['k/good.mlir', '', 0],
      ],
    );
  });

  it('suppresses for a reason and for some time', async () => {
    const one = (more: string): string =>
      `suppressions: [{ ${more}, reason: known, expires: 2026-06-30 }]`;
    expect(await withConfig(one('file: k/'))).toMatchObject({ code: 0, stderr: '' });
    expect(await withConfig(one('kernel: copy'))).toMatchObject({ code: 1 });
    const late = await withConfig(one('kernel: transpose'), undefined, { today: '2026-07-01' });
    expect(late.code).toBe(1);
    expect(flat(late.stderr)).toContain('the suppression of transpose expired on 2026-06-30');
    const unused = await withConfig(one('kernel: nothing'));
    expect(flat(unused.stderr)).toContain('nothing matches the suppression of nothing');
    const { stdout } = await withConfig(one('kernel: transpose'));
    expect(stdout).toContain('suppressed (known): 124 conflict cycles');
  });
});

describe('a baseline', () => {
  const name = 'ldscope-baseline.json';
  const written = async (kernels: Readonly<Record<string, string>>): Promise<string> => {
    const { written: all, code } = await check(['k', ...gfx942, '--baseline', 'write'], {
      files: kernels,
    });
    expect(code).toBe(0);
    return all.get(name) ?? '';
  };
  const compared = (
    kernels: Readonly<Record<string, string>>,
    baseline: string,
    ...argv: string[]
  ): Promise<Outcome> =>
    check(['k', ...gfx942, '--baseline', 'compare', ...argv], {
      files: { ...kernels, [name]: baseline },
    });

  it('has what is there, and fails nothing of it', async () => {
    const baseline = await written(files);
    const { code, stdout } = await compared(files, baseline);
    expect(code).toBe(0);
    expect(stdout).toContain('0 worse and 0 better than the baseline');
    expect(stdout).toContain('known');
  });

  it('does not depend on lines and names', async () => {
    const baseline = await written(files);
    const moved = transpose.replace('module {', '// one\n// two\nmodule {').replaceAll('%x', '%y');
    expect(await compared({ ...files, 'k/bad.mlir': moved }, baseline)).toMatchObject({ code: 0 });
  });

  it('fails what got worse, with the sites that did', async () => {
    const baseline = await written({
      ...files,
      'k/bad.mlir': copy.replaceAll('copy', 'transpose'),
    });
    const { code, stdout } = await compared(files, baseline);
    expect(code).toBe(1);
    expect(stdout).toContain('1 worse and 0 better');
    expect(stdout).toContain('124 conflict cycles, 0 in the baseline');
    expect(stdout).toContain('ds_read_b32 of %tile at 11:7: 32 ways, 62 conflict cycles; new');
  });

  it('says what got better', async () => {
    const baseline = await written(files);
    const better = { ...files, 'k/bad.mlir': copy.replaceAll('copy', 'transpose') };
    const { code, stdout } = await compared(better, baseline);
    expect(code).toBe(0);
    expect(stdout).toContain('better: transpose on gfx942, 124 to 0 conflict cycles');
  });

  it('judges new kernels by the limits, and names those that are gone', async () => {
    const baseline = await written({ 'k/good.mlir': copy });
    expect(await compared(files, baseline)).toMatchObject({ code: 1 });
    const renamed = { 'k/good.mlir': copy.replaceAll('@copy', '@other') };
    const { stdout } = await compared(renamed, baseline);
    expect(stdout).toContain('gone: copy on gfx942, k/good.mlir');
  });

  it('does not compare other samples, and says so', async () => {
    const baseline = await written(files);
    const { code, stderr } = await compared(files, baseline, '-l', 'grid=2');
    expect(code).toBe(1);
    expect(flat(stderr)).toContain('the baseline is of 1 of 1 workgroups, this check of 2 of 2');
  });

  it('that is none is refused', async () => {
    const { code, stderr } = await compared(files, '{');
    expect([code, flat(stderr)]).toEqual([2, expect.stringContaining('is not a baseline')]);
  });

  it('is missed where it is not there, and not written where an input is wrong', async () => {
    const missing = await check(['k', ...gfx942, '--baseline', 'compare']);
    expect(missing.code).toBe(2);
    expect(flat(missing.stderr)).toContain('there is no baseline at ldscope-baseline.json');
    const broken = await check(['k', ...gfx942, '--baseline', 'write'], {
      files: { 'k/broken.mlir': 'module {' },
    });
    expect(broken.code).toBe(2);
    expect(broken.written.size).toBe(0);
  });
});

describe('forms', () => {
  it('are what code hosts and CI servers read', async () => {
    const github = await check(['k/bad.mlir', ...gfx942, '-f', 'github']);
    expect(github.stdout.split('\n')).toEqual([
      expect.stringMatching(
        /^::error file=k\/bad\.mlir,line=9,col=7,title=Bank conflict%3A transpose on gfx942::ds_write_b32 of %25tile at 9:7: 32 ways, 62 conflict cycles; the kernel has 124 /,
      ),
      expect.stringMatching(/^::error file=k\/bad\.mlir,line=11,col=7,/),
      '1 kernel failed on gfx942',
      '',
    ]);
    const junit = await check(['k', ...gfx942, '-f', 'junit']);
    expect(junit.stdout).toContain(
      '<testsuite name="k/bad.mlir" tests="1" failures="1" errors="0">',
    );
    expect(junit.stdout).toContain('message="124 conflict cycles, none allowed"');
    const { stdout } = await check(['k', ...gfx942, '-f', 'sarif']);
    const log = JSON.parse(stdout) as {
      runs: [{ results: { ruleId: string; level: string; locations: unknown[] }[] }];
    };
    expect(isSarif(log), stdout).toBe(true);
    expect(log.runs[0].results).toHaveLength(2);
    expect(log.runs[0].results[0]).toMatchObject({
      ruleId: 'ldscope/bank-conflict',
      level: 'error',
    });
    const markdown = await check(['k', ...gfx942, '-f', 'markdown']);
    expect(markdown.stdout).toContain('| `transpose` |');
  });
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

describe('several forms', () => {
  it('come of one check', async () => {
    const also = ['--also', 'sarif=a.sarif', '--also', 'markdown=a.md'];
    const { code, written, stdout } = await check(['k', ...gfx942, ...also, '-f', 'github']);
    expect(code).toBe(1);
    expect([...written.keys()]).toEqual(['a.sarif', 'a.md']);
    expect(stdout).toMatch(/^::error /);
    const wrong = await check(['k', ...gfx942, '--also', 'sarif']);
    expect(wrong).toMatchObject({ code: 2 });
    expect(wrong.stderr).toContain('It takes FORM=FILE');
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
