/** Wave's tile: global memory, gather_to_lds, LDS, banks. */
import { laneRanges } from '@ldscope/core';
import type { DataTable, Picture } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { toneOf } from '../../controls/facts.tsx';
import { useSteps } from '../../controls/stepper.tsx';
import { useControls, usePart } from '../../controls/use-controls.ts';
import { useStateOf } from '../../controls/use-state-of.ts';
import type { Pointed } from '../../picture/view.tsx';
import * as show from '../parts/show.tsx';
import { elementAt, MOST_ROWS, roomText, type Spot } from '../parts/tile-cells.ts';
import { useLater } from '../parts/use-later.ts';
import { documentParameters, waveControls, waveNames, waveTries } from './controls.ts';
import {
  bytesOf,
  elementOfLane,
  firstRead,
  instructionOf,
  isGatherOf,
  laneOfElement,
  specificationOf,
  waveModel,
  type WaveModel,
  type WaveSide,
} from './model.ts';
import {
  firstDrawn,
  globalBase,
  globalPicture,
  ldsBase,
  ldsPicture,
  shownText,
  tileTable,
} from './picture.ts';
import {
  ClaimsFigure,
  KernelLinks,
  LimitsFigure,
  PhasesFigure,
  SmallFigure,
  StepsFigure,
} from './steps.tsx';
import './wave.css';

/** As wide as a picture is where its texts are readable. */
const LEAST_WIDTH = 550;

function TileFigure(): JSX.Element {
  const form = useControls(waveControls);
  const parameters = usePart(form.state, waveNames);
  const { which, row, column } = form.state;
  const [pointed, setPointed] = useStateOf<Spot | undefined>(parameters, undefined);
  const model = useMemo(() => waveModel(parameters, which), [parameters, which]);
  const element = pointed ?? { row, column };
  const read = model.reads[which] ?? firstRead;
  const lane = laneOfElement(parameters, read, element.row, element.column);
  const { start } = waveControls;
  const selected = pointed !== undefined || row !== start.row || column !== start.column;
  const { sides } = model;
  const { rows, columns, gather, unit, phases: keys } = parameters;
  const first = firstDrawn(row);
  // Neither the chip nor the width of a read has a part in which lane fetches what.
  const globals = useMemo(
    () => sides.map((side) => globalBase(model, side, first)),
    [rows, columns, gather, unit, keys, sides.length, first],
  );
  const memories = useMemo(
    () => sides.map((side) => [ldsBase(model, side, first), tileTable(model, side)] as const),
    [model, first],
  );
  const spotAt = (at: Pointed | undefined): Spot | undefined => {
    const own = at?.['lane'];
    return (
      elementAt(at, columns) ?? (own === undefined ? own : elementOfLane(parameters, read, own))
    );
  };
  const pointing = {
    onPoint: (at: Pointed | undefined): void => setPointed(spotAt(at)),
    onPick: (at: Pointed): void => form.change(spotAt(at) ?? {}),
  };
  const panel = (title: string, name: string, picture: Picture, table?: DataTable): JSX.Element =>
    show.panel(title, [show.view(picture, name, table, pointing)]);
  const { phases } = model.plain.read;
  const [phase, stepper] = useSteps('Phase', phases.length, {
    of: parameters,
    text: (one) =>
      `Phase ${one + 1} of ${phases.length}: lanes ${laneRanges(phases[one]?.lanes ?? [])}`,
    milliseconds: 1200,
  });
  return show.figure('From global memory to LDS to banks', [
    show.columns(
      [
        ...sides.map((side, index) => {
          const base = globals[index] ?? globalBase(model, side, first);
          return panel(
            `Global memory, ${side.name}: the lane that fetches each element`,
            `wave-global-${side.name}`,
            globalPicture(model, side, base, element),
          );
        }),
        ...sides.map((side, index) => {
          const [base = ldsBase(model, side, first), table] = memories[index] ?? [];
          return panel(
            `LDS, ${side.name}: ${side.read.rule.banks} banks per line`,
            `wave-lds-${side.name}`,
            ldsPicture(model, side, base, element),
            table,
          );
        }),
      ],
      LEAST_WIDTH,
    ),
    rows > MOST_ROWS
      ? show.prose(`The tile${shownText(parameters, row)}.`, 'wave-note')
      : undefined,
    <p class="wave-where">
      {sides.map((side) => (
        <span key={side.name}>
          {whereText(model, side, element, lane)}
          <br />
        </span>
      ))}
    </p>,
    <Reads {...{ model, phase, pointing }} lane={selected ? lane : undefined} />,
    stepper,
    model.swizzled === undefined ? <p class="verdict">{noSwizzle(model)}</p> : undefined,
    show.tries(form, waveTries),
    show.fields(form, ['chip', 'rows', 'columns', 'element']),
    show.fields(form, ['operandRows', 'gather', 'read']),
    show.fields(form, ['unit', 'phases', 'which'], {
      children: show.button(
        'Default',
        waveNames.every((name) => parameters[name] === documentParameters[name]),
        () => form.change(documentParameters),
      ),
    }),
    show.prose(choiceText(model), 'wave-note'),
    show.fields(form, ['row', 'column']),
    show.opens(
      sides.map(({ name }) => [
        specificationOf(parameters, name === 'swizzled'),
        { file: `wave-${name}.yaml`, machine: parameters.chip },
        `Open the ${name} tile in the playground`,
      ]),
    ),
  ]);
}

