/** A tile, its rows on the banks, and what instructions make of its columns. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { Facts, toneOf } from '../../controls/facts.tsx';
import { Fields, Presets } from '../../controls/form.tsx';
import { useSteps } from '../../controls/stepper.tsx';
import { useControls } from '../../controls/use-controls.ts';
import { ScrolledTable } from '../../picture/data-table.tsx';
import { tableOf } from '../../picture/table-of.ts';
import { View } from '../../picture/view.tsx';
import { OpenInPlayground } from '../../share/open-in-playground.tsx';
import { Figure } from '../explorer-page.tsx';
import { machineOf } from '../parts/one-access.ts';
import { RowAndColumnViews } from '../parts/row-and-column.tsx';
import { banksPicture, banksTable } from './banks-picture.ts';
import { type Chip, gcdControls, type GcdParameters, worked } from './controls.ts';
import { compared, gcdView, openedRead, tileRows } from './model.ts';

export function GcdFigures(): JSX.Element {
  const form = useControls(gcdControls);
  const parameters = form.state;
  const view = useMemo(() => gcdView(parameters), [parameters]);
  const [last, stepper] = useSteps('Row', parameters.rows, {
    start: parameters.rows - 1,
    of: parameters,
    text: (row) => `row ${row}: bank ${view.bankOfRow[row] ?? ''}`,
    milliseconds: 250,
  });
  const picture = useMemo(() => banksPicture(view, last), [view, last]);
  const { rule, banks, pitchBytes } = view;
  return (
    <>
      <Figure title="Rows on banks">
        <Presets of={form} label="Worked" presets={worked} />
        <Fields of={form} />
        {rule === undefined ? (
          <p class="verdict gcd-arithmetic">
            {pitchBytes} bytes are not whole words: rows begin inside of a word and the rule has
            nothing to say. The picture has the banks as they are.
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
        )}
        <Facts
          facts={[
            { name: 'row stride', value: `${pitchBytes} B` },
            { name: 'bank advance', value: rule?.advance },
            { name: 'gcd', value: rule?.gcd },
            { name: 'period, rows', value: rule?.distinct },
            { name: 'distinct banks', value: view.rowsOnBank.filter((count) => count > 0).length },
            { name: 'ways by the rule', value: rule?.ways, tone: rule && toneOf(rule.ways - 1) },
          ]}
        />
        {stepper}
        <View picture={picture} table={banksTable(view)} name="gcd-banks" />
      </Figure>
      <Instructions parameters={parameters} />
      <CommonTiles chip={parameters.chip} rows={parameters.rows} />
      <Figure title="A row is free, a column is not">
        <p class="prose">
          A tile of 32 x 32 f32: rows of 128 bytes. Reading along a row, the advance from lane to
          lane is 1. Reading down a column it is 32 words: on 32 banks, zero.
        </p>
        <RowAndColumnViews machine={view.machine} name={`gcd-${parameters.chip}`} />
      </Figure>
    </>
  );
}

function Instructions({ parameters }: { readonly parameters: GcdParameters }): JSX.Element {
  const table = useMemo(
    () =>
      tableOf(
        `${parameters.rows} rows of ${parameters.ld} ${parameters.element} on ${parameters.chip}: the column of each instruction`,
        compared(parameters),
        [
          ['instruction', ({ instruction }) => instruction],
          ['rule, ways', ({ ruleWays }) => ruleWays],
          ['counted, ways', ({ explanation }) => explanation.worstWays],
          ['cycles', ({ explanation }) => explanation.idxActive],
          ['conflict', ({ explanation }) => explanation.bankConflict],
          [
            'rule',
            ({ ruleWays, agrees }) =>
              ruleWays === undefined ? 'silent' : agrees ? 'right' : 'wrong',
          ],
          ['because', ({ because }) => because],
        ],
      ),
    [parameters],
  );
  const opened = openedRead(parameters);
  return (
    <Figure title="Where the rule ends">
      <p class="prose">
        The rule looks at one word of each row, all rows at once. Hardware serves fixed groups of
        lanes, moves the whole vector of a lane, and some instructions see only half of the banks.
        So the rule is a statement about addresses, and what an instruction costs has to be counted.
        Lane l reads row l mod {parameters.rows}; further groups stand beside the first.
      </p>
      <ScrolledTable table={table} />
      <div class="figure-controls">
        <OpenInPlayground
          text={opened?.text}
          file="column.yaml"
          machine={parameters.chip}
          view="banks"
          site="column"
        >
          Open the {opened?.bits}-bit read in the playground
        </OpenInPlayground>
      </div>
    </Figure>
  );
}

function CommonTiles({ chip, rows }: { readonly chip: Chip; readonly rows: number }): JSX.Element {
  const table = useMemo(
    () =>
      tableOf(
        `Tiles of the talk on the banks of ${chip}, ${rows} rows at once; the last two are padded`,
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
  return (
    <Figure title="Common tiles collide">
      <p class="prose">
        Widths of tiles are powers of two, and so is the period of the banks:{' '}
        {machineOf(chip).sharedMemory.banks.value} banks of 4 bytes repeat every{' '}
        {4 * machineOf(chip).sharedMemory.banks.value} bytes. A row stride that is a multiple of
        that brings every row back to the bank of the first.
      </p>
      <ScrolledTable table={table} />
    </Figure>
  );
}
