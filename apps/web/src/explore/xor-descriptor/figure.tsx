/** The figure: parameters, the steps, the path of an element, and what a read costs before and after. */
import { grouped } from '../../controls/words.ts';
import { bankGridPicture, type DataTable } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { toneOf } from '../../controls/facts.tsx';
import { Fields } from '../../controls/form.tsx';
import { useSteps } from '../../controls/stepper.tsx';
import { useControls, usePart } from '../../controls/use-controls.ts';
import { tableOf } from '../../picture/table-of.ts';
import { type Pointed, View } from '../../picture/view.tsx';
import { OpenInPlayground } from '../../share/open-in-playground.tsx';
import { CodeBlock } from '../parts/code-block.tsx';
import { bytesOf } from '../parts/element-types.ts';
import type { Swapped } from '../parts/index-swapping.ts';
import { useLater } from '../parts/use-later.ts';
import * as show from '../parts/show.tsx';
import { xorControls, xorNames, xorTries } from './controls.ts';
import { type Place, specOf, wayOf, type XorModel, xorModel } from './model.ts';
import { insidesOf, panelsPicture, stepPicture, steps } from './picture.ts';

/** An element, by its row and column. */
type Spot = Readonly<{ m: number; k: number }>;

export function XorFigure(): JSX.Element {
  const form = useControls(xorControls);
  const parameters = usePart(form.state, xorNames);
  const [step, stepper] = useSteps('Step', steps.length, {
    text: (one) => steps[one]?.name ?? '',
    milliseconds: 1800,
  });
  const [pointed, setPointed] = useState<Spot>();
  const { m, k } = form.state;
  const first = useMemo(() => xorModel(parameters), [parameters]);
  const block = first === undefined ? 0 : Math.floor(m / first.drawnRows);
  const model = useMemo(
    () =>
      block === 0 || first === undefined ? first : xorModel(parameters, block * first.drawnRows),
    [first, block],
  );
  const picked = useMemo(() => ({ m, k }), [m, k]);
  const followed = pointed ?? picked;
  const later = useLater(model);
  return show.all([
    show.figure('The descriptor, step by step', [
      model === undefined ? (
        <p class="verdict" role="status">
          These sizes do not divide: a pack of {parameters.packBytes} B holds{' '}
          {parameters.packBytes / bytesOf(parameters.element)} elements, a row{' '}
          {parameters.kPerBlock}.
        </p>
      ) : (
        show.all([
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
              <p class="xor-hint">Point at an element to follow it; click to keep it.</p>
              <div>
                <OpenInPlayground
                  text={specOf(model)}
                  at={{ file: 'xor.yaml', machine: parameters.chip, view: 'tile' }}
                />
              </div>
            </div>
          </div>,
          <div class="xor-steps">
            {stepper}
            <p class="xor-step-text">
              <b>{steps[step]?.title}.</b> {steps[step]?.text(model)} {shownText(model)}
            </p>
          </div>,
        ])
      ),
      show.tries(form, xorTries),
      show.fields(form, xorNames),
    ]),
    useMemo(
      () =>
        model === undefined || later === undefined ? undefined : (
          <OtherFigures model={later} place={picked} />
        ),
      [model === undefined, later, picked],
    ),
  ]);
}

/** What of the tile is drawn, and whether it fits into LDS. */
function shownText({ parameters, machine, firstRow, drawnRows }: XorModel): string {
  const { mPerBlock, kPerBlock, element } = parameters;
  const bytes = mPerBlock * kPerBlock * bytesOf(element);
  const most = machine.sharedMemory.bytesPerWorkgroup.value;
  const part =
    drawnRows === mPerBlock
      ? ''
      : `Shown are rows ${firstRow} to ${firstRow + drawnRows - 1} of ${mPerBlock}; the others follow the same pattern.`;
  return bytes <= most
    ? part
    : `${part} The tile has ${grouped(bytes)} bytes and does not fit into the ${grouped(most)} bytes of LDS of a workgroup on ${machine.name}.`;
}

type FollowedProps = Readonly<{ model: XorModel; place: Spot }>;

function OtherFigures({ model, place }: FollowedProps): JSX.Element {
  const later = useLater(model);
  return show.all([
    <ReadFigure model={model} />,
    <PanelsFigure model={later} place={place} />,
    show.figure('The descriptor in C++', [
      <CodeBlock label="C++ of the descriptor" text={model.cpp} />,
      <p class="xor-note">
        For these sizes, the element of row m and column k is at offset (in elements){' '}
        <code>{model.formula}</code>
      </p>,
    ]),
  ]);
}

