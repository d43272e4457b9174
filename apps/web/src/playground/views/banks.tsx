/** Banks by words, phase by phase; beside it the same instruction under the layout that is tried on. */
import type { AccessExplanation, Machine } from '@ldscope/core';
import { bankGridPicture, bankGridTable } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { nextStep, Stepper } from '../../controls/stepper.tsx';
import { View } from '../../picture/view.tsx';
import { pick, point } from '../actions.ts';
import { triedExplanation } from '../focus.ts';
import { analyzed, explanation, phase, selection, shownPhase, site, triedWords } from '../state.ts';
import { plural } from '../words.ts';
import { Empty } from './empty.tsx';
import { LayoutChoice } from './layout-choice.tsx';

export function BanksView(): JSX.Element {
  const at = site.value;
  const shown = explanation.value;
  const { machine } = analyzed.value ?? {};
  const tried = triedExplanation.value;
  const step = shownPhase.value;
  const setPhase = (next: number): void => {
    phase.value = next;
  };
  if (at === undefined || shown === undefined || machine === undefined) {
    return <Empty>No instruction here touches shared memory.</Empty>;
  }
  const { phases, reasons } = shown;
  const present = phases[step];
  return (
    <div
      class="view-body"
      onKeyDown={(event) => {
        const { key, target } = event;
        const isPicture = target instanceof Element && target.matches('.view-scroll');
        const next =
          key === 'ArrowLeft' || key === 'ArrowRight'
            ? nextStep(key, step, phases.length - 1)
            : undefined;
        if (!isPicture || next === undefined) return;
        setPhase(next);
        event.preventDefault();
      }}
    >
      <div class="view-head">
        <h2>
          {shown.opcode} <span class="soft">at {at.id}</span>
        </h2>
        <Stepper
          label="Phase"
          count={phases.length}
          value={step}
          onChange={setPhase}
          text={`Phase ${step} of ${phases.length}: ${plural(present?.cycles ?? 0, 'cycle')}`}
        />
      </div>
      <div class={tried === undefined ? '' : 'side-by-side'}>
        <Grid
          explanation={shown}
          machine={machine}
          step={step}
          name="before"
          compact={tried !== undefined}
          heading={tried === undefined ? at.buffer || undefined : 'As it is'}
        />
        {tried === undefined ? undefined : (
          <Grid
            explanation={tried}
            machine={machine}
            step={Math.min(step, tried.phases.length - 1)}
            name="after"
            compact
            heading={triedWords.value ?? ''}
          />
        )}
      </div>
      <LayoutChoice />
      {reasons.length === 0 ? (
        <p class="verdict">No bank is asked for two words in one phase: there is no conflict.</p>
      ) : (
        <ul class="reasons">
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface GridProps {
  readonly explanation: AccessExplanation;
  readonly machine: Machine;
  readonly step: number;
  readonly name: string;
  readonly compact: boolean;
  readonly heading: string | undefined;
}

function Grid({
  explanation: shown,
  machine,
  step,
  name,
  compact,
  heading,
}: GridProps): JSX.Element {
  const selected = selection.value;
  const picture = useMemo(
    () => bankGridPicture(shown, step, { machine, selection: selected, compact, heading }),
    [shown, step, machine, selected, compact, heading],
  );
  return (
    <View
      picture={picture}
      table={() => bankGridTable(shown, step)}
      name={`banks-${name}-phase-${step}`}
      fit={compact}
      onPoint={point}
      onPick={pick}
    />
  );
}
