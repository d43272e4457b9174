/** CK Tile's index swapping: XOR, unmerge, merge. */
import { hintText } from '@ldscope/core';
import type { DataTable } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { toneOf } from '../../controls/facts.tsx';
import { useSteps } from '../../controls/stepper.tsx';
import { useControls, usePart } from '../../controls/use-controls.ts';
import { type Column, tableOf } from '../../picture/table-of.ts';
import { bytesOf } from '../parts/element-types.ts';
import { swappedAt } from '../parts/index-swapping.ts';
import * as show from '../parts/show.tsx';
import { roomText } from '../parts/tile-cells.ts';
import { useGradually } from '../parts/use-later.ts';
import { claimsOf, configRows, layerCosts, moveClaim } from './claims.ts';
import {
  chips,
  claimControls,
  type ClaimParameters,
  reads,
  swapControls,
  swapNames,
  swapTries,
} from './controls.ts';
import { packBytes, specOf, type SwapModel, swapModel } from './model.ts';
import { flowPicture, flowTable, steps } from './picture.ts';

function CoordinateFigure(): JSX.Element {
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
  const at = useMemo(() => swappedAt(model, m, k), [model, m, k]);
  const all = steps(model, at);
  const [step, stepper] = useSteps('Transform', all.length, {
    text: (one) => all[one]?.name ?? '',
    milliseconds: 1800,
  });
  const picture = useMemo(() => flowPicture(model, at, step), [model, at, step]);
  return show.all([
    show.view(picture, 'index-swapping', () => flowTable(model, at)),
    <div class="panel">
      {stepper}
      {show.prose(all[step]?.text ?? '', '')}
    </div>,
  ]);
}

/** The layout as a formula, or what is wrong with it, and what a read of it costs. */
function About({ model }: { readonly model: SwapModel }): JSX.Element {
  const [fault] = model.faults;
  const { instruction, parameters } = model;
  const { cycles, conflicts } = model.readings[0];
  return show.all([
    fault === undefined
      ? show.note(
          `As one formula, in elements: \`${model.formula}\`. Here A = KPerBlock / KPack * MLdsLayer = ${model.packsOfGroup}, and every element has its own place. CK's GEMM policies choose MLdsLayer ${model.layerByBanks} here.`,
        )
      : show.refused(
          `${fault.message}: ${hintText(fault.hint)}. CK computes these offsets nevertheless.`,
          'note conflict',
        ),
    show.facts([
      [`${instruction}, ${packBytes(parameters)} B of each row`, `${cycles} cycles`],
      ['conflicts among them', conflicts, toneOf(conflicts)],
    ]),
    ...sizes(model),
    show.code('C++ of the descriptor', model.cpp),
    show.open(fault === undefined ? specOf(model) : undefined, {
      file: 'swapping.yaml',
      machine: model.parameters.chip,
      view: 'tile',
    }),
  ]);
}

/** What of a pack one instruction reads, and whether the tile fits into LDS. */
function sizes({ parameters, machine }: SwapModel): JSX.Element[] {
  const { mPerBlock, kPerBlock, kPack, element } = parameters;
  const [own, read] = [kPack * bytesOf(element), packBytes(parameters)];
  const part =
    own > read
      ? `A pack has ${own} bytes: a lane reads it with ${own / read} instructions, of which the first is counted.`
      : '';
  const room = roomText(mPerBlock * kPerBlock * bytesOf(element), machine);
  return [
    ...(part === '' ? [] : [show.note(part)]),
    ...(room === '' ? [] : [show.prose(room, 'note conflict')]),
  ];
}

/** The formula of CK's page with M as the row group and with M as the row, for the default tile. */
function Readings(): JSX.Element | undefined {
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
    <div class="panel">
      <p class="note">
        The page writes the XOR as K0&apos; = K0<sup>(M % {packsOfGroup})</sup>; the superscript
        means XOR, not a power. It does not define M. Both readings, for one{' '}
        <code>{instruction}</code> in which lane l reads {packBytes(parameters)} bytes of row l:
      </p>
      {show.table(table)}
    </div>
  );
}

function ClaimsFigure(): JSX.Element {
  const form = useControls(claimControls);
  const parameters = form.state;
  const compute = () => ({
    all: claimsOf(parameters),
    moved: moveClaim(parameters.mLdsLayer),
  });
  const first = useMemo(compute, []);
  const [{ all, moved } = first] = useGradually(1, compute, parameters);
  return show.figure("Statements of CK's page", [
    show.note(
      'A tile of 64 x 32 f16 and 256 threads, written in packs of 8. Cycles are conflict cycles of one wave.',
    ),
    show.fields(form),
    show.claims('The page', [
      ...all,
      ...(moved === undefined
        ? []
        : [
            {
              title: 'moving a coordinate',
              says: 'the loop that loads from LDS moves its coordinate to each element in turn',
              verdict: moved.wrong === 0 ? 'holds' : 'refuted',
              finding: `move_tensor_coordinate adds a step to the present coordinate, but the loop passes positions: ${moved.wrong} of ${moved.all} elements are read from a wrong place (thread 1 needs offsets ${moved.wanted.slice(0, 4).join(', ')}, ... and gets ${moved.reached.slice(0, 4).join(', ')}, ...)`,
            } as const,
          ]),
    ]),
    show.open(specText(parameters), {
      file: 'swapping.yaml',
      machine: parameters.chip,
      view: 'banks',
    }),
  ]);
}

