/** The lines that a kernel was compiled from: in tables, notes and documents, with and without the text of the file. */
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ldscope } from './fake-io.ts';
import { caseText } from './case-text.ts';
import { testSessions } from './sessions.ts';

testSessions('sources');

const PYTHON = caseText('turn.py');

/** Triton's module of a transpose: \`turned\` is inlined. */
const TTGIR = caseText('turn.ttgir');

const ttgir = (file: string): string => TTGIR.replaceAll('FILE', file);

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
