/**
 * A launch file to fill in for PTX that Triton compiled. PTX has neither names nor types nor the size of shared memory;
 * the TTGIR and the metadata next to it have.
 *
 *     .param .u64 matmul_param_0      %a_ptr: !tt.ptr<f16>       { name: a_ptr, dtype: f16, shape: [1024], fill: random }
 *     .param .u32 matmul_param_3      %K: i32                    { i32: 0 } # K, u32
 *     .param .u64 matmul_param_4      global_scratch_size: 0     { i64: 0 } # global scratch, none is used
 *
 * Parameters come in the order of the TTGIR; pointers to scratch memory follow, for the whole grid and for a profiler.
 * Source: Triton's launcher, third_party/nvidia/backend/driver.py.
 */
import { chooseKernel, diagnose, failure, type Result, success } from '@ldscope/core';
import { describeTtgirLaunch, parseModule } from '@ldscope/mlir';
import { describeKernel, parsePtx, ptxKernels, tensorTypes } from '@ldscope/ptx';
import { type KnownParameter, ptxTemplate } from './ptx-template.ts';

/** What Triton's metadata says of a launch. */
interface LaunchMetadata {
  /** The symbol of the kernel. */
  readonly name: string;
  readonly sharedBytes: number | undefined;
  readonly tensorMaps: readonly TensorMap[];
  readonly scratchBytes: { readonly global: number; readonly profile: number };
}

/** Rows first; numbers as `tensormap.replace` has them. */
interface TensorMap {
  readonly block: readonly number[];
  readonly swizzle: number;
  readonly elementType: number;
}

const SWIZZLES = ['none', '32B', '64B', '128B'];

/** The launch file of an entry of Triton's cache; without TTGIR parameters are called by their places. */
export function tritonLaunchFile(
  ptx: string,
  ttgir: string | undefined,
  metadata: LaunchMetadata,
): Result<string> {
  const { module } = parsePtx(ptx);
  const kernel = chooseKernel(ptxKernels(module), metadata.name);
  if ('code' in kernel) return failure(diagnose(kernel));
  const description = describeKernel(module, kernel);
  const parameters = knownParameters(ttgir, metadata);
  const { sharedBytes } = metadata;
  const isWhole = description.parameters.length - parameters.length;
  const scratch = (['global', 'profile'] as const).slice(0, Math.max(isWhole, 0)).map((of) => ({
    name: `${of} scratch`,
    scratchBytes: metadata.scratchBytes[of],
  }));
  const isKnown = parameters.length > 0 && isWhole >= 0 && isWhole <= 2;
  const known = isKnown ? [...parameters, ...scratch] : [];
  return success(ptxTemplate(description, { sharedBytes, parameters: known }));
}

function knownParameters(
  ttgir: string | undefined,
  { name, tensorMaps }: LaunchMetadata,
): readonly KnownParameter[] {
  if (ttgir === undefined) return [];
  const described = describeTtgirLaunch(parseModule(ttgir).module, name);
  if (!described.ok) return [];
  const maps = tensorMaps.values();
  return described.value.parameters.map((parameter): KnownParameter => {
    if (parameter.kind !== 'buffer') return { name: parameter.name };
    const map = parameter.type.includes('tensordesc') ? maps.next().value : undefined;
    if (map !== undefined) return { name: parameter.name, tensorMap: mapOf(map) };
    return { name: parameter.name, element: parameter.element };
  });
}

function mapOf({ block, swizzle, elementType }: TensorMap): KnownParameter['tensorMap'] {
  return {
    dtype: tensorTypes[elementType]?.name ?? 'f16',
    // Launch files have the innermost dimension first.
    box: block.toReversed(),
    swizzle: SWIZZLES[swizzle] ?? 'none',
  };
}
