/** Runs passes over a text, as `ldscope opt` does, and executes what comes of it. */
import { type Diagnostic, machineNamed, type PassDecision, simulate, sum } from '@ldscope/core';
import {
  type Likeness,
  observeAllocations,
  parseModule,
  parsePassList,
  printModule,
  runPasses,
} from '@ldscope/mlir';
import { expect } from 'vitest';
import { bufferMap, encode, run } from '../../interpret/harness.ts';
import { range } from '../../table.ts';

export interface Transformed {
  /** The module as text; also when a pass failed. */
  readonly text: string;
  readonly ok: boolean;
  /** The pass that failed. */
  readonly failed: string | undefined;
  readonly decisions: readonly PassDecision[];
  readonly diagnostics: readonly Diagnostic[];
  readonly codes: readonly string[];
  readonly messages: readonly string[];
}

export function transform(
  text: string,
  passes: string,
  like: Likeness = 'corrected',
  chip = 'gfx942',
  isObserved = false,
): Transformed {
  const { module, diagnostics } = parseModule(text);
  const [wrong] = diagnostics;
  if (wrong !== undefined) throw new Error(`${wrong.message} in\n${text}`);
  const steps = parsePassList(passes);
  if (!steps.ok) throw new Error(steps.diagnostics[0]?.message);
  const machine = machineNamed(chip);
  const observe = isObserved ? { observe: observeAllocations(machine) } : {};
  const outcome = runPasses(module, steps.value, { machine, like, ...observe });
  const printed = printModule(module);
  const [broken] = outcome.ok ? parseModule(printed).diagnostics : [];
  if (broken !== undefined) throw new Error(`${broken.message} in what was printed:\n${printed}`);
  return {
    text: printed,
    ok: outcome.ok,
    failed: outcome.failed?.name,
    decisions: outcome.decisions,
    diagnostics: outcome.diagnostics,
    codes: outcome.diagnostics.map(({ code }) => code),
    messages: outcome.diagnostics.map(({ message }) => message),
  };
}

/** The operations of the only function, a line each. */
export const bodyOf = ({ text }: Transformed): string[] =>
  text
    .split('\n')
    .slice(1, -3)
    .map((line) => line.trim());

/** `%a resolved`, a line per decision. */
export const verdicts = ({ decisions }: Transformed): string[] =>
  decisions.map(({ allocation, verdict }) => `${allocation} ${verdict}`);

/** Reasons of all decisions. */
export const reasons = ({ decisions }: Transformed): string =>
  decisions.map(({ reason }) => reason).join('\n');

export interface Cost {
  readonly input: Uint8Array;
  readonly output: Uint8Array;
  /** Of shared memory. */
  readonly conflicts: number;
  readonly cycles: number;
}

/** What a kernel that copies numbers from one buffer to another costs, and what it copied. */
export function costOf(text: string, count: number, type: string, machine = 'gfx942'): Cost {
  const input = encode(
    type,
    range(count, (i) => i % 120),
  );
  const output = new Uint8Array(input.length);
  const { traces, diagnostics, execution } = run(text, {
    machine,
    buffers: bufferMap(input, output),
  });
  expect(diagnostics).toEqual([]);
  expect(execution.hazards).toEqual([]);
  const costs = traces.map((trace) => simulate(trace, machineNamed(machine)));
  const total = (of: 'bankConflict' | 'idxActive'): number =>
    sum(costs.flatMap((cost) => [...cost[of]]));
  return { input, output, conflicts: total('bankConflict'), cycles: total('idxActive') };
}
