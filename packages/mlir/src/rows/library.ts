/**
 * What functions of the device libraries of AMD and NVIDIA stand for.
 *
 *     __ockl_get_group_id      the id of the workgroup
 *     __ocml_exp2_f32          math.exp2
 *     __nv_fast_expf           math.exp
 */
import type { IdKind } from './row.ts';

/** Functions of AMD's device library that take a dimension. */
export const libraryIds: Readonly<Record<string, IdKind>> = {
  __ockl_get_local_id: 'item',
  __ockl_get_group_id: 'group',
  __ockl_get_local_size: 'group size',
  __ockl_get_num_groups: 'grid size',
  __ockl_get_global_id: 'global',
  __ockl_get_global_size: 'global size',
};

/** Names that intrinsics and device libraries share. */
export const sharedMath: Readonly<Record<string, string>> = {
  fabs: 'math.absf',
  ceil: 'math.ceil',
  floor: 'math.floor',
  trunc: 'math.trunc',
  round: 'math.round',
  rint: 'math.roundeven',
  sqrt: 'math.sqrt',
  exp: 'math.exp',
  exp2: 'math.exp2',
  log: 'math.log',
  log2: 'math.log2',
  log10: 'math.log10',
  sin: 'math.sin',
  cos: 'math.cos',
  tan: 'math.tan',
  tanh: 'math.tanh',
  atan: 'math.atan',
  atan2: 'math.atan2',
  pow: 'math.powf',
  copysign: 'math.copysign',
  fma: 'math.fma',
};

/** Names in the device libraries, without prefix and suffix: `exp2` of `__ocml_exp2_f32` and `__nv_exp2f`. */
const libraryMath: Readonly<Record<string, string>> = {
  ...sharedMath,
  expm1: 'math.expm1',
  log1p: 'math.log1p',
  rsqrt: 'math.rsqrt',
  fmod: 'arith.remf',
};

/** The operation that a function of a device library stands for; `undefined` for an unknown function. */
export function libraryOperation(name: string): string | undefined {
  const found = /^__ocml_(?:native_)?(\w+?)_f(?:16|32|64)$|^__nv_(?:fast_)?(\w+?)f?$/.exec(name);
  const short = found?.[1] ?? found?.[2] ?? '';
  return Object.hasOwn(libraryMath, short) ? libraryMath[short] : undefined;
}
