/** The user's iree-opt, for passes that ldscope has for fewer operations. */
import type { IreeOpt } from '@ldscope/mlir';
import { firstError } from './lower-mlir.ts';
import { runProgram } from './run-program.ts';

/** Runs a pipeline over a text; `undefined` when there is no such program. Aliases are printed where they are used. */
export function ireeOpt(
  command: string,
  pipeline: string,
  text: string,
): ReturnType<IreeOpt> | undefined {
  const { status, stdout, stderr } = runProgram(
    command,
    [`--pass-pipeline=${pipeline}`, '--mlir-print-local-scope'],
    text,
  );
  if (status === 0) return { text: stdout };
  return status === null ? undefined : { problem: firstError(stderr) };
}
