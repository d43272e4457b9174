/** An element through the transforms, and two readings of the formula in CK's documentation. */
import { grouped } from '../../controls/words.ts';
import { hintText } from '@ldscope/core';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { toneOf } from '../../controls/facts.tsx';
import { useSteps } from '../../controls/stepper.tsx';
import { useControls, usePart } from '../../controls/use-controls.ts';
import { ScrolledTable } from '../../picture/data-table.tsx';
import { tableOf } from '../../picture/table-of.ts';
import { OpenInPlayground } from '../../share/open-in-playground.tsx';
import { CodeBlock } from '../parts/code-block.tsx';
import { bytesOf } from '../parts/element-types.ts';
import * as show from '../parts/show.tsx';
import { swapControls, swapNames, swapTries } from './controls.ts';
import { flowPicture, flowTable, steps } from './picture.ts';
import { coordinatesOf, packBytes, specOf, type SwapModel, swapModel } from './model.ts';

export function CoordinateFigure(): JSX.Element {
  const form = useControls(swapControls);
  const { m, k } = form.state;
  const parameters = usePart(form.state, swapNames);
  const result = useMemo(() => swapModel(parameters), [parameters]);
  return show.figure('From an index to an address', [
    result.ok ? (
      <Flow model={result.model} m={m} k={k} />
    ) : (
      show.refused(result.diagnostics[0]?.message)
    ),
    show.tries(form, swapTries),
    show.fields(form, ['m', 'k']),
    show.fields(form, swapNames),
    result.ok ? <About model={result.model} /> : undefined,
  ]);
}

function Flow({ model, m, k }: Readonly<{ model: SwapModel; m: number; k: number }>): JSX.Element {
  const at = useMemo(() => coordinatesOf(model, m, k), [model, m, k]);
  const all = steps(model, at);
  const [step, stepper] = useSteps('Transform', all.length, {
    text: (one) => all[one]?.name ?? '',
    milliseconds: 1800,
  });
  const picture = useMemo(() => flowPicture(model, at, step), [model, at, step]);
  return show.all([
    show.view(picture, 'index-swapping', () => flowTable(model, at)),
    <div class="ck-steps">
      {stepper}
      <p class="ck-step-text">{all[step]?.text}</p>
    </div>,
  ]);
}

/** The layout as a formula, or what is wrong with it, and what a read of it costs. */
function About({ model }: { readonly model: SwapModel }): JSX.Element {
  const [fault] = model.faults;
  const { instruction, parameters } = model;
  const { cycles, conflicts } = model.readings[0];
  return show.all([
    fault === undefined ? (
      <p class="ck-note">
        As one formula, in elements: <code>{model.formula}</code>. Here A = KPerBlock / KPack *
        MLdsLayer = {model.packsOfGroup}, and every element has its own place. CK&apos;s GEMM
        policies choose MLdsLayer {model.layerByBanks} here.
      </p>
    ) : (
      <p class="ck-note ck-fault" role="status">
        {fault.message}: {hintText(fault.hint)}. CK computes these offsets nevertheless.
      </p>
    ),
    show.facts([
      [`${instruction}, ${packBytes(parameters)} B of each row`, `${cycles} cycles`],
      ['conflicts among them', conflicts, toneOf(conflicts)],
    ]),
    <Size model={model} />,
    <CodeBlock label="C++ of the descriptor" text={model.cpp} />,
    <div>
      <OpenInPlayground
        text={fault === undefined ? specOf(model) : undefined}
        at={{ file: 'swapping.yaml', machine: model.parameters.chip, view: 'tile' }}
      />
    </div>,
  ]);
}

/** What of a pack one instruction reads, and whether the tile fits into LDS. */
function Size({ model: { parameters, machine } }: { readonly model: SwapModel }): JSX.Element {
  const { mPerBlock, kPerBlock, kPack, element } = parameters;
  const [own, read] = [kPack * bytesOf(element), packBytes(parameters)];
  const bytes = mPerBlock * kPerBlock * bytesOf(element);
  const most = machine.sharedMemory.bytesPerWorkgroup.value;
  return show.all([
    own > read ? (
      <p class="ck-note">
        A pack has {own} bytes: a lane reads it with {own / read} instructions, of which the first
        is counted.
      </p>
    ) : undefined,
    bytes > most ? (
      <p class="ck-note ck-fault">
        The tile has {grouped(bytes)} bytes and does not fit into the {grouped(most)} bytes of LDS
        of a workgroup on {machine.name}.
      </p>
    ) : undefined,
  ]);
}

/** The formula of CK's page with M as the row group and with M as the row, for the default tile. */
export function Readings(): JSX.Element | undefined {
  const result = useMemo(() => swapModel(swapControls.start), []);
  return result.ok ? <ReadingsOf model={result.model} /> : undefined;
}

function ReadingsOf({ model }: { readonly model: SwapModel }): JSX.Element {
  const { parameters, readings, instruction, packsOfGroup } = model;
  const table = tableOf('Two readings of M; they agree where MLdsLayer is 1', readings, [
    ['reading', 'title'],
    'cycles',
    ['conflicts among them', 'conflicts'],
    ['elements that share a place', 'collisions'],
    ['elements not where CK stores them', 'elsewhere'],
  ]);
  return (
    <div class="ck-readings">
      <p class="ck-note">
        The page writes the XOR as K0&apos; = K0<sup>(M % {packsOfGroup})</sup>; the superscript
        means XOR, not a power. It does not define M. Both readings, for one{' '}
        <code>{instruction}</code> in which lane l reads {packBytes(parameters)} bytes of row l:
      </p>
      <ScrolledTable table={table} />
    </div>
  );
}
