/** One access on its banks, with its phases to step through. */
import type { AccessExplanation } from '@ldscope/core';
import type { JSX } from 'preact';
import { useSteps } from '../../controls/stepper.tsx';
import { counted } from '../../controls/words.ts';
import * as show from './show.tsx';

type Props = show.BanksOptions &
  Readonly<{ explanation: AccessExplanation; name: string; unit?: string }>;

/** `unit` is the name of a group of lanes that are served together, `name` that of saved files. */
export function AccessGrid({ explanation, unit = 'Phase', name, ...options }: Props): JSX.Element {
  const { phases } = explanation;
  const [phase, stepper] = useSteps(unit, phases.length, {
    name,
    text: (one) =>
      `${unit} ${one + 1} of ${phases.length}: ${counted(phases[one]?.cycles ?? 0, 'cycle')}`,
  });
  return show.all([show.banks(explanation, phase, name, options), stepper]);
}
