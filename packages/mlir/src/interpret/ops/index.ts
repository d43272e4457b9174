import type { LowerOperation } from '../lowering.ts';
import { affine } from './affine.ts';
import { amdgpu } from './amdgpu.ts';
import { arith } from './arith.ts';
import { gpu } from './gpu.ts';
import { iree } from './iree.ts';
import { math } from './math.ts';
import { memref } from './memref.ts';
import { scf } from './scf.ts';
import { vector } from './vector.ts';

/** Every operation that can be executed, by name. */
export const executable: ReadonlyMap<string, LowerOperation> = new Map(
  [affine, amdgpu, arith, gpu, iree, math, memref, scf, vector].flatMap((dialect) =>
    Object.entries(dialect),
  ),
);
