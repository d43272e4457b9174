/** Atomics of LDS are counted where a chip has them as one instruction, and named where compilers make a loop of them. */
import { describe, expect, it } from 'vitest';
import { hasErrors, machines, opcodeAt } from '@ldscope/core';
import { kernelOf, LDS, type Ran, run } from './harness.ts';

const LOOP = 'that compilers make a loop of compare-and-swap of';

/** 64 lanes update one element each; the plain store before it is counted in any case. */
const kernel = (type: string, update: string): string =>
  kernelOf(`%v = arith.constant ${type.startsWith('i') ? '1' : '1.0'} : ${type}
    %m = memref.alloc() : memref<64x${type}, ${LDS}>
    memref.store %v, %m[%x] : memref<64x${type}, ${LDS}>
    ${update}`);

const updating = (kind: string, type: string): string =>
  kernel(
    type,
    `%r = memref.atomic_rmw ${kind} %v, %m[%x] : (${type}, memref<64x${type}, ${LDS}>) -> ${type}`,
  );

const pointer = (type: string, op: string): string => `
  llvm.mlir.global internal @m() {addr_space = 3 : i32} : !llvm.array<64 x ${type}>
  llvm.func @k() attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 64, 1, 1>} {
    %x = rocdl.workitem.id.x : i32
    %m = llvm.mlir.addressof @m : !llvm.ptr<3>
    %v = llvm.mlir.constant(${type.startsWith('i') ? `1 : ${type}` : `1.0 : ${type}`}) : ${type}
    %p = llvm.getelementptr %m[%x] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, ${type}
    llvm.store %v, %p : ${type}, !llvm.ptr<3>
    ${op}
    llvm.return
  }`;

/** The instruction of the update, or why it is not counted. */
function updateOf({ execution, traces }: Ran): string {
  expect(hasErrors(execution.diagnostics)).toBe(false);
  const all = traces.flatMap(({ op }) => Array.from(op, opcodeAt));
  const found = all.filter(({ direction }) => direction === 'atomic').map(({ name }) => name);
  const { instructions = 2, missing = [] } = execution.kernel.ldsInstructions ?? {};
  expect(instructions).toBe(2);
  return [...new Set(found), ...missing.map(({ reason }) => reason)].join();
}

const on = (machine: string, text: string): string => updateOf(run(text, { machine }));

