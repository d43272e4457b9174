import { llvm } from '../llvm/index.ts';
import { withDistributed } from '../distribute/operations.ts';
import type { LowerOperation } from '../lowering.ts';
import { affine } from './affine.ts';
import { amdgpu } from './amdgpu.ts';
import { amdgpuBuffers } from './amdgpu-buffers.ts';
import { amdgpuLanes } from './amdgpu-lanes.ts';
import { amdgpuMatrix } from './amdgpu-matrix.ts';
import { arith } from './arith.ts';
import { cf } from './cf.ts';
import { contractions } from './contract.ts';
import { gpu, launchNumbers } from './gpu.ts';
import { gpuReductions } from './gpu-reduce.ts';
import { hints } from './hints.ts';
import { innerTiles } from './inner-tiled.ts';
import { iree } from './iree.ts';
import { memref } from './memref.ts';
import { memrefMoves } from './memref-moves.ts';
import { nvgpu } from './nvgpu.ts';
import { scf } from './scf.ts';
import { transfer } from './transfer.ts';
import { vector } from './vector.ts';
import { waits } from './waits.ts';

/** Every operation that can be executed, by name. */
export const executable: ReadonlyMap<string, LowerOperation> = withDistributed(
  new Map(
    [
      affine,
      amdgpu,
      amdgpuBuffers,
      amdgpuLanes,
      amdgpuMatrix,
      arith,
      cf,
      contractions,
      gpu,
      gpuReductions,
      hints,
      innerTiles,
      iree,
      launchNumbers,
      llvm,
      memref,
      memrefMoves,
      nvgpu,
      scf,
      transfer,
      vector,
      waits,
    ].flatMap((dialect) => Object.entries(dialect)),
  ),
);
