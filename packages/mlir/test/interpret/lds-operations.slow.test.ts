/** Every operation of the dialects for GPUs with operands in LDS of any form: it is counted, named among what is not, or refused. */
import { describe, expect, it } from 'vitest';
import { words } from '../table.ts';
import { executable } from '../../src/interpret/ops/index.ts';
import { run } from './harness.ts';

/** Operations that access no LDS whatever they are given: views, arithmetic, barriers, waits, exchanges of lanes. */
const NONE =
  /^(?:amdgpu\.fat_raw_buffer_cast|memref\.(?:\w*cast|distinct_objects|dealloc|assume_alignment|subview|view|\w+_shape|dim|rank|prefetch|transpose|extract\w+)|nvvm\.(?:read|bar)\S*|rocdl\.(?:s\.|sched|iglp|rsq|sqrt|exp2|log|tanh|rcp|sin|cos|read|update|ds_bpermute|mbcnt|ballot|work|grid|wavefrontsize|barrier|asyncmark)\S*)$/;

describe('an operation that is given LDS', () => {
  const M = 'memref<256xf32, #gpu.address_space<workgroup>>';
  const [V, K, N] = ['vector<4xf32>', 'vector<4xi1>', 'vector<4xindex>'];
  const [I, P, G] = ['index', '!llvm.ptr<3>', 'memref<256xf32>'];
  const values = { [M]: 'm', [V]: 'v', [K]: 'k', [N]: 'n', [I]: 'x', [P]: 'p', [G]: 'g' };
  const operands = [
    [M, I],
    [V, M, I],
    [M, I, K, V],
    [M, I, N, K, V],
    [M, M],
    [G, I, M, I],
    [P],
    [P, V],
    [V, P],
  ];
  const names = [...executable.keys()].filter((name) =>
    /^(?:memref|vector|amdgpu|nvgpu|gpu|rocdl|nvvm)\./.test(name),
  );
  const textOf = (name: string, types: readonly string[], result: string): string => `module {
    llvm.mlir.global internal @lds() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<256 x f32>
    func.func @k(%g: ${G}) attributes {gpu.known_block_size = array<i32: 64, 1, 1>} {
      %x = gpu.thread_id x
      %m = memref.alloc() : ${M}
      %v = arith.constant dense<1.0> : ${V}
      %k = arith.constant dense<true> : ${K}
      %n = arith.constant dense<1> : ${N}
      %p = llvm.mlir.addressof @lds : ${P}
      ${result === '' ? '' : '%r = '}"${name}"(${types.map((type) => `%${values[type]}`).join(', ')}) : (${types.join(', ')}) -> (${result})
      return
    }
  }`;

  it.each([
    ...words('vector.unheard memref.unheard nvgpu.unheard rocdl.unheard nvvm.unheard'),
    ...names,
  ])('%s is counted, named or refused', (name) => {
    if (NONE.test(name)) return;
    const machine = name.startsWith('nv') ? 'sm_90' : 'gfx950';
    for (const types of operands)
      for (const result of ['', V]) {
        const { execution, traces } = run(textOf(name, types, result), { machine });
        const isRefused = execution.diagnostics.some(({ severity }) => severity === 'error');
        const isNamed = (execution.kernel.ldsInstructions?.instructions ?? 0) > 0;
        const isCounted = traces.some(({ count }) => count > 0);
        expect(isRefused || isNamed || isCounted, `${types.join()} -> ${result}`).toBe(true);
      }
  });
});
