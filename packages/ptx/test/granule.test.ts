/** The width by which the shadow of shared memory tells places apart is that of the narrowest access. */
import { expect, test } from 'vitest';
import { granuleOf } from '../src/run/granule.ts';
import { parsePtx } from '../src/index.ts';
import { kernel, run, words } from './harness.ts';

test.each([
  ['ld.shared.f32 %f1, [%r1]', 4],
  ['st.shared.v2.b8 [%r1], {%h1, %h2}', 2],
  ['ld.shared.u16 %h1, [%r1]; ld.shared.b128 %q0, [%r1]', 2],
  ['ld.global.u8 %h1, [%rd1]; st.shared.b32 [%r1], %r2', 4],
  ['ld.u8 %h1, [%rd1]', 1],
  ['cp.async.ca.shared.global [%r1], [%rd1], 4', 4],
  ['wmma.store.d.sync.aligned.row.m16n16k16.shared.f16 [%r1], {%r2, %r3, %r4, %r5}, 16', 1],
  ['ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r2}, [%r1]', 4],
])('%s: %i', (statement, granule) => {
  const { module } = parsePtx(kernel([], `  .reg .b128 %q<2>;\n  ${statement};\n  ret;`));
  expect(granuleOf(module, new Set([0]))).toBe(granule);
});

test('bytes that two warps write side by side are not a race, words that they share are one', () => {
  const text = (type: string, bytes: number, step: number): string =>
    kernel(
      ['out'],
      `  .shared .align 4 .b8 tile[256];
${words(['out'])}
  mul.lo.u32 %r1, %r0, ${step};
  mov.u32 %r2, tile;
  add.u32 %r2, %r2, %r1;
  st.shared.${type} [%r2], ${bytes === 1 ? '%h1' : '%r0'};
  ret;`,
    );
  const hazards = (of: string): number =>
    run(of, [new Int32Array(64)], { block: [64, 1, 1] }).execution.hazards.filter(
      ({ code }) => code === 'hazard/lds-race',
    ).length;
  expect(hazards(text('u8', 1, 1))).toBe(0);
  expect(hazards(text('u32', 4, 4))).toBe(0);
  expect(hazards(text('u32', 4, 0))).toBe(1);
});
