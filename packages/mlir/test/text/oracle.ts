/** Upstream's `mlir-opt`, when it is installed: the judge of what our texts mean. */
import { spawnSync } from 'node:child_process';

const names = ['mlir-opt', 'mlir-opt-22', 'mlir-opt-21', 'mlir-opt-20', 'mlir-opt-19'];

export const mlirOpt: string | undefined = names.find(
  (name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0,
);

export const noOracle = `needs mlir-opt in PATH (one of ${names.join(', ')})`;

/** What `mlir-opt` prints for a text; its complaint when it rejects it. */
export function runOracle(
  text: string,
  ...options: string[]
): { readonly accepted: boolean; readonly output: string; readonly problem: string } {
  const { status, stdout, stderr } = spawnSync(
    mlirOpt ?? '',
    ['--allow-unregistered-dialect', ...options],
    { input: text, encoding: 'utf8', maxBuffer: 2 ** 28 },
  );
  return { accepted: status === 0, output: stdout, problem: stderr };
}
