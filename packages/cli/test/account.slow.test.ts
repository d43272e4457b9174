/**
 * One account of what is covered. Kernels without conflicts are generated in assembly, PTX and MLIR, each once as it is, and once
 * with one access more that cannot be counted. The second is never free of conflicts, in no output; and every output agrees with
 * the account of the report.
 */
import { type Account, accountOf, isUnknown, type Report, verdictOfCase } from '@ldscope/core';
import { type Analyzed, analyzeKernel, checkCases, compareKernels } from '@ldscope/engine';
import {
  checkJson,
  githubAnnotations,
  htmlReport,
  junitXml,
  kernelMark,
  markdownReport,
  renderReport,
  reportJson,
  sarifReport,
  sayCheck,
  sayComparison,
  siteMark,
  writeText,
} from '@ldscope/render';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forAll } from '../../../test/for-all.ts';
import { rows } from '../../../test/rows.ts';
import { ldscope } from './fake-io.ts';

/** An access without conflicts: every lane its own words, one after the other. */
interface Plain {
  readonly isWrite: boolean;
  readonly dwords: 1 | 2 | 4;
  readonly offset: number;
}

const assembly =
  (machine: string, added: string, isRdna = false) =>
  (accesses: readonly Plain[], isAdded: boolean): string => {
    const [read, write] = isRdna ? ['ds_load', 'ds_store'] : ['ds_read', 'ds_write'];
    const data = { 1: 'v8', 2: 'v[8:9]', 4: 'v[8:11]' } as const;
    const wait = isRdna ? '' : '\ts_waitcnt lgkmcnt(0)\n';
    const lines = accesses.map(({ isWrite, dwords, offset }) => {
      const width = `b${32 * dwords}`;
      const shift = Math.log2(4 * dwords);
      const access = isWrite
        ? `${write}_${width} v1, ${data[dwords]} offset:${16 * offset}`
        : `${read}_${width} ${data[dwords]}, v1 offset:${16 * offset}`;
      return `\tv_lshlrev_b32 v1, ${shift}, v0\n\t${access}\n${wait}`;
    });
    return `\t.amdgcn_target "amdgcn-amd-amdhsa--${machine}"
\t.text
\t.globl k
k:
${lines.join('')}${isAdded ? `${added}\n` : ''}\ts_endpgm
\t.section .rodata,"a",@progbits
\t.amdhsa_kernel k
\t.amdhsa_next_free_vgpr 24
\t.amdhsa_next_free_sgpr 8
\t.amdhsa_group_segment_fixed_size 8192
\t.amdhsa_user_sgpr_kernarg_segment_ptr 1
${machine === 'gfx942' ? '\t.amdhsa_accum_offset 24\n' : ''}\t.end_amdhsa_kernel
`;
  };

const ptxKernel =
  (added: string) =>
  (accesses: readonly Plain[], isAdded: boolean): string => {
    const types = { 1: 'b32', 2: 'v2.b32', 4: 'v4.b32' } as const;
    const data = { 1: '%d0', 2: '{%d0, %d1}', 4: '{%d0, %d1, %d2, %d3}' } as const;
    const lines = accesses.map(({ isWrite, dwords, offset }) => {
      const at = `[%a+${16 * offset}]`;
      const access = isWrite
        ? `st.shared.${types[dwords]} ${at}, ${data[dwords]};`
        : `ld.shared.${types[dwords]} ${data[dwords]}, ${at};`;
      return `  mad.lo.u32 %a, %t, ${4 * dwords}, %s;\n  ${access}`;
    });
    return `.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u32 n)
.reqntid 32
{
  .reg .b32 %a, %b, %s, %t, %n, %d<8>;
  .reg .f32 %f;
  .reg .pred %p;
  .shared .align 16 .b8 tile[8192];
  ld.param.u32 %n, [n];
  mov.u32 %t, %tid.x;
  mov.u32 %s, tile;
${lines.join('\n')}
${isAdded ? added : ''}
  ret;
}
`;
  };

