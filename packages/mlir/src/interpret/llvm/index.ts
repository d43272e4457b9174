/** Execution below `arith`, `memref` and `gpu`: the `llvm` dialect and those of the back ends. */
import type { LowerOperation } from '../lowering.ts';
import { amdgpu } from '../ops/amdgpu.ts';
import { launchNumbers } from '../ops/gpu.ts';
import { waits } from '../ops/waits.ts';
import { llvmAddresses } from './addresses.ts';
import { atomics } from './atomics.ts';
import { llvmCalls } from './calls.ts';
import { conversions } from './conversions.ts';
import { llvmFloats } from './floats.ts';
import { llvmIntegers } from './integers.ts';
import { lanes } from './lanes.ts';
import { matrix } from './matrix.ts';
import { llvmMemory } from './memory.ts';
import { nvvm } from './nvvm.ts';
import { nvvmMatrix } from './nvvm-matrix.ts';
import { rocdl } from './rocdl.ts';
import { smallFloats } from './small-floats.ts';
import { llvmValues } from './values.ts';

const operations: Readonly<Record<string, LowerOperation>> = {
  ...llvmAddresses,
  ...atomics,
  ...conversions,
  ...llvmFloats,
  ...llvmIntegers,
  ...llvmMemory,
  ...llvmValues,
  ...lanes,
  ...matrix,
  ...nvvm,
  ...nvvmMatrix,
  ...rocdl,
  ...smallFloats,
};

export const llvm: Readonly<Record<string, LowerOperation>> = {
  ...operations,
  ...llvmCalls({ ...amdgpu, ...waits, ...launchNumbers, ...operations }),
};
