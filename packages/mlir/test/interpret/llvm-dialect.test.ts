/** The `llvm`, `rocdl` and `nvvm` dialects: memory, values that move between lanes, matrices, calls, wrong input. */
import { describe, expect, it } from 'vitest';
import { range } from '../table.ts';
import { rows } from '../../../../test/rows.ts';
import { opcodeAt } from '@ldscope/core';
import { bufferMap, codes, type Ran, run, runClean, type RunOptions } from './harness.ts';

const kernel = (parameters: string, body: string, before = ''): string => `${before}
  llvm.func @k(${parameters}) attributes {rocdl.kernel, gpu.known_block_size = array<i32: 64, 1, 1>} {
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    %c2 = llvm.mlir.constant(2 : i32) : i32
    %c4 = llvm.mlir.constant(4 : i32) : i32
    %id = rocdl.workitem.id.x : i32
    ${body}
    llvm.return
  }`;

/** A body from `%x`, an i32 of each lane, to `%r`. */
const lanesOf = (body: string, before = ''): string =>
  kernel(
    '%in: !llvm.ptr, %out: !llvm.ptr',
    `%from = llvm.getelementptr %in[%id] : (!llvm.ptr, i32) -> !llvm.ptr, i32
    %x = llvm.load %from : !llvm.ptr -> i32
    ${body}
    %to = llvm.getelementptr %out[%id] : (!llvm.ptr, i32) -> !llvm.ptr, i32
    llvm.store %r, %to : i32, !llvm.ptr`,
    before,
  );

const inputs = Int32Array.from({ length: 64 }, (_, i) => Math.imul(i + 1, 0x9e3779b1));
const x = (lane: number): number => inputs[lane] ?? 0;
const each = <T>(value: (lane: number) => T): T[] => range(64, value);

const inLds = (name: string, type: string): string =>
  `llvm.mlir.global internal @${name}() {addr_space = 3 : i32} : !llvm.array<${type}>`;

/** Runs a kernel that must have nothing to complain of on the memory of arrays. */
function runOn(text: string, options: RunOptions, ...arrays: readonly ArrayBufferView[]): Ran {
  const buffers = arrays.map(
    ({ buffer, byteOffset, byteLength }) =>
      new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength),
  );
  return runClean(text, { ...options, buffers: bufferMap(...buffers) });
}

function results(text: string, options: RunOptions = {}): number[] {
  const out = new Int32Array(64);
  runOn(text, options, inputs.slice(), out);
  return [...out];
}

const dpp = (control: number, rows = 15, banks = 15, bound = false): number[] =>
  results(
    lanesOf(`%old = llvm.mlir.constant(-5 : i32) : i32
      %r = rocdl.update.dpp %old, %x with ${control}, ${rows}, ${banks}, ${bound} : i32`),
  );