interface ReadsProps {
  readonly model: WaveModel;
  readonly phase: number;
  readonly lane: number | undefined;
  readonly pointing: show.Pointing;
}

/** The read of each side, phase by phase. */
function Reads({ model: present, phase, lane, pointing }: ReadsProps): JSX.Element {
  const { sides, machine, parameters } = useLater(present);
  return show.all(
    sides.map(({ name, read, cycles, conflicts }) => {
      const ways = read.phases[phase]?.ways ?? 0;
      const shown = Math.min(phase, read.phases.length - 1);
      return show.panel(`${instructionOf(parameters)} of the operand, ${name}`, [
        show.facts([
          [`ways in phase ${phase + 1}`, ways, toneOf(ways - 1)],
          ['cycles of this read', read.idxActive],
          ['conflicts among them', read.bankConflict, toneOf(read.bankConflict)],
          ['cycles to read the whole tile', cycles],
          ['conflicts among them', conflicts, toneOf(conflicts)],
        ]),
        show.banks(read, shown, `wave-read-${name}`, { machine, lane }, pointing),
      ]);
    }),
  );
}

/** What Wave would choose, and what of the tile no hardware has. */
function choiceText({ chosen, parameters, machine }: WaveModel): string {
  const { chip, rows, columns, gather, read } = parameters;
  const choice =
    chosen === undefined
      ? 'Wave would not swizzle this tile: a row has fewer than two chunks.'
      : `Wave would choose swizzle_unit = max(${gather}, ${read}) = ${chosen.swizzleUnit} and max_phase = min(8, ${columns} / ${chosen.swizzleUnit}) = ${chosen.maxPhase}.`;
  if (gather * bytesOf(parameters) > 16) {
    return `${choice} Hardware gathers at most 16 bytes per lane; wider gathers only show what a wider unit would do.`;
  }
  const width = gather * bytesOf(parameters);
  const gathers = isGatherOf(parameters)
    ? ''
    : width < 4
      ? ` Gathers of ${width} bytes per lane leave gaps in LDS: hardware writes a word per lane.`
      : ` ${chip} has no gather of ${width} bytes per lane.`;
  const room = roomText(rows * columns * bytesOf(parameters), machine);
  return [choice + gathers, room].join(' ').trim();
}

function whereText(
  { parameters }: WaveModel,
  side: WaveSide,
  { row, column }: Spot,
  lane: number | undefined,
): string {
  const { gather } = parameters;
  const slot = side.slots.find(
    (one) => one.row === row && Math.floor(one.column / gather) === Math.floor(column / gather),
  );
  const fetched =
    slot === undefined
      ? ''
      : `fetched by lane ${slot.lane} of wave ${slot.wave} with gather ${slot.instance} into column ${slot.place + (column % gather)} of LDS row ${slot.row}`;
  const phase = side.read.phases.find(({ lanes }) => lane !== undefined && lanes.includes(lane));
  const address = lane === undefined ? undefined : side.read.addressBytes[lane];
  const reader =
    lane === undefined || phase === undefined || address === undefined
      ? 'not part of the read that is shown'
      : `read by lane ${lane} in phase ${phase.index + 1}, starting at bank ${Math.floor(address / 4) % side.read.rule.banks}`;
  return `${side.name === 'plain' ? 'Plain' : 'Swizzled'}, element [${row}][${column}]: ${fetched}; ${reader}.`;
}

function noSwizzle({ parameters, conditions }: WaveModel): string {
  if (parameters.phases < 2) {
    return 'With one phase nothing moves: Wave does not swizzle such a tile.';
  }
  const broken = conditions.find(({ fault }) => fault !== undefined);
  return `This swizzle is not legal, so it is not shown: ${broken?.title ?? ''} does not hold (${broken?.fault?.message ?? ''}).`;
}

show.page(
  'wave',
  [
    <TileFigure />,
    show.text('How it works', [
      '`gather_to_lds` takes a global address from every lane, but only one base in LDS: the data of consecutive lanes are stored one after another. In the default tile, eight waves fetch 32 x 64 elements with two gathers of two elements per lane. `ds_read_b128` then reads the operand of a 16x16x32 matrix instruction: lane l takes row l mod 16 and eight elements from column 8 * floor(l / 16).',
      'A row has 128 bytes, half of the 64 banks that this read uses on gfx950. Every second row begins at the same bank, so the sixteen lanes of a phase read four rows from each bank. With the swizzle each lane fetches another chunk of its row. LDS is still filled in order, and the read applies the same XOR to find the chunk.',
    ]),
    <StepsFigure />,
    <SmallFigure />,
    <LimitsFigure />,
    <PhasesFigure />,
    show.beside('wave', [<ClaimsFigure />]),
    <KernelLinks />,
  ],
  [
    'The tile, the parameters, the example of thread 1 and the limits: Wave documentation, {wave}.',
    'Phases of ds_read_b128, measured on MI350X and MI300X: HipKittens, arXiv 2511.08083, and nod-ai/amd-shark-ai, docs/empirical-lds.',
    'Parameters that the pass chooses, and conditions that it does not check: iree-org/wave @ceaa2b57, wave_lang/kernel/wave/gather_to_shared.py.',
    'The drain that the published kernel lacks: iree-org/wave pull request 1029.',
  ],
);
