/** Why an access costs what it costs: phases that are asked for, and a copy past L1, which costs nothing. */
import { exampleText } from '../../../test/example.ts';
import { analysisOfSite, analyzeKernels, explainSite } from '@ldscope/engine';
import { expect, test } from 'vitest';
import { numbersIn, rows } from '../../../test/rows.ts';

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

/** A kernel with as many stores to shared and to global memory, and its sites as `s0`, `s1`, `g0`. */
function kernelWith(shared: number, global: number) {
  const stores = [
    ...Array.from({ length: shared }, () => '%t[%x] : memref<64xf32, #lds>'),
    ...Array.from({ length: global }, () => '%out[%x] : memref<64xf32>'),
  ];
  const text = `#lds = #gpu.address_space<workgroup>
func.func @k(%out: memref<64xf32>) attributes {gpu.kernel, gpu.known_block_size = array<i32: 64, 1, 1>} {
  %t = memref.alloc() : memref<64xf32, #lds>
  %x = gpu.thread_id x
  %v = arith.constant 1.0 : f32
${stores.map((store) => `  memref.store %v, ${store}`).join('\n')}
  return
}`;
  const [analyzed] = analyzeKernels(text, { machine: 'gfx942' });
  if (analyzed?.analysis === undefined) throw new Error('there is a kernel');
  const { sites, globalSites } = analyzed.analysis;
  const ids = new Map<string, string>([
    ...sites.map(({ id }, i) => [`s${i}`, id] as const),
    ...globalSites.map(({ id }, i) => [`g${i}`, id] as const),
  ]);
  return { analyzed, ids };
}

test.each(rows`
  1, 0 |    |        | s0
  2, 0 | s1 |        | s1
  1, 1 |    |        | s0
  1, 1 |    | global | g0
  1, 1 | s0 |        | s0
  1, 1 | s0 | global | usage/unknown-site
  1, 2 | g1 |        | g1
  1, 1 | x  |        | usage/unknown-site
  1, 1 | x  | global | usage/unknown-site
  0, 1 |    |        | g0
  0, 1 | x  |        | usage/unknown-site
  0, 0 |    |        | usage/no-sites
  1, 0 |    | global | usage/no-global-sites
  1, 0 | s0 | global | usage/no-global-sites
`)('of %s sites of shared and of global memory %s %s is %s', (counts, name, side, wanted) => {
  const [shared = 0, global = 0] = numbersIn(counts);
  const { analyzed, ids } = kernelWith(shared, global);
  const site = name === '' ? undefined : (ids.get(name) ?? name);
  const found = explainSite(analyzed, { site, global: side === 'global' });
  if (found.kind === 'failed') expect(found.diagnostics[0]?.code).toBe(wanted);
  else {
    expect(found.site.id).toBe(ids.get(wanted));
    expect(found.kind).toBe(wanted.startsWith('s') ? 'shared' : 'global');
  }
});

test.each([
  [19, 20, ''],
  [20, 20, '... (1 more)'],
])('of %d sites and one of global memory %d are named%s', (shared, named, more) => {
  const { analyzed, ids } = kernelWith(shared, 1);
  const found = explainSite(analyzed, { site: 'x' });
  if (found.kind !== 'failed') expect.unreachable();
  const listed = [...ids.values()].slice(0, named).join(', ');
  expect(found.diagnostics[0]?.hint).toBe(
    `choose one of: ${listed}${more === '' ? '' : `, ${more}`}`,
  );
});

test('the site is of the first kernel that has it, without a name of the first with shared memory', () => {
  const analyses = [
    [0, 0],
    [0, 1],
    [1, 1],
    [2, 0],
  ].map(([shared = 0, global = 0]) => kernelWith(shared, global).analyzed);
  const chosen = (id?: string): number => analyses.indexOf(analysisOfSite(analyses, id));
  const second = kernelWith(2, 0).ids.get('s1');
  expect([chosen(), chosen(kernelWith(0, 1).ids.get('g0')), chosen(second), chosen('x')]).toEqual([
    2, 1, 2, 0,
  ]);
});