describe('values that move between lanes', () => {
  it.each([
    ['quad_perm [1, 0, 3, 2]', 0b10_11_00_01, (l: number) => x(l ^ 1)],
    ['row_shl:3', 0x103, (l: number) => ((l & 15) + 3 < 16 ? x(l + 3) : -5)],
    ['row_shr:3', 0x113, (l: number) => ((l & 15) >= 3 ? x(l - 3) : -5)],
    ['row_ror:5', 0x125, (l: number) => x((l & 48) | ((l + 11) & 15))],
    ['wave_shr:1', 0x138, (l: number) => (l === 0 ? -5 : x(l - 1))],
    ['wave_rol:1', 0x134, (l: number) => x((l + 1) & 63)],
    ['row_mirror', 0x140, (l: number) => x((l & 48) | (15 - (l & 15)))],
    ['row_half_mirror', 0x141, (l: number) => x((l & 56) | (7 - (l & 7)))],
    ['row_bcast:15', 0x142, (l: number) => (l < 16 ? -5 : x((l & 48) - 1))],
    ['row_bcast:31', 0x143, (l: number) => (l < 32 ? -5 : x(31))],
    ['row_newbcast:7', 0x157, (l: number) => x((l & 48) | 7)],
  ])('update.dpp %s', (_name, control, wanted) => {
    expect(dpp(control)).toEqual(each(wanted));
  });

  it('update.dpp masks rows and banks, and reads 0 with bound control', () => {
    expect(dpp(0x111, 0b0101, 0b0011, true)).toEqual(
      each((l) => {
        const enabled = (l >> 4) % 2 === 0 && ((l >> 2) & 3) < 2;
        return enabled ? ((l & 15) === 0 ? 0 : x(l - 1)) : -5;
      }),
    );
  });

  it.each([
    ['xor 5', (5 << 10) | 31, (l: number) => x(l ^ 5)],
    ['every eighth', 0b11000, (l: number) => x(l & 56)],
    ['quads turned', 0x8000 | 0b00_01_10_11, (l: number) => x(l ^ 3)],
    ['rotate by 3', 0xc000 | (3 << 5), (l: number) => x((l & 32) | ((l + 3) & 31))],
  ])('ds_swizzle %s', (_name, pattern, wanted) => {
    const body = `%p = llvm.mlir.constant(${pattern} : i32) : i32
      %r = rocdl.ds_swizzle %x, %p : (i32, i32) -> i32`;
    expect(results(lanesOf(body))).toEqual(each(wanted));
  });

  it('ds_bpermute, readlane, readfirstlane, mbcnt and ballot', () => {
    const body = `%c7 = llvm.mlir.constant(7 : i32) : i32
      %c28 = llvm.mlir.constant(28 : i32) : i32
      %all = llvm.mlir.constant(-1 : i32) : i32
      %seven = llvm.mul %id, %c28 : i32
      %p = rocdl.ds_bpermute %seven, %x : (i32, i32) -> i32
      %l = rocdl.readlane %x, %c7 : (i32, i32) -> i32
      %f = rocdl.readfirstlane %x : i32
      %low = rocdl.mbcnt.lo %all, %c0 : (i32, i32) -> i32
      %n = rocdl.mbcnt.hi %all, %low : (i32, i32) -> i32
      %odd = llvm.trunc %id : i32 to i1
      %votes = rocdl.ballot %odd : i64
      %shift = llvm.zext %id : i32 to i64
      %mine = llvm.lshr %votes, %shift : i64
      %bit = llvm.trunc %mine : i64 to i1
      %agree = llvm.icmp "eq" %bit, %odd : i1
      %a = llvm.add %p, %l : i32
      %b = llvm.sub %a, %f : i32
      %c = llvm.xor %b, %n : i32
      %r = llvm.select %agree, %c, %c0 : i1, i32`;
    expect(results(lanesOf(body))).toEqual(each((l) => (x((7 * l) & 63) + x(7) - x(0)) ^ l));
  });

  it('permlane16.swap and permlane32.swap exchange rows and halves', () => {
    const body = `%neg = llvm.sub %c0, %x : i32
      %s = rocdl.permlane16.swap %x, %neg, false, false : (i32, i32) -> !llvm.struct<(i32, i32)>
      %a = llvm.extractvalue %s[0] : !llvm.struct<(i32, i32)>
      %b = llvm.extractvalue %s[1] : !llvm.struct<(i32, i32)>
      %t = rocdl.permlane32.swap %a, %b, false, false : (i32, i32) -> !llvm.struct<(i32, i32)>
      %r = llvm.extractvalue %t[0] : !llvm.struct<(i32, i32)>`;
    const a = (l: number): number => ((l & 16) === 0 ? x(l) : -x(l - 16) | 0);
    const b = (l: number): number => ((l & 16) === 0 ? x(l + 16) : -x(l) | 0);
    expect(results(lanesOf(body))).toEqual(each((l) => (l < 32 ? a(l) : b(l - 32))));
  });

  it('nvvm.shfl.sync knows segments and their ends', () => {
    const shuffled = (kind: string, by: number, clamp: number): number[] =>
      results(
        lanesOf(`%all = llvm.mlir.constant(-1 : i32) : i32
          %by = llvm.mlir.constant(${by} : i32) : i32
          %clamp = llvm.mlir.constant(${clamp} : i32) : i32
          %r = "nvvm.shfl.sync"(%all, %x, %by, %clamp) <{kind = #nvvm<shfl_kind ${kind}>}> : (i32, i32, i32, i32) -> i32`),
        { machine: 'sm_90' },
      );
    const halves = (16 << 8) | 31;
    expect(shuffled('bfly', 3, 31)).toEqual(each((l) => x(l ^ 3)));
    expect(shuffled('up', 2, 16 << 8)).toEqual(each((l) => ((l & 15) >= 2 ? x(l - 2) : x(l))));
    expect(shuffled('down', 2, halves)).toEqual(each((l) => ((l & 15) < 14 ? x(l + 2) : x(l))));
    expect(shuffled('idx', 5, halves)).toEqual(each((l) => x((l & 48) | 5)));
  });
});

