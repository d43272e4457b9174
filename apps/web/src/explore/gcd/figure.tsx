/** A tile, its rows on the banks, and what its column costs each instruction. */
import { machineNamed } from '@ldscope/core';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { toneOf } from '../../controls/facts.tsx';
import { useSteps } from '../../controls/stepper.tsx';
import { useControls } from '../../controls/use-controls.ts';
import { tableOf } from '../../picture/table-of.ts';
import { RowAndColumnViews } from '../parts/row-and-column.tsx';
import { banksPicture, banksTable } from './picture.ts';
import * as show from '../parts/show.tsx';
import {
  accessControls,
  type Chip,
  gcdControls,
  type GcdParameters,
  gcdTries,
  worked,
} from './controls.ts';
import { compared, gcdView, openedRead, tileRows } from './model.ts';

export function GcdFigures(): JSX.Element {
  const form = useControls(gcdControls);
  const accesses = useControls(accessControls);
  const parameters = form.state;
  const view = useMemo(() => gcdView(parameters), [parameters]);
  const [last, stepper] = useSteps('Row', parameters.rows, {
    of: parameters,
    text: (row) => `row ${row}: bank ${view.bankOfRow[row] ?? ''}`,
    milliseconds: 250,
  });
  const picture = useMemo(() => banksPicture(view, last), [view, last]);
  const { rule, banks, pitchBytes } = view;
  return show.all([
    show.figure('Rows on banks', [
      show.view(picture, 'gcd-banks', banksTable(view)),
      stepper,
      rule === undefined ? (
        <p class="verdict gcd-arithmetic">
          {pitchBytes} bytes are not a multiple of 4: rows begin inside a word, and the rule does
          not apply. The picture shows the banks that rows begin in.
        </p>
      ) : (
        <p class="verdict gcd-arithmetic">
          {parameters.ld} x {pitchBytes / parameters.ld} B = {pitchBytes} B = {pitchBytes / 4}{' '}
          words; {pitchBytes / 4} mod {banks} = <strong>{rule.advance}</strong>; gcd(
          {rule.advance}, {banks}) = <strong>{rule.gcd}</strong>; {banks} / {rule.gcd} ={' '}
          <strong>{rule.distinct}</strong>; {parameters.rows} rows on {rule.distinct}{' '}
          {rule.distinct === 1 ? 'bank' : 'banks'}: <strong>{rule.ways}</strong>{' '}
          {rule.ways === 1 ? 'way, no conflict' : 'ways'}.
        </p>
      ),
      show.facts([
        ['row stride', `${pitchBytes} B`],
        ['bank advance', rule?.advance],
        ['gcd', rule?.gcd],
        ['period, rows', rule?.distinct],
        ['distinct banks', view.rowsOnBank.filter((count) => count > 0).length],
        ['ways by the rule', rule?.ways, rule && toneOf(rule.ways - 1)],
      ]),
      show.tries(form, gcdTries),
      show.presets(form, 'Example', worked),
      show.fields(form),
    ]),
    <Instructions parameters={parameters} />,
    <CommonTiles chip={parameters.chip} rows={parameters.rows} />,
    show.figure('Row access and column access', [
      <RowAndColumnViews
        machine={view.machine}
        columns={accesses.state.columns}
        name={`gcd-${parameters.chip}`}
      />,
      show.fields(accesses),
      show.prose(
        'A tile of 32 x 32 f32 has rows of 128 bytes. Along a row, each lane reads the next bank. Down a column, each lane is 32 words further: on 32 banks that is the same bank again.',
      ),
    ]),
  ]);
}

function Instructions({ parameters }: { readonly parameters: GcdParameters }): JSX.Element {
  const table = useMemo(
    () =>
      tableOf(
        `Instructions that read a column: ${parameters.rows} rows of ${parameters.ld} ${parameters.element} on ${parameters.chip}`,
        compared(parameters),
        [
          'instruction',
          ['rule, ways', 'ruleWays'],
          ['counted, ways', ({ explanation }) => explanation.worstWays],
          ['cycles', ({ explanation }) => explanation.idxActive],
          ['conflict', ({ explanation }) => explanation.bankConflict],
          [
            'rule',
            ({ ruleWays, agrees }) =>
              ruleWays === undefined ? 'does not apply' : agrees ? 'right' : 'wrong',
          ],
          'because',
        ],
      ),
    [parameters],
  );
  const opened = openedRead(parameters);
  return show.figure('Where the rule fails', [
    show.table(table),
    show.prose(
      `The rule looks at one word of each row, for all rows at once. Hardware serves fixed groups of lanes, moves the whole vector of a lane, and some instructions see only half of the banks. So the rule describes addresses; what an instruction costs has to be counted. Lane l reads row l mod ${parameters.rows}; the next lanes continue to the right.`,
    ),
    show.open(
      opened?.text,
      { file: 'column.yaml', machine: parameters.chip, view: 'banks', site: 'column' },
      `Open the ${opened?.bits}-bit read in the playground`,
    ),
  ]);
}

function CommonTiles({ chip, rows }: { readonly chip: Chip; readonly rows: number }): JSX.Element {
  const table = useMemo(
    () =>
      tableOf(
        `Common tiles on the banks of ${chip}, ${rows} rows at once; the last two are padded`,
        tileRows(chip, rows),
        [
          ['tile', ({ tile }) => tile.name],
          ['row stride', ({ tile }) => `${tile.pitchBytes} B`, 'numeric'],
          ['advance', ({ rule }) => rule?.advance],
          ['gcd', ({ rule }) => rule?.gcd],
          ['distinct banks', ({ rule }) => rule?.distinct],
          ['ways by the rule', ({ rule }) => rule?.ways],
        ],
      ),
    [chip, rows],
  );
  return show.figure('Common tiles conflict', [
    show.table(table),
    show.prose(
      `Widths of tiles are powers of two, and so is the period of the banks: ${machineNamed(chip).sharedMemory.banks.value} banks of 4 bytes repeat every ${4 * machineNamed(chip).sharedMemory.banks.value} bytes. If the row stride is a multiple of that, every row begins in the bank of the first.`,
    ),
  ]);
}
