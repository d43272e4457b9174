/**
 * Asynchronous copies of which something is not given: where they are in global memory, how much they move, by which map. The
 * kernels are right, so nothing waits for ever, and what is read behind them is counted.
 */
import { type AccessTrace, type KernelArgument, machineNamed, simulate } from '@ldscope/core';
import { describe, expect, test } from 'vitest';
import { analyze as analyzed, type Given } from './harness.ts';
import { rows } from '../../../test/rows.ts';

const WARP = { block: [32, 1, 1] } as const;
const analyze = (text: string, given: Given = {}) => analyzed(text, { ...WARP, ...given });

/** Conflict cycles of all rows, and the cycles of each. */
function costOf(traces: readonly AccessTrace[], chip: string) {
  const machine = machineNamed(chip);
  return traces.flatMap((trace) => {
    const { bankConflict, idxActive } = simulate(trace, machine);
    return Array.from(idxActive, (cycles, row) => [cycles, bankConflict[row]]);
  });
}

const kernelOf = (body: string, target = '90a'): string => `.version 8.7
.target sm_${target}
.address_size 64
.visible .entry k(.param .u64 p, .param .u32 n, .param .align 64 .b8 map[128])
{
  .reg .pred %p<4>; .reg .b16 %h<4>; .reg .b32 %r<24>; .reg .b64 %rd<8>; .reg .f32 %f<4>;
  .shared .align 128 .b8 tile[4096];
  .shared .align 8 .b64 bar;
  ld.param.u64 %rd0, [p];
  mov.u32 %r0, %tid.x; mov.u32 %r1, tile; mov.u32 %r2, bar;
  shl.b32 %r3, %r0, 4; add.u32 %r4, %r1, %r3;
${body}
  ret;
}
`;

const wait = (parity = 0): string => `WAIT${parity}:
  mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r2], ${parity};
  @!%p2 bra WAIT${parity};`;

/** Thread 0 makes a barrier and the copies; then each reads a word of the tile. */
const behind = (copies: string): string =>
  kernelOf(`  setp.ne.u32 %p1, %r0, 0;
  @%p1 bra READY;
  mbarrier.init.shared::cta.b64 [%r2], 1;
  fence.mbarrier_init.release.cluster;
READY:
  bar.sync 0;
  @%p1 bra ALL;
${copies}
ALL:
${wait()}
  ld.shared.u32 %r5, [%r4];`);

const bulk = 'cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes';
const box = 'cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes';
const expectBytes = (bytes: number | string): string =>
  `  mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r2], ${bytes};`;

const COPIES: Readonly<Record<string, string>> = {
  'a range': `${expectBytes(512)}\n  ${bulk} [%r1], [%rd0], 512, [%r2];`,
  'a range in the own block': `${expectBytes(512)}\n  cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%r1], [%rd0], 512, [%r2];`,
  'a range behind an offset': `  ld.param.u32 %r6, [n]; mad.wide.u32 %rd1, %r6, 64, %rd0;\n${expectBytes(512)}\n  ${bulk} [%r1], [%rd1], 512, [%r2];`,
  'two ranges': `${expectBytes(512)}\n  ${bulk} [%r1], [%rd0], 256, [%r2];\n  ${bulk} [%r1+256], [%rd0+256], 256, [%r2];`,
  'a range before its bytes are expected': `  ${bulk} [%r1], [%rd0], 512, [%r2];\n${expectBytes(512)}`,
  'a range of an unknown size': `  ld.param.u32 %r6, [n];\n${expectBytes('%r6')}\n  ${bulk} [%r1], [%rd0], %r6, [%r2];`,
  'a range of an unknown size before it is expected': `  ld.param.u32 %r6, [n];\n  ${bulk} [%r1], [%rd0], %r6, [%r2];\n${expectBytes('512')}`,
  'a range to all blocks of the cluster': `  mov.u16 %h0, 1;\n${expectBytes(512)}\n  ${bulk}.multicast::cluster [%r1], [%rd0], 512, [%r2], %h0;`,
  'a box by a map that is an argument': `  mov.u64 %rd1, map; cvta.param.u64 %rd1, %rd1; mov.u32 %r6, 0;\n${expectBytes(512)}\n  ${box} [%r1], [%rd1, {%r6, %r6}], [%r2];`,
  'a box by a map in global memory': `  mov.u32 %r6, 0;\n${expectBytes(512)}\n  ${box} [%r1], [%rd0, {%r6, %r6}], [%r2];`,
  'a box before its bytes are expected': `  mov.u32 %r6, 0;\n  ${box} [%r1], [%rd0, {%r6, %r6}], [%r2];\n${expectBytes(512)}`,
  'a box to all blocks of the cluster': `  mov.u16 %h0, 1; mov.u32 %r6, 0;\n${expectBytes(512)}\n  ${box}.multicast::cluster [%r1], [%rd0, {%r6, %r6}], [%r2], %h0;`,
};