/** The same as a CK Tile specification. */
function specText({ read, mLdsLayer }: ClaimParameters): string {
  const distribution = { '04': 'KM, view: km', '08': 'RD08', '10': 'RD10' }[read];
  return `name: index swapping, MLdsLayer ${mLdsLayer}
element: f16
lds_swapping: { m: 64, k: 32, element: f16, kpack: 8, mldslayer: ${mLdsLayer} }
write: { distribution: MK }
read: { distribution: ${distribution} }
waves: 4
`;
}

const LayerFigure = show.still('Choosing MLdsLayer', () => [
  show.columns(chips.map((chip) => show.table(layerTable(chip)))),
  show.note(
    "A tile of 64 x 32 f16 and 256 threads. CK's GEMM policies take max(1, banks * 4 / K / size), which is 2 on 32 banks and 4 on 64. Which MLdsLayer is best depends on the read.",
  ),
]);

/** The configuration that CK's page recommends, beside that of CK's policies. */
function ConfigTable(): JSX.Element {
  return show.all([
    show.note(
      "The page calls MLdsLayer 2 typical and has a configuration that chooses it by tile size and type. It does not define which side of the tile that is, and the number of banks is not in it. Read as K, it does the opposite of CK's policies: the longer the rows, the fewer of them fill the banks.",
    ),
    show.table(useMemo(configTableOf, [])),
  ]);
}

const layerTable = (chip: (typeof chips)[number]): DataTable =>
  tableOf(`${chip}: conflict cycles per wave, by MLdsLayer`, layerCosts(chip), [
    ['MLdsLayer', 'mLdsLayer'],
    'write',
    ...reads.map(({ label }, index): Column<ReturnType<typeof layerCosts>[number]> => [
      label,
      (row) => row.reads[index]?.conflicts,
    ]),
  ]);

const configTableOf = (): DataTable =>
  tableOf(
    'LdsSwappingConfig of the page beside the rule by banks, for K = tile size',
    configRows(chips),
    [
      ['tile size', 'tileSize'],
      ['element', ({ elementBytes }) => `${elementBytes} B`, 'numeric'],
      ['page: MLdsLayer', ({ page }) => page?.mLdsLayer ?? 'refused', 'numeric'],
      ['page: KPack', ({ page }) => page?.kPack ?? '', 'numeric'],
      ...chips.map((chip, index): Column<ReturnType<typeof configRows>[number]> => [
        `by the banks of ${chip}`,
        ({ byBanks }) => byBanks[index],
      ]),
    ],
  );

show.page(
  'ck-tile',
  [
    <CoordinateFigure />,
    <LayerFigure />,
    show.text('What to take away', [
      '**Descriptors are written from memory up, addresses are computed from the index down.** The diagram shows the latter: the merges are undone, then the unmerge, and the XOR comes last, before the strides.',
      '**Descriptors cost no memory, but addresses cost instructions.** Lengths and strides are compile-time constants. The index is not: a thread computes its row, its key and an XOR, once per key that its elements need.',
      '**A must be a power of two.** With 48 columns A is 12 for MLdsLayer 2, the XOR leaves the group, and elements share a place. CK does not check it.',
    ]),
    show.beside('ck', [
      <ClaimsFigure />,
      <Readings />,
      <ConfigTable />,
      show.prose([
        "**The C++ of the page lacks the third step.** Its FinalDescriptor has four dimensions, L, M, K0 and K1, and no merge. The GEMM below it passes four indices and sets L to 0; the analyser passes two. Both cannot be right for one descriptor. CK's policies end in two merges, and then two indices are.",
        '**The analyser is not the hardware.** It assumes floats, 32 banks and 64 lanes at once, and counts lanes instead of words. It has no phases, vectors or broadcast. Where its number equals ours, that is chance.',
        '**“Zero overhead” is true of the descriptor only.** The instructions for the key are counted above.',
      ]),
    ]),
  ],
  [
    'The three transforms, the configuration, the analyser and the use in a GEMM: {ck}, CK Tile documentation.',
    'What the transforms compute: ROCm/composable_kernel, include/ck_tile/core/algorithm/coordinate_transform.hpp and core/tensor/tensor_descriptor.hpp @14c4a58. The descriptors of ldscope were compared with these headers, compiled and executed.',
    'The reads 04, 08 and 10: CK `tutorial_14_bank_conflict_scenarios` @393ebc1; their counters are on the page [Six transposes](tutorials.html).',
  ],
);
