/** What accesses to global memory are recorded as: instructions, lanes, bytes, and what is left out. */
import { coalesce, GlobalTotals, type GlobalTrace, machineNamed } from '@ldscope/core';
import { describe, expect, it } from 'vitest';
import { FAT, LDS, runClean } from './harness.ts';

/** The accesses of a kernel, as one trace per workgroup. */
function globals(text: string, chip = 'gfx942', launch = ''): readonly GlobalTrace[] {
  const traces: GlobalTrace[] = [];
  runClean(text, {
    machine: chip,
    launch,
    onGlobal: (trace) => traces.push(structuredClone(trace)),
  });
  return traces;
}

/** A kernel of a wave that loads from `%in` and stores into `%out`; `%i` is the lane. */
const kernel = (type: string, body: string, lanes = 64): string => `
  func.func @k(%in: memref<65536x${type}>, %out: memref<65536x${type}>) {
    %i = gpu.thread_id x upper_bound ${lanes}
    ${body}
    return
  }`;

/** `name bytes direction @ first address` of each row. */
const rows = (traces: readonly GlobalTrace[]): string[] =>
  traces.flatMap((trace) =>
    Array.from(trace.instruction, (number, row) => {
      const { name, widthBytes, direction } = trace.instructions[number] ?? {};
      const at = trace.addressBytes[row * trace.waveSize + 1];
      return `${name} ${widthBytes} ${direction} @${at}`;
    }),
  );

const move = (elements: number, type: string): string => `
  %at = affine.apply affine_map<(d0) -> (${elements} * d0)>(%i)
  %v = vector.load %in[%at] : memref<65536x${type}>, vector<${elements}x${type}>
  vector.store %v, %out[%at] : memref<65536x${type}>, vector<${elements}x${type}>`;

describe('instructions', () => {
  it.each([
    [1, 'i8', ['global_load_ubyte 1', 'global_store_byte 1']],
    [1, 'f16', ['global_load_ushort 2', 'global_store_short 2']],
    [1, 'f32', ['global_load_dword 4', 'global_store_dword 4']],
    [2, 'f32', ['global_load_dwordx2 8', 'global_store_dwordx2 8']],
    [3, 'f32', ['global_load_dwordx3 12', 'global_store_dwordx3 12']],
    [8, 'f16', ['global_load_dwordx4 16', 'global_store_dwordx4 16']],
  ])('of %i x %s', (elements, type, wanted) => {
    const found = rows(globals(kernel(type, move(elements, type))));
    expect(found.map((row) => row.split(' ').slice(0, 2).join(' '))).toEqual(wanted);
  });

  it('cut what is longer than an instruction', () => {
    expect(rows(globals(kernel('f32', move(8, 'f32'))))).toEqual([
      'global_load_dwordx4 16 load @32',
      'global_load_dwordx4 16 load @48',
      'global_store_dwordx4 16 store @32',
      'global_store_dwordx4 16 store @48',
    ]);
    expect(rows(globals(kernel('i8', move(7, 'i8')))).slice(0, 3)).toEqual([
      'global_load_dword 4 load @7',
      'global_load_ushort 2 load @11',
      'global_load_ubyte 1 load @13',
    ]);
  });

  it('are named as other families name them', () => {
    const names = (chip: string): string[] =>
      rows(globals(kernel('f16', move(8, 'f16')), chip)).map((row) => row.split(' ')[0] ?? '');
    expect(names('gfx1100')).toEqual([
      'global_load_b128',
      'global_store_b128',
      'global_load_b128',
      'global_store_b128',
    ]);
    expect(names('sm_90').slice(0, 2)).toEqual(['ld.global.v4.b32', 'st.global.v4.b32']);
    expect(rows(globals(kernel('i8', move(1, 'i8')), 'gfx1201'))[0]).toMatch('global_load_u8');
    expect(rows(globals(kernel('i8', move(1, 'i8')), 'sm_90'))[0]).toMatch('ld.global.b8');
  });

  it('are as wide on NVIDIA as the alignment allows', () => {
    const shifted = `
      %at = affine.apply affine_map<(d0) -> (8 * d0 + 4)>(%i)
      %v = vector.load %in[%at] : memref<65536xf16>, vector<8xf16>`;
    expect(rows(globals(kernel('f16', shifted), 'sm_90'))).toHaveLength(4);
    expect(rows(globals(kernel('f16', shifted), 'sm_90'))[0]).toMatch('ld.global.v2.b32 8 load');
  });
});

