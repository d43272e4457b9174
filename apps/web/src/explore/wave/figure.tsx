/** The tile in global memory, in LDS and under a read, plain and swizzled; what is pointed at shows in all of them. */
import { laneRanges } from '@ldscope/core';
import { bankGridPicture, bankGridTable } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Facts } from '../../controls/facts.tsx';
import { NumberField } from '../../controls/fields.tsx';
import { Stepper } from '../../controls/stepper.tsx';
import { type Pointed, View } from '../../picture/view.tsx';
import { OpenInPlayground } from '../../share/open-in-playground.tsx';
import { Figure } from '../explorer-page.tsx';
import { useLater } from '../parts/use-later.ts';
import {
  documentParameters,
  elementOfLane,
  instructionOf,
  laneOfElement,
  ROWS,
  specificationOf,
  waveModel,
  type WaveModel,
  type WaveSide,
} from './model.ts';
import { WaveControls } from './parameters.tsx';
import { type Element, globalBase, globalPicture, ldsBase, ldsPicture } from './pictures.ts';
import { tileTable } from './tables.ts';

export function TileFigure(): JSX.Element {
  const [parameters, setParameters] = useState(documentParameters);
  const [readIndex, setReadIndex] = useState(0);
  const [phase, setPhase] = useState(0);
  const [picked, setPicked] = useState<Element>({ row: 2, column: 0 });
  const [pointed, setPointed] = useState<Element | undefined>(undefined);
  const [hasPicked, setHasPicked] = useState(false);
  const model = useMemo(() => waveModel(parameters, readIndex), [parameters, readIndex]);
  const element = pointed ?? picked;
  const read = model.reads[readIndex] ?? { firstRow: 0, firstColumn: 0 };
  const lane = laneOfElement(parameters, read, element.row, element.column);
  const selected = lane !== undefined && (pointed !== undefined || hasPicked);
  const sides = sidesOf(model);
  const { columns, gather, unit, phases: keys } = parameters;
  // Neither the chip nor the width of a read has a part in who fetches what.
  const globals = useMemo(
    () => sides.map((side) => globalBase(model, side)),
    [columns, gather, unit, keys, sides.length],
  );
  const memories = useMemo(
    () => sides.map((side) => ({ lds: ldsBase(model, side), table: tileTable(model, side) })),
    [model],
  );
  const elementAt = (at: Pointed | undefined): Element | undefined => {
    const number = at?.['element'];
    if (number !== undefined) {
      return { row: Math.floor(number / parameters.columns), column: number % parameters.columns };
    }
    const own = at?.['lane'];
    return own === undefined ? undefined : elementOfLane(parameters, read, own);
  };
  const choose = (next: Element): void => {
    setPicked(next);
    setHasPicked(true);
  };
  const look = (at: Pointed | undefined): void => setPointed(elementAt(at));
  const pick = (at: Pointed): void => {
    const found = elementAt(at);
    if (found !== undefined) choose(found);
  };
  const phases = model.plain.read.phases.length;
  const shown = Math.min(phase, phases - 1);
  const lanes = model.plain.read.phases[shown]?.lanes ?? [];
  return (
    <Figure title="From global memory to LDS to banks">
      <WaveControls
        model={model}
        readIndex={readIndex}
        onRead={setReadIndex}
        onChange={(next) => {
          setParameters(next);
          setReadIndex(0);
          setPhase(0);
          setPointed(undefined);
          setHasPicked(false);
          setPicked({ row: 2, column: 0 });
        }}
      />
      <div class="figure-controls">
        <NumberField
          label="Row of an element"
          value={picked.row}
          min={0}
          max={ROWS - 1}
          onChange={(row) => choose({ ...picked, row })}
        />
        <NumberField
          label="Its column"
          value={picked.column}
          min={0}
          max={parameters.columns - 1}
          onChange={(column) => choose({ ...picked, column })}
        />
      </div>
      <p class="wave-where">
        {sides.map((side) => (
          <span key={side.name}>
            {whereText(model, side, element, lane)}
            <br />
          </span>
        ))}
      </p>
      <div class="side-by-side">
        {sides.map((side, i) => {
          const base = globals[i];
          return base === undefined ? undefined : (
            <div class="wave-panel" key={`global-${side.name}`}>
              <h3>Global memory, {side.name}: who fetches what</h3>
              <View
                picture={globalPicture(model, side.name, base, element)}
                name={`wave-global-${side.name}`}
                onPoint={look}
                onPick={pick}
              />
            </div>
          );
        })}
        {sides.map((side, i) => {
          const base = memories[i];
          return base === undefined ? undefined : (
            <div class="wave-panel" key={`lds-${side.name}`}>
              <h3>
                LDS, {side.name}: a line of {side.read.rule.banks} banks
              </h3>
              <View
                picture={ldsPicture(model, side, base.lds, element)}
                {...(base.table === undefined ? {} : { table: base.table })}
                name={`wave-lds-${side.name}`}
                onPoint={look}
                onPick={pick}
              />
            </div>
          );
        })}
      </div>
      <Stepper
        label="Phase"
        count={phases}
        value={shown}
        onChange={setPhase}
        text={`Phase ${shown} of ${phases}: lanes ${laneRanges(lanes)}`}
        milliseconds={1200}
      />
      <Reads
        model={model}
        phase={shown}
        lane={selected ? lane : undefined}
        look={look}
        pick={pick}
      />
      {model.swizzled === undefined ? <p class="verdict">{noSwizzle(model)}</p> : undefined}
      <p class="wave-buttons">
        {sides.map((side) => (
          <OpenInPlayground
            key={side.name}
            text={specificationOf(parameters, side.name === 'swizzled')}
            file={`wave-${side.name}.yaml`}
            machine={parameters.chip}
          >
            Open the {side.name} tile in the playground
          </OpenInPlayground>
        ))}
      </p>
    </Figure>
  );
}