describe('memory through pointers', () => {
  it('goes through LDS by globals, structs and divergent pointers', () => {
    const globals = `${inLds('pad', '4 x i8')}
${inLds('tile', '64 x struct<(i8, i32)>')}
${inLds('other', '64 x i32')}`;
    const body = `%tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
      %other = llvm.mlir.addressof @other : !llvm.ptr<3>
      %place = llvm.getelementptr %tile[0, %id, 1] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<64 x struct<(i8, i32)>>
      %cell = llvm.getelementptr %other[%id] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      llvm.store %x, %place : i32, !llvm.ptr<3>
      llvm.store %id, %cell : i32, !llvm.ptr<3>
      rocdl.barrier
      %odd = llvm.trunc %id : i32 to i1
      %mine = llvm.select %odd, %place, %cell : i1, !llvm.ptr<3>
      %r = llvm.load %mine : !llvm.ptr<3> -> i32`;
    const text = lanesOf(body, globals);
    expect(results(text)).toEqual(each((l) => (l % 2 === 1 ? x(l) : l)));
    const { traces, execution } = run(text);
    const [trace] = traces;
    expect(execution.hazards).toEqual([]);
    expect(execution.ldsObjects?.map(({ name, bytes }) => `${name} ${bytes}`)).toEqual([
      '@tile 512',
      '@other 256',
    ]);
    expect(trace?.sites.map(({ buffer }) => buffer)).toEqual(['@tile', '@other', '@tile, @other']);
    expect(Array.from(trace?.addressBytes.subarray(0, 3) ?? [])).toEqual([4, 12, 20]);
  });

  it('takes LDS that the launch adds, as flat addresses too', () => {
    const global =
      'llvm.mlir.global external @dynamic() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>';
    const body = `%lds = llvm.mlir.addressof @dynamic : !llvm.ptr<3>
      %flat = llvm.addrspacecast %lds : !llvm.ptr<3> to !llvm.ptr
      %cell = llvm.getelementptr %flat[%id] : (!llvm.ptr, i32) -> !llvm.ptr, i32
      llvm.store %x, %cell : i32, !llvm.ptr
      rocdl.barrier
      %c63 = llvm.mlir.constant(63 : i32) : i32
      %turned = llvm.sub %c63, %id : i32
      %from2 = llvm.getelementptr %lds[%turned] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %r = llvm.load %from2 : !llvm.ptr<3> -> i32`;
    const text = lanesOf(body, global);
    expect(results(text, { launch: 'lds=256' })).toEqual(each((l) => x(63 - l)));
    expect(codes(text, { launch: 'lds=128' })).toContain('execute/lds-out-of-range');
  });

  it('keeps what a lane allocates apart, and copies it whole', () => {
    const body = `%mine = llvm.alloca %c2 x i64 : (i32) -> !llvm.ptr<5>
      %copy = llvm.alloca %c2 x i64 : (i32) -> !llvm.ptr<5>
      %wide = llvm.sext %x : i32 to i64
      llvm.store %wide, %mine : i64, !llvm.ptr<5>
      "llvm.intr.memcpy"(%copy, %mine, %c4) <{isVolatile = false}> : (!llvm.ptr<5>, !llvm.ptr<5>, i32) -> ()
      %r = llvm.load %copy : !llvm.ptr<5> -> i32`;
    expect(results(lanesOf(body))).toEqual(each(x));
  });

  it('reads constants of the module', () => {
    const table =
      'llvm.mlir.global internal constant @table(dense<[5, 7, 11, 13]> : tensor<4xi32>) : !llvm.array<4 x i32>';
    const body = `%c3 = llvm.mlir.constant(3 : i32) : i32
      %at = llvm.and %id, %c3 : i32
      %table = llvm.mlir.addressof @table : !llvm.ptr
      %cell = llvm.getelementptr %table[0, %at] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.array<4 x i32>
      %r = llvm.load %cell : !llvm.ptr -> i32`;
    expect(results(lanesOf(body, table))).toEqual(each((l) => [5, 7, 11, 13][l & 3] ?? 0));
  });

  it('bounds buffers by their resource', () => {
    const body = `%bytes = llvm.mlir.constant(128 : i64) : i64
      %stride = llvm.mlir.constant(0 : i16) : i16
      %flags = llvm.mlir.constant(159744 : i32) : i32
      %rsrc = rocdl.make.buffer.rsrc %in, %stride, %bytes, %flags : !llvm.ptr to !llvm.ptr<8>
      %offset = llvm.mul %id, %c4 : i32
      %a = rocdl.raw.ptr.buffer.load %rsrc, %offset, %c4, %c0 : i32
      %fat = llvm.addrspacecast %rsrc : !llvm.ptr<8> to !llvm.ptr<7>
      %cell = llvm.getelementptr %fat[%id] : (!llvm.ptr<7>, i32) -> !llvm.ptr<7>, i32
      %b = llvm.load %cell : !llvm.ptr<7> -> i32
      %r = llvm.sub %a, %b : i32`;
    const inside = (l: number): number => (l < 32 ? x(l) : 0);
    expect(results(lanesOf(body))).toEqual(each((l) => (inside(l + 1) - inside(l)) | 0));
  });

  it('loads into LDS without passing registers', () => {
    const global = inLds('tile', '64 x i32');
    const body = `%tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
      rocdl.load.to.lds %from, %tile, 4, 0, 0 : !llvm.ptr
      rocdl.s.waitcnt 0
      %c1x = llvm.xor %id, %c1 : i32
      %cell = llvm.getelementptr %tile[%c1x] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      %r = llvm.load %cell : !llvm.ptr<3> -> i32`;
    expect(results(lanesOf(body, global))).toEqual(each((l) => x(l ^ 1)));
    const { traces } = run(lanesOf(body, global));
    expect(opcodeAt(traces[0]?.op[0] ?? 0).name).toBe('global_load_lds_dword');
  });

  it('transposes what 16 lanes read', () => {
    const global = inLds('tile', '256 x i16');
    const body = `%tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
      %first = llvm.mul %id, %c4 : i32
      %cell = llvm.getelementptr %tile[%first] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i16
      %half = llvm.trunc %x : i32 to i16
      %u = llvm.mlir.undef : vector<4xi16>
      %v0 = llvm.insertelement %half, %u[%c0 : i32] : vector<4xi16>
      %v = llvm.shufflevector %v0, %v0 [0, 0, 0, 0] : vector<4xi16>
      llvm.store %v, %cell : vector<4xi16>, !llvm.ptr<3>
      %t = rocdl.ds.read.tr16.b64 %cell : !llvm.ptr<3> -> vector<4xi16>
      %bits = llvm.bitcast %t : vector<4xi16> to vector<2xi32>
      %r = llvm.extractelement %bits[%c1 : i32] : vector<2xi32>`;
    // Four lanes hold a row: lane l gets rows 2 and 3 of its column.
    const row = (l: number, n: number): number => x((l & 48) + 4 * n + ((l & 15) >> 2)) & 0xffff;
    expect(results(lanesOf(body, global))).toEqual(each((l) => row(l, 2) | (row(l, 3) << 16)));
  });

  it('gives each lane its matrix fragments with nvvm.ldmatrix', () => {
    const global = inLds('tile', '128 x i32');
    const text = (layout: string): string =>
      kernel(
        '%in: !llvm.ptr, %out: !llvm.ptr',
        `%tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
        %four = llvm.mul %id, %c4 : i32
        %cell = llvm.getelementptr %tile[%four] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
        %from = llvm.getelementptr %in[%four] : (!llvm.ptr, i32) -> !llvm.ptr, i32
        %row = llvm.load %from : !llvm.ptr -> vector<4xi32>
        llvm.store %row, %cell : vector<4xi32>, !llvm.ptr<3>
        nvvm.barrier0
        %m = "nvvm.ldmatrix"(%cell) <{num = 4 : i32, layout = #nvvm.mma_layout<${layout}>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>}> : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32, i32, i32)>
        %last = llvm.extractvalue %m[3] : !llvm.struct<(i32, i32, i32, i32)>
        %to = llvm.getelementptr %out[%id] : (!llvm.ptr, i32) -> !llvm.ptr, i32
        llvm.store %last, %to : i32, !llvm.ptr`,
        global,
      ).replace('array<i32: 64,', 'array<i32: 32,');
    const halves = Uint16Array.from({ length: 256 }, (_, i) => Math.imul(i, 40503));
    const at = (r: number, c: number): number => halves[(24 + r) * 8 + c] ?? 0;
    for (const layout of ['row', 'col']) {
      const out = new Int32Array(32);
      const { traces } = runOn(text(layout), { machine: 'sm_90' }, halves.slice(), out);
      const wanted = Array.from({ length: 32 }, (_, l) => {
        const [g, p] = [l >> 2, 2 * (l & 3)];
        const [low, high] = layout === 'row' ? [at(g, p), at(g, p + 1)] : [at(p, g), at(p + 1, g)];
        return low | (high << 16);
      });
      expect([...out]).toEqual(wanted);
      expect(opcodeAt(traces[0]?.op[1] ?? 0).name).toBe(
        `ldmatrix.x4${layout === 'row' ? '' : '.trans'}`,
      );
    }
  });

  it('updates LDS lane after lane', () => {
    const global = inLds('sum', '2 x i32');
    const body = `%sum = llvm.mlir.addressof @sum : !llvm.ptr<3>
      %which = llvm.and %id, %c1 : i32
      %cell = llvm.getelementptr %sum[%which] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
      llvm.store %c0, %cell : i32, !llvm.ptr<3>
      %old = llvm.atomicrmw add %cell, %id monotonic : !llvm.ptr<3>, i32
      %pair = llvm.cmpxchg %cell, %old, %id monotonic monotonic : !llvm.ptr<3>, i32
      %ok = llvm.extractvalue %pair[1] : !llvm.struct<(i32, i1)>
      %one = llvm.zext %ok : i1 to i32
      %r = llvm.add %old, %one : i32`;
    // Lanes of one parity add up; what follows never finds the old value again.
    const before = (l: number): number => {
      let sum = 0;
      for (let i = l & 1; i < l; i += 2) sum += i;
      return sum;
    };
    const text = lanesOf(body, global);
    const last = (l: number): number => before(l) + (before(l) === before(64 + (l & 1)) ? 1 : 0);
    expect(results(text)).toEqual(each(last));
    const names = Array.from(run(text).traces[0]?.op ?? [], (op) => opcodeAt(op).name);
    expect(names).toEqual(['ds_write_b32', 'ds_add_rtn_u32', 'ds_cmpst_rtn_b32']);
  });
});

