/** The XOR descriptor of CK Tile in four steps. */
import type { DataTable } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { type Fact, toneOf } from '../../controls/facts.tsx';
import { useSteps } from '../../controls/stepper.tsx';
import { useControls, usePart } from '../../controls/use-controls.ts';
import { tableOf } from '../../picture/table-of.ts';
import type { Pointed } from '../../picture/view.tsx';
import { bytesOf } from '../parts/element-types.ts';
import { type Swapped, swappedAt } from '../parts/index-swapping.ts';
import { rowsOf } from '../parts/rows.ts';
import * as show from '../parts/show.tsx';
import { roomText } from '../parts/tile-cells.ts';
import { useLater } from '../parts/use-later.ts';
import { xorControls, xorNames, xorTries } from './controls.ts';
import { type Place, specOf, type XorModel, xorModel } from './model.ts';
import { insidesOf, panelsPicture, stepPicture, steps } from './picture.ts';
import './xor-descriptor.css';

/** An element, by its row and column. */
type Spot = Readonly<{ m: number; k: number }>;

function XorFigure(): JSX.Element {
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
  const pointing = {
    onPoint: (at: Pointed | undefined): void => setPointed(spotAt(at)),
    onPick: (at: Pointed): void => form.change(spotAt(at) ?? {}),
  };
  return show.all([
    show.figure('The descriptor, step by step', [
      model === undefined
        ? show.refused(
            `These sizes do not divide: a pack of ${parameters.packBytes} B holds ${parameters.packBytes / bytesOf(parameters.element)} elements, a row ${parameters.kPerBlock}.`,
          )
        : show.all([
            <div class="xor-follow">
              <div class={pointed === undefined ? 'xor-moving' : 'xor-moving pointing'}>
                <StepView model={model} step={step} place={followed} pointing={pointing} />
              </div>
              <div class="xor-side">
                {show.fields(form, ['m', 'k'])}
                {show.list('xor-way', wayLines(model, swappedAt(model, followed.m, followed.k)))}
                {show.hint('Point at an element to follow it; click to keep it.')}
                {show.open(specOf(model), {
                  file: 'xor.yaml',
                  machine: parameters.chip,
                  view: 'tile',
                })}
              </div>
            </div>,
            <div class="panel">
              {stepper}
              {show.prose(
                `**${steps[step]?.title}.** ${steps[step]?.text(model)} ${shownText(model)}`,
                'note',
              )}
            </div>,
          ]),
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
  const part =
    drawnRows === mPerBlock
      ? ''
      : `Shown are rows ${firstRow} to ${firstRow + drawnRows - 1} of ${mPerBlock}; the others follow the same pattern.`;
  return `${part} ${roomText(mPerBlock * kPerBlock * bytesOf(element), machine)}`.trim();
}

type FollowedProps = Readonly<{ model: XorModel; place: Spot }>;

function OtherFigures({ model, place }: FollowedProps): JSX.Element {
  const later = useLater(model);
  return show.all([
    <ReadFigure model={model} />,
    <PanelsFigure model={later} place={place} />,
    show.figure('The descriptor in C++', [
      show.code('C++ of the descriptor', model.cpp),
      show.note(
        `For these sizes, the element of row m and column k is at offset (in elements) \`${model.formula}\``,
      ),
    ]),
  ]);
}

const spotAt = (at: Pointed | undefined): Spot | undefined =>
  at?.['m'] === undefined || at['k'] === undefined ? undefined : { m: at['m'], k: at['k'] };

interface StepViewProps extends FollowedProps {
  readonly step: number;
  readonly pointing: show.Pointing;
}

function StepView({ model, step, place, pointing }: StepViewProps): JSX.Element {
  const { kPack, parameters } = model;
  const insides = useMemo(
    () => insidesOf(model, true),
    [kPack, model.firstRow, parameters.mPerBlock, parameters.kPerBlock],
  );
  const picture = useMemo(
    () => stepPicture(model, step, step < 2 ? 'element' : 'column', place, insides),
    [model, step, place, insides],
  );
  return show.view(picture, 'xor-descriptor', () => packTable(model), pointing);
}

function PanelsFigure({ model, place }: FollowedProps): JSX.Element {
  const picture = useMemo(() => panelsPicture(model, place), [model, place]);
  return show.figure('All steps in one picture', [
    show.view(picture, 'xor-descriptor-panels'),
    show.note(
      'Each colour is a column of packs of the reshaped tile. A colour leaves its column only between steps 1 and 2.',
    ),
  ]);
}

function ReadFigure({ model: { read, machine } }: { readonly model: XorModel }): JSX.Element {
  const { plain, swapped } = read;
  const [phase, stepper] = useSteps('Phase', swapped.phases.length, {
    text: (step) => `Phase ${step + 1} of ${swapped.phases.length}`,
  });
  const sides = [
    { name: 'read-plain', heading: 'Row after row', served: plain },
    { name: 'read-xor', heading: 'With the descriptor', served: swapped },
  ];
  return show.figure('Effect on a read', [
    show.columns(
      sides.map(({ name, heading, served }) =>
        show.banks(served, phase, name, { machine, compact: true, heading }),
      ),
    ),
    stepper,
    show.note(
      `One \`${swapped.opcode}\`: lane l reads a pack of row l, as in a kernel that goes down the rows.`,
    ),
    show.facts([
      ...sides.flatMap(({ heading, served: { idxActive, bankConflict } }): Fact[] => [
        [heading, `${idxActive} cycles`, toneOf(bankConflict)],
        ['conflicts among them', bankConflict],
      ]),
      ['LDS', 'same bytes'],
    ]),
  ]);
}

/** An element through the descriptor, from the index down. */
const wayLines = (model: XorModel, way: Swapped): string[][] => rowsOf`
Element | (m, k) = (${way.m}, ${way.k})
Undo the merge | l = ${way.layer}, b = ${way.group}, k0 = ${way.pack}, k1 = ${way.element}
Undo the unmerge | a = ${way.layer} * ${model.packsOfGroup / model.mLdsLayer} + ${way.pack} = ${way.before}
XOR | place = ${way.before} ^ (${way.group} mod ${model.packsOfGroup}) = ${way.before} ^ ${way.key} = ${way.after}
Base | element ${way.offset} of LDS, byte ${way.byte}, bank ${way.bank} of ${model.banks}
`;

/** Where each pack is at each step. */
function packTable({ packs, kPack, elementBytes }: XorModel): DataTable {
  const at = (place: Place | undefined, unit: number): string =>
    `${place?.row ?? 0}, ${(place?.column ?? 0) / unit}`;
  return tableOf('Packs by step: row and first column in the grid of the step', packs, [
    ['pack (m, k)', ({ m, k }) => `${m}, ${k}`],
    ['1 reshape (b, a)', ({ places }) => at(places[1], kPack)],
    ['2 XOR (b, place)', ({ places }) => at(places[3], kPack)],
    ['4 LDS (line, byte)', ({ places }) => at(places[5], 1 / elementBytes)],
  ]);
}

show.page(
  'xor-descriptor',
  [
    <XorFigure />,
    show.text('What to take away', [
      '**Only the XOR permutes.** Reshape, unmerge and merge are divisions and remainders: they split one number into two, and cost nothing beyond the address. Two packs that share banks at step 1 leave step 2 in different places.',
      '**The key is the row group, not the row.** Rows of one group share a key and need no other: MLdsLayer rows together take one turn around the banks.',
      '**A must be a power of two.** Otherwise a XOR b leaves the row group, and two packs are stored in one place. CK does not check it; ldscope does.',
      '**The order of the steps.** A descriptor is written from memory up, as the steps above play it. An address is computed the other way: (m, k) is divided, the XOR is applied, and the strides of the base give the offset. The table of the followed element has that order.',
    ]),
    show.folded(
      "For readers of the CDNA slides and of CK's page",
      'Two details in which the slides on tutorial 08 and the CK Tile documentation on index swapping differ from the code.',
      show.prose([
        "{ck} writes K0' = K0 ^ (M % A). That holds if M is the number of the row group, b = m / MLdsLayer.",
        '{slides} doubles the first length of the XOR on gfx950 (RowMul). No offset depends on that length. gfx950 needs the MLdsLayer for 64 banks.',
      ]),
    ),
  ],
  [
    'The descriptor in four steps, for a tile of 64 x 32, packs of 8 and MLdsLayer 2: the slides {slides}, tutorial 08.',
    'The XOR and its modulus: ROCm/composable_kernel, include/ck_tile/core/algorithm/coordinate_transform.hpp @14c4a58.',
    'Which lanes are served together: the phase tables of `ldscope machine gfx942` and `gfx950`, with their measurements.',
  ],
);
