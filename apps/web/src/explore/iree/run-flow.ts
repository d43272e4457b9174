/**
 * IREE's passes over a kernel, one after the other: what each does to the text, what it decided, and what the kernel's LDS
 * accesses cost behind it. The passes are those of `ldscope opt`.
 */
import { type Diagnostic, hasErrors, machineNamed, type OptState } from '@ldscope/core';
import { stateExecutor } from '@ldscope/engine';
import {
  observeAllocations,
  parseModule,
  parsePassList,
  printModule,
  runPasses,
} from '@ldscope/mlir';
import type { FlowKernel, FlowOptions, Stage } from './flow.ts';

/** Runs the passes of a kernel. Called for each stage as it is there. */
export async function runFlow(
  { text, passes }: Pick<FlowKernel, 'text' | 'passes'>,
  { like, resolver, writerBits }: FlowOptions,
  chip: string,
  onStage: (stages: readonly Stage[]) => void,
): Promise<readonly Stage[]> {
  const machine = machineNamed(chip);
  const { module, diagnostics } = parseModule(text);
  const first = printModule(module);
  const execute = stateExecutor(machine);
  const shownOf = (mlir: string): Shown => costOf(execute({ mlir }));
  const stages: Stage[] = [{ text: first, decisions: [], ...shownOf(first) }];
  if (hasErrors(diagnostics)) return [{ text, decisions: [], failed: wordsOf(diagnostics) }];
  onStage([...stages]);
  for (const name of passes) {
    const isDecision = name === 'gpu-vector-alloc';
    const steps = parsePassList(isDecision ? `${name}{writer-bits=${writerBits}}` : name);
    if (!steps.ok)
      return [
        ...stages,
        { pass: name, text: '', decisions: [], failed: wordsOf(steps.diagnostics) },
      ];
    const outcome = runPasses(module, steps.value, {
      machine,
      like,
      resolvableBy: resolver === 'iree' ? resolver : undefined,
      observe: observeAllocations(machine),
    });
    const printed = printModule(module);
    const decisions = outcome.decisions.map(
      ({ allocation, verdict, reason }) => `${allocation} ${verdict}: ${reason}`,
    );
    const failed = outcome.ok ? undefined : wordsOf(outcome.diagnostics);
    const kept = outcome.diagnostics
      .filter(({ severity }) => severity === 'warning')
      .map(({ message }) => message);
    const before = stages.at(-1);
    stages.push({
      pass: name,
      text: outcome.ok ? printed : (before?.text ?? ''),
      decisions: [...decisions, ...kept],
      ...(failed === undefined
        ? before?.text === printed
          ? sameAs(before)
          : shownOf(printed)
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

type Shown = Pick<Stage, 'cost' | 'stuck' | 'difference'>;

const sameAs = ({ cost, stuck, difference }: Stage): Shown => ({
  ...(cost && { cost }),
  ...(stuck && { stuck }),
  ...(difference && { difference }),
});

/** What the LDS accesses of all functions cost, executed on the data that the kernel is executed on. */
function costOf({ functions }: OptState): Shown {
  const stuck = functions.find(({ reason }) => reason !== undefined)?.reason;
  if (stuck !== undefined) return { stuck };
  const difference = functions.find((one) => one.difference !== undefined)?.difference;
  const cost = { conflicts: 0, cycles: 0, instructions: 0 };
  for (const { totals } of functions) {
    cost.conflicts += totals?.bankConflict ?? 0;
    cost.cycles += totals?.idxActive ?? 0;
    cost.instructions += totals?.instructions ?? 0;
  }
  return { ...(cost.cycles > 0 && { cost }), ...(difference && { difference }) };
}
