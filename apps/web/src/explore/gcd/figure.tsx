/** A tile, its rows on the banks, and what its column costs each instruction. */
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
import { banksPicture, banksTable } from './picture.ts';
import { Try } from '../parts/try.tsx';
import { Prose } from '../parts/linked.tsx';
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
  return (
    <>
      <Figure title="Rows on banks">
        <View picture={picture} table={banksTable(view)} name="gcd-banks" />
        {stepper}
        {rule === undefined ? (
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
        )}
        <Facts
          facts={[
            ['row stride', `${pitchBytes} B`],
            ['bank advance', rule?.advance],
            ['gcd', rule?.gcd],
            ['period, rows', rule?.distinct],
            ['distinct banks', view.rowsOnBank.filter((count) => count > 0).length],
            ['ways by the rule', rule?.ways, rule && toneOf(rule.ways - 1)],
          ]}
        />
        <Try of={form} tries={gcdTries} />
        <Presets of={form} label="Example" presets={worked} />
        <Fields of={form} />
      </Figure>
      <Instructions parameters={parameters} />
      <CommonTiles chip={parameters.chip} rows={parameters.rows} />
      <Figure title="Row access and column access">
        <RowAndColumnViews
          machine={view.machine}
          columns={accesses.state.columns}
          name={`gcd-${parameters.chip}`}
        />
        <Fields of={accesses} />
        <Prose text="A tile of 32 x 32 f32 has rows of 128 bytes. Along a row, each lane reads the next bank. Down a column, each lane is 32 words further: on 32 banks that is the same bank again." />
      </Figure>
    </>
  );
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
  return (
    <Figure title="Where the rule fails">
      <ScrolledTable table={table} />
      <Prose
        text={`The rule looks at one word of each row, for all rows at once. Hardware serves fixed groups of lanes, moves the whole vector of a lane, and some instructions see only half of the banks. So the rule describes addresses; what an instruction costs has to be counted. Lane l reads row l mod ${parameters.rows}; the next lanes continue to the right.`}
      />
      <div class="figure-controls">
        <OpenInPlayground
          text={opened?.text}
          at={{ file: 'column.yaml', machine: parameters.chip, view: 'banks', site: 'column' }}
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
  return (
    <Figure title="Common tiles conflict">
      <ScrolledTable table={table} />
      <Prose
        text={`Widths of tiles are powers of two, and so is the period of the banks: ${machineOf(chip).sharedMemory.banks.value} banks of 4 bytes repeat every ${4 * machineOf(chip).sharedMemory.banks.value} bytes. If the row stride is a multiple of that, every row begins in the bank of the first.`}
      />
    </Figure>
  );
}
