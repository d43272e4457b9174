/**
 * A pass in the user's own iree-opt: function by function, so that one which it refuses is left to the pass here.
 *
 *     func.func @k ... --print--> iree-opt --pass-pipeline=builtin.module(func.func(NAME)) --parse--> in place of @k
 *
 * What it made is the function from then on: the pass here runs behind it and finds nothing to do there. Its operations
 * have the place of the function, as their own text is not the user's.
 */
import { hasErrors, type Message, messages } from '@ldscope/core';
import { Copier } from '../../ir/copy.ts';
import type { Module, Operation } from '../../ir/ir.ts';
import { parseModule } from '../../module/parser.ts';
import { printModule } from '../../module/printer.ts';
import type { Rewriter } from '../rewriter.ts';
import { functionsIn } from './hints/swizzle-hint.ts';

/** The output of iree-opt for a text and a pipeline, or its first error. */
export type IreeOpt = (
  pipeline: string,
  text: string,
) => { readonly text: string } | { readonly problem: string };

/** Replaces each function by what iree-opt makes of it, and reports whose pass ran. */
export function runInIreeOpt(
  { name, ireeOpt }: { readonly name: string; readonly ireeOpt?: string },
  rewriter: Rewriter,
  run: IreeOpt,
  report: (message: Message, at: Operation) => void,
): void {
  if (ireeOpt === undefined) return;
  for (const func of functionsIn(rewriter.module)) {
    const made = throughText(func, rewriter.module, (text) =>
      run(`builtin.module(func.func(${ireeOpt}))`, text),
    );
    if (typeof made === 'string') {
      report(messages.opt.ireeOptRefused(name, made), func);
      continue;
    }
    rewriter.insertBefore(func, made);
    rewriter.erase(func);
    report(messages.opt.ireeOptRan(name), made);
  }
}

/** The function that comes back, or why there is none. */
function throughText(
  func: Operation,
  module: Module,
  run: (text: string) => ReturnType<IreeOpt>,
): Operation | string {
  const answer = run(printModule({ ...module, operations: [func] }));
  if ('problem' in answer) return answer.problem;
  const { module: made, diagnostics } = parseModule(answer.text);
  const error = diagnostics.find(({ severity }) => severity === 'error');
  if (hasErrors(diagnostics)) return `its output is not read: ${error?.message ?? ''}`;
  const [only, second] = functionsIn(made);
  if (only === undefined || second !== undefined) return 'its output is not one function';
  // Aliases of its own would have to be told from those of the module.
  if (made.attributeAliases.size > 0 || made.typeAliases.size > 0)
    return 'its output has aliases in spite of --mlir-print-local-scope';
  const copier = new Copier({
    typeOf: ({ type }) => type,
    replace: () => undefined,
    span: func.span,
  });
  return copier.operation(only);
}
