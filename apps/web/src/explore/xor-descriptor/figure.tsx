/** The figure: parameters, the steps, the way of an element, and what a read costs before and after. */
import { bankGridPicture } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Facts, toneOf } from '../../controls/facts.tsx';
import { Fields } from '../../controls/form.tsx';
import { useSteps } from '../../controls/stepper.tsx';
import { useControls, usePart } from '../../controls/use-controls.ts';
import { Scrolled } from '../../picture/data-table.tsx';
import { type Pointed, View } from '../../picture/view.tsx';
import { OpenInPlayground } from '../../share/open-in-playground.tsx';
import { Figure } from '../explorer-page.tsx';
import { useLater } from '../parts/use-later.ts';
import { xorControls, xorNames } from './controls.ts';
import { specOf, wayOf, type XorModel, xorModel } from './model.ts';
import { insidesOf, panelsPicture, stepPicture } from './picture.ts';
import { steps } from './steps.ts';
import { packTable, WayTable } from './way.tsx';

/** An element, by its row and column. */
interface Place {
  readonly m: number;
  readonly k: number;
}

export function XorFigure(): JSX.Element {
  const form = useControls(xorControls);
  const parameters = usePart(form.state, xorNames);
  const [step, stepper] = useSteps('Step', steps.length, {
    text: (one) => steps[one]?.name ?? '',
    milliseconds: 1800,
  });
  const [pointed, setPointed] = useState<Place>();
  const model = useMemo(() => xorModel(parameters), [parameters]);
  const { m, k } = form.state;
  const picked = useMemo(() => ({ m, k }), [m, k]);
  const followed = pointed ?? picked;
  const later = useLater(model);
  return (
    <>
      <Figure title="The descriptor, step by step">
        <Fields of={form} names={xorNames} />
        {model === undefined ? (
          <p class="verdict" role="status">
            These lengths do not divide: a pack of {parameters.packBytes} B holds{' '}
            {parameters.packBytes / parameters.elementBytes} elements, a row {parameters.kPerBlock}.
          </p>
        ) : (
          <>
            <div class="xor-steps">
              {stepper}
              <p class="xor-step-text">
                <b>{steps[step]?.title}.</b> {steps[step]?.text(model)}
              </p>
            </div>
            <div class="xor-follow">
              <StepView
                model={model}
                step={step}
                pointing={pointed !== undefined}
                place={followed}
                onPoint={(at) => setPointed(elementAt(at))}
                onPick={(at) => form.change(elementAt(at) ?? {})}
              />
              <div class="xor-side">
                <Fields of={form} names={['m', 'k']} />
                <WayTable model={model} way={wayOf(model, followed.m, followed.k)} />
                <p class="xor-hint">Point at an element to follow it, press to keep it.</p>
                <div>
                  <OpenInPlayground
                    text={specOf(model)}
                    file="xor.yaml"
                    machine={parameters.chip}
                    view="tile"
                  />
                </div>
              </div>
            </div>
          </>
        )}
      </Figure>
      {useMemo(
        () =>
          model === undefined || later === undefined ? undefined : (
            <OtherFigures model={later} place={picked} />
          ),
        [model === undefined, later, picked],
      )}
    </>
  );
}

interface FollowedProps {
  readonly model: XorModel;
  readonly place: Place;
}

function OtherFigures({ model, place }: FollowedProps): JSX.Element {
  const later = useLater(model);
  return (
    <>
      <ReadFigure model={model} />
      <PanelsFigure model={later} place={place} />
      <Figure title="The descriptor in C++">
        <p class="xor-note">
          For these lengths. Where the element of row m and column k lies, in elements:{' '}
          <code>{model.formula}</code>
        </p>
        <Scrolled label="C++ of the descriptor">
          <pre class="xor-code">{model.cpp}</pre>
        </Scrolled>
      </Figure>
    </>
  );
}

const elementAt = (at: Pointed | undefined): Place | undefined =>
  at?.['m'] === undefined || at['k'] === undefined ? undefined : { m: at['m'], k: at['k'] };

interface StepViewProps extends FollowedProps {
  readonly step: number;
  /** True while the pointer is on an element: then its frame does not travel. */
  readonly pointing: boolean;
  readonly onPoint: (pointed: Pointed | undefined) => void;
  readonly onPick: (pointed: Pointed) => void;
}

function StepView({ model, step, pointing, place, onPoint, onPick }: StepViewProps): JSX.Element {
  const { kPack, parameters } = model;
  const insides = useMemo(
    () => insidesOf(model, true),
    [kPack, parameters.mPerBlock, parameters.kPerBlock],
  );
  const picture = useMemo(
    () => stepPicture(model, step, step < 2 ? 'element' : 'column', place, insides),
    [model, step, place, insides],
  );
  return (
    <div class={pointing ? 'xor-moving pointing' : 'xor-moving'}>
      <View
        picture={picture}
        table={() => packTable(model)}
        name="xor-descriptor"
        onPoint={onPoint}
        onPick={onPick}
      />
    </div>
  );
}

function PanelsFigure({ model, place }: FollowedProps): JSX.Element {
  const picture = useMemo(() => panelsPicture(model, place), [model, place]);
  return (
    <Figure title="All steps in one picture">
      <p class="xor-note">
        One colour is one column of packs of the reshaped tile. Follow it: only between 1 and 2 does
        it leave its column.
      </p>
      <View picture={picture} name="xor-descriptor-panels" />
    </Figure>
  );
}

function ReadFigure({ model }: { readonly model: XorModel }): JSX.Element {
  const { plain, swapped } = model.read;
  const [phase, stepper] = useSteps('Phase', swapped.phases.length);
  const options = { machine: model.machine, compact: true };
  const pictures = useMemo(
    () => ({
      plain: bankGridPicture(plain, phase, { ...options, heading: 'Row after row' }),
      swapped: bankGridPicture(swapped, phase, { ...options, heading: 'With the descriptor' }),
    }),
    [plain, swapped, phase],
  );
  return (
    <Figure title="What it does to a read">
      <p class="xor-note">
        One <code>{swapped.opcode}</code>: lane l reads a pack of row l, as a kernel does that walks
        down the rows.
      </p>
      <Facts
        facts={[
          {
            name: 'Row after row',
            value: `${plain.idxActive} cycles`,
            tone: plain.bankConflict > 0 ? 'conflict' : undefined,
          },
          { name: 'of these conflicts', value: plain.bankConflict },
          {
            name: 'With the descriptor',
            value: `${swapped.idxActive} cycles`,
            tone: toneOf(swapped.bankConflict),
          },
          { name: 'of these conflicts', value: swapped.bankConflict },
          { name: 'LDS', value: 'same bytes' },
        ]}
      />
      {stepper}
      <div class="side-by-side">
        <View picture={pictures.plain} name="read-plain" />
        <View picture={pictures.swapped} name="read-xor" />
      </div>
    </Figure>
  );
}
