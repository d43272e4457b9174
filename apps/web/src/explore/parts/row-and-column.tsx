/** Row access beside column access, each as banks by words. */
import type { Machine } from '@ldscope/core';
import { bankGridPicture, bankGridTable } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { View } from '../../picture/view.tsx';
import { rowAndColumn } from './tile-reads.ts';

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
