/** Machine code with mistakes on the command line: they are said, and what is right is reported all the same. */
import { describe, expect, test } from 'vitest';
import { amdKernel, amdModule } from '../../../test/amd-kernel.ts';
import { ldscope } from './fake-io.ts';

const kernel = (body: string): string =>
  amdModule('gfx942', amdKernel(`\tv_lshlrev_b32 v1, 2, v0\n\tv_lshlrev_b32 v2, 7, v0\n${body}`));

const sound = '\tds_write_b32 v1, v0\n\tds_write_b32 v2, v0';

interface ReportObject {
  readonly sites: readonly { readonly id: string; readonly idxActive: number }[];
  readonly diagnostics: readonly {
    readonly code: string;
    readonly line?: number;
    readonly hint: string;
  }[];
}

async function analyze(text: string, ...options: string[]) {
  const argv = ['analyze', 'k.s', '--launch', 'block=64', ...options];
  return await ldscope(argv, { files: { 'k.s': text } });
}

async function report(text: string): Promise<ReportObject & { readonly code: number }> {
  const { stdout, code } = await analyze(text, '--format', 'json');
  return { ...(JSON.parse(stdout) as ReportObject), code };
}

describe('ldscope analyze', () => {
  const lies = '.amdhsa_kernel k\n.amdhsa_user_sgpr_count 99\n.end_amdhsa_kernel';
  test.each([
    ['a mnemonic that is not known', '\tv_frobnicate_b32 v3, v1', 'emulate/unknown-instruction', 9],
    ['a line without a comma', '\tv_add_u32 v3, v1 later', 'syntax/expected', 9],
    ['an operand that does not fit', '\tv_add_u32 s3, v1, v2', 'execute/malformed', 9],
    ['an address without memory', '\tglobal_load_dword v3, v[1:2], off', 'emulate/wild-address', 9],
    ['a branch to no label', '\ts_branch nowhere', 'amdgcn/undefined-symbol', 9],
    ['a descriptor that lies', lies, 'amdgcn/descriptor-range', 10],
  ])('reports the other sites beside %s', async (_what, line, code, place) => {
    const found = await report(kernel(`${sound}\n${line}`));
    expect(found.code).toBe(2);
    const about = found.diagnostics.find((diagnostic) => diagnostic.code === code);
    expect(about?.line).toBe(place);
    expect(about?.hint).not.toBe('');
    expect(found.sites.map(({ id, idxActive }) => `${id} ${idxActive}`).sort()).toEqual([
      '7:2 2',
      '8:2 64',
    ]);
  });

  test.each([
    ['a jump to nowhere', '\ts_setpc_b64 s[8:9]', 'emulate/wild-jump'],
    ['a loop without end', 'L:\ts_branch L', 'execute/too-many-steps'],
  ])('has no counts of a workgroup that does not end: %s', async (_what, line, code) => {
    const found = await report(kernel(`${sound}\n${line}`));
    expect(found.code).toBe(2);
    expect(found.diagnostics.find((one) => one.code === code)?.line).toBe(9);
    expect(found.sites).toEqual([]);
  });

  test('shows errors with the report, and points to them', async () => {
    const text = kernel(`${sound}\n\tv_frobnicate_b32 v3, v1\n\tds_read_b32 v4, v3`);
    const { stdout, stderr, code } = await analyze(text);
    expect(code).toBe(2);
    expect(stderr).toBe('');
    expect(stdout).toContain('1 error and 1 warning: see below');
    expect(stdout).toContain('error emulate/unknown-instruction: v_frobnicate_b32');
    expect(stdout).toContain('v_frobnicate_b32 in line 9: its accesses are not counted');
    expect(stdout).toContain('10 | ds_read_b32 v4, v3');
  });

  test('has no report when nothing could be executed', async () => {
    const { stdout, stderr, code } = await analyze('\tfoo bar baz\n', '-m', 'gfx1030');
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain('emulate/no-machine');
  });

  test('has no report of a file that was not read to its end', async () => {
    const { stdout, stderr, code } = await analyze(
      kernel('\tv_mov_b32 v1 v2 v3\n\tfoo )\n'.repeat(200)),
    );
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain('syntax/expected');
  });
});

test('ldscope explain explains a site beside an error', async () => {
  const text = kernel(`${sound}\n\tv_frobnicate_b32 v3, v1`);
  const outcome = await ldscope('explain k.s --launch block=64', { files: { 'k.s': text } });
  expect(outcome.code).toBe(2);
  expect(outcome.stdout).toContain('ds_write_b32');
  expect(outcome.stderr).toContain('emulate/unknown-instruction');
});

test('ldscope run writes nothing that an error may have touched', async () => {
  const files = {
    'k.s': kernel('\tv_frobnicate_b32 v3, v1'),
    'l.yaml': 'grid: 1\nblock: 64\nargs: [{ name: a, dtype: u8, shape: [4] }]',
  };
  const outcome = await ldscope('run k.s -l l.yaml -d a=o.npy', { files });
  expect(outcome.code).toBe(2);
  expect(outcome.stderr).toContain('emulate/unknown-instruction');
  expect(outcome.bytes.size).toBe(0);
});

test.each([
  ['gfx942', 's_barrier_signal -1', 1],
  ['gfx950', 'v_add_nc_u32 v4, v1, v2', 1],
  ['gfx90a', 'v_cvt_f32_fp8 v4, v1', 1],
  ['gfx942', 's_barrier', 0],
  ['gfx942', 's_frobnicate_barrier', 2],
  ['gfx942', 's_barrier_signal -1\n\ts_frobnicate_barrier', 2],
])('analyze for %s: %s ends with exit code %i', async (chip, instruction, wanted) => {
  for (const format of ['text', 'json', 'markdown']) {
    const options = ['--machine', chip, '--format', format];
    const { code } = await analyze(kernel(`${sound}\n\t${instruction}`), ...options);
    expect([format, code]).toEqual([format, wanted]);
  }
});