describe('atomics of memrefs', () => {
  // What LLVM 22 selects for `atomicrmw` in address space 3.
  it.each([
    ['addf', 'f32', 'gfx908', 'ds_add_rtn_f32'],
    ['addf', 'f32', 'gfx1201', 'ds_add_rtn_f32'],
    ['addf', 'f64', 'gfx908', LOOP],
    ['addf', 'f64', 'gfx90a', 'ds_add_rtn_f64'],
    ['addf', 'f64', 'gfx942', 'ds_add_rtn_f64'],
    ['addf', 'f64', 'gfx950', 'ds_add_rtn_f64'],
    ['addf', 'f64', 'gfx1100', LOOP],
    ['addf', 'f64', 'gfx1201', LOOP],
    ['addf', 'f64', 'gfx1250', 'ds_add_rtn_f64'],
    ['addf', 'f16', 'gfx942', LOOP],
    ['addf', 'bf16', 'gfx950', LOOP],
    ['maximumf', 'f32', 'gfx942', LOOP],
    ['maxnumf', 'f32', 'gfx942', 'ds_max_rtn_f32'],
    ['maxnumf', 'f32', 'gfx1100', 'ds_max_rtn_f32'],
    ['minnumf', 'f64', 'gfx1201', 'ds_min_num_rtn_f64'],
    ['maxnumf', 'f32', 'gfx1250', 'ds_max_num_rtn_f32'],
    ['mulf', 'f32', 'gfx942', LOOP],
    ['muli', 'i32', 'gfx942', LOOP],
    ['addi', 'i8', 'gfx942', LOOP],
    ['assign', 'i16', 'gfx942', LOOP],
    ['addi', 'i32', 'gfx942', 'ds_add_rtn_u32'],
    ['addi', 'i64', 'gfx942', 'ds_add_rtn_u64'],
    ['assign', 'f32', 'gfx1100', 'ds_storexchg_rtn_b32'],
    ['addf', 'f32', 'sm_90', LOOP],
    ['addf', 'f64', 'sm_90', LOOP],
    ['addi', 'i64', 'sm_90', LOOP],
    ['addi', 'i8', 'sm_90', LOOP],
    ['addi', 'i32', 'sm_90', 'ATOMS.POPC.INC'],
    ['ori', 'i32', 'sm_90', 'red.shared.add.u32'],
    ['assign', 'f64', 'sm_90', 'atom.shared.exch.b64'],
  ])('%s of %s on %s: %s', (kind, type, machine, wanted) => {
    expect(on(machine, updating(kind, type))).toBe(wanted);
  });

  it('are loops as regions, on every chip', () => {
    const text = kernel(
      'f32',
      `%r = memref.generic_atomic_rmw %m[%x] : memref<64xf32, ${LDS}> {
      ^bb0(%old: f32):
        %new = arith.mulf %old, %v : f32
        memref.atomic_yield %new : f32
      }`,
    );
    for (const { name } of machines) expect(on(name, text), name).toBe(LOOP);
  });

  it('are no instruction that an instruction set lacks', () => {
    const kinds = ['addi', 'andi', 'assign', 'maxs', 'maxu', 'mins', 'minu', 'muli', 'ori', 'xori'];
    const floats = ['addf', 'assign', 'maximumf', 'maxnumf', 'minimumf', 'minnumf', 'mulf'];
    const all = [
      ...['i8', 'i32', 'i64'].flatMap((type) => kinds.map((kind) => [kind, type] as const)),
      ...['f16', 'f32', 'f64'].flatMap((type) => floats.map((kind) => [kind, type] as const)),
    ];
    const sets = new Map(machines.map((machine) => [machine.isa, machine]));
    for (const machine of sets.values())
      for (const [kind, type] of all) {
        const { traces } = run(updating(kind, type), { machine: machine.name });
        for (const number of traces.flatMap(({ op }) => [...op]))
          expect(opcodeAt(number).isa, `${kind} ${type}`).toContain(machine.isa);
      }
  });

  it('are still executed: lanes that race with a plain store are', () => {
    const { execution } = run(
      kernelOf(
        `%v = arith.constant 1.0 : f32
        %m = memref.alloc() : memref<64xf32, ${LDS}>
        memref.store %v, %m[%c0] : memref<64xf32, ${LDS}>
        %r = memref.atomic_rmw mulf %v, %m[%c0] : (f32, memref<64xf32, ${LDS}>) -> f32`,
        '',
        128,
      ),
    );
    expect(execution.hazards.length).toBeGreaterThan(0);
  });
});

describe('atomics through pointers', () => {
  it.each([
    ['fadd', 'f32', 'ds_add_rtn_f32'],
    ['fsub', 'f32', LOOP],
    ['nand', 'i32', LOOP],
    ['add', 'i16', LOOP],
    ['uinc_wrap', 'i32', 'ds_inc_rtn_u32'],
  ])('%s of %s: %s', (kind, type, wanted) => {
    const op = `%r = llvm.atomicrmw ${kind} %p, %v monotonic : !llvm.ptr<3>, ${type}`;
    expect(on('gfx942', pointer(type, op))).toBe(wanted);
  });

  it.each([
    ['i32', 'gfx942', 'ds_cmpst_rtn_b32'],
    ['i64', 'gfx1100', 'ds_cmpstore_rtn_b64'],
    ['i16', 'gfx942', LOOP],
  ])('compare and swap of %s on %s: %s', (type, machine, wanted) => {
    const op = `%r = llvm.cmpxchg %p, %v, %v monotonic monotonic : !llvm.ptr<3>, ${type}`;
    expect(on(machine, pointer(type, op))).toBe(wanted);
  });
});
