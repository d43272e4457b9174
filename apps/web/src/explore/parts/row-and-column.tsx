/** Row access beside column access, each as banks by words. */
import type { AccessExplanation, Machine } from '@ldscope/core';
import { bankGridPicture, bankGridTable } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { View } from '../../picture/view.tsx';
import { lanes, serve, waveOf } from './one-access.ts';

interface Props {
  readonly machine: Machine;
  /** Of the tile of f32. */
  readonly columns: number;
  /** The beginning of the names of saved files. */
  readonly name: string;
}

export function RowAndColumnViews({ machine, columns, name }: Props): JSX.Element {
  const sides = useMemo(() => {
    const { row, column } = rowAndColumn(machine, columns);
    return [
      { key: 'row', code: 'tile[row][lane]', explanation: row },
      { key: 'column', code: 'tile[lane][col]', explanation: column },
    ].map((side) => ({
      ...side,
      picture: bankGridPicture(side.explanation, 0, { machine, compact: true, heading: side.code }),
      table: bankGridTable(side.explanation, 0),
    }));
  }, [machine, columns]);
  return (
    <div class="side-by-side">
      {sides.map(({ key, code, explanation, picture, table }) => (
        <div key={key}>
          <h3>
            <code>{code}</code>
          </h3>
          <p>
            <code>{explanation.opcode}</code>: {explanation.idxActive} cycles per wave,{' '}
            {explanation.bankConflict === 0
              ? 'no conflict'
              : `${explanation.bankConflict} of them conflicts, ${explanation.worstWays} ways`}
            .
          </p>
          <View picture={picture} table={table} name={`${name}-${key}`} />
        </div>
      ))}
    </div>
  );
}

/**
 * A tile of f32, here of 32 columns, read along a row and down a column by the same instruction.
 *
 *     tile[row][lane]    address = lane * 4      lane after lane on the next bank
 *     tile[lane][col]    address = lane * 128    every lane on one bank where 32 banks are 128 bytes
 */

const WORD = 4;

export function rowAndColumn(machine: Machine, columns: number) {
  const stride = (bytes: number): AccessExplanation =>
    serve(
      machine,
      'read.b32',
      lanes(waveOf(machine), (lane) => lane * bytes),
    );
  return { row: stride(WORD), column: stride(columns * WORD) };
}
