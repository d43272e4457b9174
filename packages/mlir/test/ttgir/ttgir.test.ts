/** TTGIR as a kernel: what is counted, where, and what is said of the rest. */
import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forAll } from '../../../../test/for-all.ts';
import { words } from '../table.ts';
import { rows } from '../../../../test/rows.ts';
import { type AccessTrace, type Execution, machineNamed, opcodeAt, simulate } from '@ldscope/core';
import { executeTtgir, isTtgir, parseModule, TileTypes } from '@ldscope/mlir';

interface Run {
  readonly execution: Execution;
  readonly trace: AccessTrace | undefined;
  /** `line instruction buffer rows` of each site. */
  readonly sites: readonly string[];
}

function run(text: string, machine = 'gfx950', triton?: string): Run {
  const { module } = parseModule(text);
  const traces: AccessTrace[] = [];
  const execution = executeTtgir(module, text, {
    machine: machineNamed(machine),
    triton,
    onWorkgroup: (trace) => traces.push(trace),
  });
  const [trace] = traces;
  const counts = new Map<string, number>();
  for (let row = 0; row < (trace?.count ?? 0); row++) {
    const site = trace?.sites[trace.site[row] ?? 0];
    const key = `${site?.line ?? 0} ${opcodeAt(trace?.op[row] ?? 0).name} ${site?.buffer ?? ''}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return { execution, trace, sites: [...counts].map(([key, count]) => `${key} ${count}`) };
}

/** The address of the first lane of the first access of a line. */
function firstByteOf(trace: AccessTrace | undefined, line: number): number {
  const row = [...(trace?.site ?? [])].findIndex((site) => trace?.sites[site]?.line === line);
  return trace?.addressBytes[64 * row] ?? -1;
}

const codes = ({ execution }: Run): string[] =>
  execution.diagnostics.map(({ code, message }) => `${code}: ${message}`);

const example = readFileSync(
  new URL('../../../../examples/triton-matmul/kernel.ttgir', import.meta.url),
  'utf8',
);

/** A module of these operations. */
const moduleOf = (body: string, target = 'hip:gfx950', lanes = 64): string => `
#rows = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [${lanes / 8}, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#columns = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, ${lanes / 8}], warpsPerCTA = [1, 4], order = [0, 1]}>
#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#turned = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0, 1]}>
#padded = #ttg.padded_shared<[64:+8] {order = [1, 0], shape = [64, 64]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "${target}", "ttg.threads-per-warp" = ${lanes} : i32} {
  tt.func public @f(%a: tensor<64x64xf16, #rows>, %p: tensor<64x64x!tt.ptr<f16>, #rows>, %i: i32) {
${body}
    tt.return
  }
}`;

describe('what is counted', () => {
  it('stores and loads, once for each wave', () => {
    const { sites, execution, trace } = run(example);
    expect(sites).toEqual([
      '19 ds_write_b128 %left 16',
      '20 ds_write_b128 %right 16',
      '21 ds_read_b128 %left 32',
      '22 ds_read_b64_tr_b16 %right 64',
    ]);
    expect(execution.kernel).toEqual({
      name: 'product',
      frontend: 'ttgir',
      waves: 4,
      wavesPerWorkgroup: 4,
      ldsBytes: 32768,
      block: { shape: [256, 1, 1], from: 'num-warps' },
      ldsInstructions: { instructions: 4, counted: 4, missing: [] },
    });
    expect(execution.diagnostics.map(({ code }) => code)).toEqual(['triton/once-each']);
    expect(trace?.sites[0]).toMatchObject({ id: '19:7', line: 19, column: 7 });
    expect(trace?.sites[0]?.text).toContain('ttg.local_store %x, %p');
  });

  it('places buffers that live together one after the other', () => {
    const { trace } = run(example);
    expect([firstByteOf(trace, 19), firstByteOf(trace, 20)]).toEqual([0, 16384]);
  });

  it('conversions through scratch memory, and not those within a lane', () => {
    const body = `%b = ttg.convert_layout %a : tensor<64x64xf16, #rows> -> tensor<64x64xf16, #columns>
    %c = ttg.convert_layout %a : tensor<64x64xf16, #rows> -> tensor<64x64xf16, #rows>`;
    const { sites, execution } = run(moduleOf(body));
    expect(sites).toEqual(['10 ds_write_b16 scratch of %b 64', '10 ds_read_u16 scratch of %b 64']);
    expect(execution.kernel.ldsBytes).toBe(8192);
  });

  it('conversions as they were swizzled before Triton 3.8, which the text does not tell', () => {
    const layouts = `
#rows4 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#columns4 = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 8], warpsPerCTA = [1, 4], order = [0, 1]}>`;
    const body = `%x = "somebody.loads"() : () -> tensor<32x32xf16, #columns4>
    %b = ttg.convert_layout %x : tensor<32x32xf16, #columns4> -> tensor<32x32xf16, #rows4>`;
    const of = (triton?: string): unknown[] => {
      const { trace, execution } = run(layouts + moduleOf(body), 'gfx942', triton);
      if (trace === undefined) throw new Error('no trace');
      const conflicts = simulate(trace, machineNamed('gfx942')).bankConflict.reduce(
        (a, b) => a + b,
      );
      return [conflicts, execution.diagnostics.map(({ code }) => code)[0]];
    };
    // Machine code of Triton 3.6 has 64 (packages/engine/test/ttgir-machine-code.slow.test.ts).
    expect(of('3.6')).toEqual([64, 'triton/once-each']);
    expect(of('3.8')).toEqual([0, 'triton/once-each']);
    expect(of('3.7')[1]).toBe('triton/conversion-version');
    expect(of()).toEqual([0, 'triton/conversion-version']);
  });

  it('views: transposed, a part of a tile, a stage of several', () => {
    const body = `%x = ttg.local_alloc %a : (tensor<64x64xf16, #rows>) -> !ttg.memdesc<64x64xf16, #plain, #smem, mutable>
    %t = ttg.memdesc_trans %x {order = array<i32: 1, 0>} : !ttg.memdesc<64x64xf16, #plain, #smem, mutable> -> !ttg.memdesc<64x64xf16, #turned, #smem, mutable>
    %u = ttg.local_load %t : !ttg.memdesc<64x64xf16, #turned, #smem, mutable> -> tensor<64x64xf16, #columns>
    %s = ttg.memdesc_subslice %x [32, 0] : !ttg.memdesc<64x64xf16, #plain, #smem, mutable> -> !ttg.memdesc<32x64xf16, #plain, #smem, mutable, 64x64>
    %v = ttg.local_load %s : !ttg.memdesc<32x64xf16, #plain, #smem, mutable, 64x64> -> tensor<32x64xf16, #rows>
    %y = ttg.local_alloc : () -> !ttg.memdesc<2x64x64xf16, #padded, #smem, mutable>
    %c = arith.constant 1 : i32
    %z = ttg.memdesc_index %y[%c] : !ttg.memdesc<2x64x64xf16, #padded, #smem, mutable> -> !ttg.memdesc<64x64xf16, #padded, #smem, mutable>
    ttg.local_store %a, %z : tensor<64x64xf16, #rows> -> !ttg.memdesc<64x64xf16, #padded, #smem, mutable>`;
    const { sites, trace, execution } = run(moduleOf(body), 'gfx942');
    expect(sites).toEqual([
      '10 ds_write_b128 %x 8',
      '12 ds_read_b128 %x 8',
      '14 ds_read_b128 %x 4',
      '18 ds_write_b128 %y 8',
    ]);
    const base = (line: number): number => firstByteOf(trace, line);
    // The larger buffer is placed first; the slice begins 32 rows of 128 bytes into the other.
    expect(base(14) - base(10)).toBe(32 * 128);
    expect(base(18)).toBe((4096 + 512) * 2);
    expect(execution.diagnostics.map(({ code }) => code)).toEqual(['triton/once-each']);
  });

  it('buffers that loops carry', () => {
    const type = '!ttg.memdesc<64x64xf16, #plain, #smem, mutable>';
    const load = (name: string): string =>
      `ttg.local_load ${name} : ${type} -> tensor<64x64xf16, #rows>`;
    const body = `%x = ttg.local_alloc %a : (tensor<64x64xf16, #rows>) -> ${type}
    %y = ttg.local_alloc %a : (tensor<64x64xf16, #rows>) -> ${type}
    %f = scf.for %j = %i to %i step %i iter_args(%c = %x) -> (${type}) : i32 {
      %u = ${load('%c')}
      scf.yield %c : ${type}
    }
    %r:2 = scf.while (%m = %y, %k = %i) : (${type}, i32) -> (i32, ${type}) {
      %go = arith.cmpi slt, %k, %k : i32
      scf.condition(%go) %k, %m : i32, ${type}
    } do {
    ^bb0(%n: i32, %d: ${type}):
      %v = ${load('%d')}
      scf.yield %d, %n : ${type}, i32
    }
    %w = ${load('%f')}
    %z = ${load('%r#1')}`;
    expect(run(moduleOf(body)).sites).toEqual([
      '10 ds_write_b128 %x 8',
      '11 ds_write_b128 %y 8',
      '13 ds_read_b128 %x 8',
      '21 ds_read_b128 %y 8',
      '24 ds_read_b128 %x 8',
      '25 ds_read_b128 %y 8',
    ]);
  });

  it('asynchronous copies, in the order of the lanes', () => {
    const body = `%x = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #plain, #smem, mutable>
    %t = ttg.async_copy_global_to_local %p, %x : tensor<64x64x!tt.ptr<f16>, #rows> -> <64x64xf16, #plain, #smem, mutable>`;
    const { sites, trace } = run(moduleOf(body));
    expect(sites).toEqual(['11 global_load_lds_dwordx4 %x 8']);
    expect([...(trace?.addressBytes.subarray(0, 64) ?? [])]).toEqual(
      Array.from({ length: 64 }, (_, lane) => 16 * lane),
    );
    expect(codes(run(moduleOf(body), 'gfx942'))[0]).toContain('no copy of gfx942');
  });

  it('reductions among waves through scratch memory before Triton 3.7, and not those within one', () => {
    const reduce = (axis: number, result = '%r'): string =>
      `${result} = "tt.reduce"(%a, %a) <{axis = ${axis} : i32}> ({
    ^bb0(%x: f16, %i0: f16, %y: f16, %i1: f16):
      %z = arith.addf %x, %y : f16
      tt.reduce.return %z, %z : f16, f16
    }) : (tensor<64x64xf16, #rows>, tensor<64x64xf16, #rows>) -> (tensor<64xf16, #ttg.slice<{dim = ${axis}, parent = #rows}>>, tensor<64xf16, #ttg.slice<{dim = ${axis}, parent = #rows}>>)`;
    const use = 'somebody.uses %r#1 : tensor<64xf16, #ttg.slice<{dim = 0, parent = #rows}>>';
    expect(run(moduleOf(reduce(1, '%r:2'))).sites).toEqual([]);
    const { sites, execution } = run(moduleOf(`${reduce(0, '%r:2')}\n${use}`), 'gfx950', '3.6');
    // Two operands: 8 partial results of each wave; 256 to fold; 8 of the one that is used.
    expect(sites).toEqual([
      `10 ds_write_b16 scratch of %r ${2 * (8 * 4 + 4)}`,
      `10 ds_read_u16 scratch of %r ${2 * 4 + 8 * 4}`,
    ]);
    expect(execution.kernel.ldsBytes).toBe(2 * 256 * 2);
    expect(execution.kernel.ldsInstructions?.missing).toEqual([]);
    expect(execution.diagnostics.map(({ code }) => code)).toEqual(['triton/once-each']);
    const newest = run(moduleOf(`${reduce(0, '%r:2')}\n${use}`));
    expect(codes(newest)[0]).toContain('triton/reduction-version');
    // Two operands: 64 columns by 4 waves, to where lanes hold the waves; the sums are then where the result has them.
    expect(newest.sites).toEqual([
      `10 ds_write_b128 scratch of %r ${2 * 4}`,
      `10 ds_read_b128 scratch of %r ${2 * 4}`,
    ]);
    expect(newest.execution.kernel.ldsBytes).toBe(2 * 256 * 2);
  });

  // Cycles and conflicts of loads and of stores in what Triton 3.8 compiled of `tl.sum` and `tl.max` along the first axis for gfx942.
  it.each(rows`
      1024xf32  | sizePerThread = [4], threadsPerWarp = [64], warpsPerCTA = [4]          | 8/0     | 256/248
      1024xf32  | sizePerThread = [2], threadsPerWarp = [64], warpsPerCTA = [8]          | 16/0    | 512/496
      1024xf32  | sizePerThread = [1], threadsPerWarp = [64], warpsPerCTA = [16]         | 32/0    | 1024/992
      16x64xf32 | sizePerThread = [1, 4], threadsPerWarp = [4, 16], warpsPerCTA = [4, 1] | 72/32   | 64/0
      64x64xf32 | sizePerThread = [1, 4], threadsPerWarp = [4, 16], warpsPerCTA = [8, 1] | 272/128 | 640/448
      64x64xi64 | sizePerThread = [1, 2], threadsPerWarp = [2, 32], warpsPerCTA = [4, 1] | 96/32   | 160/96
    `)(
    'reductions of %s by %s as the machine code of Triton 3.8 has them',
    (type = '', layout = '', reads = '', writes = '') => {
      const warps = Number(/warpsPerCTA = \[(\d+)/.exec(layout)?.[1]);
      const [, columns = '', element = ''] = /(?:x(\d+))?x(\w\d+)$/.exec(type) ?? [];
      const order = columns === '' ? '[0]' : '[1, 0]';
      const slice = `tensor<${columns}x${element}, #ttg.slice<{dim = 0, parent = #b}>>`;
      const result = columns === '' ? element : slice;
      const stored = `%s = ttg.convert_layout %r : ${slice} -> tensor<${columns}x${element}, #line>`;
      const text = `#b = #ttg.blocked<{${layout}, order = ${order}}>
#line = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [64], warpsPerCTA = [${warps}], order = [0]}>
module attributes {"ttg.num-warps" = ${warps} : i32, ttg.target = "hip:gfx942", "ttg.threads-per-warp" = 64 : i32} {
  tt.func public @k(%a: tensor<${type}, #b>) {
    %r = "tt.reduce"(%a) <{axis = 0 : i32}> ({
    ^bb0(%x: ${element}, %y: ${element}):
      tt.reduce.return %x : ${element}
    }) : (tensor<${type}, #b>) -> ${result}
    ${columns === '' ? '' : stored}
    "somebody.uses"(${columns === '' ? '%r' : '%s'}) : (${columns === '' ? element : `tensor<${columns}x${element}, #line>`}) -> ()
    tt.return
  }
}`;
      const { trace } = run(text, 'gfx942', '3.8');
      if (trace === undefined) throw new Error(layout);
      const { idxActive, bankConflict } = simulate(trace, machineNamed('gfx942'));
      const sum = (wanted: string): string => {
        let [cycles, conflicts] = [0, 0];
        for (let row = 0; row < trace.count; row++) {
          if (opcodeAt(trace.op[row] ?? 0).direction !== wanted) continue;
          cycles += idxActive[row] ?? 0;
          conflicts += bankConflict[row] ?? 0;
        }
        return `${cycles}/${conflicts}`;
      };
      expect([sum('read'), sum('write')]).toEqual([reads, writes]);
    },
  );

  it('conversions in which two bits go from registers to lanes, which Triton does not shuffle', () => {
    const body = `%s = "somebody.sums"() : () -> tensor<32xf32, #ttg.slice<{dim = 0, parent = #wide}>>
    %b = ttg.convert_layout %s : tensor<32xf32, #ttg.slice<{dim = 0, parent = #wide}>> -> tensor<32xf32, #line>
    %c = ttg.convert_layout %b : tensor<32xf32, #line> -> tensor<32xf32, #pair>`;
    const layouts = `
#wide = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#line = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [64], warpsPerCTA = [4], order = [0]}>
#pair = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [64], warpsPerCTA = [4], order = [0]}>`;
    expect(run(layouts + moduleOf(body)).sites).toEqual([
      '14 ds_write_b128 scratch of %b 4',
      '14 ds_read_b32 scratch of %b 4',
    ]);
  });

  it("NVIDIA's matrix reads", () => {
    const body = `%x = ttg.local_alloc %a : (tensor<64x64xf16, #rows>) -> !ttg.memdesc<64x64xf16, #plain, #smem>
    %y = ttg.local_load %x : !ttg.memdesc<64x64xf16, #plain, #smem> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 1, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>, kWidth = 2}>>`;
    expect(run(moduleOf(body, 'cuda:80', 32), 'sm_80').sites).toEqual([
      '10 st.shared.v4.b32 %x 16',
      '11 ldmatrix.x4.trans %x 32',
    ]);
  });
});