describe('conventions of kernels', () => {
  const body = (pointer: string, offset: string, row: string): string => `
    %wide = llvm.zext %id : i32 to i64
    %u = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %s0 = llvm.insertvalue %ap, %u[0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %s1 = llvm.insertvalue %aq, %s0[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %s2 = llvm.insertvalue %ao, %s1[2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %s3 = llvm.insertvalue %an, %s2[3, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %s4 = llvm.insertvalue %as, %s3[4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %p = llvm.extractvalue %s4[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %o = llvm.extractvalue %s4[2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %n = ${row}
    %scaled = llvm.mul %wide, %n : i64
    %place = llvm.add %scaled, %o : i64
    %from = llvm.getelementptr %p[%place] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    %x = llvm.load %from : !llvm.ptr -> i32
    %to = llvm.getelementptr ${pointer}[%id] : (!llvm.ptr, i32) -> !llvm.ptr, i32${offset}
    llvm.store %x, %to : i32, !llvm.ptr`;
  const parameters =
    '%ap: !llvm.ptr, %aq: !llvm.ptr, %ao: i64, %an: i64, %am: i64, %as: i64, %at: i64, %out: !llvm.ptr';

  it('a descriptor is one buffer, and what nothing reads need not be given', () => {
    const constant = 'llvm.mlir.constant(1 : i64) : i64';
    expect(results(kernel(parameters, body('%out', '', constant)))).toEqual(each(x));
  });

  it('a stride that is read must be given', () => {
    const stride =
      'llvm.extractvalue %s4[4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>';
    const text = kernel(parameters, body('%out', '', stride));
    expect(codes(text)).toContain('launch/scalar');
    expect(results(text, { launch: 'arg5=0,arg2=3' })).toEqual(each(() => x(3)));
  });
});