describe('a copy into shared memory without arguments ends its phase', () => {
  test.each(Object.entries(COPIES))('%s', (_, copies) => {
    const { counted, codes, hazards } = analyze(behind(copies));
    // A map that is not given has a warning, and whether a phase ends that waits for an unknown size is not known.
    const known = new Set(['ptx/not-counted', 'ptx/unknown-branch']);
    expect(codes.filter((code) => !known.has(code))).toEqual([]);
    expect(hazards).toEqual([]);
    expect(counted.startsWith('1 of ')).toBe(true);
  });

  test('what it brings is unknown', () => {
    const text = behind(`${expectBytes(512)}\n  ${bulk} [%r1], [%rd0], 512, [%r2];`).replace(
      'ld.shared.u32 %r5, [%r4];',
      'ld.shared.u32 %r5, [%r4]; and.b32 %r5, %r5, 4092; add.u32 %r5, %r5, %r1; ld.shared.u32 %r6, [%r5];',
    );
    expect(analyze(text)).toMatchObject({ counted: '1 of 2', codes: ['ptx/unknown-address'] });
  });

  test('phase after phase', () => {
    const text = behind(`  mov.u32 %r7, 0;
${expectBytes(256)}
  ${bulk} [%r1], [%rd0], 256, [%r2];`).replace(
      '  ld.shared.u32 %r5, [%r4];',
      `  bar.sync 0;
  @%p1 bra NEXT;
${expectBytes(512)}
  ${bulk} [%r1+1024], [%rd0+1024], 512, [%r2];
NEXT:
${wait(1)}
  ld.shared.u32 %r5, [%r4+1024];`,
    );
    expect(analyze(text)).toMatchObject({ counted: '1 of 1', codes: [], hazards: [] });
  });

  test('and too few of them are still a wait for ever', () => {
    const text = behind(`${expectBytes(1024)}\n  ${bulk} [%r1], [%rd0], 512, [%r2];`);
    expect(analyze(text).codes).toEqual(['ptx/mbarrier-deadlock']);
  });

  test('of arrivals at an unknown barrier nothing is claimed', () => {
    const text = behind(`  ld.param.u32 %r6, [n]; and.b32 %r6, %r6, 0; add.u32 %r6, %r6, %r2;
  mbarrier.arrive.shared::cta.b64 _, [%r6];`);
    expect(analyze(text).codes).toContain('ptx/mbarrier-unknown');
  });
});

describe('a copy out of shared memory without arguments', () => {
  const out = (copy: string, between = '  cp.async.bulk.wait_group.read 0;'): string =>
    kernelOf(`  st.shared.u32 [%r4], %r0;
  fence.proxy.async.shared::cta;
  bar.sync 0;
  setp.ne.u32 %p1, %r0, 0;
  @%p1 bra ALL;
  ${copy}
  cp.async.bulk.commit_group;
${between}
ALL:
  bar.sync 0;
  st.shared.u32 [%r4], %r0;`);
  const OUT = {
    'a range': 'cp.async.bulk.global.shared::cta.bulk_group [%rd0], [%r1], 512;',
    'a reduction': 'cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%rd0], [%r1], 512;',
  };

  test.each(Object.entries(OUT))('%s is done when its group is waited for', (_, copy) => {
    expect(analyze(out(copy))).toMatchObject({ counted: '2 of 2', codes: [], hazards: [] });
  });

  test.each(Object.entries(OUT))('%s is a hazard when it is not', (_, copy) => {
    expect(analyze(out(copy, '')).hazards).toHaveLength(1);
  });

  test.each(rows`
    a box                      | mov.u32 %r6, 0; cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%rd0, {%r6, %r6}], [%r1];
    a sum of boxes             | mov.u32 %r6, 0; cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.bulk_group [%rd0, {%r6, %r6}], [%r1];
    a range of an unknown size | ld.param.u32 %r6, [n]; cp.async.bulk.global.shared::cta.bulk_group [%rd0], [%r1], %r6;
  `)('%s has no error of its own', (_, copy = '') => {
    const { codes } = analyze(out(copy));
    expect(codes.filter((code) => code !== 'ptx/not-counted')).toEqual([]);
  });
});