describe('what is said', () => {
  it.each(rows`
      %h = tt.histogram %a : tensor<64x64xf16, #rows> -> tensor<64xi32, #rows> | its addresses are the data
      %x = ttg.local_alloc : () -> !ttg.memdesc<48x64xf16, #plain, #smem> | a size of the tensor is 48
      %x = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #ttg.novel_shared<{a = 1}>, #smem> | #ttg.novel_shared is not a known layout
      %y = ttg.local_load %q : !ttg.memdesc<64x64xf16, #plain, #smem> -> tensor<64x64xf16, #rows> | its buffer is not known
    `)('of %s', (body, reason) => {
    const { execution } = run(moduleOf(`    ${body}`));
    const found = execution.diagnostics.find(({ code }) => code === 'triton/not-counted');
    expect(found?.message).toContain(reason);
    expect(found?.span).toBeDefined();
  });

  it('of a stage that is not constant', () => {
    const body = `%y = ttg.local_alloc : () -> !ttg.memdesc<2x64x64xf16, #plain, #smem, mutable>
    %z = ttg.memdesc_index %y[%i] : !ttg.memdesc<2x64x64xf16, #plain, #smem, mutable> -> !ttg.memdesc<64x64xf16, #plain, #smem, mutable>
    ttg.local_store %a, %z : tensor<64x64xf16, #rows> -> !ttg.memdesc<64x64xf16, #plain, #smem, mutable>`;
    expect(codes(run(moduleOf(body)))[0]).toContain('triton/stage');
  });

  it('of machines that do not run its waves, and of kernels that are not there', () => {
    expect(codes(run(example, 'sm_90'))[0]).toContain('triton/waves');
    expect(codes(run('#rows = #ttg.shared_memory'))[0]).toContain('triton/no-kernel');
    const large = moduleOf(
      '%x = ttg.local_alloc : () -> !ttg.memdesc<64x64x64xf16, #plain, #smem>',
    );
    const { execution, trace } = run(large);
    // Triton uses memory again: what is too much here is counted all the same.
    expect(codes({ execution, trace, sites: [] })[0]).toContain('triton/above-capacity');
    expect(execution.diagnostics[0]?.severity).toBe('warning');
    expect(codes(run(large))[0]).toContain('524288 bytes');
  });

  it('of what units of the hardware do, which is never taken for free of conflicts', () => {
    const body = `%x = ttg.local_alloc %a : (tensor<64x64xf16, #rows>) -> !ttg.memdesc<64x64xf16, #plain, #smem, mutable>
    %bar = ttg.local_alloc : () -> !ttg.memdesc<3x1xi64, #plain, #smem, mutable>
    ttng.init_barrier %bar, 1 : !ttg.memdesc<1xi64, #plain, #smem, mutable>
    %d = ttng.warp_group_dot %x, %x, %c : !ttg.memdesc<64x64xf16, #plain, #smem, mutable> * !ttg.memdesc<64x64xf16, #plain, #smem, mutable> -> tensor<64x64xf32, #rows>
    ttng.async_tma_copy_local_to_global %p[%i, %i] %x : !tt.tensordesc<tensor<64x64xf16>>, !ttg.memdesc<64x64xf16, #plain, #smem, mutable>
    %t = ttg.async_copy_global_to_local %p, %x : tensor<64x64x!tt.ptr<f16>, #rows> -> <64x64xf16, #plain, #smem, mutable>
    somebody.elses %x : !ttg.memdesc<64x64xf16, #plain, #smem, mutable>`;
    const { execution } = run(moduleOf(body, 'cuda:90', 32), 'sm_90');
    expect(execution.kernel.ldsInstructions).toEqual({
      instructions: 2,
      counted: 1,
      missing: [{ reason: 'because what it does to shared memory is not known', instructions: 1 }],
      units: [
        ['the tensor core', 'ttng.warp_group_dot'],
        ['the tensor memory accelerator', 'ttng.async_tma_copy_local_to_global'],
        ['asynchronous copies', 'ttg.async_copy_global_to_local'],
      ].map(([unit, operation]) => ({ unit, operations: [operation], instructions: 1 })),
    });
  });
});

