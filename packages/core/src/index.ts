export * from './base/diagnostic.ts';
export { messages } from './base/messages.ts';
export * from './base/result.ts';
export * from './base/span.ts';
export * from './gf2/affine-lanes.ts';
export * from './gf2/gf2.ts';
export * from './access/opcode.ts';
export { opcodeAt, opcodeNumber, opcodes } from './access/opcodes.ts';
export { type EmittedInstruction, emittedInstructions } from './access/emitted.ts';
export * from './access/trace.ts';
export * from './access/global-trace.ts';
export * from './machine/phases.ts';
export * from './machine/machine.ts';
export * from './machine/occupancy.ts';
export { findCoalescing } from './machine/coalescing.ts';
export type { CoalescingModel } from './machine/coalescing.ts';
export { findMachine, machines } from './machine/machines.ts';
export { elementsPerLane, laneGroups, operandPosition, resultPosition } from './machine/matrix.ts';
export type { MatrixShape, OperandPosition, ResultPosition } from './machine/matrix.ts';
export {
  findMatrixInstruction,
  hasLanePattern,
  matrixInstructions,
  matrixNames,
} from './machine/matrix-table.ts';
export {
  wmmaElements,
  type WmmaInstruction,
  wmmaOf,
  wmmaOperand,
  wmmaResult,
} from './machine/wmma-table.ts';
export type { MatrixChip, MatrixInstruction, MatrixType } from './machine/matrix-table.ts';
export * from './conflict/simulate.ts';
export * from './conflict/explain.ts';
export * from './conflict/explanation.ts';
export * from './conflict/counters.ts';
export * from './coalesce/coalesce.ts';
export * from './coalesce/explain.ts';
export * from './coalesce/totals.ts';
export * from './coalesce/scenarios.ts';
export type { IterationCost } from './report/iterations.ts';
export * from './report/coverage.ts';
export * from './report/location.ts';
export * from './report/global.ts';
export * from './report/fix.ts';
export * from './report/hints.ts';
export * from './report/opt.ts';
export * from './report/suggest.ts';
export * from './report/report.ts';
export { isCosted, isSound } from './report/soundness.ts';
export { placeDiagnostics } from './report/place-diagnostics.ts';
export * from './report/build.ts';
export * from './access/launch.ts';
export { readableName, symbolNamed } from './base/kernel-names.ts';
export { editDistance, nearestName } from './base/nearest-name.ts';
export * from './conflict/measured.ts';
export * from './base/numeric.ts';
export * from './layout/linear/linear-layout.ts';
export * from './layout/tile/tile-layout.ts';
export * from './layout/tile/packed-tile.ts';
export { magicNumbers, magicQuotient } from './layout/arithmetic/magic.ts';
export { make } from './layout/ck-tile/transforms/transform.ts';
export type { Transform } from './layout/ck-tile/transforms/transform.ts';
export { rowOf } from './layout/ck-tile/transforms/table.ts';
export * from './layout/ck-tile/adaptor.ts';
export * from './layout/ck-tile/descriptor.ts';
export * from './layout/ck-tile/inspect.ts';
export * from './layout/ck-tile/coordinate.ts';
export { elementsAt, type TileElements, tileElements } from './layout/tile/tile-elements.ts';
export * from './layout/ck-tile/formula.ts';
export * from './layout/ck-tile/linear.ts';
export * from './layout/ck-tile/encoding.ts';
export * from './layout/ck-tile/encoding-helpers.ts';
export * from './layout/ck-tile/distribution.ts';
export * from './layout/ck-tile/space-filling-curve.ts';
export * from './layout/ck-tile/traits.ts';
export * from './layout/ck-tile/instructions.ts';
export * from './layout/ck-tile/tile-access.ts';
export * from './layout/ck-tile/global-access.ts';
export * from './layout/ck-tile/swapping.ts';
export { recogniseSwapping, swappedOffset } from './layout/ck-tile/recognise-swapping.ts';
export * from './layout/ck-tile/analyzer.ts';
export * from './layout/ck-tile/tutorials/tutorials.ts';
export * from './layout/ck-tile/tutorials/replay.ts';
export type { Statement, Verdict } from './layout/ck-tile/advisor/statement.ts';
export { advise, adviceRules } from './layout/ck-tile/advisor/advise.ts';
export { isPart, readCkTileSpec } from './layout/ck-tile/spec/read-spec.ts';
export { complete, Field, required } from './layout/ck-tile/spec/fields.ts';
export type { DataPath, PlacedDiagnostic } from './layout/ck-tile/spec/fields.ts';
export { elementBitsByName } from './layout/tile/element-names.ts';
export * from './layout/ck-tile/gemm/warp-gemm.ts';
export * from './layout/ck-tile/gemm/layouts.ts';
export * from './layout/ck-tile/gemm/gemm.ts';
export * from './layout/ck-tile/gemm/execute.ts';
export * from './layout/ck-tile/gemm/cost.ts';
export * from './layout/notation/ck-tile.ts';
export * as cute from './layout/cute/index.ts';
export * from './layout/notation/cute.ts';
export * from './layout/triton/encoding.ts';
export { columnsOf, HOLDERS } from './layout/triton/bases.ts';
export { distributedToLinear } from './layout/triton/distributed.ts';
export * from './layout/triton/shared.ts';
export * from './layout/triton/tile.ts';
export * from './layout/triton/transfer.ts';
export * from './layout/triton/conversion.ts';
export * from './layout/notation/triton.ts';
export { accessFromLanes, isActive as isActiveLane, makeProblem } from './mitigate/problem.ts';
export type {
  Problem,
  ProblemAccess,
  ProblemOptions,
  Resident,
  Target,
} from './mitigate/problem.ts';
export { problemFromTrace } from './mitigate/from-trace.ts';
export { placeElements } from './mitigate/placement.ts';
export { makeCounter } from './mitigate/count.ts';
export { allocatedBytes, legalityFaults } from './mitigate/legality.ts';
export { addressCounter } from './mitigate/address-cost.ts';
export { isFigure } from './mitigate/address-range.ts';
export { narrowed as narrowedProblem } from './mitigate/narrow.ts';
export { reshapedFamilies } from './mitigate/reshaped-families.ts';
export { linearProblem } from './mitigate/requirements.ts';
export { costOf, layoutOf, solveLinear } from './mitigate/solve.ts';
export { findRowTables } from './mitigate/row-tables.ts';
export type { Optimality } from './mitigate/certificate.ts';
export { checkCertificate } from './mitigate/check.ts';
export { findObstacles } from './mitigate/obstacles.ts';
export {
  type Answer,
  type Candidate,
  searchLayouts,
  type SearchOptions,
  type SearchResult,
} from './mitigate/search.ts';
export {
  compareByCost,
  type Criterion,
  decisiveCriterion,
  type LayoutCost,
  totalConflicts,
} from './mitigate/rank.ts';
export { whatIfTrace } from './mitigate/what-if.ts';
export { type CauseKind, explainLayout, type Finding } from './mitigate/why.ts';
export {
  commonTiles,
  type CommonTile,
  paddingCost,
  rowAdvance,
  type RowAdvance,
} from './layout/tile/row-advance.ts';
export {
  elementOffsets,
  firstDifference,
  normalForm,
  recognizeLayout,
  recognizeReshaped,
} from './layout/tile/recognize.ts';
export { elementOffsetOver, hasElementOffsets } from './layout/tile/offset-map.ts';
export { evaluateFormulas } from './layout/expression/evaluate.ts';
export type { Formula, FormulaProgram } from './layout/expression/formula.ts';
export { parseFormulas } from './layout/expression/parse-formula.ts';
export {
  featuresOf,
  type LayoutFeature,
  layoutFeatures,
  type Notation,
} from './layout/notation/notation.ts';
export {
  convertLayout,
  findNotation,
  notations,
  parseLayout,
  printLayout,
} from './layout/notation/notations.ts';
export { titleFor } from './layout/notation/packed.ts';
export * from './layout/notation/wave-swizzle.ts';
export {
  type WaveCondition,
  waveConditions,
  type WaveUse,
} from './layout/notation/wave-legality.ts';
export * from './layout/notation/iree-swizzle.ts';
export * from './layout/notation/iree-traps.ts';
export { ireeLayout, parseIreeSwizzle, printIreeSwizzle } from './layout/notation/iree.ts';
export * from './layout/notation/nested-layout.ts';
export * from './layout/notation/nested-access.ts';
export { nestedTrace } from './layout/notation/nested-trace.ts';
export * from './layout/iree/decide-swizzle.ts';
export * from './layout/iree/derived-layout.ts';
export * from './layout/iree/padding.ts';
export * from './layout/iree/mma-layouts.ts';
export * from './layout/iree/xor-shuffle-params.ts';
export * from './layout/iree/phase-search.ts';
export * from './layout/iree/targets.ts';
export * from './layout/iree/round-trip.ts';
export * from './layout/iree/mitigations.ts';
export * from './layout/iree/padded-trace.ts';
export * from './layout/iree/nested-algebra.ts';
export { descriptorOfLayout, layoutOfDescriptor } from './layout/notation/ck-tile-layout.ts';
export { type SharedTile, sharedTile, tripleWith } from './layout/notation/ck-tile-triple.ts';
export type { CppContext } from './layout/notation/ck-tile-scope.ts';
export { parseDescriptor, parseEncoding } from './layout/notation/parse-ck-tile.ts';
export { indexFormula } from './layout/notation/c.ts';
export * from './timing/program.ts';
export * from './timing/timeline.ts';
export { timedChips, type TimingModel, timingOf } from './timing/constants.ts';
export { type Ablation, simulateTiming } from './timing/simulate.ts';
export { findLoops, type Loop, type LoopTiming, timeLoop } from './timing/loops.ts';
export { ablations, analyzeTiming } from './timing/ablation.ts';
/** @public The library gives it on. */
export type { TimingAnalysis } from './timing/ablation.ts';
export {
  checkWaits,
  type JudgedWait,
  type MissingWait,
  type WaitReport,
} from './timing/check-waits.ts';
export { type GemmBudget, gemmBudget, type GemmStepRequest } from './timing/gemm-budget.ts';
export { gemmElement, gemmElements } from './timing/gemm-element.ts';
export { streamsOf } from './timing/streams.ts';
export { type ParsedListing, parseListing } from './timing/listing/parse.ts';
export { type LoweredListing, lowerListing } from './timing/listing/lower.ts';
export * from './report/timeline.ts';
export { BUDGET_SCHEMA, type BudgetReport, budgetReport } from './report/budget.ts';
