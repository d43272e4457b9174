/**
 * Rows beside what is executed: every operation with a lowering has one, and numbers of the launch differ between workgroups and
 * between lanes as their rows say.
 */
import { type Extent, hasErrors, machineNamed } from '@ldscope/core';
import { executeKernel, parseModule, walk } from '@ldscope/mlir';
import { describe, expect, it } from 'vitest';
import { knownOperations } from '../../src/dialects/index.ts';
import { executable } from '../../src/interpret/ops/index.ts';
import { dependsOnGroup, dimensionOf, factsOf } from '../../src/rows/facts.ts';
import { rowNamed } from '../../src/rows/operations.ts';
import type { Operation } from '../../src/ir/ir.ts';

it('are there for every operation with a lowering', () => {
  expect([...executable.keys()].filter((name) => rowNamed(name) === undefined)).toEqual([]);
});

it('are there for every operation that computes numbers', () => {
  const computing = knownOperations().filter((name) =>
    /^(?:arith|math|index|complex)\./.test(name),
  );
  expect(computing.filter((name) => rowNamed(name) === undefined)).toEqual([]);
});

/** Two waves, whose lanes differ in each dimension. */
const BLOCK: Extent = [8, 4, 4];
const GRID: Extent = [2, 3, 2];
const LANES = 128;
const GROUPS = 12;

/** The values of an operation without operands in all lanes of all workgroups; `undefined` where it is not executed. */
function valuesOf(operation: string, before = ''): { op: Operation; all: number[][] } | undefined {
  const text = `${before}
    func.func @k(%out: memref<${LANES * GROUPS}xindex>) attributes {gpu.kernel,
        known_block_size = array<i32: ${BLOCK.join(', ')}>, known_grid_size = array<i32: ${GRID.join(', ')}>} {
      %tx = gpu.thread_id x
      %ty = gpu.thread_id y
      %tz = gpu.thread_id z
      %gx = gpu.block_id x
      %gy = gpu.block_id y
      %gz = gpu.block_id z
      %at = affine.apply affine_map<(tx, ty, tz, gx, gy, gz) -> (tx + ty * 8 + tz * 32 + gx * 128 + gy * 256 + gz * 768)>(%tx, %ty, %tz, %gx, %gy, %gz)
      ${operation}
      memref.store %r, %out[%at] : memref<${LANES * GROUPS}xindex>
      return
    }`;
  const { module, diagnostics } = parseModule(text);
  if (hasErrors(diagnostics)) return undefined;
  const out = new Uint8Array(8 * LANES * GROUPS);
  const buffers = new Map([[0, out]]);
  const execution = executeKernel(module, text, { machine: machineNamed('gfx950'), buffers });
  const op = [...walk(module.operations)].find(({ results }) => results[0]?.name === 'q');
  if (hasErrors(execution.diagnostics) || op === undefined) return undefined;
  const numbers = [...new BigInt64Array(out.buffer)].map(Number);
  return {
    op,
    all: Array.from({ length: GROUPS }, (_, g) => numbers.slice(g * LANES, (g + 1) * LANES)),
  };
}

const ATTRIBUTES = [' {dimension = #gpu<dim y>}', ' {dimension = 2 : index}'];

/** What an operation without operands gives, in each form that is executed. */
const formsOf = (name: string) =>
  ATTRIBUTES.flatMap((attributes) =>
    ['index', 'i32'].flatMap((type) => {
      const number =
        type === 'index'
          ? 'affine.apply affine_map<(d0) -> (d0)>(%q)'
          : `arith.index_cast %q : ${type} to index`;
      const text = `%q = "${name}"()${attributes} : () -> ${type} \n %r = ${number}`;
      return valuesOf(text) ?? [];
    }),
  );

const isVaried = (values: readonly unknown[]): boolean => new Set(values).size > 1;
const differsByGroup = (all: readonly (readonly number[])[]): boolean =>
  isVaried(all.map((values) => values.join()));
const differsByLane = (all: readonly (readonly number[])[]): boolean =>
  all.some((values) => isVaried(values.slice(0, 64)) || isVaried(values.slice(64)));

describe('the numbers of a launch', () => {
  it('differ between workgroups and lanes where their rows say so', () => {
    const ofGroups: string[] = [];
    const ofLanes: string[] = [];
    for (const name of executable.keys()) {
      // They are made of the elements of operands, or of matrices.
      if (rowNamed(name)?.elements === 'each' || /mfma|wmma/.test(name)) continue;
      for (const { op, all } of formsOf(name)) {
        const facts = factsOf(op);
        const found = [name, differsByGroup(all), differsByLane(all)];
        expect(found).toEqual([name, dependsOnGroup(op), facts.lanes === 'id']);
        if (dependsOnGroup(op)) ofGroups.push(name);
        if (facts.lanes === 'id') ofLanes.push(name);
      }
    }
    expect([...new Set(ofGroups)].sort()).toEqual([
      'gpu.block_id',
      'gpu.global_id',
      'hal.interface.workgroup.id',
      'nvvm.read.ptx.sreg.ctaid.x',
      'nvvm.read.ptx.sreg.ctaid.y',
      'nvvm.read.ptx.sreg.ctaid.z',
      'rocdl.workgroup.id.x',
      'rocdl.workgroup.id.y',
      'rocdl.workgroup.id.z',
      'stream.dispatch.workgroup.id',
    ]);
    expect(new Set(ofLanes).size).toBe(10);
  });

  it.each([
    ['__ockl_get_group_id', 'group'],
    ['__ockl_get_global_id', 'global'],
    ['__ockl_get_local_id', 'item'],
    ['__ockl_get_local_size', 'group size'],
    ['__ockl_get_num_groups', 'grid size'],
    ['__ockl_get_global_size', 'global size'],
  ])('are those of the device library: %s', (name, id) => {
    for (const dimension of [0, 1, 2]) {
      const found = valuesOf(
        `%d = llvm.mlir.constant(${dimension} : i32) : i32
         %q = llvm.call @${name}(%d) : (i32) -> i64
         %r = arith.index_cast %q : i64 to index`,
        `llvm.func @${name}(i32) -> i64`,
      );
      const { op, all = [] } = found ?? {};
      expect([op && factsOf(op).id, op && dimensionOf(op)]).toEqual([id, dimension]);
      expect(differsByGroup(all)).toBe(id === 'group' || id === 'global');
    }
  });
});
