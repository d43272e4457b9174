/** Upstream's `mlir-opt`, the judge of what our texts mean: asked where it is installed, else by its kept answers. */
import { spawnSync } from 'node:child_process';
import { llvmTool } from '../../../../test/llvm.ts';
import { answerOf, keptAnswers } from '../../../../test/tool-answers.ts';

export const mlirOptTool = llvmTool('mlir-opt');

interface MlirOptAnswer {
  /** What it prints; empty where it rejects the text. */
  readonly output: string;
  /** What it complains about, or dumps. */
  readonly problem: string;
}

export type AskMlirOpt = (text: string, ...options: readonly string[]) => MlirOptAnswer;

/** Asks the tool itself. */
export const runMlirOpt: AskMlirOpt = (text, ...options) => {
  const { status, stdout, stderr } = spawnSync(
    mlirOptTool.command,
    ['--allow-unregistered-dialect', ...options],
    { input: text, encoding: 'utf8', maxBuffer: 2 ** 28 },
  );
  if (status !== 0 && stderr === '') throw new Error(`mlir-opt ended with ${status}`);
  return { output: stdout, problem: stderr };
};

/** Asks by the answers of a test file, `answers/NAME.br`: once per file, at its top. */
export function mlirOptIn(name: string): AskMlirOpt {
  const kept = keptAnswers(new URL(`../answers/${name}.br`, import.meta.url));
  return (text, ...options) =>
    answerOf(kept, mlirOptTool, options, text, () => runMlirOpt(text, ...options));
}
