/** Common parts of the two treatments of a hint: resolving it, and padding in its place. */
import type { Operation } from '../../../ir/ir.ts';
import type { Emitter } from '../../emit.ts';
import type { IndexAnalysis } from '../../index-analysis.ts';
import type { HintedMemory } from './hinted-memory.ts';
import type { PassContext } from '../pass.ts';

export interface ResolveTools {
  readonly context: PassContext;
  readonly analysis: IndexAnalysis;
  readonly emitter: Emitter;
  readonly func: Operation;
}

/** Hints give way to their operands; views that nothing goes through go. */
export function dropHints(memory: HintedMemory, { rewriter }: PassContext): void {
  const results = new Set(memory.hints.flatMap((hint) => hint.results));
  const views = memory.members.filter(
    (one) => one.definition !== undefined && !memory.roots.includes(one),
  );
  for (const hint of memory.hints) {
    const [operand] = hint.operands;
    if (operand !== undefined) rewriter.replace(hint, [operand]);
  }
  rewriter.sweep(views.filter((one) => !results.has(one)));
}
