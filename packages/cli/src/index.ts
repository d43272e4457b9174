/**
 * ldscope as a library.
 *
 *     import { analyzeKernel, renderReport } from 'ldscope';
 *
 *     const { analysis, diagnostics } = analyzeKernel(text, { machine: 'gfx950' });
 *     if (analysis === undefined) console.error(diagnostics);
 *     else console.log(analysis.report.totals.bankConflict, renderReport(analysis));
 *
 * The exports of this file are the public interface; everything else may change.
 */
export { analyzeKernel } from '@ldscope/engine';
export type { Analyzed, AnalyzeOptions } from '@ldscope/engine';

// Two kernels, chips or versions beside each other, and a layout on the accesses of a kernel.
export { compareKernels, presentLayouts, tryLayout } from '@ldscope/engine';
export type { ComparedInput, PresentLayout, TriedLayout } from '@ldscope/engine';
export { compareAnalyses } from '@ldscope/core';
export type { AnalysisOf, Comparison } from '@ldscope/core';
export { comparisonsJson, sayComparisons } from '@ldscope/render';

// Layouts: suggested for a kernel or a tile, applied with proof, converted between notations.
export { convertLayoutText, fixText, suggestKernel, suggestTile } from '@ldscope/engine';
export type { Suggested } from '@ldscope/engine';

// What Wave's pass and IREE's rule choose, and when that is legal.
export { decideSwizzle, waveConditions, waveSwizzleFor } from '@ldscope/core';
export type { SwizzleDecision, WaveCondition, WaveSwizzle, WaveUse } from '@ldscope/core';

// Machines and their conflict models.
export { findMachine, findModel, findRule, machines } from '@ldscope/core';
export type { ConflictModel, Evidence, Fact, Machine, ServiceRule } from '@ldscope/core';

// Accesses: a trace by hand, for anything that is not a kernel's text.
export { opcodeNumber, opcodes, singleAccess, TraceBuilder } from '@ldscope/core';
export type { AccessTrace, Opcode, Site } from '@ldscope/core';

// Conflicts: count them, explain them, score a model on measured counters.
export { explainAccess, scoreMeasurements, simulate } from '@ldscope/core';
export type { AccessExplanation, MeasuredScore, Mismatch, Simulation } from '@ldscope/core';

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

// Reports.
export { ReportBuilder } from '@ldscope/core';
export type {
  Analysis,
  AnalysisSite,
  Counter,
  Hazard,
  Report,
  ReportDiagnostic,
  ReportSite,
} from '@ldscope/core';
export {
  explanationJson,
  htmlReport,
  iterationDrawing,
  machineJson,
  markdownReport,
  renderDiagnostics,
  renderReport,
  reportJson,
  sarifReport,
  sayExplanation,
  sayFix,
  sayGlobalExplanation,
  sayMachine,
  saySuggestions,
  sayTimeline,
  svgOfSite,
  writeHtml,
  writeMarkdown,
  writeText,
} from '@ldscope/render';
export type { AnalyzedFile, AnalyzedKernel, Document } from '@ldscope/render';

// Kernels in MLIR.
export { executeKernel, kernelNames, parseModule, printModule } from '@ldscope/mlir';
export type { ExecuteOptions, Module } from '@ldscope/mlir';
export type { Execution } from '@ldscope/core';

// IREE's passes on it.
export { parsePassList, passes, pipelines, runPasses } from '@ldscope/mlir';
export type { Likeness, PassEnvironment, PassOutcome, PassStep } from '@ldscope/mlir';

// Time: schedules, the simulator of a compute unit, waits, occupancy.
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
export { chromeTrace } from '@ldscope/render';
