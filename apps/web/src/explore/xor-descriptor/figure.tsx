/** The figure: parameters, the steps, the way of an element, and what a read costs before and after. */
import { bankGridPicture } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Choice } from '../../controls/choice.tsx';
import { Facts } from '../../controls/facts.tsx';
import { NumberField, Select } from '../../controls/fields.tsx';
import { Stepper } from '../../controls/stepper.tsx';
import { type Pointed, View } from '../../picture/view.tsx';
import { OpenInPlayground } from '../../share/open-in-playground.tsx';
import { Figure } from '../explorer-page.tsx';
import { useLater } from '../parts/use-later.ts';
import {
  choices,
  type ChipName,
  specOf,
  START,
  wayOf,
  type XorModel,
  xorModel,
  type XorParameters,
} from './model.ts';
import { insidesOf, panelsPicture, stepPicture } from './picture.ts';
import { steps } from './steps.ts';
import { packTable, WayTable } from './way.tsx';

export function XorFigure(): JSX.Element {
  const [parameters, setParameters] = useState<XorParameters>(START);
  const [step, setStep] = useState(0);
  const [picked, setPicked] = useState({ m: 13, k: 18 });
  const [pointed, setPointed] = useState<{ readonly m: number; readonly k: number }>();
  const model = useMemo(() => xorModel(parameters), [parameters]);
  const change = (part: Partial<XorParameters>): void => setParameters({ ...parameters, ...part });
  const followed = inside(pointed ?? picked, parameters);
  const later = useLater(model);
  return (
    <>
      <Figure title="The descriptor, step by step">
        <Controls parameters={parameters} model={model} onChange={change} />
        {model === undefined ? (
          <p class="verdict" role="status">
            These lengths do not divide: a pack of {parameters.packBytes} B holds{' '}
            {parameters.packBytes / parameters.elementBytes} elements, a row {parameters.kPerBlock}.
          </p>
        ) : (
          <>
            <div class="xor-steps">
              <Stepper
                label="Step"
                count={steps.length}
                value={step}
                onChange={setStep}
                text={steps[step]?.name ?? ''}
                milliseconds={1800}
              />
              <p class="xor-step-text">
                <b>{steps[step]?.title}.</b> {steps[step]?.text(model)}
              </p>
            </div>
            <div class="xor-follow">
              <StepView
                model={model}
                step={step}
                pointing={pointed !== undefined}
                m={followed.m}
                k={followed.k}
                onPoint={(at) => setPointed(elementAt(at))}
                onPick={(at) => setPicked(elementAt(at) ?? picked)}
              />
              <div class="xor-side">
                <div class="figure-controls">
                  <NumberField
                    label="Row m"
                    value={inside(picked, parameters).m}
                    min={0}
                    max={parameters.mPerBlock - 1}
                    onChange={(m) => setPicked({ ...picked, m })}
                  />
                  <NumberField
                    label="Column k"
                    value={inside(picked, parameters).k}
                    min={0}
                    max={parameters.kPerBlock - 1}
                    onChange={(k) => setPicked({ ...picked, k })}
                  />
                </div>
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
            <OtherFigures model={later} picked={picked} />
          ),
        [model === undefined, later, picked],
      )}
    </>
  );
}

interface OtherProps {
  readonly model: XorModel;
  readonly picked: { readonly m: number; readonly k: number };
}

function OtherFigures({ model, picked }: OtherProps): JSX.Element {
  const later = useLater(model);
  const { m, k } = inside(picked, later.parameters);
  return (
    <>
      <ReadFigure model={model} />
      <PanelsFigure model={later} m={m} k={k} />
      <Figure title="The descriptor in C++">
        <p class="xor-note">
          For these lengths. Where the element of row m and column k lies, in elements:{' '}
          <code>{model.formula}</code>
        </p>
        <div class="view-scroll" tabIndex={0} role="region" aria-label="C++ of the descriptor">
          <pre class="xor-code">{model.cpp}</pre>
        </div>
      </Figure>
    </>
  );
}

const elementAt = (
  at: Pointed | undefined,
): { readonly m: number; readonly k: number } | undefined =>
  at?.['m'] === undefined || at['k'] === undefined ? undefined : { m: at['m'], k: at['k'] };

const inside = (
  { m, k }: { readonly m: number; readonly k: number },
  { mPerBlock, kPerBlock }: XorParameters,
): { readonly m: number; readonly k: number } => ({ m: m % mPerBlock, k: k % kPerBlock });

