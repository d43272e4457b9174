/**
 * Integer atomics of MLIR and of the PTX that LLVM 22 makes of them (`atomicrmw sub` becomes `atom.add` of the negative): the same
 * instruction and the same passes, for each operation, constant and use of the old value.
 */
import { type AccessTrace, copyTrace, machineNamed, opcodeAt, simulate } from '@ldscope/core';
import { executeKernel, parseModule } from '@ldscope/mlir';
import { executePtx, parsePtx } from '@ldscope/ptx';
import { describe, expect, test } from 'vitest';

const machine = machineNamed('sm_90');
/** Of the atomic: what it is, and its passes and conflicts. */
function costOf(traces: readonly AccessTrace[]): unknown {
  return traces.map((trace) => {
    const { idxActive, bankConflict } = simulate(trace, machine);
    return Array.from({ length: trace.count }, (_, row) => [
      opcodeAt(trace.op[row] ?? 0).name,
      idxActive[row],
      bankConflict[row],
    ]).filter(([name]) => /^(?:ATOMS|red|atom)/.test(String(name)));
  });
}

function ofMlir(text: string): unknown {
  const traces: AccessTrace[] = [];
  const { module } = parseModule(text);
  const execution = executeKernel(module, text, {
    machine,
    launch: { block: [32, 1, 1], grid: [1, 1, 1], scalars: new Map() },
    onWorkgroup: (trace) => void traces.push(copyTrace(trace)),
  });
  expect(execution.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return costOf(traces);
}

function ofPtx(text: string): unknown {
  const traces: AccessTrace[] = [];
  executePtx(parsePtx(text).module, text, {
    machine,
    launch: { block: [32, 1, 1], grid: [1, 1, 1], scalars: new Map() },
    onWorkgroup: (trace) => void traces.push(copyTrace(trace)),
  });
  return costOf(traces);
}

/** Lanes meet in fours, on words of one bank. */
const mlirMemref = (kind: string, value: string, isUsed: boolean): string => `
func.func @k() attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
  %t = gpu.thread_id x
  %c4 = arith.constant 4 : index
  %c32 = arith.constant 32 : index
  %q = arith.divui %t, %c4 : index
  %i = arith.muli %q, %c32 : index
  %v = ${value === 'tid' ? 'arith.index_cast %t : index to i32' : `arith.constant ${value} : i32`}
  %m = memref.alloc() : memref<256xi32, #gpu.address_space<workgroup>>
  %r = memref.atomic_rmw ${kind} %v, %m[%i] : (i32, memref<256xi32, #gpu.address_space<workgroup>>) -> i32
  ${isUsed ? 'memref.store %r, %m[%t] : memref<256xi32, #gpu.address_space<workgroup>>' : ''}
  return
}`;

const mlirLlvm = (kind: string, value: string, isUsed: boolean): string => `
llvm.mlir.global internal @m() {addr_space = 3 : i32} : !llvm.array<256 x i32>
llvm.func @k() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %c4 = llvm.mlir.constant(4 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %q = llvm.udiv %t, %c4 : i32
  %i = llvm.mul %q, %c32 : i32
  %m = llvm.mlir.addressof @m : !llvm.ptr<3>
  %p = llvm.getelementptr %m[%i] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  %v = ${value === 'tid' ? 'llvm.add %t, %t : i32' : `llvm.mlir.constant(${value} : i32) : i32`}
  %r = llvm.atomicrmw ${kind} %p, %v monotonic : !llvm.ptr<3>, i32
  ${isUsed ? 'llvm.store %r, %p : i32, !llvm.ptr<3>' : ''}
  llvm.return
}`;

const ptxOf = (kind: string, value: string, isUsed: boolean): string => `.version 8.5
.target sm_90
.address_size 64
.shared .align 4 .b8 m[1024];
.visible .entry k()
{
  .reg .b32 %r<8>;
  mov.u32 %r0, %tid.x;
  shr.u32 %r1, %r0, 2;
  shl.b32 %r1, %r1, 7;
  mov.u32 %r2, m;
  add.u32 %r1, %r1, %r2;
  atom.shared.${kind} %r3, [%r1], ${value === 'tid' ? '%r0' : value};
  ${isUsed ? 'st.shared.u32 [%r2], %r3;' : ''}
  ret;
}`;

const values = ['1', '-1', '2', '0', 'tid'];
const negative = (value: string): string => (value === 'tid' ? value : `${-Number(value)}`);

describe.each(values)('of %s', (value) => {
  test.each([
    ['addi', 'add', 'add.u32', value],
    ['ori', '_or', 'or.b32', value],
    ['maxs', 'max', 'max.s32', value],
    ['assign', 'xchg', 'exch.b32', value],
    [undefined, 'sub', 'add.u32', negative(value)],
  ])('%s, %s', (memref, llvm, ptx, of) => {
    for (const isUsed of [false, true]) {
      const wanted = ofPtx(ptxOf(ptx, of, isUsed));
      expect(ofMlir(mlirLlvm(llvm, value, isUsed))).toEqual(wanted);
      if (memref !== undefined) expect(ofMlir(mlirMemref(memref, value, isUsed))).toEqual(wanted);
    }
  });
});
