/**
 * CuTe's layout algebra under CUTLASS's names: `cute.logicalDivide` is `cute::logical_divide`.
 *
 * Operations that can fail give a result with diagnostics; those that keep the function of a layout (`coalesce`,
 * `filter`) and those that ask (`size`, `at`) do not. Swizzled layouts go through `under`, as in CUTLASS, where every
 * divide and product acts below the swizzle.
 */
export * from './int-tuple.ts';
export {
  at,
  concat,
  cosize,
  type CuteLayout,
  depth,
  type Layout,
  makeLayout,
  modes,
  rank,
  size,
  strided,
  under,
} from './layout.ts';
export * from './coalesce.ts';
export { composition } from './composition.ts';
export * from './complement.ts';
export { flatDivide, logicalDivide, tiledDivide, zippedDivide } from './divide.ts';
export * from './product.ts';
export { leftInverse, rightInverse } from './inverse.ts';
export { downcast, recast, upcast } from './recast.ts';
export * from './swizzle.ts';
export { evaluate } from './evaluate.ts';
export { toTileLayout } from './tile.ts';
export { fromTileLayout } from './from-tile.ts';
export { callNames } from './calls.ts';