interface ControlsProps {
  readonly parameters: XorParameters;
  readonly model: XorModel | undefined;
  readonly onChange: (part: Partial<XorParameters>) => void;
}

function Controls({ parameters, model, onChange }: ControlsProps): JSX.Element {
  const numbers = (values: readonly number[], unit = ''): { value: string; label: string }[] =>
    values.map((value) => ({ value: String(value), label: `${value}${unit}` }));
  return (
    <div class="figure-controls">
      <Choice
        label="Chip"
        options={[
          { value: 'gfx942', label: 'gfx942 (MI300X)' },
          { value: 'gfx950', label: 'gfx950 (MI355X)' },
        ]}
        value={parameters.chip}
        onChange={(chip: ChipName) => onChange({ chip })}
      />
      <Select
        label="Rows kM"
        options={numbers(choices.mPerBlock)}
        value={String(parameters.mPerBlock)}
        onChange={(value) => onChange({ mPerBlock: Number(value) })}
      />
      <Select
        label="Columns kK"
        options={numbers(choices.kPerBlock)}
        value={String(parameters.kPerBlock)}
        onChange={(value) => onChange({ kPerBlock: Number(value) })}
      />
      <Select
        label="Element"
        options={numbers(choices.elementBytes, ' B')}
        value={String(parameters.elementBytes)}
        onChange={(value) => onChange({ elementBytes: Number(value) })}
      />
      <Select
        label="Pack (kKPack)"
        options={choices.packBytes.map((bytes) => ({
          value: String(bytes),
          label: `${bytes} B, ${bytes / parameters.elementBytes} elements`,
        }))}
        value={String(parameters.packBytes)}
        onChange={(value) => onChange({ packBytes: Number(value) })}
      />
      <Select
        label="MLdsLayer"
        options={choices.mLdsLayer.map((layer) => ({
          value: String(layer),
          label: layer === 'banks' ? `by the banks: ${model?.layerOfBanks ?? '-'}` : String(layer),
        }))}
        value={String(parameters.mLdsLayer)}
        onChange={(value) => onChange({ mLdsLayer: value === 'banks' ? 'banks' : Number(value) })}
      />
    </div>
  );
}

interface StepViewProps {
  readonly model: XorModel;
  readonly step: number;
  /** True while the pointer is on an element: then its frame does not travel. */
  readonly pointing: boolean;
  readonly m: number;
  readonly k: number;
  readonly onPoint: (pointed: Pointed | undefined) => void;
  readonly onPick: (pointed: Pointed) => void;
}

function StepView({ model, step, pointing, m, k, onPoint, onPick }: StepViewProps): JSX.Element {
  const { kPack, parameters } = model;
  const insides = useMemo(
    () => insidesOf(model, true),
    [kPack, parameters.mPerBlock, parameters.kPerBlock],
  );
  const picture = useMemo(
    () => stepPicture(model, step, step < 2 ? 'element' : 'column', { m, k }, insides),
    [model, step, m, k, insides],
  );
  const table = useMemo(() => packTable(model), [model]);
  return (
    <div class={pointing ? 'xor-moving pointing' : 'xor-moving'}>
      <View
        picture={picture}
        table={table}
        name="xor-descriptor"
        onPoint={onPoint}
        onPick={onPick}
      />
    </div>
  );
}

function PanelsFigure({
  model,
  m,
  k,
}: {
  readonly model: XorModel;
  readonly m: number;
  readonly k: number;
}): JSX.Element {
  const picture = useMemo(() => panelsPicture(model, { m, k }), [model, m, k]);
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
  const [choice, setPhase] = useState(0);
  const { plain, swapped } = model.read;
  const count = swapped.phases.length;
  const phase = Math.min(choice, count - 1);
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
            ...(plain.bankConflict > 0 ? { tone: 'conflict' as const } : {}),
          },
          { name: 'of these conflicts', value: String(plain.bankConflict) },
          {
            name: 'With the descriptor',
            value: `${swapped.idxActive} cycles`,
            tone: swapped.bankConflict === 0 ? 'good' : 'conflict',
          },
          { name: 'of these conflicts', value: String(swapped.bankConflict) },
          { name: 'LDS', value: 'same bytes' },
        ]}
      />
      <Stepper
        label="Phase"
        count={count}
        value={phase}
        onChange={setPhase}
        text={`Phase ${phase} of ${count}`}
      />
      <div class="side-by-side">
        <View picture={pictures.plain} name="read-plain" />
        <View picture={pictures.swapped} name="read-xor" />
      </div>
    </Figure>
  );
}
