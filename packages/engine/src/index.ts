/**
 * What the command line and a web page share: from the text of a kernel to data about it. No Node, no DOM, no words of a
 * terminal.
 *
 *     import { analyzeKernel, explainSite, suggestKernel } from '@ldscope/engine';
 *
 *     const analyzed = analyzeKernel(text, { machine: 'gfx950' });
 *     const explained = explainSite(analyzed, { site: '22:5' });
 *     const { report, buffers } = suggestKernel(text, { machines: ['gfx942', 'gfx950'] });
 */

// Conflicts: the analysis of a kernel, and one site of it decomposed.
export { analyzeKernel, analyzeKernels } from './commands/analyze.ts';
export type { Analyzed, AnalyzeOptions, SassText } from './commands/analyze.ts';
export { analysisOfSite, explainSite } from './commands/explain-site.ts';
export type { ExplainedSite, ExplainOptions } from './commands/explain-site.ts';
export { isGemmText, runGemm } from './spec/run-gemm.ts';
export type { RanGemm } from './spec/run-gemm.ts';
export { specificationSchema } from './spec/spec-schema.ts';
// Layouts: which are better, and the tile under each of them.
export { suggestKernel, suggestTile } from './suggest/suggest-kernel.ts';
export type { Suggested } from './suggest/suggest-kernel.ts';
export type { SuggestOptions, TileOptions } from './suggest/suggest-options.ts';
export type { BufferSuggestion } from './search/suggest-buffer.ts';
// Two kernels, chips or versions side by side.
export { compareKernels } from './compare/compare-kernels.ts';
export type { ComparedInput } from './compare/compare-kernels.ts';
export { presentLayouts } from './compare/present-layouts.ts';
export { withLayouts } from './compare/with-layouts.ts';
export type { PresentLayout } from './compare/with-layouts.ts';
// Layouts in words and notations.
export { convertLayoutText, layoutTexts } from './layout/convert-layout.ts';
export type { LayoutInNotations } from './layout/convert-layout.ts';
export { layoutWords } from './layout/layout-words.ts';
export { countLayout, tryLayout } from './layout/try-layout.ts';
export type { TriedCost, TriedLayout } from './layout/try-layout.ts';
// The kernel without its conflicts, and the proof.
export { fixText } from './commands/fix-text.ts';
export type { SecondsOf } from './source/fix-outcome.ts';
export type { FixedText, FixTextOptions } from './commands/fix-text.ts';
export { fixKernel } from './fix/fix-kernel.ts';
export type { FixOutcome } from './source/fix-outcome.ts';

// Checks: limits, suppressions and a baseline.
export { noConfig, parseCheckConfig } from './check/config.ts';
export type { CheckConfig, CheckLaunch } from './check/config.ts';
export { checkConfigSchema } from './check/config-shape.ts';
export { selectsKernel } from './check/select.ts';
export type { FitsFile, Selected } from './check/select.ts';
export { checkCases } from './check/check-cases.ts';
export type { CheckOptions } from './check/check-cases.ts';
export type { AnalyzedCase } from './check/judge.ts';
export { baselineText, parseBaseline } from './check/baseline.ts';
export type { Baseline } from './check/baseline.ts';

// Sweeps: the kernels of a text, jobs and their results.
export { kernelsOfText } from './sweep/kernels.ts';
export { sweepKey } from './sweep/job.ts';
export type { SweepJob, SweepWork } from './sweep/job.ts';
export { failedResult, hasConflicts, sweepResult } from './sweep/result.ts';

// Sweeps of shapes.
export { cellsOfShape } from './shapes/sweep-shapes.ts';
export type { ShapeFile } from './shapes/sweep-shapes.ts';
export { readLayoutKinds } from './shapes/layout-choice.ts';
export type { LayoutChoice } from './shapes/layout-choice.ts';
export {
  evaluate as evaluateParameter,
  formulasIn,
  instantiate,
  readParameters,
  shapesOf,
} from './shapes/parameters.ts';