const mlirKernel =
  (added: string) =>
  (accesses: readonly Plain[], isAdded: boolean): string => {
    const lines = accesses.map(({ isWrite, offset }, at) =>
      isWrite
        ? `    %i${at} = arith.addi %t, %c${offset} : index\n    memref.store %zero, %tile[%i${at}] : memref<1024xf32, #lds>`
        : `    %i${at} = arith.addi %t, %c${offset} : index\n    %r${at} = memref.load %tile[%i${at}] : memref<1024xf32, #lds>`,
    );
    const offsets = Array.from({ length: 8 }, (_, n) => `    %c${n} = arith.constant ${n} : index`);
    return `#lds = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @k(%n: index) workgroup(%tile: memref<1024xf32, #lds>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %zero = arith.constant 0.0 : f32
${offsets.join('\n')}
${lines.join('\n')}
${isAdded ? added : ''}
    gpu.return
  }
}
`;
  };

const kernels: Readonly<Record<string, typeof ptxKernel>> = {
  'MLIR on gfx942': mlirKernel,
  'PTX on sm_90': ptxKernel,
  'assembly of gfx942': (added) => assembly('gfx942', added),
  'assembly of gfx1250': (added) => assembly('gfx1250', added, true),
};

/** gfx1250 has it, and no public source says how the banks serve it. */
const ASYNC_COPY =
  's_load_b64 s[2:3], s[0:1], 0x0\nv_lshlrev_b32 v3, 4, v0\nv_or_b32 v3, 0x1000, v3\ns_wait_kmcnt 0x0\nglobal_load_async_to_lds_b128 v3, v3, s[2:3]\ns_wait_asynccnt 0x0';

/** Each is an access of which the cycles, or how often they come, are not known. */
const additions = rows`
  assembly of gfx942 | an address of an unknown argument | s_load_dword s2, s[0:1], 0x0 \n s_waitcnt lgkmcnt(0) \n v_mul_lo_u32 v2, v0, s2 \n ds_read_b32 v9, v2 \n s_waitcnt lgkmcnt(0)
  assembly of gfx942 | a loop of an unknown trip count | s_load_dword s2, s[0:1], 0x0 \n s_waitcnt lgkmcnt(0) \n v_lshlrev_b32 v2, 2, v0 \n loop: \n ds_read_b32 v9, v2 \n s_waitcnt lgkmcnt(0) \n v_lshlrev_b32 v2, 1, v2 \n v_and_b32 v2, 0xffc, v2 \n s_sub_i32 s2, s2, 1 \n s_cmp_gt_i32 s2, 0 \n s_cbranch_scc1 loop
  assembly of gfx942 | an instruction that is not known | ds_read_something_b32 v9, v1
  assembly of gfx1250 | no public service rule | ${ASYNC_COPY}
  PTX on sm_90 | an address of an unknown argument | mad.lo.u32 %b, %t, %n, %s; \n ld.shared.b32 %d4, [%b];
  PTX on sm_90 | a loop of an unknown trip count | L: ld.shared.b32 %d4, [%s]; \n sub.u32 %n, %n, 1; \n setp.gt.s32 %p, %n, 0; \n @%p bra L;
  PTX on sm_90 | an atomic that is a loop of compare-and-swap | mov.f32 %f, 0f00000000; \n atom.shared.add.f32 %f, [%s], %f;
  MLIR on gfx942 | an index of an unknown argument | %u = arith.muli %t, %n : index \n %v = memref.load %tile[%u] : memref<1024xf32, #lds>
  MLIR on gfx942 | a loop of an unknown trip count | scf.for %k = %c0 to %n step %c1 { \n %w = memref.load %tile[%t] : memref<1024xf32, #lds> \n }
`;

const plain = fc.record({
  isWrite: fc.boolean(),
  dwords: fc.constantFrom(1, 2, 4) as fc.Arbitrary<1 | 2 | 4>,
  offset: fc.nat(7),
});
const accesses = fc.array(plain, { minLength: 0, maxLength: 4 });

const analyzed = (text: string, machine: string): Analyzed =>
  analyzeKernel(text, { machine, launch: machine === 'sm_90' ? undefined : 'block=64' });

function reportOf({ analysis, diagnostics }: Analyzed): Report {
  if (analysis === undefined) throw new Error(diagnostics.map(({ message }) => message).join('; '));
  return analysis.report;
}

const flat = (text: string): string => text.replaceAll(/<[^>]*>|\\/g, '').replaceAll(/\s+/g, ' ');

/** All that is printed of an analysis. */
function outputsOf(one: Analyzed, source: string): Readonly<Record<string, string>> {
  const { analysis, machine, model, diagnostics } = one;
  if (analysis === undefined || machine === undefined || model === undefined)
    throw new Error('not analyzed');
  const file = { file: 'k.s', source, kernels: [{ analysis, machine, model, diagnostics }] };
  const { report } = analysis;
  return {
    text: renderReport(analysis, { width: 400 }),
    html: htmlReport(file),
    markdown: markdownReport(file),
    sarif: sarifReport(file, { version: '1' }),
    mark: kernelMark(report),
    sites: report.sites.map((site) => siteMark(site, report)).join('\n'),
  };
}

