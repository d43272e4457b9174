/** The tile in global memory, in LDS and under a read, plain and swizzled; the element under the pointer is marked in all of them. */
import { grouped } from '../../controls/words.ts';
import { laneRanges, machineNamed } from '@ldscope/core';
import { bankGridPicture, bankGridTable } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { type Fact, toneOf } from '../../controls/facts.tsx';
import { Fields } from '../../controls/form.tsx';
import { useSteps } from '../../controls/stepper.tsx';
import { useControls, usePart } from '../../controls/use-controls.ts';
import { useStateOf } from '../../controls/use-state-of.ts';
import { type Pointed, View, type ViewProps } from '../../picture/view.tsx';
import { OpenInPlayground } from '../../share/open-in-playground.tsx';
import { useLater } from '../parts/use-later.ts';
import * as show from '../parts/show.tsx';
import { documentParameters, waveControls, waveNames, waveTries } from './controls.ts';
import {
  bytesOf,
  elementOfLane,
  instructionOf,
  isGatherOf,
  laneOfElement,
  specificationOf,
  waveModel,
  type WaveModel,
  type WaveSide,
} from './model.ts';
import {
  type Element,
  firstDrawn,
  globalBase,
  globalPicture,
  ldsBase,
  ldsPicture,
  shownText,
  tileTable,
} from './picture.ts';

export function TileFigure(): JSX.Element {
  const form = useControls(waveControls);
  const parameters = usePart(form.state, waveNames);
  const { which, row, column } = form.state;
  const [pointed, setPointed] = useStateOf<Element | undefined>(parameters, undefined);
  const model = useMemo(() => waveModel(parameters, which), [parameters, which]);
  const element = pointed ?? { row, column };
  const read = model.reads[which] ?? { firstRow: 0, firstColumn: 0 };
  const lane = laneOfElement(parameters, read, element.row, element.column);
  const { start } = waveControls;
  const selected = pointed !== undefined || row !== start.row || column !== start.column;
  const sides = sidesOf(model);
  const { rows, columns, gather, unit, phases: keys } = parameters;
  const first = firstDrawn(row);
  // Neither the chip nor the width of a read has a part in which lane fetches what.
  const globals = useMemo(
    () => sides.map((side) => ({ name: side.name, base: globalBase(model, side, first) })),
    [rows, columns, gather, unit, keys, sides.length, first],
  );
  const memories = useMemo(
    () =>
      sides.map((side) => {
        return { side, base: ldsBase(model, side, first), table: tileTable(model, side) };
      }),
    [model, first],
  );
  const elementAt = (at: Pointed | undefined): Element | undefined => {
    const number = at?.['element'];
    if (number !== undefined)
      return { row: Math.floor(number / columns), column: number % columns };
    const own = at?.['lane'];
    return own === undefined ? undefined : elementOfLane(parameters, read, own);
  };
  const pointing = {
    onPoint: (at: Pointed | undefined): void => setPointed(elementAt(at)),
    onPick: (at: Pointed): void => form.change(elementAt(at) ?? {}),
  };
  const places = { global: 'Global memory', lds: 'LDS' } as const;
  const panel = (
    place: keyof typeof places,
    side: string,
    title: string,
    own: Pick<ViewProps, 'picture' | 'table'>,
  ): JSX.Element =>
    show.panel('wave-panel', `${places[place]}, ${side}${title}`, [
      <View {...own} {...pointing} name={`wave-${place}-${side}`} />,
    ]);
  const { phases } = model.plain.read;
  const [phase, stepper] = useSteps('Phase', phases.length, {
    of: parameters,
    text: (one) =>
      `Phase ${one + 1} of ${phases.length}: lanes ${laneRanges(phases[one]?.lanes ?? [])}`,
    milliseconds: 1200,
  });
  return show.figure('From global memory to LDS to banks', [
    <div class="side-by-side wave-sides">
      {globals.map(({ name, base }) =>
        panel('global', name, ': the lane that fetches each element', {
          picture: globalPicture(model, name, base, element),
        }),
      )}
      {memories.map(({ side, base, table }) =>
        panel('lds', side.name, `: ${side.read.rule.banks} banks per line`, {
          picture: ldsPicture(model, side, base, element),
          ...(table === undefined ? {} : { table }),
        }),
      )}
    </div>,
    rows > 32 ? <p class="wave-note">The tile{shownText(parameters, row)}.</p> : undefined,
    <p class="wave-where">
      {sides.map((side) => (
        <span key={side.name}>
          {whereText(model, side, element, lane)}
          <br />
        </span>
      ))}
    </p>,
    <Reads model={model} phase={phase} lane={selected ? lane : undefined} pointing={pointing} />,
    stepper,
    model.swizzled === undefined ? <p class="verdict">{noSwizzle(model)}</p> : undefined,
    show.tries(form, waveTries),
    show.fields(form, ['chip', 'rows', 'columns', 'element']),
    show.fields(form, ['operandRows', 'gather', 'read']),
    <Fields of={form} names={['unit', 'phases', 'which']}>
      <button
        type="button"
        class="button"
        disabled={waveNames.every((name) => parameters[name] === documentParameters[name])}
        onClick={() => form.change(documentParameters)}
      >
        Default
      </button>
    </Fields>,
    <p class="wave-note">{choiceText(model)}</p>,
    show.fields(form, ['row', 'column']),
    <p class="wave-buttons">
      {sides.map((side) => (
        <OpenInPlayground
          key={side.name}
          text={specificationOf(parameters, side.name === 'swizzled')}
          at={{ file: `wave-${side.name}.yaml`, machine: parameters.chip }}
        >
          Open the {side.name} tile in the playground
        </OpenInPlayground>
      ))}
    </p>,
  ]);
}

