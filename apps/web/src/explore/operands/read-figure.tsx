/** The reads that an operand asks of LDS: plain beside padded or swizzled. */
import { laneRanges } from '@ldscope/core';
import { bankGridPicture, bankGridTable } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Facts } from '../../controls/facts.tsx';
import { Stepper } from '../../controls/stepper.tsx';
import { ScrolledTable } from '../../picture/data-table.tsx';
import { type Pointed, View } from '../../picture/view.tsx';
import { OpenInPlayground } from '../../share/open-in-playground.tsx';
import { Figure } from '../explorer-page.tsx';
import { operandRead, type OperandRead, presets, type ReadSide } from './model.ts';
import { ReadControls } from './read-controls.tsx';
import { matrixCycles, nameOf } from './registers.ts';
import { specificationOf } from './specification.ts';
import { readTable, ruleText } from './tables.ts';
import { bankText, windowPicture } from './window-picture.ts';

export function ReadFigure(): JSX.Element {
  const [parameters, setParameters] = useState<OperandRead['parameters']>(presets.talk);
  const [piece, setPiece] = useState(0);
  const [phase, setPhase] = useState(0);
  const [picked, setPicked] = useState<number | undefined>(undefined);
  const [pointed, setPointed] = useState<number | undefined>(undefined);
  const read = useMemo(() => operandRead(parameters), [parameters]);
  const table = useMemo(() => readTable(read), [read]);
  const lane = pointed ?? picked;
  const own = Math.min(piece, read.places.length - 1);
  const phases = read.plain.reads[own]?.phases ?? [];
  const shown = Math.min(phase, phases.length - 1);
  const lanes = phases[shown]?.lanes ?? [];
  const look = (at: Pointed | undefined): void => setPointed(at?.['lane']);
  const pick = (at: Pointed): void => {
    const found = at['lane'];
    if (found !== undefined) setPicked(found === picked ? undefined : found);
  };
  const sides = [read.plain, read.other];
  return (
    <Figure title="What it asks of LDS">
      <ReadControls
        read={read}
        onChange={(next) => {
          setParameters(next);
          setPiece(0);
          setPhase(0);
          setPicked(undefined);
        }}
      />
      <p class="operand-words">{wordsOf(read, own, lane)}</p>
      <View
        picture={windowPicture(read, read.plain, own, shown, lane)}
        name="operand-window"
        onPoint={look}
        onPick={pick}
      />
      <div class="figure-controls">
        <Stepper
          label="Phase"
          count={phases.length}
          value={shown}
          onChange={setPhase}
          text={`Phase ${shown} of ${phases.length}: lanes ${laneRanges(lanes)}`}
          milliseconds={1200}
        />
        {read.places.length > 1 ? (
          <Stepper
            label="Read"
            count={read.places.length}
            value={own}
            onChange={setPiece}
            text={`Read ${own} of ${read.places.length}`}
            milliseconds={1200}
          />
        ) : undefined}
      </div>
      {sides.map((side) => (
        <Side
          key={side.kind}
          read={read}
          side={side}
          piece={own}
          phase={shown}
          lane={lane}
          onPoint={look}
          onPick={pick}
        />
      ))}
      <p class="operand-buttons">
        {sides.map((side) => (
          <OpenInPlayground
            key={side.kind}
            text={specificationOf(read, side)}
            file="operand.yaml"
            machine={read.parameters.chip}
          >
            Open the{' '}
            {side.kind === 'plain' ? 'plain' : side.kind === 'padded' ? 'padded' : 'swizzled'} tile
            in the playground
          </OpenInPlayground>
        ))}
      </p>
      <ScrolledTable table={table} />
    </Figure>
  );
}

interface SideProps {
  readonly read: OperandRead;
  readonly side: ReadSide;
  readonly piece: number;
  readonly phase: number;
  readonly lane: number | undefined;
  readonly onPoint: (at: Pointed | undefined) => void;
  readonly onPick: (at: Pointed) => void;
}

function Side({ read, side, piece, phase, lane, onPoint, onPick }: SideProps): JSX.Element {
  const served = side.reads[piece];
  return (
    <div class="operand-side">
      <h3>{side.title[0]?.toUpperCase() + side.title.slice(1)}</h3>
      <Facts facts={factsOf(read, side, piece, phase)} />
      {served === undefined ? undefined : (
        <View
          picture={bankGridPicture(served, phase, {
            machine: read.machine,
            ...(lane === undefined ? {} : { selection: { lane } }),
          })}
          table={bankGridTable(served, phase)}
          name={`operand-read-${side.kind}`}
          onPoint={onPoint}
          onPick={onPick}
        />
      )}
    </div>
  );
}

function factsOf(
  { matrix, instructions }: OperandRead,
  side: ReadSide,
  piece: number,
  phase: number,
) {
  const ways = side.reads[piece]?.phases[phase]?.ways ?? 0;
  const tone = (conflict: boolean) =>
    conflict ? ({ tone: 'conflict' } as const) : ({ tone: 'good' } as const);
  const { reads, cycles, conflicts } = side;
  const what = reads.length === 1 ? 'Cycles of the read' : `Cycles of all ${reads.length} reads`;
  const core = matrixCycles(matrix);
  const perInstruction = (cycles / instructions).toFixed(1).replace(/\.0$/, '');
  return [
    { name: `Ways in phase ${phase}`, value: String(ways), ...tone(ways > 1) },
    { name: what, value: String(cycles) },
    { name: 'of them conflict', value: String(conflicts), ...tone(conflicts > 0) },
    { name: 'LDS cycles for A of one instruction', value: perInstruction },
    ...(core === undefined ? [] : [{ name: 'Matrix core cycles of it', value: String(core) }]),
  ];
}

function wordsOf(read: OperandRead, piece: number, lane: number | undefined): string {
  const { parameters, matrix, elements, consecutive, instructions, plain, other } = read;
  if (lane !== undefined) {
    const place = read.places[piece]?.[lane];
    return `Lane ${lane} begins at row ${place?.row ?? 0}, column ${place?.column ?? 0} of the tile: plain ${bankText(plain, piece, lane)}, ${other.kind === 'padded' ? 'padded' : 'swizzled'} ${bankText(other, piece, lane)}.`;
  }
  const serves =
    instructions > 1
      ? ` A lane reads ${elements} neighbours in k where one instruction gives it ${consecutive}: the read serves ${instructions} instructions, whose k is in another order for A and B alike.`
      : read.places.length > 1
        ? ` One ${nameOf(matrix)} takes ${read.places.length} such reads.`
        : '';
  return `${ruleText(read)}${parameters.read.includes('_tr_') ? ' Sixteen lanes read rows of k and exchange their halves, so that each gets its column.' : ''}${serves}`;
}
