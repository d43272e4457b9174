/** Where block and grid come from, what overrides them, and what is missing. */
import { describe, expect, it } from 'vitest';
import { rows } from '../../../../test/rows.ts';
import { kernelNames, parseModule } from '@ldscope/mlir';
import { codes, executed, kernelOf, run, runClean } from './harness.ts';

/** Executed waves and workgroups. */
function launched(text: string, options: Parameters<typeof run>[1] = {}): string {
  const { execution } = runClean(text, options);
  const { waves } = execution.kernel;
  return `${execution.workgroups.launched} workgroups, ${waves} waves`;
}

const body = '%x = gpu.thread_id x\nreturn';

it.each(rows`
      translation_info                   | func.func @k() attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [128, 2, 1] subgroup_size = 64>} {%x = gpu.thread_id x \n return} | 1 workgroups, 4 waves
      known sizes of a gpu.func          | gpu.module @m { gpu.func @k() kernel attributes {known_block_size = array<i32: 64, 2, 2>, known_grid_size = array<i32: 3, 1, 1>} { gpu.return } } | 3 workgroups, 12 waves
      known sizes of a func.func         | func.func @k() attributes {gpu.known_block_size = array<i32: 64, 1, 1>, gpu.known_grid_size = array<i32: 2, 2, 1>} {%x = gpu.thread_id x \n return} | 4 workgroups, 4 waves
      upper bounds of ids                | func.func @k() { %x = gpu.thread_id x upper_bound 64 \n %y = gpu.thread_id y upper_bound 4 \n %b = gpu.block_id y upper_bound 5 \n return } | 5 workgroups, 20 waves
      gpu.launch_func                    | module attributes {gpu.container_module} { gpu.module @m { gpu.func @k() kernel { gpu.return } } \n func.func @host() { %c1 = arith.constant 1 : index \n %c7 = arith.constant 7 : index \n %c64 = arith.constant 64 : index \n gpu.launch_func @m::@k blocks in (%c7, %c1, %c1) threads in (%c64, %c1, %c1) \n return } } | 7 workgroups, 7 waves
      the export region of an executable | stream.executable private @e { stream.executable.export public @k workgroups() -> (index, index, index) { %c2 = arith.constant 2 : index \n %c1 = arith.constant 1 : index \n stream.return %c2, %c1, %c1 : index, index, index } \n builtin.module { func.func @k() attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1] subgroup_size = 64>} {%x = gpu.thread_id x \n return} } } | 2 workgroups, 2 waves
    `)('what the module says %s', (_name, text, wanted) => {
  expect(launched(text)).toBe(wanted);
});

describe('what the user says', () => {
  const text = `func.func @k() attributes {gpu.known_block_size = array<i32: 64, 1, 1>} {${body}}`;
  const free = `func.func @k() attributes {gpu.kernel} {${body}}`;

  it.each([
    ['block=256', '1 workgroups, 4 waves'],
    ['grid=2x3,block=64', '6 workgroups, 6 waves'],
    ['grid=2x3x4,block=8x8x2', '24 workgroups, 48 waves'],
  ])('%s', (launch, wanted) => {
    expect(launched(free, { launch })).toBe(wanted);
  });

  it('a grid beside the block of the kernel, which may be repeated', () => {
    expect(launched(text, { launch: 'grid=2x3' })).toBe('6 workgroups, 6 waves');
    expect(launched(text, { launch: 'grid=2x3,block=64' })).toBe('6 workgroups, 6 waves');
  });

  const info =
    'translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 2, 1] subgroup_size = 64>';
  it.each(rows`
    gpu.known_block_size = array<i32: 32, 4, 1> | | block=128 | 32x4 (known_block_size)
    ${info} | | block=64 | 64x2 (workgroup_size of translation_info)
    rocdl.reqd_work_group_size = array<i32: 64> | | block=128 | (rocdl.reqd_work_group_size)
    nvvm.reqntid = array<i32: 64> | | block=128 | 64 (nvvm.reqntid)
    nvvm.maxntid = array<i32: 64> | | block=128 | 64 work-items at most (nvvm.maxntid)
    rocdl.flat_work_group_size = "64,128" | | block=192 | 128 work-items at most
    rocdl.flat_work_group_size = "128,256" | | block=64 | 128 work-items at least
    rocdl.max_flat_work_group_size = 128 : i32 | | block=192 | 128 work-items at most
    gpu.kernel | %y = gpu.thread_id y upper_bound 2 | block=64x4 | 2 work-items along y at most
    gpu.kernel | %y = rocdl.workitem.id.x range <i32, 0, 64> : i32 | block=128 | 64 work-items along x at most (range of work-item ids)
  `)(
    'not against a promise of the kernel: %s %s, %s',
    (attributes, id, launch = '', words = '') => {
      const promised = `func.func @k() attributes {${attributes}} {${id}\n${body}}`;
      const { diagnostics, traces } = run(promised, { launch });
      expect(diagnostics).toMatchObject([{ code: 'launch/other-block', severity: 'error' }]);
      expect(diagnostics[0]?.message).toContain(words);
      expect(traces).toEqual([]);
    },
  );

  const block = 'gpu.known_block_size = array<i32: 64, 1, 1>';
  it.each([
    [`${block}, gpu.known_grid_size = array<i32: 2, 1, 1>`, '', '2 (gpu.known_grid_size)'],
    [block, '%y = gpu.block_id x upper_bound 2', '2 workgroups along x at most'],
    [block, '%y = rocdl.workgroup.id.x range <i32, 0, 2> : i32', '(range of workgroup ids)'],
  ])(
    'not without a word by another grid than the kernel promises: %s %s',
    (attributes, id, words) => {
      const promised = `func.func @k() attributes {${attributes}} {${id}\n${body}}`;
      const { diagnostics, traces } = run(promised, { launch: 'grid=3' });
      expect(diagnostics).toMatchObject([{ code: 'launch/other-grid', severity: 'warning' }]);
      expect(diagnostics[0]?.message).toContain(words);
      expect(traces.length).toBeGreaterThan(0);
      expect(run(promised, { launch: 'grid=2' }).diagnostics).toEqual([]);
    },
  );

  it.each([
    ['nvvm.maxntid = array<i32: 256>', 'block=64'],
    ['rocdl.flat_work_group_size = "64,256"', 'block=256'],
    ['rocdl.flat_work_group_size = "64,256"', 'block=8x8'],
  ])('inside of limits: %s, %s', (attributes, launch) => {
    expect(
      run(`func.func @k() attributes {${attributes}} {${body}}`, { launch }).diagnostics,
    ).toEqual([]);
  });

  it('waves of 32 where the chip has them', () => {
    expect(launched(text, { machine: 'gfx1100' })).toBe('1 workgroups, 2 waves');
    expect(launched(text, { machine: 'sm_90' })).toBe('1 workgroups, 2 waves');
    const asked = text.replace(
      'gpu.known_block_size = array<i32: 64, 1, 1>',
      'translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64] subgroup_size = 64>',
    );
    expect(launched(asked, { machine: 'gfx1100' })).toBe('1 workgroups, 1 waves');
  });

  it('executes some workgroups and says so', () => {
    const { execution, diagnostics } = run(text, { launch: 'grid=1000x1000', workgroups: 3 });
    expect(execution.workgroups).toEqual({ executed: 3, launched: 1_000_000 });
    expect(diagnostics.map(({ code }) => code)).toEqual(['launch/some-workgroups']);
  });
});

