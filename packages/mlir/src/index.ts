export { createBlock, createBlockArgument, createOperation } from './ir/build.ts';
export { addAffine, divideAffine, multiplyAffine } from './ir/affine.ts';
export type { AffineExpression } from './ir/affine.ts';
export { AttributeMap } from './ir/attribute-map.ts';
export { resolveAttribute } from './ir/types.ts';
export type { Attribute } from './ir/types.ts';
export type { Block, Module, Operation, Region, Value } from './ir/ir.ts';
export { resolveType } from './ir/types.ts';
export type { LlvmStructure, MemRefType, Type } from './ir/types.ts';
export { walk } from './ir/walk.ts';
export { findSyntax, knownOperations } from './dialects/index.ts';
export { dumpSpan, partText, splitChunks, splitDumps } from './text/dumps.ts';
export type { Dump } from './text/dumps.ts';
export { lineDiff } from './text/diff.ts';
export type { DiffLine } from './text/diff.ts';
export { floatFromBits } from './text/floats.ts';
export { outlineModule } from './module/outline.ts';
export { parseModule } from './module/parser.ts';
export type { ParseResult } from './module/parser.ts';
export { printAttribute, printType } from './text/print-types.ts';
export { printModule, printOperation } from './module/printer.ts';
export { executeKernel, kernelNames } from './interpret/execute.ts';
export { observeAllocations } from './interpret/observe-allocations.ts';
export type { ExecuteOptions } from './interpret/options.ts';
export { findBuffers } from './passes/buffers.ts';
export type { WorkgroupBuffer } from './passes/buffers.ts';
export { layoutObstacle, rewriteBuffer } from './passes/rewrite-buffer.ts';
export { authoredBufferNames } from './module/buffer-names.ts';
export { describeTtgirLaunch } from './ttgir/describe-launch.ts';
export { executeTtgir, readTtgir, ttgirKernels } from './ttgir/analyze.ts';
export { isTtgir } from './ttgir/is-ttgir.ts';
export type { TtgirKernel } from './ttgir/analyze.ts';
export type { Lowered } from './ttgir/lower.ts';
export { currentName } from './ttgir/hardware.ts';
export { TileTypes } from './ttgir/types.ts';
export type { TileType } from './ttgir/types.ts';
export type { SharedBuffer, View } from './ttgir/views.ts';
export { presentLayout } from './passes/present-layout.ts';
export type { LayoutSide, PresentLayout } from './passes/present-layout.ts';
export { rowsOfFlat } from './passes/present/flat-rows.ts';
export { provePlacement } from './passes/prove-placement.ts';
export type { PlacementProof, RelaidBuffer, Side } from './passes/prove-placement.ts';
export { describeLaunch } from './interpret/describe-launch.ts';
export type { LaunchDescription } from './interpret/describe-launch.ts';
export { argumentText } from './interpret/given-arguments.ts';
export type { KernelParameter } from './interpret/given-arguments.ts';
export { describeKernel } from './interpret/describe-kernel.ts';
export type { KernelBuffer, KernelDescription } from './interpret/describe-kernel.ts';
export { hintedAllocations } from './passes/flow/hints/hinted-allocations.ts';
export type { IreeOpt } from './passes/flow/iree-opt.ts';
export { runPasses } from './passes/flow/pass.ts';
export type {
  Likeness,
  PassEnvironment,
  PassOutcome,
  PassStep,
  PlacedDecision,
} from './passes/flow/pass.ts';
export {
  findPass,
  parsePassList,
  passes,
  pipelines,
  printPassStep,
  shortPassNames,
} from './passes/flow/registry.ts';
