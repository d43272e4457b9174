/** Every kernel of a text: of machine code the engine gives all of them, of MLIR it wants to be told which. */
import { type Analyzed, analyzeKernels, type AnalyzeOptions, choosePart } from '@ldscope/engine';
import { kernelNames, parseModule } from '@ldscope/mlir';

/** The analysis of each kernel; at least one result. */
export function analyzeEveryKernel(text: string, options: AnalyzeOptions): Analyzed[] {
  const all = analyzeKernels(text, options);
  if (!all.some(({ diagnostics }) => diagnostics.some(({ about }) => about === 'several-kernels')))
    return all;
  const part = choosePart(text, options);
  const names = part.ok ? kernelNames(parseModule(part.value.text).module) : [];
  return names.length === 0
    ? all
    : names.flatMap((kernel) => analyzeKernels(text, { ...options, kernel }));
}
