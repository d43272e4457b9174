/** What `fix` and `suggest` say of accesses without counts is what the account of the analysis says of them. */
import { expect, test } from 'vitest';
import { analyzeKernel, fixText, suggestKernel } from '../src/index.ts';

/** An atomic addition to shared memory: on some chips compilers make a loop of it, which has no count. */
const kernel = (type: string): string => `
gpu.module @m {
  gpu.func @k(%a: memref<64x${type}>) workgroup(%t : memref<64x${type}, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 64, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
    %x = gpu.thread_id x
    %v = memref.load %a[%x] : memref<64x${type}>
    memref.store %v, %t[%x] : memref<64x${type}, #gpu.address_space<workgroup>>
    gpu.barrier
    %w = memref.atomic_rmw ${type.startsWith('f') ? 'addf' : 'addi'} %v, %t[%x] : (${type}, memref<64x${type}, #gpu.address_space<workgroup>>) -> ${type}
    gpu.return
  }
}
`;

const seen = new Set<boolean>();

test.each(
  ['f32', 'f64', 'i32', 'i64'].flatMap((type) =>
    ['gfx908', 'gfx942', 'gfx1201', 'gfx1250'].map((machine) => [type, machine] as const),
  ),
)('%s on %s', (type, machine) => {
  const text = kernel(type);
  const account = analyzeKernel(text, { machine }).analysis?.report.account;
  const { report } = fixText(text, { machines: [machine] });
  const said = (report?.diagnostics ?? []).filter(({ code }) => code === 'fix/not-counted');
  const isMissing = (account?.missing.length ?? 0) > 0;
  seen.add(isMissing);
  expect(said).toHaveLength(isMissing ? 1 : 0);
  expect(report?.verdict).toBe(isMissing ? 'stuck' : 'nothing');
  const [buffer] = suggestKernel(text, { machines: [machine] }).report?.buffers ?? [];
  expect(buffer?.verdict).toBe(isMissing ? 'unknown' : 'free');
  if (account === undefined || !isMissing) return;
  const { instructions, counted } = account;
  expect(said[0]?.message).toContain(`${instructions - counted} of ${instructions} accesses`);
  for (const { reason } of account.missing) expect(said[0]?.message).toContain(reason);
});

test('both are seen', () => expect(seen.size).toBe(2));