describe('calls and intrinsics', () => {
  it('reach functions of the module, of the device library, and operations by name', () => {
    const before = `llvm.func @__ockl_get_local_size(i32) -> i64
      llvm.func @__ocml_exp2_f32(f32) -> f32
      llvm.func internal @twice(%a: i32) -> i32 {
        %two = llvm.add %a, %a : i32
        llvm.return %two : i32
      }`;
    const body = `%d = llvm.call @twice(%id) : (i32) -> i32
      %size = llvm.call @__ockl_get_local_size(%c0) : (i32) -> i64
      %n = llvm.trunc %size : i64 to i32
      %lane = llvm.call_intrinsic "llvm.amdgcn.workitem.id.x"() : () -> i32
      %most = llvm.call_intrinsic "llvm.smax.i32"(%lane, %c4) : (i32, i32) -> i32
      %small = llvm.and %id, %c4 : i32
      %f = llvm.sitofp %small : i32 to f32
      %e = llvm.call @__ocml_exp2_f32(%f) : (f32) -> f32
      %power = llvm.fptosi %e : f32 to i32
      %a = llvm.add %d, %n : i32
      %b = llvm.add %a, %most : i32
      %r = llvm.add %b, %power : i32`;
    expect(results(lanesOf(body, before))).toEqual(
      each((l) => 2 * l + 64 + Math.max(l, 4) + 2 ** (l & 4)),
    );
  });

  it.each(rows`
      a function that is nowhere       | %r = llvm.call @nowhere(%x) : (i32) -> i32
      an intrinsic that is not known   | %r = llvm.call_intrinsic "llvm.amdgcn.secret"(%x) : (i32) -> i32
      a pointer to nothing             | %z = llvm.mlir.zero : !llvm.ptr \n %r = llvm.load %z : !llvm.ptr -> i32
      an operation that is not known   | %r = "llvm.secret"(%x) : (i32) -> i32
      an aggregate as a number         | %u = llvm.mlir.undef : !llvm.struct<(i32, i32)> \n %r = "llvm.add"(%u, %x) : (!llvm.struct<(i32, i32)>, i32) -> i32
      a position that a struct has not | %u = llvm.mlir.undef : !llvm.struct<(i32, i32)> \n %r = "llvm.extractvalue"(%u) <{position = array<i64: 7>}> : (!llvm.struct<(i32, i32)>) -> i32
      a NaN that carries bits          | %n = llvm.mlir.constant(2114813453 : i32) : i32 \n %f = llvm.bitcast %n : i32 to vector<2xf16> \n %r = llvm.bitcast %f : vector<2xf16> to i32
      128 bits                         | %w = llvm.zext %x : i32 to i128 \n %r = llvm.trunc %w : i128 to i32
    `)('%s gives a diagnostic', (_name, body) => {
    const found = codes(lanesOf(body));
    expect(found.filter((code) => code.startsWith('execute/')).length).toBeGreaterThan(0);
  });
});

