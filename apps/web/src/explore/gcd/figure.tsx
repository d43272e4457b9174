/** A tile, its rows on the banks, and what instructions make of its columns. */
import type { DataTable } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Choice } from '../../controls/choice.tsx';
import { Facts } from '../../controls/facts.tsx';
import { NumberField } from '../../controls/fields.tsx';
import { Stepper } from '../../controls/stepper.tsx';
import { TableOf } from '../../picture/data-table.tsx';
import { View } from '../../picture/view.tsx';
import { OpenInPlayground } from '../../share/open-in-playground.tsx';
import { Figure } from '../explorer-page.tsx';
import { machineOf } from '../parts/one-access.ts';
import { RowAndColumnViews } from '../parts/row-and-column.tsx';
import { banksPicture, banksTable } from './banks-picture.ts';
import {
  type Chip,
  chips,
  type Compared,
  compared,
  elementNames,
  type GcdParameters,
  gcdView,
  MOST_LD,
  openedRead,
  rowCounts,
  tileRows,
  worked,
} from './model.ts';

const OWN = 'your own';
const start: GcdParameters = { element: 'f16', ld: 128, rows: 16, chip: 'gfx942' };

export function GcdFigures(): JSX.Element {
  const [parameters, setParameters] = useState(start);
  const [last, setLast] = useState(start.rows - 1);
  const change = (some: Partial<GcdParameters>): void => {
    const next = { ...parameters, ...some };
    const most = Math.max(...rowCounts(next.chip));
    const rows = Math.min(next.rows, most);
    setParameters({ ...next, rows });
    setLast(rows - 1);
  };
  const view = useMemo(() => gcdView(parameters), [parameters]);
  const picture = useMemo(() => banksPicture(view, last), [view, last]);
  const table = useMemo(() => banksTable(view), [view]);
  const instructions = useMemo(() => compared(parameters), [parameters]);
  const { rule, banks, pitchBytes } = view;
  const bank = view.bankOfRow[last];
  return (
    <>
      <Figure title="Rows on banks">
        <div class="figure-controls">
          <Choice
            label="Worked"
            options={[...worked.map(({ name }) => name), OWN]}
            value={
              worked.find(
                ({ element, ld, rows }) =>
                  element === parameters.element &&
                  ld === parameters.ld &&
                  rows === parameters.rows,
              )?.name ?? OWN
            }
            onChange={(name) => {
              const found = worked.find((one) => one.name === name);
              if (found !== undefined)
                change({ element: found.element, ld: found.ld, rows: found.rows });
            }}
          />
        </div>
        <div class="figure-controls">
          <Choice
            label="Element"
            options={elementNames}
            value={parameters.element}
            onChange={(element) => change({ element })}
          />
          <NumberField
            label="LD, elements"
            value={parameters.ld}
            min={1}
            max={MOST_LD}
            onChange={(ld) => change({ ld })}
          />
          <Choice
            label="Rows that are read together"
            options={rowCounts(parameters.chip).map(String)}
            value={String(parameters.rows)}
            onChange={(rows) => change({ rows: Number(rows) })}
          />
          <Choice
            label="Chip"
            options={chips.map((chip) => ({
              value: chip,
              label: `${chip}, ${machineOf(chip).sharedMemory.banks.value} banks`,
            }))}
            value={parameters.chip}
            onChange={(chip: Chip) => change({ chip })}
          />
        </div>
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
            { name: 'bank advance', value: rule === undefined ? '-' : String(rule.advance) },
            { name: 'gcd', value: rule === undefined ? '-' : String(rule.gcd) },
            { name: 'period, rows', value: rule === undefined ? '-' : String(rule.distinct) },
            {
              name: 'distinct banks',
              value: String(view.rowsOnBank.filter((count) => count > 0).length),
            },
            {
              name: 'ways by the rule',
              value: rule === undefined ? '-' : String(rule.ways),
              ...(rule === undefined ? {} : { tone: rule.ways > 1 ? 'conflict' : 'good' }),
            },
          ]}
        />
        <Stepper
          label="Row"
          count={parameters.rows}
          value={last}
          onChange={setLast}
          milliseconds={250}
          text={`row ${last}: bank ${bank ?? ''}`}
        />
        <View picture={picture} table={table} name="gcd-banks" />
      </Figure>
      <Instructions parameters={parameters} instructions={instructions} />
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

interface InstructionsProps {
  readonly parameters: GcdParameters;
  readonly instructions: readonly Compared[];
}

function Instructions({ parameters, instructions }: InstructionsProps): JSX.Element {
  const table: DataTable = {
    caption: `${parameters.rows} rows of ${parameters.ld} ${parameters.element} on ${parameters.chip}: the column of each instruction`,
    columns: [
      { title: 'instruction' },
      { title: 'rule, ways', numeric: true },
      { title: 'counted, ways', numeric: true },
      { title: 'cycles', numeric: true },
      { title: 'conflict', numeric: true },
      { title: 'rule' },
      { title: 'because' },
    ],
    rows: instructions.map(({ instruction, ruleWays, explanation, agrees, because }) => [
      instruction,
      ruleWays === undefined ? '-' : String(ruleWays),
      String(explanation.worstWays),
      String(explanation.idxActive),
      String(explanation.bankConflict),
      ruleWays === undefined ? 'silent' : agrees ? 'right' : 'wrong',
      because,
    ]),
  };
  const opened = openedRead(parameters);
  return (
    <Figure title="Where the rule ends">
      <p class="prose">
        The rule looks at one word of each row, all rows at once. Hardware serves fixed groups of
        lanes, moves the whole vector of a lane, and some instructions see only half of the banks.
        So the rule is a statement about addresses, and what an instruction costs has to be counted.
        Lane l reads row l mod {parameters.rows}; further groups stand beside the first.
      </p>
      <div class="view-scroll" tabIndex={0} role="region" aria-label={table.caption}>
        <TableOf table={table} />
      </div>
      {opened === undefined ? undefined : (
        <div class="figure-controls">
          <OpenInPlayground
            state={{
              text: opened.text,
              file: 'column.yaml',
              machine: parameters.chip,
              view: 'banks',
              site: 'column',
            }}
          >
            Open the {opened.bits}-bit read in the playground
          </OpenInPlayground>
        </div>
      )}
    </Figure>
  );
}

function CommonTiles({ chip, rows }: { readonly chip: Chip; readonly rows: number }): JSX.Element {
  const table = useMemo(
    (): DataTable => ({
      caption: `Tiles of the talk on the banks of ${chip}, ${rows} rows at once; the last two are padded`,
      columns: [
        { title: 'tile' },
        { title: 'row stride', numeric: true },
        { title: 'advance', numeric: true },
        { title: 'gcd', numeric: true },
        { title: 'distinct banks', numeric: true },
        { title: 'ways by the rule', numeric: true },
      ],
      rows: tileRows(chip, rows).map(({ tile, rule }) => [
        tile.name,
        `${tile.pitchBytes} B`,
        ...[rule?.advance, rule?.gcd, rule?.distinct, rule?.ways].map((value) =>
          String(value ?? '-'),
        ),
      ]),
    }),
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
      <div class="view-scroll" tabIndex={0} role="region" aria-label={table.caption}>
        <TableOf table={table} />
      </div>
    </Figure>
  );
}