describe('older text is read as the same operations', () => {
  const layouts = `
#rows = #triton_gpu.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0], CTAsPerCGA = [1, 1], CTASplitNum = [1, 1], CTAOrder = [0, 1]}>
#mfma = #triton_gpu.mfma<{nonKDim = 32, warpsPerCTA = [2, 2], isTransposed = true}>
#turned = #triton_gpu.shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0], hasLeadingOffset = false}>`;
  const operand = '#triton_gpu.dot_op<{opIdx = 0, parent = #mfma, kWidth = 8}>';
  const module = (body: string): string => `${layouts}
module attributes {"triton_gpu.num-warps" = 4 : i32, "triton_gpu.threads-per-warp" = 64 : i32} {
  func.func public @f(%arg0: !tt.ptr<f16, 1> {tt.divisibility = 16 : i32}, %n: i32) {
    %s = tt.splat %arg0 : (!tt.ptr<f16, 1>) -> tensor<64x64x!tt.ptr<f16, 1>, #rows>
    %m = tt.splat %n : (i32) -> tensor<64x64xi1, #rows>
    %v = tt.load %s, %m cacheModifier = ca evictionPolicy = evict_first {isVolatile = false} : tensor<64x64xf16, #rows>
${body}
    return
  }
}`;
  /** The same with memory descriptors, as Triton has them since 3.0. */
  const newer = (name: string, type: string): string => `
    %b = ${name}.local_alloc %v : (tensor<64x64xf16, #rows>) -> ${type}<64x64xf16, #turned, #triton_gpu.shared_memory>
    %o = ${name}.local_load %b : ${type}<64x64xf16, #turned, #triton_gpu.shared_memory> -> tensor<64x64xf16, ${operand}>`;

  const converted = `
    %b = triton_gpu.convert_layout %v : (tensor<64x64xf16, #rows>) -> tensor<64x64xf16, #turned>
    %o = triton_gpu.convert_layout %b : (tensor<64x64xf16, #turned>) -> tensor<64x64xf16, ${operand}>`;

  it.each([
    ['conversions to and from tensors in shared memory', converted],
    ['tt.memdesc', newer('triton_gpu', '!tt.memdesc')],
    ['triton_gpu.memdesc', newer('triton_gpu', '!triton_gpu.memdesc')],
    ['ttg.memdesc', newer('ttg', '!ttg.memdesc')],
  ])('%s', (_name, body) => {
    const { sites, execution } = run(module(body), 'gfx942');
    expect(sites).toEqual(['11 ds_write_b128 %b 8', '12 ds_read_b128 %b 16']);
    expect(execution.kernel.ldsInstructions?.missing).toEqual([]);
  });

  it('copies into a stage, and the part of a buffer that is one', () => {
    const body = `
    %b = triton_gpu.alloc_tensor : tensor<2x64x64xf16, #turned>
    %c = arith.constant 1 : i32
    %b1 = triton_gpu.insert_slice_async %s, %b, %c, %m {axis = 0 : i32, cache = 1 : i32} : tensor<64x64x!tt.ptr<f16, 1>, #rows> -> tensor<2x64x64xf16, #turned>
    triton_gpu.async_wait {num = 0 : i32}
    %t = triton_gpu.extract_slice %b1[%c, 0, 0] [1, 64, 64] [1, 1, 1] : tensor<2x64x64xf16, #turned> to tensor<64x64xf16, #turned>
    %o = triton_gpu.convert_layout %t : (tensor<64x64xf16, #turned>) -> tensor<64x64xf16, ${operand}>`;
    const { sites, trace, execution } = run(module(body), 'gfx950');
    expect(sites).toEqual(['13 global_load_lds_dwordx4 %b 8', '16 ds_read_b128 %b 16']);
    const inBuffer = (trace?.addressBytes ?? []).every((byte) => byte >= 8192 && byte < 16384);
    expect(inBuffer).toBe(true);
    expect(execution.kernel.ldsInstructions?.missing).toEqual([]);
  });

  it('a leading offset is what nvmma_shared is', () => {
    const with_ = (encoding: string): string => `
#rows = #triton_gpu.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#s = ${encoding}
module attributes {"triton_gpu.num-warps" = 4 : i32} {
  tt.func @f(%v: tensor<64x64xf16, #rows>) {
    %b = triton_gpu.local_alloc %v : (tensor<64x64xf16, #rows>) -> !tt.memdesc<64x64xf16, #s, #triton_gpu.shared_memory>
    tt.return
  }
}`;
    const traces = [
      '#triton_gpu.shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0], hasLeadingOffset = true}>',
      '#ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>',
    ].map((encoding) => run(with_(encoding), 'sm_90').trace?.addressBytes);
    expect(traces[0]).toEqual(traces[1]);
    expect(traces[0]?.length).toBeGreaterThan(0);
  });

  it('conversions go through padded memory', () => {
    const lines = (type: string): string => `
    %c = triton_gpu.convert_layout %v : (tensor<64x64xf16, #rows>) -> tensor<64x64xf16, #mfma>
    %o = triton_gpu.convert_layout %c : (tensor<64x64xf16, #mfma>) -> tensor<64x64xf16, ${type}>`;
    const { sites, execution } = run(module(lines('#rows')), 'gfx942');
    // Rows of 64 elements and 8 that stay free; MFMA has 4 in a lane, one after the other.
    expect(sites).toEqual([
      '11 ds_write_b128 scratch of %c 8',
      '11 ds_read_b64 scratch of %c 16',
      '12 ds_write_b64 scratch of %o 16',
      '12 ds_read_b128 scratch of %o 8',
    ]);
    expect(execution.kernel.ldsBytes).toBe(2 * 64 * (64 + 8));
    const small = run(module(lines('#rows')).replace('nonKDim = 32', 'nonKDim = 16'), 'gfx942');
    expect(small.execution.kernel.ldsInstructions?.missing[0]?.reason).toContain('this shape');
    const other = run(module(lines(operand)), 'gfx942').execution.kernel.ldsInstructions;
    expect(other?.missing[0]?.reason).toContain('Triton before 3.5');
  });

  it('within a warp Triton 3.3 and 3.4 may go either way', () => {
    const text = module(`
    %c = ttg.convert_layout %v : tensor<64x64xf16, #rows> -> tensor<64x64xf16, #other>`)
      .replaceAll('triton_gpu', 'ttg')
      .replace('#ttg.shared', '#ttg.swizzled_shared')
      .replace(
        '#turned =',
        '#other = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [0, 1]}>\n#m = #ttg.amd_mfma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [32, 32], isTransposed = true}>\n#turned =',
      );
    const { execution } = run(text, 'gfx942');
    expect(execution.kernel.ldsInstructions?.missing[0]?.reason).toContain('3.3 and 3.4');
  });
});