// Time on a compute unit.
export { gemmPipeline } from './timeline/gemm-pipeline.ts';
export { predictedSeconds, timelineKernel } from './commands/timeline-kernel.ts';
export type { TimedText, TimelineOptions } from './commands/timeline-kernel.ts';
export { timedKernel } from './timeline/machine-code.ts';
// Languages: what a text is in, and the text as it was read.
export { findFrontend, readSource } from './read/read-source.ts';
export { frontends } from './frontends/frontends.ts';
export type { FrontendName } from './frontends/frontends.ts';
export { programSource } from './frontends/amdgcn.ts';
export { isExecutable, withNotes } from './source/source.ts';
export type { ExecutableSource, ExecutionResult, Frontend, Source } from './source/source.ts';
export { requireBlock } from './execute/block-shape.ts';
export { choosePart } from './read/parts.ts';
export type { PartOptions } from './read/parts.ts';

// Passes over MLIR.
export { dumpOf, executeStates, stateExecutor } from './commands/opt-states.ts';
export { optText, passesFor } from './commands/opt-text.ts';
export type { OptimizedText, PassFor } from './commands/opt-text.ts';
// Loops and source lines of a text.
export { outlineText } from './read/outline.ts';
export type { Outline } from './read/outline.ts';

// Two versions of a text.
export { type DiffLine, lineDiff } from '@ldscope/mlir';

// Machines, by whatever name a user or a kernel gives them.
export {
  ckContext,
  type CkLayout,
  type CkLayoutRequest,
  describeCkLayouts,
} from './layout/ck-layouts.ts';
export { chipNamedIn, machineNames, machinesFor, resolveMachine } from './input/machine-choice.ts';
export { request, type RequestFields, workgroupCount, type Workgroups } from './input/request.ts';
// Launches: specifications, launch files and their buffers.
export {
  kernelArgument,
  launchFileOptions,
  launchFor,
  launchOf,
  readLaunchText,
} from './launch/launch-options.ts';
export type { LaunchOptions } from './launch/launch-options.ts';
// Threads that execute parts of a launch.
export { helpersFor } from './execute/launch-job.ts';
export type { LaunchJob, Threads } from './execute/launch-job.ts';
export { RangeExecutor } from './commands/execute-range.ts';
export { nvidiaLaunchProblem } from './execute/nvidia-launch.ts';
export { launchBuffers, parseLaunchFile } from './launch/launch-file.ts';
export type { LaunchFile } from './launch/launch-file.ts';
export { launchSchema } from './launch/launch-shape.ts';
export type { GivenFile } from './launch/reading.ts';
export type { BufferArgument } from './launch/buffer-argument.ts';
export { readNpy, writeNpy } from './launch/npy.ts';
// Triton's cache: which files belong together, and what their metadata says.
export { readTritonMetadata, tritonEntries, tritonEntryOf } from './triton/cache-entry.ts';
export { tritonLaunchFile } from './launch/triton-template.ts';
export type { TritonEntry, TritonFile, TritonMetadata } from './triton/cache-entry.ts';

// Sources of C++: what they declare in shared memory.
export { integerOf, valueOf } from './cpp/constants.ts';
export { elementBytesOf } from './cpp/element-types.ts';
export { Program } from './cpp/program.ts';
export type { SourceText } from './cpp/program.ts';
export { sharedDeclarations } from './cpp/shared-declarations.ts';
export type { SharedDeclaration } from './cpp/shared-declarations.ts';
export { authoredBuffers, editsOf } from './cpp/authored.ts';
export type { AuthoredBuffer } from './cpp/authored.ts';
export { changedText } from './cpp/edit.ts';
export type { Change, Edit } from './cpp/edit.ts';
export type { Observed } from './cpp/facts.ts';

export { fixSource, type SourceFix } from './better/fix-source.ts';