it('small floats are taken out of a register, and halves are packed toward zero', () => {
  const body = `%p = "rocdl.cvt.pk.f32.bf8"(%x) <{wordSel = true}> : (i32) -> vector<2xf32>
      %a = llvm.extractelement %p[%c0 : i32] : vector<2xf32>
      %b = llvm.extractelement %p[%c1 : i32] : vector<2xf32>
      %scale = llvm.mlir.constant(1.0004 : f32) : f32
      %c = llvm.fmul %a, %scale : f32
      %d = llvm.fmul %b, %scale : f32
      %h = "rocdl.cvt.pkrtz"(%c, %d) : (f32, f32) -> vector<2xf16>
      %r = llvm.bitcast %h : vector<2xf16> to i32`;
  const half = (byte: number): number => {
    // E5M2 is the upper half of an f16; a number that is slightly larger goes back to it.
    const [exponent, mantissa] = [(byte >> 2) & 31, byte & 3];
    if (exponent === 31) return mantissa === 0 ? byte << 8 : 0x7e00;
    return byte << 8;
  };
  expect(results(lanesOf(body)).map((word) => word & 0x7fff7fff)).toEqual(
    each((l) => (half((x(l) >>> 16) & 0xff) | (half(x(l) >>> 24) << 16)) & 0x7fff7fff),
  );
});