const elementAt = (at: Pointed | undefined): Spot | undefined =>
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
    [kPack, model.firstRow, parameters.mPerBlock, parameters.kPerBlock],
  );
  const picture = useMemo(
    () => stepPicture(model, step, step < 2 ? 'element' : 'column', place, insides),
    [model, step, place, insides],
  );
  return (
    <div class={pointing ? 'xor-moving pointing' : 'xor-moving'}>
      {show.view(picture, 'xor-descriptor', () => packTable(model), { onPoint, onPick })}
    </div>
  );
}

function PanelsFigure({ model, place }: FollowedProps): JSX.Element {
  const picture = useMemo(() => panelsPicture(model, place), [model, place]);
  return show.figure('All steps in one picture', [
    show.view(picture, 'xor-descriptor-panels'),
    <p class="xor-note">
      Each colour is a column of packs of the reshaped tile. A colour leaves its column only between
      steps 1 and 2.
    </p>,
  ]);
}

function ReadFigure({ model }: { readonly model: XorModel }): JSX.Element {
  const { plain, swapped } = model.read;
  const [phase, stepper] = useSteps('Phase', swapped.phases.length, {
    text: (step) => `Phase ${step + 1} of ${swapped.phases.length}`,
  });
  const options = { machine: model.machine, compact: true };
  const pictures = useMemo(
    () => ({
      plain: bankGridPicture(plain, phase, { ...options, heading: 'Row after row' }),
      swapped: bankGridPicture(swapped, phase, { ...options, heading: 'With the descriptor' }),
    }),
    [plain, swapped, phase],
  );
  return show.figure('Effect on a read', [
    <div class="side-by-side">
      <View picture={pictures.plain} name="read-plain" />
      <View picture={pictures.swapped} name="read-xor" />
    </div>,
    stepper,
    <p class="xor-note">
      One <code>{swapped.opcode}</code>: lane l reads a pack of row l, as in a kernel that goes down
      the rows.
    </p>,
    show.facts([
      [
        'Row after row',
        `${plain.idxActive} cycles`,
        plain.bankConflict > 0 ? 'conflict' : undefined,
      ],
      ['conflicts among them', plain.bankConflict],
      ['With the descriptor', `${swapped.idxActive} cycles`, toneOf(swapped.bankConflict)],
      ['conflicts among them', swapped.bankConflict],
      ['LDS', 'same bytes'],
    ]),
  ]);
}

function WayTable({ model, way }: Readonly<{ model: XorModel; way: Swapped }>): JSX.Element {
  const {
    m,
    k,
    layer: l,
    group: b,
    pack: k0,
    element: k1,
    before: a,
    key,
    after,
    offset,
    byte,
    bank,
  } = way;
  const rows: readonly (readonly [string, string])[] = [
    ['Element', `(m, k) = (${m}, ${k})`],
    ['Undo the merge', `l = ${l}, b = ${b}, k0 = ${k0}, k1 = ${k1}`],
    ['Undo the unmerge', `a = ${l} * ${model.packsOfGroup / model.mLdsLayer} + ${k0} = ${a}`],
    ['XOR', `place = ${a} ^ (${b} mod ${model.packsOfGroup}) = ${a} ^ ${key} = ${after}`],
    ['Base', `element ${offset} of LDS, byte ${byte}, bank ${bank} of ${model.banks}`],
  ];
  return (
    <dl class="xor-way" aria-live="off">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Where each pack is at each step. */
function packTable({ packs, kPack, parameters }: XorModel): DataTable {
  const at = (place: Place | undefined, unit: number): string =>
    `${place?.row ?? 0}, ${(place?.column ?? 0) / unit}`;
  return tableOf('Packs by step: row and first column in the grid of the step', packs, [
    ['pack (m, k)', ({ m, k }) => `${m}, ${k}`],
    ['1 reshape (b, a)', ({ places }) => at(places[1], kPack)],
    ['2 XOR (b, place)', ({ places }) => at(places[3], kPack)],
    ['4 LDS (line, byte)', ({ places }) => at(places[5], 1 / bytesOf(parameters.element))],
  ]);
}
