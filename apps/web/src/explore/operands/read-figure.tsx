/** The reads of an operand from LDS: plain beside padded or swizzled. */
import { laneRanges } from '@ldscope/core';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { type Fact, toneOf } from '../../controls/facts.tsx';
import { useSteps } from '../../controls/stepper.tsx';
import { useControls } from '../../controls/use-controls.ts';
import { useStateOf } from '../../controls/use-state-of.ts';
import type { Pointed } from '../../picture/view.tsx';
import { capitalized } from '../parts/answer.ts';
import * as show from '../parts/show.tsx';
import { readControls, readPresets, readTries } from './controls.ts';

import { operandRead, type OperandRead, type ReadSide } from './model.ts';
import { bankText, windowPicture } from './picture.ts';
import { matrixCycles, nameOf } from './registers.ts';
import { readTable, ruleText, specificationOf } from './tables.ts';

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
    show.prose(wordsOf(read, own, lane), 'operand-words'),
    sides.map((side) => {
      const served = side.reads[own];
      return show.panel(capitalized(side.title), [
        show.facts(factsOf(read, side, own, shown)),
        served &&
          show.banks(
            served,
            shown,
            `operand-read-${side.kind}`,
            { machine: read.machine, lane },
            pointing,
          ),
      ]);
    }),
    show.tries(form, readTries),
    show.presets(form, 'Example', readPresets),
    show.fields(form, ['chip', 'instruction']),
    show.fields(form, ['order', 'columns', 'read', 'layout']),
    show.opens(
      sides.map((side) => [
        specificationOf(read, side),
        { file: 'operand.yaml', machine: read.parameters.chip, site: side.kind },
        `Open the ${sideNames[side.kind]} tile in the playground`,
      ]),
    ),
    show.table(table),
  ]);
}

const sideNames = { plain: 'plain', padded: 'padded', xor: 'swizzled', best: 'swizzled' } as const;

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
    return `Lane ${lane} begins at row ${place?.row ?? 0}, column ${place?.column ?? 0} of the tile: plain ${bankText(plain, piece, lane)}, ${sideNames[other.kind]} ${bankText(other, piece, lane)}.`;
  }
  const serves =
    instructions > 1
      ? ` A lane reads ${elements} neighbours in k; one instruction takes ${consecutive}. So the read serves ${instructions} instructions, and k has another order, the same for A and B.`
      : read.places.length > 1
        ? ` One ${nameOf(matrix)} needs ${read.places.length} such reads.`
        : '';
  return `${ruleText(read)}${parameters.read.includes('_tr_') ? ' Sixteen lanes read rows of k and exchange elements, so that each gets its column.' : ''}${serves}`;
}