describe('matrices', () => {
  const product = (body: string, lanes = 64): string =>
    kernel('%as: !llvm.ptr, %bs: !llvm.ptr, %ds: !llvm.ptr', body).replace(
      'array<i32: 64,',
      `array<i32: ${lanes},`,
    );

  it('rocdl.mfma of f64 multiplies', () => {
    const text = product(
      `%pa = llvm.getelementptr %as[%id] : (!llvm.ptr, i32) -> !llvm.ptr, f64
      %pb = llvm.getelementptr %bs[%id] : (!llvm.ptr, i32) -> !llvm.ptr, f64
      %a = llvm.load %pa : !llvm.ptr -> f64
      %b = llvm.load %pb : !llvm.ptr -> f64
      %c = llvm.mlir.constant(dense<0.0> : vector<4xf64>) : vector<4xf64>
      %d = rocdl.mfma.f64.16x16x4f64 %a, %b, %c, %c0, %c0, %c0 : (f64, f64, vector<4xf64>, i32, i32, i32) -> vector<4xf64>
      %pd = llvm.getelementptr %ds[%id] : (!llvm.ptr, i32) -> !llvm.ptr, vector<4xf64>
      llvm.store %d, %pd : vector<4xf64>, !llvm.ptr`,
    );
    const a = Float64Array.from({ length: 64 }, (_, i) => Math.sin(i));
    const b = Float64Array.from({ length: 64 }, (_, i) => Math.cos(3 * i));
    const d = new Float64Array(256);
    runOn(text, { machine: 'gfx942' }, a, b, d);
    // Lane l holds row l mod 16 of A and column l mod 16 of B at k = l / 16; of D, rows l / 16 + 4 r.
    for (let lane = 0; lane < 64; lane++) {
      for (let r = 0; r < 4; r++) {
        const [row, column] = [(lane >> 4) + 4 * r, lane & 15];
        let sum = 0;
        for (let k = 0; k < 4; k++) sum += (a[16 * k + row] ?? 0) * (b[16 * k + column] ?? 0);
        expect(d[4 * lane + r]).toBeCloseTo(sum, 12);
      }
    }
  });

  it('rocdl.wmma multiplies on waves of 32', () => {
    const text = product(
      `%pa = llvm.getelementptr %as[%id] : (!llvm.ptr, i32) -> !llvm.ptr, vector<2xi32>
      %pb = llvm.getelementptr %bs[%id] : (!llvm.ptr, i32) -> !llvm.ptr, vector<2xi32>
      %a = llvm.load %pa : !llvm.ptr -> vector<2xi32>
      %b = llvm.load %pb : !llvm.ptr -> vector<2xi32>
      %c = llvm.mlir.constant(dense<1> : vector<8xi32>) : vector<8xi32>
      %d = "rocdl.wmma.i32.16x16x16.iu8"(%a, %b, %c) <{signA = true}> : (vector<2xi32>, vector<2xi32>, vector<8xi32>) -> vector<8xi32>
      %pd = llvm.getelementptr %ds[%id] : (!llvm.ptr, i32) -> !llvm.ptr, vector<8xi32>
      llvm.store %d, %pd : vector<8xi32>, !llvm.ptr`,
      32,
    );
    const a = Int8Array.from({ length: 256 }, (_, i) => Math.imul(i, 77) >> 1);
    const b = Uint8Array.from({ length: 256 }, (_, i) => Math.imul(i, 91));
    const d = new Int32Array(256);
    runOn(text, { machine: 'gfx1201' }, a, b, d);
    // RDNA 4: lane l holds eight k of row l mod 16 from 8 * (l / 16) on; of D, rows 8 * (l / 16) + r.
    const at = (list: ArrayLike<number>, row: number, k: number): number =>
      list[8 * (16 * (k >> 3) + row) + (k & 7)] ?? 0;
    for (let lane = 0; lane < 32; lane++) {
      for (let r = 0; r < 8; r++) {
        let sum = 1;
        for (let k = 0; k < 16; k++) sum += at(a, 8 * (lane >> 4) + r, k) * at(b, lane & 15, k);
        expect(d[8 * lane + r]).toBe(sum);
      }
    }
  });

  it('nvvm.mma.sync multiplies fragments of f16', () => {
    const text = product(
      `%pa = llvm.getelementptr %as[%id] : (!llvm.ptr, i32) -> !llvm.ptr, vector<8xf16>
      %pb = llvm.getelementptr %bs[%id] : (!llvm.ptr, i32) -> !llvm.ptr, vector<4xf16>
      %a = llvm.load %pa : !llvm.ptr -> vector<8xf16>
      %b = llvm.load %pb : !llvm.ptr -> vector<4xf16>
      %a0 = llvm.shufflevector %a, %a [0, 1] : vector<8xf16>
      %a1 = llvm.shufflevector %a, %a [2, 3] : vector<8xf16>
      %a2 = llvm.shufflevector %a, %a [4, 5] : vector<8xf16>
      %a3 = llvm.shufflevector %a, %a [6, 7] : vector<8xf16>
      %b0 = llvm.shufflevector %b, %b [0, 1] : vector<4xf16>
      %b1 = llvm.shufflevector %b, %b [2, 3] : vector<4xf16>
      %c = llvm.mlir.constant(0.25 : f32) : f32
      %d = "nvvm.mma.sync"(%a0, %a1, %a2, %a3, %b0, %b1, %c, %c, %c, %c) <{layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, operandSegmentSizes = array<i32: 4, 2, 4>, shape = #nvvm.shape<m = 16, n = 8, k = 16>}> : (vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, f32, f32, f32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
      %pd = llvm.getelementptr %ds[%id] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.struct<(f32, f32, f32, f32)>
      llvm.store %d, %pd : !llvm.struct<(f32, f32, f32, f32)>, !llvm.ptr`,
      32,
    );
    // Halves between 1 and 2, by row and k of A and by k and column of B.
    const half = (seed: number): number => 0x3c00 + ((Math.imul(seed, 40503) >> 4) & 0x3ff);
    const value = (bits: number): number => 1 + (bits & 0x3ff) / 1024;
    const a = (row: number, k: number): number => half(16 * row + k);
    const b = (k: number, column: number): number => half(1000 + 8 * k + column);
    const as = new Uint16Array(256);
    const bs = new Uint16Array(128);
    for (let lane = 0; lane < 32; lane++) {
      const [g, t] = [lane >> 2, lane & 3];
      for (let i = 0; i < 8; i++)
        as[8 * lane + i] = a(g + 8 * ((i >> 1) & 1), 2 * t + (i & 1) + 8 * (i >> 2));
      for (const [i, k] of [0, 1, 8, 9].entries()) bs[4 * lane + i] = b(2 * t + k, g);
    }
    const d = new Float32Array(128);
    runOn(text, { machine: 'sm_90' }, as, bs, d);
    for (let lane = 0; lane < 32; lane++) {
      for (let i = 0; i < 4; i++) {
        const [row, column] = [(lane >> 2) + (i < 2 ? 0 : 8), 2 * (lane & 3) + (i & 1)];
        let sum = 0.25;
        for (let k = 0; k < 16; k++) sum += value(a(row, k)) * value(b(k, column));
        expect(d[4 * lane + i]).toBe(Math.fround(sum));
      }
    }
  });
});
