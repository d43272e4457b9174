/** One access on its banks, with its phases to step through. */
import type { AccessExplanation, Machine } from '@ldscope/core';
import type { JSX } from 'preact';
import { useSteps } from '../../controls/stepper.tsx';
import { counted } from '../../controls/words.ts';
import * as show from './show.tsx';

interface Props {
  readonly machine: Machine;
  readonly explanation: AccessExplanation;
  /** What is shown, above the picture. */
  readonly heading: string;
  /** The name of a group of lanes that are served together: `Phase`. */
  readonly unit?: string;
  readonly compact?: boolean;
  /** The name of saved files. */
  readonly name: string;
}

export function AccessGrid({
  explanation,
  unit = 'Phase',
  name,
  machine,
  heading,
  compact = false,
}: Props): JSX.Element {
  const { phases } = explanation;
  const [phase, stepper] = useSteps(unit, phases.length, {
    name,
    text: (one) =>
      `${unit} ${one + 1} of ${phases.length}: ${counted(phases[one]?.cycles ?? 0, 'cycle')}`,
  });
  return show.all([show.banks(explanation, phase, name, { machine, heading, compact }), stepper]);
}
