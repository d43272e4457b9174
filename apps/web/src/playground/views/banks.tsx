/** Banks by words, phase by phase, next to the same instruction under the tried layout. */
import type { AccessExplanation, Machine } from '@ldscope/core';
import { accessReadout, bankGridPicture, bankGridTable, unservedWords } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { nextStep, Stepper } from '../../controls/stepper.tsx';
import { counted } from '../../controls/words.ts';
import { View } from '../../picture/view.tsx';
import { pick, point, stepLane } from '../actions.ts';
import { captionOf, otherCaptionOf } from '../caption.ts';
import { otherExplanation, otherSite } from '../compare/other.ts';
import { elementOfLane } from '../focus.ts';
import { LayoutCosts } from '../layouts/layout-costs.tsx';
import { LayoutField } from '../layouts/layout-field.tsx';
import { tried as triedLayout, triedExplanation } from '../layouts/tried.ts';
import {
  analyzed,
  comparedWith,
  explanation,
  phase,
  selection,
  shownPhase,
  site,
} from '../state.ts';
import { Empty } from './empty.tsx';
import { widthBeside } from './panel-width.ts';

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
    if (at?.unserved !== undefined) {
      return (
        <Empty>
          <code>{at.op}</code> has no banks to show ({unservedWords[at.unserved]}).
        </Empty>
      );
    }
    return <Empty>No instruction here touches shared memory.</Empty>;
  }
  const { phases, reasons } = shown;
  const other = otherExplanation.value;
  const { name: otherName, of: otherSide } = comparedWith.value ?? {};
  const otherMachine = otherSide?.machine;
  const isAlone = tried === undefined && other === undefined;
  const beside = [shown, tried, other].filter((one) => one !== undefined).length;
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
          text={`Phase ${step + 1} of ${phases.length}: ${counted(present?.cycles ?? 0, 'cycle')}`}
        />
      </div>
      <LayoutField />
      <div class={isAlone ? '' : 'side-by-side'}>
        {other === undefined || otherMachine === undefined ? undefined : (
          <Grid
            beside={beside}
            explanation={other}
            machine={otherMachine}
            step={Math.min(step, other.phases.length - 1)}
            name="other"
            compact
            heading={`${otherName ?? ''}: ${other.opcode} at ${otherSite.value?.id ?? ''}`}
          />
        )}
        <Grid
          beside={beside}
          explanation={shown}
          machine={machine}
          step={step}
          name="before"
          compact={!isAlone}
          heading={isAlone ? at.buffer || undefined : tried === undefined ? 'Here' : 'As it is'}
        />
        {tried === undefined ? undefined : (
          <Grid
            beside={beside}
            explanation={tried}
            machine={machine}
            step={Math.min(step, tried.phases.length - 1)}
            name="after"
            compact
            heading={triedLayout.value?.words ?? ''}
          />
        )}
      </div>
      {otherSide !== undefined && other === undefined ? (
        <p class="soft">
          Compared with {otherName}: it has no such instruction, or no rule for it.
        </p>
      ) : undefined}
      <LayoutCosts />
      {reasons.length === 0 ? (
        <p class="verdict">No conflict: each bank serves at most one word per phase.</p>
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

/** The least width of pictures side by side, in pixels, as in the styles. */
const LEAST_BESIDE = 320;

interface GridProps {
  /** How many pictures there are. */
  readonly beside: number;
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
  beside,
}: GridProps): JSX.Element {
  const selected = selection.value;
  const width = widthBeside(beside, LEAST_BESIDE);
  const picture = useMemo(
    () => bankGridPicture(shown, step, { machine, selection: selected, compact, heading, width }),
    [shown, step, machine, selected, compact, heading, width],
  );
  return (
    <View
      picture={picture}
      table={() => bankGridTable(shown, step)}
      name="banks"
      caption={() => {
        const isOther = name === 'other';
        const { id = '', buffer = '' } = (isOther ? otherSite : site).value ?? {};
        const of = isOther || name === 'before' ? buffer : `${buffer} as ${heading ?? ''}`;
        const phases = `phase ${step + 1} of ${shown.phases.length}`;
        const what = `${shown.opcode} at ${id}${of === '' ? '' : ` of ${of}`}, ${phases}`;
        const caption = isOther ? otherCaptionOf : captionOf;
        return caption(what, id, 'banks', name, `phase-${step + 1}`);
      }}
      onPoint={point}
      onPick={pick}
      readout={accessReadout(shown, step, selected, elementOfLane.value)}
      onArrow={(key) => {
        if (key === 'ArrowLeft' || key === 'ArrowRight') return false;
        stepLane(key === 'ArrowDown' ? 1 : -1, shown.addressBytes);
        return true;
      }}
    />
  );
}
