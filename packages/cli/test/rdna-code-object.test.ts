/** Code objects of RDNA, alone and in a bundle, without a disassembler: the counts are those of what was compiled. */
import { describe, expect, test } from 'vitest';
import { compile, clang } from '../../amdgcn/test/text/oracle.ts';
import { skips } from '../../../test/llvm.ts';
import { ldscope } from './fake-io.ts';

/** A tile of 32 x 32 words, written by rows and read by columns by one wave. */
const SOURCE = `
extern "C" __attribute__((global, amdgpu_flat_work_group_size(32, 32)))
void turn(int *out, const int *in) {
  static __attribute__((shared)) int tile[32][32];
  int lane = __builtin_amdgcn_workitem_id_x();
  for (int i = 0; i < 32; i++) tile[i][lane] = in[32 * i + lane];
  __builtin_amdgcn_s_barrier();
  out[lane] = tile[lane][5];
}`;

const RDNA = ['gfx1100', 'gfx1151', 'gfx1201', 'gfx1250'];

async function analyze(object: Uint8Array, ...more: string[]) {
  const outcome = await ldscope(
    ['analyze', 'k.co', '--format', 'json', '-l', 'block=32', ...more],
    { binaries: { 'k.co': object } },
  );
  expect(outcome.stderr).toBe('');
  return JSON.parse(outcome.stdout) as {
    readonly machine: string;
    readonly sites: readonly { readonly op: string; readonly bankConflict: number }[];
  };
}

describe.skipIf(skips(clang))('a code object of RDNA', () => {
  test.each(RDNA)('of %s', async (chip) => {
    const { machine, sites } = await analyze(compile(SOURCE, chip));
    expect(machine).toBe(chip);
    const conflicts = (verb: string): number[] =>
      sites.filter(({ op }) => op.startsWith(verb)).map(({ bankConflict }) => bankConflict);
    expect(Math.max(...conflicts('ds_store'))).toBe(0);
    // The lanes of a column are on one bank; gfx1250 has twice as many.
    expect(conflicts('ds_load')).toEqual([chip === 'gfx1250' ? 15 : 31]);
  });

  test('in a bundle is that of the chip that is asked for', async () => {
    const bundle = compile(SOURCE, ...RDNA);
    for (const chip of RDNA) expect((await analyze(bundle, '-m', chip)).machine).toBe(chip);
  });
});