const checked = (one: Analyzed, title: string) => {
  const report = reportOf(one);
  return checkCases(
    [{ file: 'k.s', kernel: 'k', machine: report.machine, launch: '', title, report }],
    { today: '2026-01-01' },
  );
};

const fed = /^(SQ_|Bank Conflict|l1tex__data)/;

/** What every output says of a report has to be what its account says. */
function agree(one: Analyzed, source: string): void {
  const report = reportOf(one);
  const { account, counters, totals, sites } = report;
  const isFree = totals.bankConflict === 0;
  for (const [name, output] of Object.entries(outputsOf(one, source))) {
    const text = flat(output);
    if (name === 'sites') continue;
    if (!account.isCovered) {
      expect(text, name).not.toMatch(/No bank conflicts|does not access/);
      if (isFree) expect(text, name).toContain('Not known');
    } else if (isFree && sites.some(({ unserved }) => unserved === undefined)) {
      if (name !== 'sarif') expect(text, name).toContain('No bank conflicts');
    }
  }
  const html = htmlReport({
    file: 'k.s',
    source,
    kernels: [{ ...one, diagnostics: one.diagnostics }],
  });
  expect(/class="verdict good"/.test(html)).toBe(
    account.isCovered && isFree && sites.some(({ unserved }) => unserved === undefined),
  );
  const json = JSON.parse(reportJson(report)) as {
    readonly account: { readonly covered: boolean };
    readonly counters: readonly { readonly name: string }[];
  };
  expect(json.account.covered).toBe(account.isCovered);
  const unknown = new Set(account.unknownCounters);
  expect(json.counters.filter(({ name }) => unknown.has(name))).toEqual([]);
  const isExecuted = account.limits.every((limit) => limit === 'sample');
  if (account.missing.length > 0 || !isExecuted)
    expect(counters.filter(({ name }) => fed.test(name))).toEqual([]);
  const check = checked(one, 'k');
  const [only] = check.cases;
  if (only === undefined) throw new Error('a check of one kernel has a case');
  const said = verdictOfCase(only);
  expect(said === 'passed').toBe(
    account.isCovered && isFree && report.hazards.every(({ severity }) => severity === 'note'),
  );
  expect(check.verdict === 'wrong').toBe(isUnknown(only));
  const inText = flat(writeText(sayCheck(check), { width: 400 }));
  expect(/1 kernel passed on \S+$/.test(inText.trim())).toBe(said === 'passed');
  if (said === 'unknown') {
    expect(inText).toContain('not known');
    expect(githubAnnotations(check)).toContain('::error');
    expect(junitXml(check)).toContain('errors="1"');
  }
  expect(JSON.parse(checkJson(check))).toMatchObject({
    cases: [{ complete: account.isCovered, verdict: said }],
  });
}

describe('an access that cannot be counted', () => {
  it.each(additions)('is never in favour of a kernel: %s, %s', (kind = '', _what, added = '') => {
    const make = kernels[kind]?.(added) ?? expect.unreachable(kind);
    const machine = kind.split(' ').at(-1) ?? '';
    forAll([accesses], { numRuns: 4, seed: 7 }, (list) => {
      const [without, withIt] = [false, true].map((isAdded) => make(list, isAdded));
      const [own, other] = [without, withIt].map((text = '') => analyzed(text, machine));
      if (own === undefined || other === undefined) throw new Error('two kernels');
      agree(own, without ?? '');
      agree(other, withIt ?? '');
      expect(reportOf(own).account).toMatchObject({ isCovered: true, missing: [], limits: [] });
      const { account } = reportOf(other);
      expect(account.isCovered).toBe(false);
      expect(account.missing.length + account.limits.length).toBeGreaterThan(0);
      expect(checked(other, 'k').cases.map(verdictOfCase)).not.toContain('passed');
    });
  });
});