describe('scalar arguments', () => {
  const text = kernelOf(`(%n: i32, %m: memref<64xi32>, %s: f16, %unused: index)
      %i = arith.fptosi %s : f16 to i32
      %v = arith.addi %n, %i : i32
      memref.store %v, %m[%x] : memref<64xi32>`);

  it('come by position or by name, rounded to their type', () => {
    const { out } = executed(text, [], { launch: 'arg0=7,s=2049' });
    expect(new Set(out)).toEqual(new Set([2055]));
  });

  it('are asked for when they are used', () => {
    expect(run(text, { launch: 'arg0=7' }).diagnostics).toMatchObject([
      { code: 'launch/scalar', message: expect.stringContaining('arg2') as string },
    ]);
  });
});

describe('what does not go', () => {
  const sized = (size: string): string =>
    `func.func @k() attributes {gpu.known_block_size = array<i32: ${size}>} {${body}}`;

  const odd = sized('64, 1, 1').replace(
    'attributes {',
    'attributes {translation_info = #iree_codegen.translation_info<pipeline = None subgroup_size = 32>, ',
  );

  it.each(rows`
    no kernel                                 | launch/no-kernel | func.func @f() { return }
    no block                                  | launch/no-block  | func.func @k() {${body}}
    a block that is not a number of waves     | launch/waves     | ${sized('100, 1, 1')}
    a block of no work-items                  | launch/no-block  | ${sized('0, 1, 1')}
    a negative block                          | launch/no-block  | ${sized('-64, 1, 1')}
    a block too large                         | launch/too-large | ${sized('1024, 2, 1')}
    a huge block                              | launch/too-large | ${sized('2147483647, 2147483647, 2147483647')}
    a wave size that the chip does not run    | launch/wave-size | ${odd}
    an upper bound of zero                    | launch/no-block  | func.func @k() { %x = gpu.thread_id x upper_bound 0 \n return }
  `)('%s', (_name, code, text = '') => {
    const { diagnostics, execution } = run(text);
    expect(diagnostics.map((diagnostic) => diagnostic.code)).toEqual([code]);
    expect(execution.workgroups.executed).toBe(0);
  });

  it('several kernels, unless one is named', () => {
    const text = `func.func @a() {\n%x = gpu.thread_id x upper_bound 64\nreturn\n}
      func.func @b() {\n%y = gpu.thread_id x upper_bound 128\nreturn\n}`;
    expect(kernelNames(parseModule(text).module)).toEqual(['a', 'b']);
    expect(codes(text)).toEqual(['launch/several-kernels']);
    expect(codes(text, { kernel: 'c' })).toEqual(['launch/no-kernel']);
    expect(launched(text, { kernel: 'b' })).toBe('1 workgroups, 2 waves');
  });
});
