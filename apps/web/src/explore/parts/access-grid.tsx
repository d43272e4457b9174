/** One access on its banks, with its phases to step through. */
import type { AccessExplanation, Machine } from '@ldscope/core';
import { bankGridPicture, bankGridTable } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { useSteps } from '../../controls/stepper.tsx';
import { View } from '../../picture/view.tsx';
import { counted } from '../../controls/words.ts';

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
  machine,
  explanation,
  heading,
  unit = 'Phase',
  compact = false,
  name,
}: Props): JSX.Element {
  const { phases } = explanation;
  const [phase, stepper] = useSteps(unit, phases.length, {
    name,
    text: (one) =>
      `${unit} ${one + 1} of ${phases.length}: ${counted(phases[one]?.cycles ?? 0, 'cycle')}`,
  });
  const picture = useMemo(
    () => bankGridPicture(explanation, phase, { machine, heading, compact }),
    [explanation, phase, machine, heading, compact],
  );
  return (
    <>
      <View picture={picture} table={() => bankGridTable(explanation, phase)} name={name} />
      {stepper}
    </>
  );
}
