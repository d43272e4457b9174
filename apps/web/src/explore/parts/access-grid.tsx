/** One access on its banks, with its phases to step through. */
import type { AccessExplanation, Machine } from '@ldscope/core';
import { bankGridPicture, bankGridTable } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Stepper } from '../../controls/stepper.tsx';
import { View } from '../../picture/view.tsx';

interface Props {
  readonly machine: Machine;
  readonly explanation: AccessExplanation;
  /** What is shown, above the picture. */
  readonly heading: string;
  /** What lanes that are served together are called: `Phase`. */
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
  const [wanted, setPhase] = useState(0);
  const { phases } = explanation;
  const phase = Math.min(wanted, Math.max(0, phases.length - 1));
  const picture = useMemo(
    () => bankGridPicture(explanation, phase, { machine, heading, compact }),
    [explanation, phase, machine, heading, compact],
  );
  const table = useMemo(() => bankGridTable(explanation, phase), [explanation, phase]);
  const shown = phases[phase];
  return (
    <>
      <Stepper
        label={unit}
        count={phases.length}
        value={phase}
        onChange={setPhase}
        text={`${unit} ${phase} of ${phases.length}: ${shown?.cycles ?? 0} ${shown?.cycles === 1 ? 'cycle' : 'cycles'}`}
      />
      <View picture={picture} table={table} name={name} />
    </>
  );
}
