/**
 * Elements below a byte, as the MLIR interpreter has them and as LLVM compiles the same kernel for gfx950: order of
 * elements in a bitcast, transposing reads of 4 and 6 bits, and matrix products. Memory is of bytes, on which both agree.
 */
import { executeProgram, parseAssembly } from '@ldscope/amdgcn';
import { type AccessTrace, machineNamed, opcodeAt } from '@ldscope/core';
import { executeKernel, parseModule } from '@ldscope/mlir';
import { describe, expect, test } from 'vitest';
import { compileMlir, mlirOpt } from './llvm.ts';
import { skips } from '../../../test/llvm.ts';

const noCompiler = skips(mlirOpt);

const machine = machineNamed('gfx950');
const grid = [1, 1, 1] as const;

function kernel(inputBytes: number, outputBytes: number, ldsBytes: number, body: string): string {
  return `module attributes {gpu.container_module} { gpu.module @m {
  gpu.func @k(%in: memref<64x${inputBytes}xi8>, %out: memref<64x${outputBytes}xi8>)
      workgroup(%lds: memref<64x${ldsBytes}xi8, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %x = gpu.thread_id x
    %c0 = arith.constant 0 : index
    ${body}
    gpu.return
  }
} }`;
}

/** Bytes of the result, and the LDS instructions with the addresses of their lanes, relative to the first. */
interface Outcome {
  readonly out: Uint8Array;
  readonly accesses: readonly string[];
}

function accessesOf({ count, op, addressBytes }: AccessTrace): string[] {
  return Array.from({ length: count }, (_, row) => {
    const lanes = addressBytes.subarray(64 * row, 64 * row + 64);
    return `${opcodeAt(op[row] ?? 0).name} ${lanes.map((one) => one - (lanes[0] ?? 0)).join()}`;
  });
}

function bothWays(
  text: string,
  inputBytes: number,
  outputBytes: number,
): readonly [Outcome, Outcome] {
  const input = (): Uint8Array =>
    Uint8Array.from(
      { length: 64 * inputBytes },
      (_, i) => (Math.imul(i + 7, 2654435761) >>> 13) & 255,
    );
  const interpreted: string[] = [];
  const one = new Uint8Array(64 * outputBytes);
  const first = executeKernel(parseModule(text).module, text, {
    machine,
    launch: { grid, scalars: new Map() },
    buffers: new Map([input(), one].entries()),
    onWorkgroup: (trace) => interpreted.push(...accessesOf(trace)),
  });
  expect(first.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const assembly = compileMlir(text);
  const emulated: string[] = [];
  const other = new Uint8Array(64 * outputBytes);
  const second = executeProgram(parseAssembly(assembly).program, assembly, {
    machine,
    launch: { grid, scalars: new Map() },
    arguments: [input(), other].map((data) => ({ kind: 'buffer' as const, data })),
    onWorkgroup: (trace) => emulated.push(...accessesOf(trace)),
  });
  expect(second.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return [
    { out: one, accesses: interpreted },
    { out: other, accesses: emulated },
  ];
}

const rows = [
  ['i4', 8, 'ds_read_b64_tr_b4'],
  ['f4E2M1FN', 8, 'ds_read_b64_tr_b4'],
  ['i6', 12, 'ds_read_b96_tr_b6'],
  ['f6E2M3FN', 12, 'ds_read_b96_tr_b6'],
  ['f6E3M2FN', 12, 'ds_read_b96_tr_b6'],
] as const;

describe.skipIf(noCompiler)('packed elements, interpreted and compiled', () => {
  test.each(rows)('a transposing read of %s', (type, bytes, instruction) => {
    // Rows 16 bytes apart, read in an order that is not that of the lanes.
    const lds = 'memref<64x16xi8, #gpu.address_space<workgroup>>';
    const words = bytes / 4;
    const text = kernel(
      16,
      bytes,
      16,
      `%v = vector.load %in[%x, %c0] : memref<64x16xi8>, vector<16xi8>
    vector.store %v, %lds[%x, %c0] : ${lds}, vector<16xi8>
    gpu.barrier
    %row = affine.apply affine_map<()[s0] -> ((s0 * 5) mod 64)>()[%x]
    %t = amdgpu.transpose_load %lds[%row, %c0] : ${lds} -> vector<16x${type}>
    %w = vector.bitcast %t : vector<16x${type}> to vector<${words}xi32>
    %b = vector.bitcast %w : vector<${words}xi32> to vector<${bytes}xi8>
    vector.store %b, %out[%x, %c0] : memref<64x${bytes}xi8>, vector<${bytes}xi8>`,
    );
    const [one, other] = bothWays(text, 16, bytes);
    expect(one.out.some((byte) => byte !== 0)).toBe(true);
    expect(one).toEqual(other);
    expect(one.accesses.at(-1)).toContain(instruction);
  });

  test('elements of a bitcast, the first in the low bits', () => {
    const parts = Array.from(
      { length: 8 },
      (_, i) => `%e${i} = vector.extract %n[${i}] : i4 from vector<8xi4>
    %w${i} = arith.extsi %e${i} : i4 to i8
    %c${i}i = arith.constant ${i} : index
    memref.store %w${i}, %out[%x, %c${i}i] : memref<64x8xi8>`,
    );
    const text = kernel(
      4,
      8,
      4,
      `%v = vector.load %in[%x, %c0] : memref<64x4xi8>, vector<4xi8>
    %n = vector.bitcast %v : vector<4xi8> to vector<8xi4>
    ${parts.join('\n    ')}`,
    );
    const [one, other] = bothWays(text, 4, 8);
    expect(one).toEqual(other);
  });

  test.each(['f4E2M1FN', 'f6E2M3FN', 'f6E3M2FN'])('a product of %s', (type) => {
    const bytes = type.startsWith('f4') ? 16 : 24;
    const text = kernel(
      2 * bytes,
      16,
      4,
      `%cb = arith.constant ${bytes} : index
    %va = vector.load %in[%x, %c0] : memref<64x${2 * bytes}xi8>, vector<${bytes}xi8>
    %vb = vector.load %in[%x, %cb] : memref<64x${2 * bytes}xi8>, vector<${bytes}xi8>
    %a = vector.bitcast %va : vector<${bytes}xi8> to vector<32x${type}>
    %b = vector.bitcast %vb : vector<${bytes}xi8> to vector<32x${type}>
    %s = arith.constant 2.0 : f8E8M0FNU
    %u = arith.constant 0.5 : f8E8M0FNU
    %zero = arith.constant dense<0.0> : vector<4xf32>
    %d = amdgpu.scaled_mfma 16x16x128 (%s[0] * %a) * (%u[0] * %b) + %zero : f8E8M0FNU, vector<32x${type}>, f8E8M0FNU, vector<32x${type}>, vector<4xf32>
    %r = vector.bitcast %d : vector<4xf32> to vector<16xi8>
    vector.store %r, %out[%x, %c0] : memref<64x16xi8>, vector<16xi8>`,
    );
    const [one, other] = bothWays(text, 2 * bytes, 16);
    expect(one.out.some((byte) => byte !== 0)).toBe(true);
    expect(one).toEqual(other);
  });
});
