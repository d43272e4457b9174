/** Registers that ptxas gives kernels, where it is installed. */
import { expect, it } from 'vitest';
import { assemblePtx } from '../src/compile/ptxas.ts';
import { toolPath } from '../src/compile/sass.ts';

const kernel = (name: string, bytes: number): string => `
.visible .entry ${name}(.param .u64 out) {
  .reg .b32 %r<3>;
  .reg .b64 %rd<3>;
  .shared .align 4 .b8 t_${name}[${bytes}];
  ld.param.u64 %rd1, [out];
  mov.u32 %r1, %tid.x;
  st.shared.u32 [t_${name}], %r1;
  bar.sync 0;
  ld.shared.u32 %r2, [t_${name}];
  st.global.u32 [%rd1], %r2;
  ret;
}
`;
const module = (...kernels: readonly string[]): string =>
  `.version 8.0\n.target sm_90\n.address_size 64\n${kernels.join('')}`;

it.skipIf(toolPath('ptxas') === undefined)('are those of each kernel', async () => {
  const assembled = await assemblePtx(module(kernel('one', 64), kernel('two', 128)));
  if (assembled === undefined || !('registers' in assembled)) throw new Error('it assembles');
  expect([...assembled.registers.keys()].toSorted()).toEqual(['one', 'two']);
  for (const { vector, accumulators } of assembled.registers.values()) {
    expect(vector).toBeGreaterThan(0);
    expect(accumulators).toBe(0);
  }
});

it.skipIf(toolPath('ptxas') === undefined)('are not there for what no chip loads', async () => {
  const assembled = await assemblePtx(module(kernel('large', 65_536)));
  expect(assembled).toHaveProperty('problem', expect.stringMatching(/too much shared data/));
});

it('are not asked of other texts', async () => {
  expect(await assemblePtx('.amdgcn_target "amdgcn-amd-amdhsa--gfx942"')).toBeUndefined();
});
