/** The gcd rule: a tile, its rows on the banks, and what its column costs each instruction. */
import { machineNamed } from '@ldscope/core';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { toneOf } from '../../controls/facts.tsx';
import { useSteps } from '../../controls/stepper.tsx';
import { useControls } from '../../controls/use-controls.ts';
import { tableOf } from '../../picture/table-of.ts';
import * as show from '../parts/show.tsx';
import {
  accessControls,
  type Chip,
  gcdControls,
  type GcdParameters,
  gcdTries,
  worked,
} from './controls.ts';
import { compared, gcdView, openedRead, rowAndColumn, tileRows } from './model.ts';
import { banksPicture, banksTable } from './picture.ts';

function GcdFigures(): JSX.Element {
  const form = useControls(gcdControls);
  const accesses = useControls(accessControls);
  const parameters = form.state;
  const { chip, ld, rows } = parameters;
  const view = useMemo(() => gcdView(parameters), [parameters]);
  const [last, stepper] = useSteps('Row', rows, {
    of: parameters,
    text: (row) => `row ${row}: bank ${view.bankOfRow[row] ?? ''}`,
    milliseconds: 250,
  });
  const picture = useMemo(() => banksPicture(view, last), [view, last]);
  const tables = useMemo(() => tablesOf(parameters), [parameters]);
  const opened = openedRead(parameters);
  const { rule, banks, pitchBytes } = view;
  return show.all([
    show.figure('Rows on banks', [
      show.view(picture, 'gcd-banks', banksTable(view)),
      stepper,
      show.prose(
        rule === undefined
          ? `${pitchBytes} bytes are not a multiple of 4: rows begin inside a word, and the rule does not apply. The picture shows the banks that rows begin in.`
          : `${ld} x ${pitchBytes / ld} B = ${pitchBytes} B = ${pitchBytes / 4} words; ${pitchBytes / 4} mod ${banks} = **${rule.advance}**; gcd(${rule.advance}, ${banks}) = **${rule.gcd}**; ${banks} / ${rule.gcd} = **${rule.distinct}**; ${rows} rows on ${rule.distinct} ${rule.distinct === 1 ? 'bank' : 'banks'}: **${rule.ways}** ${rule.ways === 1 ? 'way, no conflict' : 'ways'}.`,
        'verdict room-2',
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
    show.figure('Where the rule fails', [
      show.table(tables.instructions),
      show.prose(
        `The rule looks at one word of each row, for all rows at once. Hardware serves fixed groups of lanes, moves the whole vector of a lane, and some instructions see only half of the banks. So the rule describes addresses; what an instruction costs has to be counted. Lane l reads row l mod ${rows}; the next lanes continue to the right.`,
      ),
      show.open(
        opened?.text,
        { file: 'column.yaml', machine: chip, view: 'banks', site: 'column' },
        `Open the ${opened?.bits}-bit read in the playground`,
      ),
    ]),
    show.figure('Common tiles conflict', [
      show.table(tables.tiles),
      show.prose(
        `Widths of tiles are powers of two, and so is the period of the banks: ${banks} banks of 4 bytes repeat every ${4 * banks} bytes. If the row stride is a multiple of that, every row begins in the bank of the first.`,
      ),
    ]),
    show.figure('Row access and column access', [
      <RowAndColumn chip={chip} columns={accesses.state.columns} />,
      show.fields(accesses),
      show.prose(
        'A tile of 32 x 32 f32 has rows of 128 bytes. Along a row, each lane reads the next bank. Down a column, each lane is 32 words further: on 32 banks that is the same bank again.',
      ),
    ]),
  ]);
}

/** The tile of f32 along a row and down a column. */
const RowAndColumn = ({ chip, columns }: Readonly<{ chip: Chip; columns: number }>): JSX.Element =>
  show.columns(
    useMemo(() => rowAndColumn(machineNamed(chip), columns), [chip, columns]).map(
      ({ name, code, served }) => (
        <div key={name}>
          <h3>
            <code>{code}</code>
          </h3>
          {show.prose(
            `\`${served.opcode}\`: ${served.idxActive} cycles per wave, ${
              served.bankConflict === 0
                ? 'no conflict'
                : `${served.bankConflict} of them conflicts, ${served.worstWays} ways`
            }.`,
            '',
          )}
          {show.banks(served, 0, `gcd-${chip}-${name}`, {
            machine: machineNamed(chip),
            compact: true,
            heading: code,
          })}
        </div>
      ),
    ),
  );

const tablesOf = (parameters: GcdParameters) => ({
  instructions: tableOf(
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
  tiles: tableOf(
    `Common tiles on the banks of ${parameters.chip}, ${parameters.rows} rows at once; the last two are padded`,
    tileRows(parameters),
    [
      ['tile', ({ tile }) => tile.name],
      ['row stride', ({ tile }) => `${tile.pitchBytes} B`, 'numeric'],
      ['advance', ({ rule }) => rule?.advance],
      ['gcd', ({ rule }) => rule?.gcd],
      ['distinct banks', ({ rule }) => rule?.distinct],
      ['ways by the rule', ({ rule }) => rule?.ways],
    ],
  ),
});

show.page(
  'gcd',
  [<GcdFigures />],
  [
    'The rule, LD = 128 and 132, and the list of tiles follow the talk {talk}, sections “Conflict Arithmetic” and “Why Common Tiles Collide”. Its 32 banks are those of gfx942.',
    'Cycles and ways: the phase tables of the chips, with their sources on the page [Phases](phases.html).',
  ],
);