interface ReadsProps {
  readonly model: WaveModel;
  readonly phase: number;
  readonly lane: number | undefined;
  readonly pointing: {
    readonly onPoint: (at: Pointed | undefined) => void;
    readonly onPick: (at: Pointed) => void;
  };
}

/** The read of each side, phase by phase. */
function Reads({ model: present, phase, lane, pointing }: ReadsProps): JSX.Element {
  const model = useLater(present);
  const pictures = useMemo(
    () =>
      sidesOf(model).map((side) => ({
        side,
        picture: bankGridPicture(side.read, Math.min(phase, side.read.phases.length - 1), {
          machine: model.machine,
          ...(lane === undefined ? {} : { selection: { lane } }),
        }),
      })),
    [model, phase, lane],
  );
  return (
    <>
      {pictures.map(({ side, picture }) =>
        show.panel(
          'wave-panel',
          `${instructionOf(model.parameters)} of the operand, ${side.name}`,
          [
            show.facts(factsOf(side, phase)),
            show.view(
              picture,
              `wave-read-${side.name}`,
              () => bankGridTable(side.read, phase),
              pointing,
            ),
          ],
        ),
      )}
    </>
  );
}

const sidesOf = ({ plain, swizzled }: WaveModel): readonly WaveSide[] =>
  swizzled === undefined ? [plain] : [plain, swizzled];

function factsOf({ read, cycles, conflicts }: WaveSide, phase: number): Fact[] {
  const ways = read.phases[phase]?.ways ?? 0;
  return [
    [`ways in phase ${phase + 1}`, ways, toneOf(ways - 1)],
    ['cycles of this read', read.idxActive],
    ['conflicts among them', read.bankConflict, toneOf(read.bankConflict)],
    ['cycles to read the whole tile', cycles],
    ['conflicts among them', conflicts, toneOf(conflicts)],
  ];
}

/** What Wave would choose, and what of the tile no hardware has. */
function choiceText({ chosen, parameters }: WaveModel): string {
  const { chip, rows, columns, gather, read } = parameters;
  const choice =
    chosen === undefined
      ? 'Wave would not swizzle this tile: a row has fewer than two chunks.'
      : `Wave would choose swizzle_unit = max(${gather}, ${read}) = ${chosen.swizzleUnit} and max_phase = min(8, ${columns} / ${chosen.swizzleUnit}) = ${chosen.maxPhase}.`;
  if (gather * bytesOf(parameters) > 16) {
    return `${choice} Hardware gathers at most 16 bytes per lane; wider gathers only show what a wider unit would do.`;
  }
  const bytes = rows * columns * bytesOf(parameters);
  const most = machineNamed(chip).sharedMemory.bytesPerWorkgroup.value;
  const size =
    bytes <= most
      ? ''
      : ` The tile has ${grouped(bytes)} bytes and does not fit into the ${grouped(most)} bytes of LDS of a workgroup on ${chip}.`;
  const width = gather * bytesOf(parameters);
  const gathers = isGatherOf(parameters)
    ? ''
    : width < 4
      ? ` Gathers of ${width} bytes per lane leave gaps in LDS: hardware writes a word per lane.`
      : ` ${chip} has no gather of ${width} bytes per lane.`;
  return choice + gathers + size;
}

function whereText(
  { parameters }: WaveModel,
  side: WaveSide,
  { row, column }: Element,
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
