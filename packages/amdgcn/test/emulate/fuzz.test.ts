/**
 * Executes programs that make no sense: nothing throws, everything ends, and every complaint has a code.
 *
 * `FUZZ_RUNS=10000 npx vitest run packages/amdgcn/test/emulate/fuzz.test.ts` looks further.
 */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { body, fields } from './fuzz-programs.ts';
import { buffer, int32, type KernelOptions, kernelText, runKernel } from './harness.ts';

const CASES = 1200;
const MOST_STEPS = 2000;

const launch = fc.record({
  machine: fc.constantFrom('gfx90a', 'gfx942', 'gfx950', 'gfx1100', 'gfx1151', 'gfx1201'),
  asyncCompletion: fc.constantFrom('early', 'late'),
  block: fc.constantFrom(
    ...([
      [64, 1, 1],
      [1, 1, 1],
      [100, 1, 1],
      [8, 8, 2],
    ] as const),
  ),
  arguments: fc.boolean(),
  grid: fc.constantFrom(
    ...([
      [1, 1, 1],
      [1, 2, 1],
    ] as const),
  ),
});

/** The fields of the descriptor are right in most cases: else nothing is executed. */
const someFields = fc.oneof(
  { weight: 3, arbitrary: fc.constant<readonly string[]>([]) },
  { weight: 1, arbitrary: fields },
);

function execute(lines: readonly string[], described: readonly string[], options: KernelOptions) {
  const text = `${kernelText(lines.join('\n'), described.join('\n'))}.data\nD: .long 1,2,3,L0\n`;
  const started = performance.now();
  const { execution, traces } = runKernel(text, { ...options, maxSteps: MOST_STEPS });
  for (const { code, message, hint } of [...execution.diagnostics, ...execution.hazards]) {
    if (!/^[a-z-]+\/[a-z0-9-]+$/.test(code) || message === '' || hint === '')
      throw new Error(`a message without a part: ${code} ${message}`);
    if (message.length > 1000) throw new Error(`a message of ${message.length} characters`);
  }
  const most = MOST_STEPS + 1;
  const waves = Math.ceil(((options.block?.[0] ?? 64) * (options.block?.[1] ?? 1)) / 32) * 2;
  // Eight ways through a kernel with unknown branches.
  const total = execution.executions.reduce((sum, count) => sum + count, 0);
  if (total > most * waves * 2 * 8) throw new Error(`${total} steps`);
  for (const trace of traces) {
    if (trace.count > total) throw new Error(`${trace.count} accesses in ${total} steps`);
  }
  const took = performance.now() - started;
  if (took > 10_000) throw new Error(`${took} ms`);
}

/** Fails with the smallest program, which fast-check would print in every step of the search. */
function check(cases: number, seed: number): void {
  const property = fc.property(body, someFields, launch, (lines, described, given) => {
    const { arguments: known, ...options } = given;
    const list = [buffer(new Uint8Array(4096)), int32(7), int32(-1)];
    execute(lines, described, known ? { ...options, arguments: list } : options);
  });
  const result = fc.check(property, { numRuns: cases, seed, endOnFailure: false });
  if (!result.failed) return;
  const [lines, described, given] = result.counterexample ?? [[], [], undefined];
  const cause = result.errorInstance instanceof Error ? result.errorInstance.stack : '';
  const program = [...lines, ...described, JSON.stringify(given)].join('\n').slice(0, 3000);
  expect.fail(`seed ${result.seed}\n${program}\n${cause?.slice(0, 1000)}`);
}

describe('programs that make no sense', () => {
  it.each([1, 2, 3, 4])(
    'are executed or refused (seed %i)',
    (seed) => check(CASES / 4, seed),
    3_600_000,
  );
});
