/** The figures: an element through the transforms, the page's claims with a verdict, MLdsLayer tried and configured. */
import { hintText } from '@ldscope/core';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { Fields } from '../../controls/form.tsx';
import { useSteps } from '../../controls/stepper.tsx';
import { useControls, usePart } from '../../controls/use-controls.ts';
import { ScrolledTable } from '../../picture/data-table.tsx';
import { tableOf } from '../../picture/table-of.ts';
import { View } from '../../picture/view.tsx';
import { OpenInPlayground } from '../../share/open-in-playground.tsx';
import { Figure } from '../explorer-page.tsx';
import { swapControls, swapNames } from './controls.ts';
import { flowPicture, flowTable, steps } from './flow-picture.ts';
import { coordinatesOf, packBytes, specOf, type SwapModel, swapModel } from './model.ts';

export function CoordinateFigure(): JSX.Element {
  const form = useControls(swapControls);
  const { m, k } = form.state;
  const parameters = usePart(form.state, swapNames);
  const result = useMemo(() => swapModel(parameters), [parameters]);
  return (
    <Figure title="From an index to an address">
      <Fields of={form} names={swapNames} />
      <Fields of={form} names={['m', 'k']} />
      {result.ok ? (
        <Flow model={result.model} m={m} k={k} />
      ) : (
        <p class="verdict" role="status">
          {result.diagnostics[0]?.message}
        </p>
      )}
    </Figure>
  );
}

interface FlowProps {
  readonly model: SwapModel;
  readonly m: number;
  readonly k: number;
}

function Flow({ model, m, k }: FlowProps): JSX.Element {
  const at = useMemo(() => coordinatesOf(model, m, k), [model, m, k]);
  const all = steps(model, at);
  const [step, stepper] = useSteps('Transform', all.length, {
    start: all.length - 1,
    text: (one) => all[one]?.name ?? '',
    milliseconds: 1800,
  });
  const picture = useMemo(() => flowPicture(model, at, step), [model, at, step]);
  const [fault] = model.faults;
  return (
    <>
      <div class="ck-steps">
        {stepper}
        <p class="ck-step-text">{all[step]?.text}</p>
      </div>
      <View picture={picture} table={() => flowTable(model, at)} name="index-swapping" />
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
      <div>
        <OpenInPlayground
          text={fault === undefined ? specOf(model) : undefined}
          file="swapping.yaml"
          machine={model.parameters.chip}
          view="tile"
        />
      </div>
    </>
  );
}

/** The page's formula with M as the row group and with M as the row. */
function Readings({ model }: { readonly model: SwapModel }): JSX.Element {
  const { parameters, readings, instruction, packsOfGroup } = model;
  const table = tableOf('Two readings of M: the same where MLdsLayer is 1', readings, [
    ['reading', ({ title }) => title],
    ['cycles', ({ cycles }) => cycles],
    ['of these conflicts', ({ conflicts }) => conflicts],
    ['elements on a taken place', ({ collisions }) => collisions],
    ['elements elsewhere than in CK', ({ elsewhere }) => elsewhere],
  ]);
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
