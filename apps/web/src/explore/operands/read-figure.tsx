/** The reads of an operand from LDS: plain beside padded or swizzled. */
import { laneRanges } from '@ldscope/core';
import { bankGridPicture, bankGridTable } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { type Fact, toneOf } from '../../controls/facts.tsx';
import { useSteps } from '../../controls/stepper.tsx';
import { useControls } from '../../controls/use-controls.ts';
import { useStateOf } from '../../controls/use-state-of.ts';
import { type Pointed } from '../../picture/view.tsx';
import { OpenInPlayground } from '../../share/open-in-playground.tsx';
import * as show from '../parts/show.tsx';
import { readControls, readPresets, readTries } from './controls.ts';
import { operandRead, type OperandRead, type ReadSide } from './model.ts';
import { matrixCycles, nameOf } from './registers.ts';
import { specificationOf } from './specification.ts';
import { readTable, ruleText } from './tables.ts';
import { bankText, windowPicture } from './picture.ts';

export function ReadFigure(): JSX.Element {
  const form = useControls(readControls);
  const parameters = form.state;
  const read = useMemo(() => operandRead(parameters), [parameters]);
  const table = useMemo(() => readTable(read), [read]);
  const [picked, setPicked] = useStateOf<number | undefined>(parameters, undefined);
  const [pointed, setPointed] = useStateOf<number | undefined>(parameters, undefined);
  const lane = pointed ?? picked;
  const [own, reads] = useSteps('Read', read.places.length, {
    of: parameters,
    milliseconds: 1200,
  });
  const phases = read.plain.reads[own]?.phases ?? [];
  const [shown, stepper] = useSteps('Phase', phases.length, {
    of: parameters,
    text: (phase) =>
      `Phase ${phase + 1} of ${phases.length}: lanes ${laneRanges(phases[phase]?.lanes ?? [])}`,
    milliseconds: 1200,
  });
  const pointing = {
    onPoint: (at: Pointed | undefined): void => setPointed(at?.['lane']),
    onPick: ({ lane: found }: Pointed): void =>
      setPicked(found === picked ? undefined : (found ?? picked)),
  };
  const sides = [read.plain, read.other];
  return show.figure('Reads of an operand from LDS', [
    show.view(
      windowPicture(read, read.plain, own, shown, lane),
      'operand-window',
      undefined,
      pointing,
    ),
    <div class="figure-controls">
      {stepper}
      {read.places.length > 1 ? reads : undefined}
    </div>,
    <p class="operand-words">{wordsOf(read, own, lane)}</p>,
    sides.map((side) => (
      <Side
        key={side.kind}
        read={read}
        side={side}
        piece={own}
        phase={shown}
        lane={lane}
        pointing={pointing}
      />
    )),
    show.tries(form, readTries),
    show.presets(form, 'Example', readPresets),
    show.fields(form, ['chip', 'instruction']),
    show.fields(form, ['order', 'columns', 'read', 'layout']),
    <p class="operand-buttons">
      {sides.map((side) => (
        <OpenInPlayground
          key={side.kind}
          text={specificationOf(read, side)}
          at={{ file: 'operand.yaml', machine: read.parameters.chip }}
        >
          Open the{' '}
          {side.kind === 'plain' ? 'plain' : side.kind === 'padded' ? 'padded' : 'swizzled'} tile in
          the playground
        </OpenInPlayground>
      ))}
    </p>,
    show.table(table),
  ]);
}

interface SideProps {
  readonly read: OperandRead;
  readonly side: ReadSide;
  readonly piece: number;
  readonly phase: number;
  readonly lane: number | undefined;
  readonly pointing: {
    readonly onPoint: (at: Pointed | undefined) => void;
    readonly onPick: (at: Pointed) => void;
  };
}

function Side({ read, side, piece, phase, lane, pointing }: SideProps): JSX.Element {
  const served = side.reads[piece];
  return show.panel('operand-side', side.title[0]?.toUpperCase() + side.title.slice(1), [
    show.facts(factsOf(read, side, piece, phase)),
    served === undefined
      ? undefined
      : show.view(
          bankGridPicture(served, phase, {
            machine: read.machine,
            ...(lane === undefined ? {} : { selection: { lane } }),
          }),
          `operand-read-${side.kind}`,
          bankGridTable(served, phase),
          pointing,
        ),
  ]);
}

function factsOf(
  { matrix, instructions }: OperandRead,
  side: ReadSide,
  piece: number,
  phase: number,
): Fact[] {
  const ways = side.reads[piece]?.phases[phase]?.ways ?? 0;
  const { reads, cycles, conflicts } = side;
  const what = reads.length === 1 ? 'cycles of the read' : `cycles of all ${reads.length} reads`;
  const core = matrixCycles(matrix);
  return [
    [`ways in phase ${phase + 1}`, ways, toneOf(ways - 1)],
    [what, cycles],
    ['conflicts among them', conflicts, toneOf(conflicts)],
    ['LDS cycles for A, per instruction', Number((cycles / instructions).toFixed(1))],
    core === undefined ? undefined : ['matrix core cycles of it', core],
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
      ? ` A lane reads ${elements} neighbours in k; one instruction takes ${consecutive}. So the read serves ${instructions} instructions, and k has another order, the same for A and B.`
      : read.places.length > 1
        ? ` One ${nameOf(matrix)} needs ${read.places.length} such reads.`
        : '';
  return `${ruleText(read)}${parameters.read.includes('_tr_') ? ' Sixteen lanes read rows of k and exchange elements, so that each gets its column.' : ''}${serves}`;
}
