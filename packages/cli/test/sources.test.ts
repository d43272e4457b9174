/** The lines that a kernel was compiled from: in tables, notes and documents, with and without the text of the file. */
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { expectRefused, ldscope } from './fake-io.ts';
import { caseText } from './case-text.ts';

const PYTHON = caseText('turn.py');

/** Triton's module of a transpose: \`turned\` is inlined. */
const TTGIR = caseText('turn.ttgir');

const ttgir = (file: string): string => TTGIR.replaceAll('FILE', file);

const PADDED = caseText('padded.mlir');

describe('--by source', () => {
  test('groups the instructions of TTGIR by the line of Python, with its text where it is given', async () => {
    const files = { 'turn.ttgir': ttgir('/root/k/turn.py'), 'src/turn.py': PYTHON };
    const command = ['analyze', 'turn.ttgir', '--source', 'src/turn.py'];
    const { stdout, code } = await ldscope(command, { files });
    expect(code).toBe(0);
    expect(stdout).toContain('turn.py:9 ');
    expect(stdout).toContain('return tl.trans(x)');
    expect(stdout).toMatch(/1 instruction: 5:5\/ds_write/);
    expect((await ldscope(command.slice(0, 2), { files })).stdout).not.toContain('tl.trans');
  });

  test('groups those of MLIR', async () => {
    const { stdout } = await ldscope('analyze k.mlir --by source', { files: { 'k.mlir': PADDED } });
    expect(stdout).toMatch(/1 {2}kernel\.py:4 .*32/);
    expect(stdout).toMatch(/2 {2}kernel\.py:5 /);
  });
});

describe('a file in the folder of the kernel', () => {
  const inside = resolve('k', 'lib', 'turn.py');
  test.each([
    ['lib/turn.py', true],
    [inside, true],
    ['../turn.py', false],
    ['/etc/turn.py', false],
    ['lib/../../turn.py', false],
  ])('%s: %s', async (name, found) => {
    const files = {
      'k/turn.ttgir': ttgir(name),
      [inside]: PYTHON,
      [resolve('turn.py')]: PYTHON,
      '/etc/turn.py': PYTHON,
    };
    const { stdout } = await ldscope('analyze k/turn.ttgir', { files });
    expect(stdout).toContain('from turn.py:9');
    expect(stdout.includes('tl.trans')).toBe(found);
  });
});

test('a file that is not a source of the kernel, or cannot be read, is refused', async () => {
  const files = { 'turn.ttgir': ttgir('turn.py'), 'other.py': '' };
  await expectRefused(
    'analyze turn.ttgir --source other.py',
    { files },
    'usage/other-source',
    'turn.py',
  );
  await expectRefused('analyze turn.ttgir --source x/turn.py', { files }, 'usage/unreadable');
});

test('frames of inlined functions are in explain and JSON', async () => {
  const files = { 'turn.ttgir': ttgir('turn.py') };
  const explained = await ldscope('explain turn.ttgir', { files });
  expect(explained.stdout).toContain('turn.py:9 (inlined: turn.py:9 into turn.py:6)');
  const { stdout } = await ldscope('analyze turn.ttgir -f json', { files });
  const report = JSON.parse(stdout) as { readonly sites: readonly { readonly location: object }[] };
  expect(report.sites[0]?.location).toMatchObject({
    text: '%y = ttg.convert_layout %x : tensor<32x32xf32, #b> -> tensor<32x32xf32, #a>',
    source: [
      { file: 'turn.py', line: 9, column: 11 },
      { file: 'turn.py', line: 6, column: 20 },
    ],
  });
});

interface SarifPlace {
  readonly message?: { readonly text: string };
  readonly physicalLocation: {
    readonly artifactLocation: { readonly uri: string };
    readonly region: { readonly startLine: number };
  };
}

interface SarifResult {
  readonly ruleId: string;
  readonly locations: readonly SarifPlace[];
  readonly relatedLocations?: readonly SarifPlace[];
}

test('SARIF points to the source where its text is known, and names it beside the instruction where not', async () => {
  const kernel = { 'turn.ttgir': ttgir('turn.py') };
  const shown = ({ physicalLocation: { artifactLocation, region }, message }: SarifPlace): string =>
    [artifactLocation.uri, region.startLine, message?.text].filter(Boolean).join(' ');
  const conflict = async (files: Readonly<Record<string, string>>): Promise<string[]> => {
    const { stdout } = await ldscope('analyze turn.ttgir --triton 3.6 -f sarif', { files });
    const log = JSON.parse(stdout) as {
      readonly runs: readonly [{ readonly results: readonly SarifResult[] }];
    };
    const found = log.runs[0].results.find(({ ruleId }) => ruleId === 'ldscope/bank-conflict');
    return [...(found?.locations ?? []), ...(found?.relatedLocations ?? [])].map(shown);
  };
  expect(await conflict(kernel)).toEqual(['turn.ttgir 5', 'turn.py 9 compiled from']);
  expect(await conflict({ ...kernel, [resolve('turn.py')]: PYTHON })).toEqual([
    'turn.py 9',
    'turn.ttgir 5 the instruction',
  ]);
});

test('the page shows the source with its costs, then the module', async () => {
  const files = { 'turn.ttgir': ttgir('turn.py'), [resolve('turn.py')]: PYTHON };
  const { stdout } = await ldscope('analyze turn.ttgir -f html', { files });
  const [, authored = '', module = ''] = stdout.split(/id="k0-(?:authored|source)"/);
  expect(authored).toContain('tl.trans(x)');
  expect(module).toContain('ttg.convert_layout');
  expect(module).toContain('>Triton</h');
});

test('a buffer has the name of its author where its SSA name is a number, and is asked for by it', async () => {
  const numbered = PADDED.replaceAll('%tile', '%7');
  const files = { 'k.mlir': numbered, 'named.mlir': PADDED };
  const { stdout } = await ldscope('analyze k.mlir', { files });
  expect(stdout).toContain('tile (%7)');
  expect(stdout).toContain('of tile (%7)\n');
  expect((await ldscope('analyze named.mlir', { files })).stdout).not.toContain('tile (');
  const fixed = await ldscope('fix k.mlir -b tile -f json', { files });
  const { buffers } = JSON.parse(fixed.stdout) as {
    readonly buffers: readonly { readonly names: string[] }[];
  };
  expect(buffers.map(({ names }) => names)).toEqual([['%7']]);
});

const LOOP = caseText('loop.s');

test('loops and waits of a timeline, and both sides of a hazard, have their lines', async () => {
  const files = { 'k.s': LOOP };
  const timeline = await ldscope('timeline k.s -l block=128 --all', { files });
  expect(timeline.stdout).toMatch(/Loop of lines 10 to 19\n {2}source +k\.hip:6-8\n/);
  expect(timeline.stdout.replaceAll(/\s+/g, ' ')).toContain(
    "'s_waitcnt lgkmcnt(0)' (line 15, k.hip:7)",
  );
  const { stdout } = await ldscope('analyze k.s -l block=128', { files });
  const hazards = stdout.slice(stdout.indexOf('Hazards'), stdout.indexOf('Diagnostics'));
  expect(hazards).toContain('ds_read_b32 v2, v0 offset:4 ; /src/k.hip:7');
  expect(hazards).toContain('ds_write_b32 v0, v1 ; /src/k.hip:6');
});
