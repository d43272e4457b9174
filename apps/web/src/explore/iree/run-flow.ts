/**
 * IREE's passes over a kernel, one after the other: what each does to the text, what it decided, and what the kernel's LDS
 * accesses cost behind it. The passes are those of `ldscope opt`.
 */
import { type Diagnostic, hasErrors, simulate } from '@ldscope/core';
import {
  executeKernel,
  observeAllocations,
  parseModule,
  parsePassList,
  printModule,
  runPasses,
} from '@ldscope/mlir';
import { machineOf } from '../parts/one-access.ts';
import type { FlowKernel, Likeness, Stage } from './flow.ts';

/** Runs the passes of a kernel. Called for each stage as it is there. */
export async function runFlow(
  { text, passes }: FlowKernel,
  like: Likeness,
  chip: string,
  onStage: (stages: readonly Stage[]) => void,
): Promise<readonly Stage[]> {
  const machine = machineOf(chip);
  const { module, diagnostics } = parseModule(text);
  const first = printModule(module);
  const stages: Stage[] = [{ text: first, decisions: [], ...costOf(first, chip) }];
  if (hasErrors(diagnostics)) return [{ text, decisions: [], failed: wordsOf(diagnostics) }];
  onStage([...stages]);
  for (const name of passes) {
    const steps = parsePassList(name);
    if (!steps.ok)
      return [
        ...stages,
        { pass: name, text: '', decisions: [], failed: wordsOf(steps.diagnostics) },
      ];
    const outcome = runPasses(module, steps.value, {
      machine,
      like,
      observe: observeAllocations(machine),
    });
    const printed = printModule(module);
    const decisions = outcome.decisions.map(
      ({ allocation, verdict, reason }) => `${allocation} ${verdict}: ${reason}`,
    );
    const failed = outcome.ok ? undefined : wordsOf(outcome.diagnostics);
    const before = stages.at(-1);
    stages.push({
      pass: name,
      text: outcome.ok ? printed : (before?.text ?? ''),
      decisions,
      ...(failed === undefined
        ? before?.text === printed
          ? {
              ...(before.cost && { cost: before.cost }),
              ...(before.stuck && { stuck: before.stuck }),
            }
          : costOf(printed, chip)
        : { failed }),
    });
    onStage([...stages]);
    if (failed !== undefined) break;
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  return stages;
}

const wordsOf = (diagnostics: readonly Diagnostic[]): string =>
  diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ message }) => message)
    .join('; ');

/** Most operations that a wave of these small kernels executes. */
const MAX_STEPS = 200_000;

/** What the LDS accesses of a text cost when it is executed; nothing for a text that is not executable yet. */
function costOf(text: string, chip: string): Pick<Stage, 'cost' | 'stuck'> {
  const machine = machineOf(chip);
  const { module, diagnostics } = parseModule(text);
  if (hasErrors(diagnostics)) return {};
  let [conflicts, cycles, instructions] = [0, 0, 0];
  const execution = executeKernel(module, text, {
    machine,
    maxSteps: MAX_STEPS,
    onWorkgroup: (trace) => {
      const { bankConflict, idxActive } = simulate(trace, machine);
      instructions += trace.count;
      for (let row = 0; row < trace.count; row++) {
        conflicts += bankConflict[row] ?? 0;
        cycles += idxActive[row] ?? 0;
      }
    },
  });
  if (hasErrors(execution.diagnostics)) return { stuck: wordsOf(execution.diagnostics) };
  if (cycles === 0) return {};
  return { cost: { conflicts, cycles, instructions } };
}