it('tells TTGIR from other MLIR', () => {
  expect(isTtgir(example)).toBe(true);
  expect(isTtgir('#map = affine_map<(d0) -> (d0)>\nfunc.func @f() { return }')).toBe(false);
});

/** Words that TTGIR has, and some that it should not have. */
const piece = fc.constantFrom(
  ...words(`
    0 -1 3 64 4096 1048576 99999999999999999999 [ ] { } < > #rows #kept %x %left x f16 i1
    !tt.ptr<f16> ttg.local_load ttg.memdesc_trans ttg.convert_layout order , ?
  `),
);

it('never throws on what is damaged', () => {
  const base = [
    example,
    moduleOf(
      '%b = ttg.convert_layout %a : tensor<64x64xf16, #rows> -> tensor<64x64xf16, #columns>',
    ),
  ];
  forAll(
    [
      fc.constantFrom(...base),
      fc.array(fc.tuple(fc.nat(), fc.nat(20), piece), { minLength: 1, maxLength: 6 }),
      fc.constantFrom('gfx942', 'gfx950', 'sm_90', 'gfx1100'),
    ],
    500,
    (text, edits, machine) => {
      const damaged = edits.reduce((now, [at, cut, put]) => {
        const from = at % (now.length + 1);
        return now.slice(0, from) + put + now.slice(from + cut);
      }, text);
      const { execution } = run(damaged, machine);
      for (const { hint, message } of execution.diagnostics) {
        expect(hint).not.toBe('');
        expect(message).not.toMatch(/undefined|NaN/);
      }
    },
  );
});

describe('element sizes', () => {
  const types = new TileTypes(parseModule('module {}').module);
  const sizeOf = (element: string): number | undefined =>
    types.tileOfText(
      `!ttg.memdesc<8x8x${element}, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory>`,
    )?.elementBytes;

  // Triton packs two i4 in an i8; what a tensor of elements below a byte takes in memory it does not state.
  it.each([
    ['i1 i8 f8E4M3FN', 1],
    ['bf16', 2],
    ['f32', 4],
    ['!tt.ptr<f16>', 8],
    ['i4 i2 f4E2M1FN f6E3M2FN', undefined],
  ])('%s: %s', (elements, bytes) => {
    for (const element of words(elements))
      expect([element, sizeOf(element)]).toEqual([element, bytes]);
  });
});
