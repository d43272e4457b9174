/** Upstream's `mlir-opt`, when it is installed: the judge of what our texts mean. */
import { spawnSync } from 'node:child_process';
import { llvmTool } from '../../../../test/llvm.ts';

export const mlirOpt = llvmTool('mlir-opt');

/** What `mlir-opt` prints for a text; its complaint when it rejects it. */
export function runOracle(
  text: string,
  ...options: string[]
): { readonly accepted: boolean; readonly output: string; readonly problem: string } {
  const { status, stdout, stderr } = spawnSync(
    mlirOpt.command,
    ['--allow-unregistered-dialect', ...options],
    { input: text, encoding: 'utf8', maxBuffer: 2 ** 28 },
  );
  return { accepted: status === 0, output: stdout, problem: stderr };
}
