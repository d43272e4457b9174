export { closingBracket, partsOutside } from './base/brackets.ts';
export * from './base/components.ts';
export * from './base/diagnostic.ts';
export * from './base/hint.ts';
export { messages } from './base/messages.ts';
export { bigints, doubles, isTruth } from './base/operators.ts';
export {
  binaryAt,
  type BinaryGrammar,
  bindingsOf,
  cBindings,
  type COperator,
} from './base/precedence.ts';
export { listCodeChips } from './base/messages/code-chips.ts';
export { expectValue, failure, type Result, success } from './base/result.ts';
export * from './base/span.ts';
export {
  fitsPattern,
  namesOf,
  readableName,
  symbolNamed,
  symbolsNamed,
} from './base/kernel-names.ts';
export { editDistance, nearestName } from './base/nearest-name.ts';
export * from './base/lanes.ts';
export * from './base/numbers.ts';
export { append, groupBy } from './base/groups.ts';
export { baseName } from './base/base-name.ts';
export { isRecord } from './base/is-record.ts';
export { lazy, lazyBy } from './base/lazy.ts';
export * from './base/numeric.ts';
export { randomWords } from './base/random.ts';

export * from './shape/json-schema.ts';
export { readShape, type ShapeMessages, type ShapeReading, valueIn } from './shape/read.ts';
export { floatOf, integerOf, integerRange } from './shape/scalars.ts';
export * as shape from './shape/shape.ts';
export type { Keys, Shape, ValueOf } from './shape/shape.ts';
export { readText } from './shape/text.ts';

export * from './gf2/affine-lanes.ts';
export * from './gf2/gf2.ts';

export * from './access/opcode.ts';
export { opcodeAt, opcodeNumber, opcodes, plainOpcode } from './access/opcodes.ts';
export { type EmittedInstruction, emittedInstructions } from './access/emitted.ts';
export { ldsNames } from './access/lds-names.ts';
export { type LdsObject, objectAt, withBufferNames } from './access/lds-object.ts';
export * from './access/source-line.ts';
export * from './access/trace.ts';
export { isActive, laneAddresses, type Site } from './access/wave-rows.ts';
export * from './access/global-trace.ts';
export * from './access/launch.ts';

