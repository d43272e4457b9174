/** Runs passes over a text, as `ldscope opt` does. */
import { machineNamed, type PassDecision } from '@ldscope/core';
import { type Likeness, parseModule, parsePassList, printModule, runPasses } from '@ldscope/mlir';

export interface Transformed {
  /** The module as text; also when a pass failed. */
  readonly text: string;
  readonly ok: boolean;
  readonly decisions: readonly PassDecision[];
  readonly codes: readonly string[];
  readonly messages: readonly string[];
}

export function transform(
  text: string,
  passes: string,
  like: Likeness = 'corrected',
  chip = 'gfx942',
): Transformed {
  const { module, diagnostics } = parseModule(text);
  const [wrong] = diagnostics;
  if (wrong !== undefined) throw new Error(`${wrong.message} in\n${text}`);
  const steps = parsePassList(passes);
  if (!steps.ok) throw new Error(steps.diagnostics[0]?.message);
  const outcome = runPasses(module, steps.value, { machine: machineNamed(chip), like });
  const printed = printModule(module);
  const [broken] = parseModule(printed).diagnostics;
  if (broken !== undefined) throw new Error(`${broken.message} in what was printed:\n${printed}`);
  return {
    text: printed,
    ok: outcome.ok,
    decisions: outcome.decisions,
    codes: outcome.diagnostics.map(({ code }) => code),
    messages: outcome.diagnostics.map(({ message }) => message),
  };
}

/** `%a resolved`, a line per decision. */
export const verdicts = ({ decisions }: Transformed): string[] =>
  decisions.map(({ allocation, verdict }) => `${allocation} ${verdict}`);

/** Reasons of all decisions. */
export const reasons = ({ decisions }: Transformed): string =>
  decisions.map(({ reason }) => reason).join('\n');
