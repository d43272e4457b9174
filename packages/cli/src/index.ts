/**
 * ldscope as a library: everything that the command answers, from texts to data. It needs neither Node nor a browser, and runs
 * in both.
 *
 *     import { analyzeKernel, renderReport } from 'ldscope';
 *
 *     const { analysis, diagnostics } = analyzeKernel(text, { machine: 'gfx950' });
 *     if (analysis === undefined) console.error(diagnostics);
 *     else console.log(analysis.report.totals.bankConflict, renderReport(analysis));
 *
 * The exports of this file are the public interface; everything else may change. `docs/api.md` is made of their comments.
 */

// Kernels: the bank conflicts of each instruction, and why one of them conflicts.
export { analyzeKernel, analyzeKernels, explainSite } from '@ldscope/engine';
export type {
  Analyzed,
  AnalyzeOptions,
  ExplainedSite,
  ExplainOptions,
  Threads,
} from '@ldscope/engine';
export type {
  Analysis,
  AnalysisSite,
  Counter,
  Hazard,
  Report,
  ReportDiagnostic,
  ReportSite,
} from '@ldscope/core';

// Layouts: which are better, what one costs, and its text in every notation.
export {
  convertLayoutText,
  presentLayouts,
  suggestKernel,
  suggestTile,
  tryLayout,
} from '@ldscope/engine';
export type {
  LayoutInNotations,
  PresentLayout,
  Suggested,
  SuggestOptions,
  TileOptions,
  TriedLayout,
} from '@ldscope/engine';

// Fixes: the kernel rewritten without its conflicts, with the proof that it computes the same.
export { fixText } from '@ldscope/engine';
export type { FixedText, FixTextOptions } from '@ldscope/engine';

// Comparisons: two kernels, chips or versions side by side.
export { compareKernels } from '@ldscope/engine';
export type { ComparedInput } from '@ldscope/engine';
export { compareAnalyses } from '@ldscope/core';
export type { AnalysisOf, Comparison } from '@ldscope/core';

// Checks: kernels against limits, suppressions and a baseline.
export { baselineText, checkCases, parseBaseline, parseCheckConfig } from '@ldscope/engine';
export type { AnalyzedCase, Baseline, CheckConfig, CheckOptions } from '@ldscope/engine';
export type { CheckReport } from '@ldscope/core';

// Time: machine code and schedules on the model of one compute unit, their waits, occupancy.
export { timelineKernel } from '@ldscope/engine';
export type { TimedText, TimelineOptions } from '@ldscope/engine';
export {
  analyzeTiming,
  checkWaits,
  lowerListing,
  occupancyOf,
  parseListing,
  simulateTiming,
  timelineReport,
  timingOf,
} from '@ldscope/core';
export type {
  LoopTiming,
  OccupancyReport,
  TimedProgram,
  Timeline,
  TimelineReport,
  TimingAnalysis,
  TimingModel,
  WaitReport,
} from '@ldscope/core';

// Chips: what is known about each, with evidence and source, and how a model does on measured counters.
export { findMachine, findModel, findRule, machines, scoreMeasurements } from '@ldscope/core';
export { resolveMachine } from '@ldscope/engine';
export type {
  ConflictModel,
  Evidence,
  Fact,
  Machine,
  MeasuredScore,
  Mismatch,
  ServiceRule,
} from '@ldscope/core';

// Accesses: traces by hand, for anything that is not a kernel's text, and their conflicts.
export {
  explainAccess,
  opcodeNumber,
  opcodes,
  ReportBuilder,
  simulate,
  singleAccess,
  TraceBuilder,
} from '@ldscope/core';
export type { AccessExplanation, AccessTrace, Opcode, Simulation, Site } from '@ldscope/core';

// Global memory: lines or sectors of an access, by row or by site, and why.
export {
  coalesce,
  coalescingScenarios,
  explainGlobalAccess,
  findCoalescing,
  GlobalTotals,
  GlobalTraceBuilder,
  scenarioTrace,
  singleGlobalAccess,
} from '@ldscope/core';
export type {
  Coalesced,
  CoalescingModel,
  CoalescingScenario,
  GlobalExplanation,
  GlobalInstruction,
  GlobalTrace,
} from '@ldscope/core';

// MLIR: texts, execution, and IREE's passes for shared memory.
export {
  executeKernel,
  kernelNames,
  parseModule,
  parsePassList,
  passes,
  pipelines,
  printModule,
  runPasses,
} from '@ldscope/mlir';
export type {
  ExecuteOptions,
  Likeness,
  Module,
  PassEnvironment,
  PassOutcome,
  PassStep,
} from '@ldscope/mlir';
export type { Execution } from '@ldscope/core';

// Rules of compilers: when CK Tile, IREE and Wave swizzle or pad, and whether that is sound.
export {
  advise,
  chooseXorShuffle,
  decideSwizzle,
  ireeLayout,
  paddingPlan,
  parseIreeSwizzle,
  readCkTileSpec,
  waveConditions,
  waveLayout,
  waveSwizzleFor,
} from '@ldscope/core';
export type {
  IreeSwizzle,
  LdsAllocation,
  PaddingPlan,
  PromotedOperand,
  ReadSpec,
  ShuffleChoice,
  Statement,
  SwizzleDecision,
  SwizzleQuestion,
  WaveCondition,
  WaveSwizzle,
  WaveUse,
} from '@ldscope/core';

// Answers: data as text, JSON, pages, comments and logs.
export {
  checkJson,
  chromeTrace,
  comparisonsJson,
  explanationJson,
  fixJson,
  githubAnnotations,
  htmlReport,
  iterationDrawing,
  junitXml,
  machineJson,
  markdownReport,
  renderDiagnostics,
  renderReport,
  reportJson,
  sarifCheck,
  sarifReport,
  sayCheck,
  sayComparisons,
  sayConverted,
  sayExplanation,
  sayFix,
  sayGlobalExplanation,
  sayMachine,
  saySuggestions,
  sayTimeline,
  suggestJson,
  svgOfSite,
  writeHtml,
  writeMarkdown,
  writeText,
} from '@ldscope/render';
export type { AnalyzedFile, AnalyzedKernel, Document } from '@ldscope/render';

// Shared types: results of what may be wrong, and tiles.
export type { CheckedCase, Diagnostic, Problem, Result, Tile, TileLayout } from '@ldscope/core';
