/**
 * CuTe's layout algebra under CUTLASS's names: `cute.logicalDivide` is `cute::logical_divide`.
 *
 * Operations that can fail give a result with diagnostics; those that keep the function of a layout (`coalesce`,
 * `filter`) and those that ask (`size`, `rank`) do not. Swizzled layouts go through `under`, as in CUTLASS, where every
 * divide and product acts below the swizzle.
 */
export {
  compactRowMajor,
  congruent,
  crd2idx,
  flatten,
  type IntTuple,
  mapTuple,
  product,
} from './int-tuple.ts';
export {
  concat,
  cosize,
  type CuteLayout,
  evaluate,
  type Layout,
  makeLayout,
  modes,
  rank,
  size,
  strided,
  under,
} from './layout.ts';
export {
  coalesce,
  complement,
  composition,
  filter,
  filterZeros,
  leftInverse,
  rightInverse,
} from './algebra.ts';
export * from './tiling.ts';
export { downcast, fromTileLayout, recast, toTileLayout, upcast } from './convert.ts';
export * from './swizzle.ts';
export { callNames } from './calls.ts';