describe('what is recorded', () => {
  it('has the place and the buffer', () => {
    const [trace] = globals(kernel('f32', move(4, 'f32')));
    expect(trace?.sites.map(({ id, buffer, text }) => [id, buffer, text?.slice(0, 16)])).toEqual([
      ['6:3', 'arg0', '%v = vector.load'],
      ['7:3', 'arg1', 'vector.store %v,'],
    ]);
    expect([...(trace?.order ?? [])]).toEqual([0, 1]);
  });

  it('has the lanes that take part', () => {
    const guarded = `
      %c8 = arith.constant 8 : index
      %few = arith.cmpi ult, %i, %c8 : index
      scf.if %few {
        %v = memref.load %in[%i] : memref<65536xf32>
        memref.store %v, %out[%i] : memref<65536xf32>
      }`;
    const [trace] = globals(kernel('f32', guarded));
    expect([...(trace?.activeMask ?? [])]).toEqual([0xff, 0, 0xff, 0]);
  });

  it('leaves out lanes beyond a descriptor, and says buffer_load', () => {
    const text = `func.func @k(%in: memref<40xf32>) {
      %i = gpu.thread_id x upper_bound 64
      %b = amdgpu.fat_raw_buffer_cast %in : memref<40xf32> to memref<40xf32, ${FAT}>
      %v = memref.load %b[%i] : memref<40xf32, ${FAT}>
      return
    }`;
    const traces = globals(text);
    expect(rows(traces)[0]).toMatch('buffer_load_dword 4');
    expect([...(traces[0]?.activeMask ?? [])]).toEqual([0xffffffff, 0xff]);
  });

  it('counts the bytes of a descriptor from where it begins', () => {
    const part = 'memref<40xf32, strided<[1], offset: 24>';
    const text = `func.func @k(%in: memref<64xf32>) {
      %i = gpu.thread_id x upper_bound 64
      %s = memref.subview %in[24] [40] [1] : memref<64xf32> to ${part}>
      %b = amdgpu.fat_raw_buffer_cast %s : ${part}> to ${part}, ${FAT}>
      %v = memref.load %b[%i] : ${part}, ${FAT}>
      return
    }`;
    expect([...(globals(text)[0]?.activeMask ?? [])]).toEqual([0xffffffff, 0xff]);
  });

  it('has the source of a copy to LDS', () => {
    const text = `func.func @k(%in: memref<65536xf32>) {
      %i = gpu.thread_id x upper_bound 64
      %c0 = arith.constant 0 : index
      %lds = memref.alloc() : memref<256xf32, ${LDS}>
      %at = affine.apply affine_map<(d0) -> (1024 * d0)>(%i)
      amdgpu.gather_to_lds %in[%at], %lds[%c0] : f32, memref<65536xf32>, memref<256xf32, ${LDS}>
      return
    }`;
    const traces = globals(text);
    expect(rows(traces)).toEqual(['global_load_lds_dword 4 load @4096']);
    const [model] = machineNamed('gfx942').coalescing;
    expect(traces.map((trace) => coalesce(trace, model).transactions[0])).toEqual([64]);
  });

  it('is neither LDS nor private memory', () => {
    const text = kernel(
      'f32',
      `%c0 = arith.constant 0 : index
      %own = memref.alloca() : memref<4xf32, #gpu.address_space<private>>
      %lds = memref.alloc() : memref<64xf32, ${LDS}>
      %v = memref.load %own[%c0] : memref<4xf32, #gpu.address_space<private>>
      memref.store %v, %lds[%i] : memref<64xf32, ${LDS}>
      memref.store %v, %own[%c0] : memref<4xf32, #gpu.address_space<private>>`,
    );
    expect(globals(text)).toEqual([]);
  });

  it('comes workgroup by workgroup', () => {
    const traces = globals(kernel('f32', move(1, 'f32')), 'gfx942', 'grid=3');
    expect(traces.map(({ count, wave }) => [count, wave[0]])).toEqual([
      [2, 0],
      [2, 1],
      [2, 2],
    ]);
  });
});

it('a row read and a column read of a matrix differ as they do on paper', () => {
  const text = (indices: string): string => `func.func @k(%in: memref<64x1024xf32>) {
    %i = gpu.thread_id x upper_bound 64
    %c = arith.constant 5 : index
    %v = memref.load %in[${indices}] : memref<64x1024xf32>
    return
  }`;
  const transactions = (indices: string): number => {
    const totals = new GlobalTotals(machineNamed('gfx90a').coalescing[0]);
    for (const trace of globals(text(indices), 'gfx90a')) totals.add(trace);
    return totals.sites()[0]?.transactions ?? 0;
  };
  expect(transactions('%c, %i')).toBe(4);
  expect(transactions('%i, %c')).toBe(64);
});
