/** Padding and XOR side by side, on one tile that is written along its rows and read down its columns. */
import type { AccessExplanation } from '@ldscope/core';
import {
  bankGridPicture,
  bankGridTable,
  type BarChart,
  type DataTable,
  termsFor,
} from '@ldscope/render';
import type { ComponentChildren, JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { Cases } from '../../controls/form.tsx';
import { useSteps } from '../../controls/stepper.tsx';
import { useControls } from '../../controls/use-controls.ts';
import { grouped } from '../../controls/words.ts';
import { Bars } from '../../picture/chart.tsx';
import { type Column, tableOf } from '../../picture/table-of.ts';
import * as show from '../parts/show.tsx';
import { useLater } from '../parts/use-later.ts';
import {
  caseOf,
  choices,
  paddingControls,
  type PaddingParameters,
  type PaddingState,
  paddingTries,
  parameterFault,
  parametersOf,
  phaseControls,
  presets,
  tileNames,
} from './controls.ts';
import { type End, faultOf, paddingEnds, xorEnds } from './ends.ts';
import { specOf } from './spec.ts';
import {
  conflictsOf,
  type CountedSide,
  type Counts,
  firstInstruction,
  paddingModel,
  type PaddingModel,
  type PadPoint,
  padSweep,
  type XorPoint,
  xorSweep,
} from './model.ts';
import './padding-xor.css';
import { rowsPicture } from './picture.ts';

function PaddingFigures(): JSX.Element {
  const form = useControls(paddingControls);
  const { state, change } = form;
  const parameters = useMemo(() => parametersOf(state), [state]);
  const model = useMemo(() => paddingModel(parameters), [parameters]);
  const later = useLater(model);
  return show.all([
    show.figure('One tile, three layouts', [
      model === undefined
        ? show.refused(parameterFault(parameters))
        : show.all([
            <RowPictures model={model} />,
            show.table(comparisonTable(model), {
              class: 'px-table',
              named: true,
              cell: (text, row, column) =>
                column === 0 && row < 8 && row % 4 > 0 ? (
                  <span class="px-part">{text}</span>
                ) : (
                  toned(text, toneOfLine(model, row, column))
                ),
            }),
          ]),
      show.tries(form, paddingTries),
      <div class="figure-controls">
        <Cases
          label="Case"
          cases={presets}
          present={caseOf(state)}
          onChoose={({ state }) => change(state)}
        />
        {show.fields(form, ['chip'])}
      </div>,
      show.fields(form, [...tileNames, 'copies']),
      show.fields(form, ['padBytes', 'unitBytes', 'keys']),
      model &&
        show.opens(
          model.sides.map((side) => [
            side.counts === undefined || !side.fits ? undefined : specOf(model, side),
            { file: `${side.name}.yaml`, machine: state.chip, view: 'banks', site: 'down columns' },
            `Open “${side.title}” in the playground`,
          ]),
        ),
    ]),
    useMemo(
      () =>
        model === undefined || later === undefined
          ? undefined
          : show.all([
              <PhaseFigure model={later} />,
              <SweepFigures model={later} onChange={change} />,
            ]),
      [model === undefined, later],
    ),
  ]);
}

/** What conflicts, or does not. */
const toned = (words: string, isBad: boolean | undefined): ComponentChildren =>
  isBad === undefined ? words : show.counted(words, isBad);

type Line = readonly [name: string, of: (counts: Counts, side: CountedSide) => string | number];

const accessLines = (name: string, key: 'row' | 'column', cycles: string): readonly Line[] => [
  [`${name}: instructions`, (counts) => counts[key].pieces.text],
  ['executed', (counts) => grouped(counts[key].cost.instructions)],
  [cycles, (counts) => grouped(counts[key].cost.cycles)],
  [CONFLICTS, (counts) => grouped(counts[key].cost.conflicts)],
];

const CONFLICTS = 'conflicts among them';

function linesFor({ machine, parameters: { copies } }: PaddingModel): readonly Line[] {
  const { cycles, sharedMemory, workgroup, unit } = termsFor(machine);
  return [
    ...accessLines('Stored along rows', 'row', cycles),
    ...accessLines('Read down columns', 'column', cycles),
    [
      `${sharedMemory}, bytes${copies === 1 ? '' : ` of ${copies} tiles`}`,
      (_, { ldsBytes }) => grouped(ldsBytes),
    ],
    [
      `${workgroup}s per ${unit}`,
      ({ workgroups }) => (workgroups === 0 ? 'none: too large' : workgroups),
    ],
  ];
}

const comparisonTable = (model: PaddingModel): DataTable =>
  tableOf(
    `Counted for 256 threads and the whole tile on ${model.machine.name}, by simulation of every instruction`,
    linesFor(model),
    [
      ['', ([name]) => name],
      ...model.sides.map((side): Column<Line> => [
        side.title,
        ([, of], line) => {
          if (side.counts !== undefined) return `${of(side.counts, side)}`;
          return line === 0 ? 'not legal' : '-';
        },
      ]),
    ],
  );

/** Whether a line of conflicts is of a layout that has some. */
function toneOfLine(model: PaddingModel, row: number, column: number): boolean | undefined {
  const counts = model.sides[column - 1]?.counts;
  return linesFor(model)[row]?.[0] === CONFLICTS && counts !== undefined
    ? counts[row < 4 ? 'row' : 'column'].cost.conflicts > 0
    : undefined;
}

interface SweepProps {
  readonly model: PaddingModel;
  readonly onChange: (part: Partial<PaddingState>) => void;
}

/** Every padding and every XOR of the tile, and the limits of each. */
function SweepFigures({ model: present, onChange }: SweepProps): JSX.Element {
  const model = useLater(present);
  const { parameters, machine } = model;
  const { padBytes } = parameters;
  const [pads, xors] = useMemo(
    () => [padSweep(parameters), xorSweep(parameters, choices.unitBytes, choices.keys.slice(1))],
    (['chip', 'copies', ...tileNames] as const).map((name) => parameters[name]),
  );
  const { cycles } = termsFor(machine);
  const chart = useMemo(() => padChart(pads, padBytes, cycles), [pads, padBytes, cycles]);
  return show.all([
    show.figure('Limits of each', [
      show.columns([ends('Padding', paddingEnds(model, pads)), ends('XOR', xorEnds(model, xors))]),
    ]),
    show.figure('All paddings and all XORs', [
      <Bars
        chart={chart}
        name="paddings"
        onPick={({ index }) => {
          const point = index === undefined ? undefined : pads[index];
          if (point !== undefined) onChange({ padBytes: point.padBytes });
        }}
      />,
      show.prose(
        `Bytes of padding, and conflict ${cycles} of the whole tile. A star: vectors are cut, because rows are not aligned for them. No bar: shared memory has no room. In brackets: the padding that is set. Click a bar to set another.`,
        'note hint',
      ),
      xorTable(xors, parameters, cycles, onChange),
    ]),
  ]);
}

const ends = (title: string, all: readonly End[]): JSX.Element =>
  show.panel(title, [
    show.list(
      'px-ends',
      all.map(({ title: name, text, tag }) => [
        <>
          {name} {tag && <span class={tag.good ? 'tag good' : 'tag conflict'}>{tag.text}</span>}
        </>,
        text,
      ]),
    ),
  ]);

const padChart = (points: readonly PadPoint[], padBytes: number, cycles: string): BarChart => ({
  title: 'Conflicts by padding',
  description: `Conflict ${cycles} of the tile for each padding in words. A star marks paddings that cut the widest vectors into several instructions, because rows are not aligned for them.`,
  value: { title: `conflict ${cycles}` },
  series: [
    { title: 'stored along rows', look: 'memory' },
    { title: 'read down columns', look: 'conflict' },
  ],
  groups: points.map(({ padBytes: bytes, legal }) => {
    const label = `${bytes}${legal?.whole === false ? '*' : ''}`;
    const values = [legal?.row, legal?.column];
    return { label: bytes === padBytes ? `[${label}]` : label, values };
  }),
  standing: true,
  width: 1040,
  plotHeight: 190,
});

/** Conflicts by unit and number of keys; a click sets them. */
function xorTable(
  points: readonly XorPoint[],
  { unitBytes, keys }: PaddingParameters,
  cycles: string,
  onPick: (part: Pick<PaddingState, 'unitBytes' | 'keys'>) => void,
): JSX.Element {
  const pointOf = (row: number, column: number): XorPoint | undefined =>
    points[row * (choices.keys.length - 1) + column - 1];
  const table = tableOf(
    `Conflict ${cycles} by XOR unit and number of keys. A star: vectors are cut into units. A dash: units would leave their row, or shared memory has no room.`,
    choices.unitBytes,
    [
      ['unit', (bytes) => `${bytes} B`],
      ...choices.keys.slice(1).map((key, index): Column<number> => [
        `${key} keys`,
        (_, row) => {
          const legal = pointOf(row, index + 1)?.legal;
          return legal && `${grouped(conflictsOf(legal))}${legal.whole ? '' : '*'}`;
        },
        'numeric',
      ]),
    ],
  );
  return show.table(table, {
    class: 'px-xors',
    named: true,
    cell: (text, row, column) => {
      const point = pointOf(row, column);
      if (column === 0 || point?.legal === undefined) return text;
      return (
        <button
          type="button"
          class="button quiet"
          aria-pressed={point.unitBytes === unitBytes && point.keys === keys}
          aria-label={`${text} conflict ${cycles} with units of ${point.unitBytes} B and ${point.keys} keys`}
          onClick={() => onPick({ unitBytes: point.unitBytes, keys: point.keys })}
        >
          {text}
        </button>
      );
    },
  });
}

/** Three pictures beside each other, and one alone, in pixels. */
const LEAST_WIDTH = 366;
const ALONE = 1200;

function RowPictures({ model: present }: { readonly model: PaddingModel }): JSX.Element {
  const model = useLater(present);
  const pictures = useMemo(() => model.sides.map((side) => rowsPicture(model, side)), [model]);
  return show.columns(
    model.sides.map((side, index) => {
      const fault = faultOf(model, side);
      return (
        <div key={side.name}>
          {show.view(pictures[index] ?? rowsPicture(model, side), `rows-${side.name}`)}
          {fault && show.refused(fault, 'note hint px-fault')}
        </div>
      );
    }),
    LEAST_WIDTH,
  );
}

function PhaseFigure({ model }: { readonly model: PaddingModel }): JSX.Element {
  const form = useControls(phaseControls);
  const which = form.state.access;
  const explained = useMemo(
    () =>
      model.sides.flatMap((side) => {
        const explanation = side.counts && firstInstruction(model, side.counts[which]);
        return explanation === undefined ? [] : [{ side, explanation }];
      }),
    [model, which],
  );
  const count = Math.max(1, ...explained.map(({ explanation }) => explanation.phases.length));
  const [phase, stepper] = useSteps('Phase', count, {
    text: (step) => `Phase ${step + 1} of ${count}`,
  });
  const shown = useMemo(
    () => explained.map(({ side, explanation }) => phasePictures(model, side, explanation)),
    [model, explained],
  );
  const wide = explained.some(({ explanation }) => explanation.rule.banks > 32);
  return show.figure('The first instruction, phase by phase', [
    show.columns(
      shown.map((phases) => {
        const one = phases[Math.min(phase, phases.length - 1)];
        return one && show.view(one.picture, `phase-${one.name}`, one.table);
      }),
      wide ? ALONE : LEAST_WIDTH,
    ),
    stepper,
    show.fields(form),
  ]);
}

/** The words of each phase alone, all pictures of the same height. */
function phasePictures(
  { machine }: PaddingModel,
  { name, title }: CountedSide,
  explanation: AccessExplanation,
) {
  const heading = `${title}: ${explanation.opcode}`;
  const pictures = explanation.phases.map((one) => {
    const alone: AccessExplanation = {
      ...explanation,
      phases: [one],
      addressBytes: explanation.addressBytes.map((address, lane) =>
        one.lanes.includes(lane) ? address : undefined,
      ),
    };
    return {
      ...bankGridPicture(alone, one.index, { machine, compact: true, heading }),
      title: `${heading}, phase ${one.index + 1} of ${explanation.phases.length}`,
    };
  });
  const height = Math.max(...pictures.map((picture) => picture.height));
  return pictures.map((picture, index) => ({
    name,
    picture: { ...picture, height },
    table: bankGridTable(explanation, index),
  }));
}

show.page(
  'padding-xor',
  [
    <PaddingFigures />,
    show.text('What to take away', [
      '**“Coprime with the banks” describes one word per row.** Choose the case “CK tutorials 03, 04”: rows of 68 bytes are 17 words, coprime with 32, and the column read still conflicts, because its lanes are eight rows apart. 17 times 8 is 136, and 136 mod 32 is 8.',
      '**Padding costs twice:** memory, which can cost a workgroup, and alignment. In the same case 4 bytes of padding turn one instruction of the write into two.',
      '**An XOR costs address instructions** and moves whole units only. It cannot separate lanes that read less than a unit from more rows than it has keys: in the same case the lanes of a phase are eight rows apart, and those rows have only two different keys.',
      '**Both depend on the chip.** Reads of 8 and 16 bytes use 64 banks on gfx950, all other accesses 32. A layout without conflicts on gfx942 can have them on gfx950, and the other way round: change the chip and compare the last figure.',
    ]),
    show.beside('slides', [
      show.prose([
        'The slides see the remaining conflicts of tutorial 03 in their counter and attribute them to a missed broadcast. The cause is the distance of the lanes, eight rows.',
        'For the padded write the slides list ds_write_b128. Their own instruction counter shows one instruction more than that allows: rows of 68 bytes are not aligned for it.',
      ]),
    ]),
  ],
  [
    'CK Tile tutorials 03, 04 and 05, and rules of thumb 2 and 3: the slides {slides}. Their counters are reproduced on the page [Six transposes](tutorials.html).',
    'Rows of 128 and 132 elements, and what padding costs: the talk {talk}.',
    'Which instructions a compiler emits for a vector, by the alignment of its address: LLVM SITargetLowering for AMD, PTX ISA for NVIDIA.',
    'Which lanes are served together: the phase tables of `ldscope machine gfx942`, `gfx950` and `sm_90`, each with its measurements.',
  ],
);