export * from './layout/linear/linear-layout.ts';
export * from './layout/tile/tile-layout.ts';
export * from './layout/tile/packed-tile.ts';
export { wholeElements } from './layout/tile/whole-elements.ts';
export { layoutOfPlaces } from './layout/tile/element-places.ts';
export { magicNumbers, magicQuotient } from './layout/index/magic.ts';
export {
  elementsAt,
  elementsOfObject,
  type TileElements,
  tileElements,
} from './layout/tile/tile-elements.ts';
export { elementBitsByName } from './layout/tile/element-names.ts';
export {
  commonTiles,
  type CommonTile,
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
export { constantValue, evaluateFormulas } from './layout/index/evaluate.ts';
export { withoutComments } from './layout/text/scan-word.ts';
export type { Formula, FormulaProgram } from './layout/index/formula.ts';
export { parseFormulas } from './layout/index/parse-formula.ts';

export * from './machine/phases.ts';
export * from './machine/evidence.ts';
export * from './machine/machine.ts';
export { serviceOf, type Unserved } from './machine/service.ts';
export * from './machine/occupancy.ts';
export { findCoalescing } from './machine/coalescing.ts';
export type { CoalescingModel } from './machine/coalescing.ts';
export { findMachine, machineNamed, machines, siblings } from './machine/machines.ts';
export { deviceOf, devices } from './machine/devices.ts';
export { codeChip, codeObjectChips } from './machine/chips/machine-code.ts';
export type { CdnaCode, MachineCode, MatrixRounding, RdnaCode } from './machine/machine-code.ts';
export { elementsPerLane, laneGroups, operandPosition, resultPosition } from './machine/matrix.ts';
export type { MatrixShape, OperandPosition, ResultPosition } from './machine/matrix.ts';
export {
  findMatrixInstruction,
  hasLanePattern,
  matrixChipOf,
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
export { wmmaBits, wmmaForms, wmmaOperandOf, wmmaRow } from './machine/wmma-registers.ts';
export type { WmmaForm, WmmaType } from './machine/wmma-registers.ts';
export type { MatrixChip, MatrixInstruction, MatrixType } from './machine/matrix-table.ts';

export * from './conflict/simulate.ts';
export * from './conflict/explain.ts';
export * from './conflict/explanation.ts';
export * from './conflict/counters.ts';
export * from './conflict/measured.ts';

export * from './coalesce/coalesce.ts';
export * from './coalesce/explain.ts';
export * from './coalesce/totals.ts';
export * from './coalesce/scenarios.ts';

export { make } from './vendors/ck-tile/transforms/transform.ts';
export type { Transform } from './vendors/ck-tile/transforms/transform.ts';
export { rowOf } from './vendors/ck-tile/transforms/table.ts';
export * from './vendors/ck-tile/adaptor.ts';
export * from './vendors/ck-tile/descriptor.ts';
export type { DescriptorBase } from './vendors/ck-tile/descriptor-base.ts';
export * from './vendors/ck-tile/inspect.ts';
export * from './vendors/ck-tile/coordinate.ts';
export * from './vendors/ck-tile/formula.ts';
export * from './vendors/ck-tile/encoding.ts';
export * from './vendors/ck-tile/encoding-helpers.ts';
export * from './vendors/ck-tile/encoding-patterns.ts';
export * from './vendors/ck-tile/distribution.ts';
export * from './vendors/ck-tile/space-filling-curve.ts';
export * from './vendors/ck-tile/traits.ts';
export * from './vendors/ck-tile/instructions.ts';
export * from './vendors/ck-tile/tile-access.ts';
export * from './vendors/ck-tile/global-access.ts';
export * from './vendors/ck-tile/swapping.ts';
export { recogniseSwapping, swappedOffset } from './vendors/ck-tile/recognise-swapping.ts';
export * from './vendors/ck-tile/gemm/element.ts';
export * from './vendors/ck-tile/gemm/warp-gemm.ts';
export * from './vendors/ck-tile/gemm/block-encodings.ts';
export * from './vendors/ck-tile/gemm/layouts.ts';
export * from './vendors/ck-tile/gemm/gemm.ts';
export * from './vendors/ck-tile/gemm/execute.ts';
export * from './vendors/ck-tile/cpp/print.ts';
export * from './vendors/ck-tile/describe.ts';
export * as cute from './vendors/cute/index.ts';
export * from './vendors/cute/notation.ts';
export * from './vendors/triton/encoding.ts';
export { columnsOf, HOLDERS } from './vendors/triton/bases.ts';
export { distributedToLinear } from './vendors/triton/distributed.ts';
export * from './vendors/triton/shared.ts';
export * from './vendors/triton/tile.ts';
export * from './vendors/triton/transfer.ts';
export * from './vendors/triton/conversion.ts';
export * from './vendors/triton/padded-conversion.ts';
export * from './vendors/triton/reduction.ts';
export * from './vendors/triton/reduction-conversions.ts';
export * from './vendors/triton/attributes.ts';
export {
  featuresOf,
  type LayoutFeature,
  layoutFeatures,
  type Notation,
} from './vendors/notation.ts';
export { findNotation, notations, parseLayout, printLayout } from './vendors/notations.ts';
export { titleFor } from './vendors/packed.ts';
export * from './vendors/wave/swizzle.ts';
export { type WaveCondition, waveConditions, type WaveUse } from './vendors/wave/legality.ts';
export * from './vendors/iree/swizzle.ts';
export * from './vendors/iree/traps.ts';
export { ireeLayout, parseIreeSwizzle, printIreeSwizzle } from './vendors/iree/notation.ts';
export * from './vendors/iree/nested-layout.ts';
export * from './vendors/iree/nested-access.ts';
export { nestedTrace } from './vendors/iree/nested-trace.ts';
export * from './vendors/iree/decide-swizzle.ts';
export * from './vendors/iree/derived-layout.ts';
export * from './vendors/iree/padding.ts';
export * from './vendors/iree/mma-layouts.ts';
export * from './vendors/iree/xor-shuffle-params.ts';
export * from './vendors/iree/targets.ts';
export * from './vendors/iree/nested-algebra.ts';
export { descriptorOfLayout, layoutOfDescriptor } from './vendors/ck-tile/notation.ts';
export { includedTexts } from './vendors/ck-tile/cpp/included.ts';
export type { CppContext } from './vendors/ck-tile/cpp/context.ts';
export {
  type CppLayout,
  layoutsOfCpp,
  parseDescriptor,
  parseEncoding,
} from './vendors/ck-tile/cpp/parse.ts';
export { isCkTileCpp, namesCkTile } from './vendors/ck-tile/cpp/is-ck-tile.ts';
export { isPrinted } from './vendors/ck-tile/printed.ts';
export { descriptorToCpp, encodingToCpp } from './vendors/ck-tile/cpp/print.ts';
export { asDeclared, cTypeOf } from './vendors/c/declared.ts';
export type { CArray } from './vendors/c/declared.ts';
export { indexFormula } from './vendors/c/notation.ts';
export {
  arrayOf,
  namedFields,
  pointer as pointerType,
  structOf,
} from './vendors/c/types/c-type.ts';
export type { CType, StructType } from './vendors/c/types/c-type.ts';
export { integerOfWords, namedTypes } from './vendors/c/types/scalar-types.ts';
export { readTypes } from './vendors/c/types/read-types.ts';
export type { TypeScope } from './vendors/c/types/scope.ts';

export * from './study/ck-tile/analyzer.ts';
export * from './study/ck-tile/tutorials/tutorials.ts';
export * from './study/ck-tile/tutorials/replay.ts';
export type { Statement, Verdict } from './study/ck-tile/advisor/statement.ts';
export { advise, adviceRules } from './study/ck-tile/advisor/advise.ts';
export { ckTileShape, isPart, readCkTileSpec } from './study/ck-tile/spec/read-spec.ts';
export type { ReadSpec } from './study/ck-tile/spec/read-spec.ts';
export { isWithin, readSpec, specMessages } from './study/ck-tile/spec/place.ts';
export type { Checked, Place } from './study/ck-tile/spec/place.ts';
export * from './study/ck-tile/cost.ts';
export * from './study/iree/phase-search.ts';
export * from './study/iree/round-trip.ts';
export * from './study/iree/mitigations.ts';
export * from './study/iree/padded-trace.ts';
export * from './study/ck-tile/spec/read-gemm.ts';
export { sharedTile, tripleWith } from './study/ck-tile/triple.ts';
export { dispatchOf, globalAccesses } from './study/ck-tile/dispatch.ts';

export { accessFromLanes, constraintsOf, makeProblem } from './mitigate/problem.ts';
export type { Problem, ProblemAccess, ProblemOptions, Target } from './mitigate/problem.ts';
export { problemFromTrace } from './mitigate/from-trace.ts';
export { placeElements } from './mitigate/placement.ts';
export { makeCounter } from './mitigate/count.ts';
export { countedLayouts } from './mitigate/counted-layouts.ts';
export { allocatedBytes, ldsBytesFor, legalityFaults } from './mitigate/legality.ts';
export { addressCounter } from './mitigate/address-cost.ts';
export { isFigure } from './mitigate/address-range.ts';
export { narrowed as narrowedProblem } from './mitigate/narrow.ts';
export { listFamilies } from './mitigate/families.ts';
export { reshapedFamilies } from './mitigate/reshaped-families.ts';
export { linearProblem } from './mitigate/requirements.ts';
export { layoutOf, solveLinear } from './mitigate/solve.ts';
export { findRowTables } from './mitigate/row-tables.ts';
export { optimalityText, sizeText } from './mitigate/certificate.ts';
export { findObstacles } from './mitigate/obstacles.ts';
export { searchLayouts } from './mitigate/search.ts';
export type { Answer, Candidate, SearchOptions, SearchResult } from './mitigate/candidate.ts';
export {
  compareByCost,
  type Criterion,
  decisiveCriterion,
  type LayoutCost,
  totalConflicts,
} from './mitigate/rank.ts';
export {
  type WaveChoice,
  waveChoice,
  type WaveCount,
  type WaveKey,
} from './mitigate/wave-choice.ts';
export { whatIfTrace } from './mitigate/what-if.ts';
export { type CauseKind, explainLayout, type Finding } from './mitigate/why.ts';

export * from './timing/program.ts';
export * from './timing/timeline.ts';
export { kernelTime, type KernelTime, type LaunchedWork } from './timing/kernel-time.ts';
export {
  type Difference as LaunchDifference,
  knownKernelTimeError,
  measuredLaunchBytes,
} from './timing/known-error.ts';
export { ldsKindOf } from './timing/lds-dues.ts';
export { ldsMove } from './timing/lds-operation.ts';
export { MemoryBytes } from './timing/memory-bytes.ts';
export { memoryShare } from './timing/memory-share.ts';
export { type WaveCounters, waveCounters } from './timing/counters.ts';
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
export type { PlaceRace } from './timing/place-order.ts';
export { type GemmBudget, gemmBudget, type GemmStepRequest } from './timing/gemm-budget.ts';
export {
  gemmElement,
  gemmElements,
  gemmElementsOf,
  matrixInstructionsFor,
} from './timing/gemm-element.ts';
export { makePipeline, type Pipeline } from './timing/pipeline/pipeline.ts';
export { scheduleText } from './timing/pipeline/pipeline-text.ts';
export * from './timing/pipeline/choices.ts';
export { type PipelineRequest } from './timing/pipeline/plan.ts';
export { streamsOf } from './timing/streams.ts';
export { parseListing } from './timing/listing/parse.ts';
export { type LoweredListing, lowerListing } from './timing/listing/lower.ts';

export type { IterationCost } from './report/iterations.ts';
export { readProfile } from './conflict/profile.ts';
export { PROFILE_SCHEMA, type ProfileReport, profileReport } from './report/profile.ts';
export { type ComparedInstruction, isSourcePage, readSourcePages } from './conflict/source-page.ts';
export {
  SiteLanes,
  SOURCE_PAGE_SCHEMA,
  type SourcePageReport,
  sourcePageReport,
} from './report/source-page.ts';
export { accountOf } from './report/account-of.ts';
export {
  type Account,
  type AccountLimit,
  isCovered,
  type PassingAccesses,
} from './report/account.ts';
export * from './report/coverage.ts';
export * from './report/outline.ts';
export * from './report/location.ts';
export { matchSites, type SiteName, siteText } from './report/match-sites.ts';
export * from './report/compare/comparison.ts';
export { type AnalysisOf, compareAnalyses } from './report/compare/compare.ts';
export * from './report/global.ts';
export * from './report/check.ts';
export * from './report/conflict-cause.ts';
export * from './report/shapes.ts';
export * from './report/sweep.ts';
export * from './report/fix.ts';
export * from './report/hints.ts';
export * from './report/opt.ts';
export * from './report/suggest.ts';
export * from './report/diagnostic.ts';
export * from './report/report.ts';
export * from './report/sass.ts';
export { isSound } from './report/soundness.ts';
export { placeDiagnostics } from './report/place-diagnostics.ts';
export * from './report/build.ts';
export * from './report/timeline.ts';
export * from './report/schedule-hazards.ts';
export {
  PIPELINE_SCHEMA,
  type PipelineReport,
  pipelineReport,
  pipelineResources,
} from './report/pipeline.ts';
export { BUDGET_SCHEMA, type BudgetReport, budgetReport } from './report/budget.ts';
export { type Location, locationOf } from './report/location.ts';
export * from './execute/execution.ts';
export * from './execute/launch-shape.ts';
export * from './execute/options.ts';
export { ownMemory } from './execute/own-memory.ts';
export { Places } from './execute/places.ts';
export {
  asksForClasses,
  type ClassExecutor,
  executeAlike,
  executeClasses,
} from './execute/classes.ts';
export { LeftOut, type LeftRegions } from './execute/left-out.ts';
export type {
  Crew,
  ExecutedRange,
  Helpers,
  WorkgroupRange,
  WorkgroupState,
} from './execute/spread.ts';
export { type DataFlow, type Slice, sliceOf } from './execute/slice.ts';
export { sliceOfNames } from './execute/slice-of-names.ts';
export { CommonState, type LeftCommon } from './execute/common-state.ts';
export { Findings } from './execute/findings.ts';
export type { LdsLanes } from './execute/epoch-log.ts';
export { LaneOrder } from './execute/lane-order.ts';
export type { FlagSites } from './execute/flag-order.ts';
export { Lds, type LeftLds, type WholeRead, type WriteKind } from './execute/lds.ts';
export { LDS_UNIT_BYTES, type LdsRooms, type LdsUnit, ldsUnitOf } from './execute/lds-unit.ts';
export { GlobalMemory, MEMORY_LIMIT, MemoryLimitError, type Region } from './execute/memory.ts';
export { isLaneActive, type LaneMask } from './execute/lane-mask.ts';
export type { InFlight } from './execute/in-flight.ts';
export { type MaskedElements, maskedElements, Touched } from './execute/touched.ts';
export {
  directionVerbs,
  type HazardKind,
  needs,
  type LaneMeeting,
  PairFindings,
  reportedHazard,
  type SeenHazard,
} from './execute/pair-findings.ts';
export { CodeGraph } from './execute/unknown/code-graph.ts';
export { type Asked, Decisions } from './execute/unknown/decisions.ts';
export { Sources } from './execute/unknown/sources.ts';
export { raceMessage } from './execute/race-message.ts';
export { findUnordered } from './execute/unordered.ts';
