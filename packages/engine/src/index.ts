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

// Conflicts: the analysis of a kernel, and one site of it taken apart.
export { analyzeKernel, analyzeKernels } from './analyze.ts';
export type { Analyzed, AnalyzeOptions, SassText } from './analyze.ts';
export { analysisOfSite, explainSite } from './explain-site.ts';
// Layouts: which are better, and the tile under each of them.
export { suggestKernel, suggestTile } from './suggest/suggest-kernel.ts';
export type { Suggested } from './suggest/suggest-kernel.ts';
export type { BufferSuggestion } from './suggest/suggest-buffer.ts';
// Layouts in words and notations.
export { convertLayoutText, layoutTexts } from './layout/convert-layout.ts';
export { layoutWords } from './layout/layout-words.ts';
// The kernel without its conflicts, and the proof.
export { fixText } from './fix/fix-text.ts';
export type { FixedText } from './fix/fix-text.ts';
export { fixKernel } from './fix/fix-kernel.ts';
export type { FixOutcome } from './fix/fix-kernel.ts';

// Time on a compute unit.
export { timelineKernel } from './timeline/timeline-kernel.ts';
export type { TimedText } from './timeline/timeline-kernel.ts';
export { timedKernel } from './timeline/machine-code.ts';
// Languages: what a text is in, and the text as it was read.
export { findFrontend, readSource } from './read-source.ts';
export { frontends } from './frontends/frontends.ts';
export type { FrontendName } from './frontends/frontends.ts';
export { programSource } from './frontends/amdgcn.ts';
export { isExecutable, withNotes } from './source.ts';
export type { ExecutableSource, ExecutionResult, Frontend, Source } from './source.ts';
export { requireBlock } from './block-shape.ts';
export { choosePart } from './parts.ts';
export type { PartOptions } from './parts.ts';

// Machines, by whatever name a user or a kernel gives them.
export { chipNamedIn, machineNames, machinesFor, resolveMachine } from './machine-choice.ts';
// Launches: specifications, launch files and their buffers.
export {
  kernelArgument,
  launchFileOptions,
  launchFor,
  launchOf,
  readLaunchText,
} from './launch/launch-options.ts';
export type { LaunchOptions } from './launch/launch-options.ts';
export { launchBuffers, parseLaunchFile } from './launch/launch-file.ts';
export type { LaunchFile } from './launch/launch-file.ts';
export { launchSchema } from './launch/schema/launch-shape.ts';
export type { GivenFile } from './launch/reading.ts';
export type { BufferArgument } from './launch/buffer-argument.ts';
export { readNpy, writeNpy } from './launch/npy.ts';
// Triton's cache: which files belong together, and what their metadata says.
export { readTritonMetadata, tritonEntries, tritonEntryOf } from './triton/cache-entry.ts';
export { tritonLaunchFile } from './launch/triton-template.ts';
export type { TritonEntry, TritonFile, TritonMetadata } from './triton/cache-entry.ts';
