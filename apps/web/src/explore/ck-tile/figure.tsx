/** The figures: an element through the transforms, the page's claims with a verdict, MLdsLayer tried and configured. */
import { hintText } from '@ldscope/core';
import type { DataTable } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Choice } from '../../controls/choice.tsx';
import { NumberField, Select } from '../../controls/fields.tsx';
import { Stepper } from '../../controls/stepper.tsx';
import { ScrolledTable } from '../../picture/data-table.tsx';
import { View } from '../../picture/view.tsx';
import { OpenInPlayground } from '../../share/open-in-playground.tsx';
import { Figure } from '../explorer-page.tsx';
import { flowPicture, flowTable, steps } from './flow-picture.ts';
import {
  choices,
  type ChipName,
  coordinatesOf,
  packBytes,
  specOf,
  START,
  type SwapModel,
  swapModel,
  type SwapParameters,
} from './model.ts';

export const chipOptions: readonly { readonly value: ChipName; readonly label: string }[] = [
  { value: 'gfx942', label: 'gfx942 (MI300X)' },
  { value: 'gfx950', label: 'gfx950 (MI355X)' },
];

const LAST = 4;

export function CoordinateFigure(): JSX.Element {
  const [parameters, setParameters] = useState<SwapParameters>(START);
  const [picked, setPicked] = useState({ m: 13, k: 18 });
  const [step, setStep] = useState(LAST);
  const result = useMemo(() => swapModel(parameters), [parameters]);
  const change = (part: Partial<SwapParameters>): void => setParameters({ ...parameters, ...part });
  const m = picked.m % parameters.mPerBlock;
  const k = picked.k % parameters.kPerBlock;
  return (
    <Figure title="From an index to an address">
      <div class="figure-controls">
        <Choice
          label="Chip"
          options={chipOptions}
          value={parameters.chip}
          onChange={(chip) => change({ chip })}
        />
        {selects.map(({ key, label, unit }) => (
          <Select
            key={key}
            label={label}
            options={choices[key].map((value) => ({
              value: String(value),
              label: `${value}${unit ?? ''}`,
            }))}
            value={String(parameters[key])}
            onChange={(value) => change({ [key]: Number(value) })}
          />
        ))}
      </div>
      <div class="figure-controls">
        <NumberField
          label="Row M'"
          value={m}
          min={0}
          max={parameters.mPerBlock - 1}
          onChange={(value) => setPicked({ m: value, k })}
        />
        <NumberField
          label="Column K'"
          value={k}
          min={0}
          max={parameters.kPerBlock - 1}
          onChange={(value) => setPicked({ m, k: value })}
        />
      </div>
      {result.ok ? (
        <Flow model={result.model} m={m} k={k} step={step} onStep={setStep} />
      ) : (
        <p class="verdict" role="status">
          {result.diagnostics[0]?.message}
        </p>
      )}
    </Figure>
  );
}

const selects: readonly {
  readonly key: keyof typeof choices;
  readonly label: string;
  readonly unit?: string;
}[] = [
  { key: 'mPerBlock', label: 'MPerBlock' },
  { key: 'kPerBlock', label: 'KPerBlock' },
  { key: 'kPack', label: 'KPack' },
  { key: 'mLdsLayer', label: 'MLdsLayer' },
  { key: 'elementBytes', label: 'Element', unit: ' B' },
];

interface FlowProps {
  readonly model: SwapModel;
  readonly m: number;
  readonly k: number;
  readonly step: number;
  readonly onStep: (step: number) => void;
}

function Flow({ model, m, k, step, onStep }: FlowProps): JSX.Element {
  const at = useMemo(() => coordinatesOf(model, m, k), [model, m, k]);
  const picture = useMemo(() => flowPicture(model, at, step), [model, at, step]);
  const table = useMemo(() => flowTable(model, at), [model, at]);
  const all = steps(model, at);
  const [fault] = model.faults;
  return (
    <>
      <div class="ck-steps">
        <Stepper
          label="Transform"
          count={all.length}
          value={step}
          onChange={onStep}
          text={all[step]?.name ?? ''}
          milliseconds={1800}
        />
        <p class="ck-step-text">{all[step]?.text}</p>
      </div>
      <View picture={picture} table={table} name="index-swapping" />
      {fault === undefined ? (
        <p class="ck-note">
          As one formula, in elements: <code>{model.formula}</code>. Here A = KPerBlock / KPack *
          MLdsLayer = {model.packsOfGroup}, and every element has a place of its own. CK&apos;s GEMM
          policies take MLdsLayer {model.layerByBanks} here.
        </p>
      ) : (
        <p class="ck-note ck-fault" role="status">
          {fault.message}: {hintText(fault.hint)}. CK computes these offsets all the same.
        </p>
      )}
      <Readings model={model} />
      {fault === undefined ? (
        <div>
          <OpenInPlayground
            text={specOf(model)}
            file="swapping.yaml"
            machine={model.parameters.chip}
            view="tile"
          />
        </div>
      ) : undefined}
    </>
  );
}

/** The page's formula with M as the row group and with M as the row. */
function Readings({ model }: { readonly model: SwapModel }): JSX.Element {
  const { parameters, readings, instruction, packsOfGroup } = model;
  const table: DataTable = {
    caption: 'Two readings of M: the same where MLdsLayer is 1',
    columns: [
      { title: 'reading' },
      { title: 'cycles', numeric: true },
      { title: 'of these conflicts', numeric: true },
      { title: 'elements on a taken place', numeric: true },
      { title: 'elements elsewhere than in CK', numeric: true },
    ],
    rows: readings.map(({ title, cycles, conflicts, collisions, elsewhere }) => [
      title,
      ...[cycles, conflicts, collisions, elsewhere].map(String),
    ]),
  };
  return (
    <div class="ck-readings">
      <p class="ck-note">
        CK&apos;s page writes the XOR as K0&apos; = K0<sup>(M % {packsOfGroup})</sup>: no power, but
        ^. What M is, it leaves open. Both readings, for one <code>{instruction}</code> of which
        lane l takes {packBytes(parameters)} bytes of row l:
      </p>
      <ScrolledTable table={table} />
    </div>
  );
}
