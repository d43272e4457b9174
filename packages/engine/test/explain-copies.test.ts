/** Why an access costs what it costs: phases that are asked for, and a copy past L1, which costs nothing. */
import { exampleText } from '../../../test/example.ts';
import { analyzeKernels, explainSite } from '@ldscope/engine';
import { expect, test } from 'vitest';

function explained(text: string) {
  const [analyzed] = analyzeKernels(text, { machine: 'sm_90' });
  const site = analyzed?.analysis?.sites.find(({ op }) => op.startsWith('cp.async'));
  if (analyzed === undefined || site === undefined) throw new Error('there is a copy');
  return explainSite(analyzed, { site: site.id });
}

test('a copy past L1 takes no wavefronts', () => {
  const text = `.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 p) .reqntid 32
{
  .reg .b32 %r<4>; .reg .b64 %rd<4>;
  .shared .align 16 .b8 tile[1024];
  ld.param.u64 %rd1, [p]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 16; add.u64 %rd1, %rd1, %rd2;
  shl.b32 %r1, %r1, 4; mov.u32 %r2, tile; add.u32 %r2, %r2, %r1;
  cp.async.cg.shared.global [%r2], [%rd1], 16;
  cp.async.wait_all;
  ret;
}
`;
  expect(explained(text)).toMatchObject({
    kind: 'shared',
    explanation: { idxActive: 0, bankConflict: 0, rule: { evidence: 'measured' } },
  });
});

// A read of 4 B by 64 lanes has two phases of 32 on gfx942.
test.each([
  [undefined, 'shared'],
  [-1, 'usage/unknown-phase'],
  [0, 'shared'],
  [1, 'shared'],
  [2, 'usage/unknown-phase'],
])('phase %s: %s', (phase, wanted) => {
  const [analyzed] = analyzeKernels(exampleText('transpose-plain/kernel.mlir'), {
    machine: 'gfx942',
  });
  if (analyzed === undefined) throw new Error('there is a kernel');
  const explained = explainSite(analyzed, { phase });
  const told = explained.kind === 'failed' ? explained.diagnostics[0]?.code : explained.kind;
  expect(told).toBe(wanted);
});
