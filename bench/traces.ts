/** The accesses of kernels to LDS, to be counted. */
import { executeProgram, parseAssembly } from '@ldscope/amdgcn';
import { type AccessTrace, copyTrace, machineNamed } from '@ldscope/core';
import { executeKernel, parseModule } from '@ldscope/mlir';
import { argumentsOf, DEPTH, type Matmul, sizesOf } from './emulate.ts';

const WORKGROUPS = 2;

export function mlirTraces(text: string, chip: string): AccessTrace[] {
  const traces: AccessTrace[] = [];
  executeKernel(parseModule(text).module, text, {
    machine: machineNamed(chip),
    onWorkgroup: (trace) => traces.push(copyTrace(trace)),
  });
  return traces;
}

export function matmulTraces({ chip, text, tile: [m, columns] }: Matmul): AccessTrace[] {
  const traces: AccessTrace[] = [];
  const rows = m * WORKGROUPS;
  const sizes = [2 * rows * DEPTH, 2 * columns * DEPTH, 4 * rows * columns];
  executeProgram(parseAssembly(text).program, text, {
    machine: machineNamed(chip),
    launch: { grid: [WORKGROUPS, 1, 1], scalars: new Map() },
    arguments: argumentsOf(
      sizes.map((bytes) => new Uint8Array(bytes)),
      sizesOf(rows, columns),
    ),
    onWorkgroup: (trace) => traces.push(copyTrace(trace)),
  });
  return traces;
}