describe('an instruction that passes by the banks', () => {
  const shuffles = [
    'ds_bpermute_b32 v9, v1, v0',
    'ds_permute_b32 v9, v1, v0',
    'ds_swizzle_b32 v9, v0 offset:0x401f',
  ];

  it.each(shuffles)('has no conflict, and leaves counters that see it unknown: %s', (shuffle) => {
    const make = assembly(
      'gfx942',
      `\tv_lshlrev_b32 v1, 2, v0\n\t${shuffle}\n\ts_waitcnt lgkmcnt(0)`,
    );
    forAll([accesses], { numRuns: 4, seed: 7 }, (list) => {
      const one = analyzed(make(list, true), 'gfx942');
      const report = reportOf(one);
      agree(one, make(list, true));
      expect(report.account).toMatchObject({ isCovered: true, passing: { instructions: 1 } });
      expect(report.counters.map(({ name }) => name)).toEqual(['SQ_LDS_BANK_CONFLICT']);
      expect(report.account.unknownCounters).toContain('SQ_LDS_IDX_ACTIVE');
    });
  });

  it('is no reason for an exit code, and not in the table with a 0', async () => {
    const make = assembly(
      'gfx942',
      '\tv_lshlrev_b32 v1, 2, v0\n\tds_bpermute_b32 v9, v1, v0\n\ts_waitcnt lgkmcnt(0)',
    );
    const text = make([{ isWrite: true, dwords: 1, offset: 0 }], true);
    const done = await ldscope('analyze k.s -m gfx942 -l block=64', { files: { 'k.s': text } });
    expect(done.code).toBe(0);
    expect(flat(done.stdout)).toContain('1 instruction passes by the banks (ds_bpermute_b32)');
    expect(done.stdout).toMatch(/ds_bpermute_b32 .*- +1 +not known +- +none +-/);
    expect(done.stdout).toMatch(/SQ_LDS_IDX_ACTIVE +not known/);
  });
});

describe('exit codes', () => {
  const rule = assembly('gfx1250', ASYNC_COPY, true);
  const text = rule([{ isWrite: false, dwords: 4, offset: 0 }], true);

  it('tell a chip without an instruction from one without a public rule', async () => {
    const done = await ldscope('analyze k.s -m gfx1250 -l block=64', { files: { 'k.s': text } });
    expect(done.code).toBe(0);
    expect(done.stdout + done.stderr).not.toContain('gfx1250 has no');
    expect(done.stdout + done.stderr).toContain('execute/no-rule');
    const explained = await ldscope('explain k.s -m gfx1250 -l block=64 --site 11:1', {
      files: { 'k.s': text },
    });
    expect(flat(explained.stderr)).toContain(
      'no public service rule for global_load_async_to_lds_b128',
    );
    expect(flat(explained.stderr)).not.toContain('choose the chip');
  });
});

describe('a comparison', () => {
  it('is of what both sides count', () => {
    // 32 B apart: eight lanes meet. After the edit the stride is an argument, and nothing of it is known.
    const strided = (stride: string): Analyzed =>
      analyzed(
        mlirKernel(
          `    %u = arith.muli %t, ${stride} : index\n    %v = memref.load %tile[%u] : memref<1024xf32, #lds>`,
        )([{ isWrite: true, dwords: 1, offset: 0 }], true).replace('constant 7', 'constant 8'),
        'gfx942',
      );
    const [before, after] = [strided('%c7'), strided('%n')];
    expect(reportOf(before).totals.bankConflict).toBeGreaterThan(0);
    const { comparisons } = compareKernels([{ analyzed: before }], [{ analyzed: after }]);
    const [comparison] = comparisons;
    if (comparison === undefined) throw new Error('nothing was compared');
    const { totals, caveats, verdict } = comparison;
    expect(verdict).toBe('unknown');
    expect([totals.before.bankConflict, totals.after.bankConflict]).toEqual([0, 0]);
    expect(caveats).toContainEqual({ kind: 'alone', side: 'before', sites: 1 });
    const words = sayComparison(comparison, { names: { before: 'a', after: 'b' } });
    expect(JSON.stringify(words)).toContain('of what both sides count');
    expect(JSON.stringify(words)).not.toContain('fewer');
  });
});

describe('the account', () => {
  it('of a report without an analysis is not covered', () => {
    const kernel = { name: 'k', frontend: '', waves: 0, ldsBytes: 0 };
    const error = { code: 'a/b', severity: 'error', message: 'no', hint: '' } as const;
    const account: Account = accountOf({
      kernel,
      sites: [],
      diagnostics: [error],
      hasFixedPhases: true,
    });
    expect(account).toMatchObject({ isCovered: false, limits: ['errors'] });
  });
});