describe('stores and sums whose bytes a barrier counts', () => {
  /** The word is written before: a sum adds to what is there. */
  const near = (access: string): string =>
    behind(`  st.shared.u32 [%r1], 0; ld.param.u32 %r6, [n]; mapa.shared::cluster.u32 %r8, %r1, 0; mapa.shared::cluster.u32 %r9, %r2, 0;
${expectBytes(4)}
  ${access}`).replace('ld.shared.u32 %r5, [%r4];', '@!%p1 ld.shared.u32 %r5, [%r4];');
  test.each([
    'st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%r8], %r6, [%r9];',
    'red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%r8], %r6, [%r9];',
  ])('%s of an unknown value end their phase', (access) => {
    const { codes, hazards } = analyze(near(access));
    expect(codes).toEqual([]);
    expect(hazards).toEqual([]);
  });

  test('in a block that is not known are not called missing', () => {
    const text = near(
      'mapa.shared::cluster.u32 %r9, %r2, %r6; st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%r8], %r6, [%r9];',
    );
    expect(analyze(text).codes).toContain('ptx/mbarrier-unknown');
  });
});

describe('cp.async past L1', () => {
  const FORMS = [
    'cp.async.cg.shared.global [%r4], [%rd1], 16;',
    'cp.async.cg.shared.global.L2::128B [%r4], [%rd1], 16;',
    'cp.async.cg.shared::cta.global.L2::256B [%r4], [%rd1], 16;',
    'cp.async.cg.shared.global [%r4], [%rd1], 16, 16;',
    'createpolicy.fractional.L2::evict_last.b64 %rd2, 1.0; cp.async.cg.shared.global.L2::cache_hint [%r4], [%rd1], 16, %rd2;',
    'setp.gt.u32 %p3, %r0, 99; cp.async.cg.shared.global [%r4], [%rd1], 16, %p3;',
  ];
  const text = (form: string, target: string): string =>
    kernelOf(
      `  mad.wide.u32 %rd1, %r0, 16, %rd0;
  ${form}
  cp.async.commit_group;
  cp.async.wait_group 0;
  bar.sync 0;
  ld.shared.u32 %r5, [%r1];`,
      target,
    );
  const buffer = { kind: 'buffer', data: new Uint8Array(4096) } as const;
  const given: readonly KernelArgument[] = [
    buffer,
    { kind: 'value', bytes: new Uint8Array(4) },
    { kind: 'value', bytes: new Uint8Array(128) },
  ];

  test.each(['sm_80', 'sm_86', 'sm_89', 'sm_90', 'sm_100'])('takes no wavefronts on %s', (chip) => {
    const { evidence } = machineNamed(chip).models[0]?.rules[32]?.['async.bypass'] ?? {};
    expect(evidence).toBe(chip === 'sm_90' ? 'measured' : 'inferred');
    for (const form of FORMS)
      for (const values of [undefined, given]) {
        const found = analyze(text(form, '80'), { chip, ...(values && { arguments: values }) });
        expect(found, form).toMatchObject({ counted: '2 of 2', codes: [], hazards: [] });
        expect(costOf(found.traces, chip), form).toEqual([
          [0, 0],
          [1, 0],
        ]);
      }
  });

  test.each(rows`
    whose size is not known               | 1 of 2 | ptx/unknown-copy | ld.param.u32 %r6, [n]; cp.async.cg.shared.global [%r4], [%rd1], 16, %r6;
    of 4 bytes whose size is not known    | 1 of 2 | ptx/unknown-copy | ld.param.u32 %r6, [n]; cp.async.ca.shared.global [%r4], [%rd1], 4, %r6;
    with a hint that is not known         | 2 of 2 |                  | ld.param.u32 %r6, [n]; cvt.u64.u32 %rd2, %r6; cp.async.cg.shared.global.L2::cache_hint [%r4], [%rd1], 16, %rd2;
    through L1 where one pointer is open  | 2 of 2 |                  | cp.async.ca.shared.global [%r4], [%rd1], 16;
    through L1 of rows of an unknown size | 1 of 2 | ptx/unknown-copy | ld.param.u32 %r6, [n]; mul.lo.u32 %r7, %r6, %r0; mad.wide.u32 %rd1, %r7, 4, %rd0; cp.async.ca.shared.global [%r4], [%rd1], 16;
  `)('%s: %s', (_, counted, codes, form) => {
    const found = analyze(text(form, '80'));
    expect([found.counted, found.codes.join(' ')]).toEqual([counted, codes]);
  });
});
