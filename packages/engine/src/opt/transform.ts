/**
 * A text of MLIR through passes: chunk by chunk, as upstream's `--split-input-file` does. Where one chunk fails there is
 * no text, and the decisions until then say why.
 */
import {
  groupBy,
  type AllocationDecisions,
  type Diagnostic,
  hasErrors,
  LineMap,
  type PassDecision,
} from '@ldscope/core';
import {
  parseModule,
  type PassEnvironment,
  type PassStep,
  partText,
  type PlacedDecision,
  printModule,
  printPassStep,
  runPasses,
  splitChunks,
} from '@ldscope/mlir';

export interface TransformOptions extends Omit<PassEnvironment, 'onPass'> {
  readonly onProgress?: (done: number, all: number) => void;
}

/** The text between two passes. */
export interface TextState {
  /** The pass that made it, with its options; absent for the input. */
  readonly pass?: string;
  readonly mlir: string;
}

export interface Transformed {
  /** Absent when something failed. */
  readonly mlir?: string;
  /** The input as it is printed, then the text after each pass that changes it, up to one that fails. */
  readonly states: readonly TextState[];
  readonly allocations: readonly AllocationDecisions[];
  readonly diagnostics: readonly Diagnostic[];
}

export function transformText(
  text: string,
  steps: readonly PassStep[],
  { onProgress, ...environment }: TransformOptions,
): Transformed {
  const lines = new LineMap(text);
  const ways: string[][] = [];
  const allocations: AllocationDecisions[] = [];
  const diagnostics: Diagnostic[] = [];
  let ok = true;
  const spans = splitChunks(text);
  for (const [i, span] of spans.entries()) {
    onProgress?.(i, spans.length);
    const chunk = text.slice(span.start, span.end);
    if (spans.length > 1 && isComment(chunk)) continue;
    const { module, diagnostics: found } = parseModule(partText(text, span));
    // A part keeps lines and columns, not offsets.
    const shift = span.start - partText(text, { start: span.start, end: span.start }).length;
    const shifted = (diagnostic: Diagnostic): Diagnostic =>
      diagnostic.span === undefined
        ? diagnostic
        : {
            ...diagnostic,
            span: { start: diagnostic.span.start + shift, end: diagnostic.span.end + shift },
          };
    for (const one of found) diagnostics.push(shifted(one));
    if (hasErrors(found)) {
      ok = false;
      continue;
    }
    const way = [printModule(module)];
    const outcome = runPasses(module, steps, {
      ...environment,
      onPass: (_, changed) => way.push(printModule(changed)),
    });
    ways.push(way);
    for (const one of outcome.diagnostics) diagnostics.push(shifted(one));
    for (const each of grouped(outcome.decisions, lines, shift)) allocations.push(each);
    ok &&= outcome.ok;
  }
  return {
    ...(ok ? { mlir: textAt(ways, steps.length) } : {}),
    states: statesOf(ways, steps),
    allocations,
    diagnostics,
  };
}

/** All chunks after the first passes of the list; a chunk whose pass failed stays as it was before. */
const textAt = (ways: readonly (readonly string[])[], passes: number): string =>
  ways.map((way) => way[passes] ?? way.at(-1) ?? '').join('\n// -----\n\n');

function statesOf(ways: readonly (readonly string[])[], steps: readonly PassStep[]): TextState[] {
  const states: TextState[] = [{ mlir: textAt(ways, 0) }];
  for (const [i, step] of steps.entries()) {
    const mlir = textAt(ways, i + 1);
    if (mlir !== states.at(-1)?.mlir) states.push({ pass: printPassStep(step), mlir });
  }
  return states;
}

const isComment = (text: string): boolean => text.replaceAll(/\/\/.*$/gm, '').trim() === '';

/** The decisions of a chunk by allocation. */
function grouped(
  decisions: readonly PlacedDecision[],
  lines: LineMap,
  shift: number,
): AllocationDecisions[] {
  const groups = groupBy(
    decisions,
    (decision) => `${decision.function ?? ''} ${decision.allocation}`,
  );
  return [...groups.values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const span = own.find((one) => one.span !== undefined)?.span;
    return [
      {
        allocation: first.allocation,
        ...(first.function === undefined ? {} : { function: first.function }),
        ...(span === undefined ? {} : { place: lines.place(span.start + shift) }),
        decisions: own.map(({ pass, verdict, reason, figures }: PassDecision) => ({
          pass,
          verdict,
          reason,
          figures,
        })),
      },
    ];
  });
}