interface ReadsProps {
  readonly model: WaveModel;
  readonly phase: number;
  readonly lane: number | undefined;
  readonly look: (at: Pointed | undefined) => void;
  readonly pick: (at: Pointed) => void;
}

/** The read of each side, phase by phase. */
function Reads({ model: present, phase, lane, look, pick }: ReadsProps): JSX.Element {
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
      {pictures.map(({ side, picture }) => (
        <div class="wave-panel" key={`read-${side.name}`}>
          <h3>
            {instructionOf(model.parameters)} of the operand, {side.name}
          </h3>
          <Facts facts={factsOf(side, phase)} />
          <View
            picture={picture}
            table={() => bankGridTable(side.read, phase)}
            name={`wave-read-${side.name}`}
            onPoint={look}
            onPick={pick}
          />
        </div>
      ))}
    </>
  );
}

const sidesOf = ({ plain, swizzled }: WaveModel): readonly WaveSide[] =>
  swizzled === undefined ? [plain] : [plain, swizzled];

function factsOf({ read, cycles, conflicts }: WaveSide, phase: number) {
  const ways = read.phases[phase]?.ways ?? 0;
  const tone = (conflict: boolean) =>
    conflict ? ({ tone: 'conflict' } as const) : ({ tone: 'good' } as const);
  return [
    { name: `Ways in phase ${phase}`, value: String(ways), ...tone(ways > 1) },
    { name: 'Cycles of this read', value: `${read.idxActive}` },
    { name: 'of them conflict', value: `${read.bankConflict}`, ...tone(read.bankConflict > 0) },
    { name: 'The whole tile read once', value: `${cycles}` },
    { name: 'of them conflict', value: `${conflicts}`, ...tone(conflicts > 0) },
  ];
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
      ? 'the read that is shown leaves it out'
      : `read by lane ${lane} in phase ${phase.index}, from bank ${Math.floor(address / 4) % side.read.rule.banks} on`;
  return `${side.name === 'plain' ? 'Plain' : 'Swizzled'}, element [${row}][${column}]: ${fetched}; ${reader}.`;
}

function noSwizzle({ parameters, conditions }: WaveModel): string {
  if (parameters.phases < 2) {
    return 'With one phase nothing moves: Wave leaves such a tile as it is.';
  }
  const broken = conditions.find(({ fault }) => fault !== undefined);
  return `This swizzle is not legal, so it is not shown: ${broken?.title ?? ''} does not hold (${broken?.fault?.message ?? ''}).`;
}
