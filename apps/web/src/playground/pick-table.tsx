/** Instructions in a table: a row shows the pictures of one, and its line in the editor. */
import { type DataColumn, framesText, linePlace } from '@ldscope/render';
import { authoredLine, type ReportSite } from '@ldscope/core';
import type { ComponentChildren, JSX } from 'preact';
import { TableHead } from '../picture/data-table.tsx';
import { pickSite } from './actions.ts';
import { reveal } from './editor-pane.tsx';

type Instruction = Pick<ReportSite, 'id' | 'op' | 'buffer' | 'location'> & {
  readonly direction: string;
};

interface PickTableProps<T extends Instruction> {
  readonly sites: readonly T[];
  readonly chosen: string | undefined;
  readonly columns: readonly (DataColumn & { readonly cell: (site: T) => ComponentChildren })[];
  /** Besides picking it. */
  readonly onOpen?: () => void;
}

export function PickTable<T extends Instruction>({
  sites,
  chosen,
  columns,
  onOpen,
}: PickTableProps<T>): JSX.Element {
  const heads = [{ title: 'place' }, { title: 'instruction' }, { title: 'buffer' }, ...columns];
  return (
    <table class="data-table">
      <TableHead columns={heads} />
      <tbody>
        {sites.map((site) => {
          const { id, op, direction, buffer, location } = site;
          const from = authoredLine(location.source ?? []);
          const open = (): void => {
            pickSite(id);
            onOpen?.();
            if (location.line !== undefined) reveal(location.line);
          };
          return (
            <tr key={id} class={id === chosen ? 'chosen' : ''} onClick={open}>
              <td>
                <button
                  type="button"
                  class="place"
                  aria-pressed={id === chosen}
                  title={location.text ?? ''}
                >
                  {id}
                </button>
                {from !== undefined && (
                  <>
                    {' '}
                    <span class="soft" title={framesText(location)}>
                      {linePlace(from)}
                    </span>
                  </>
                )}
              </td>
              <td>
                {op} <span class="soft">{direction}</span>
              </td>
              <td>{buffer}</td>
              {columns.map(({ title, cell }) => (
                <td key={title} class="numeric">
                  {cell(site)}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** A number that stands out where it is a cost. */
export const told = (text: string, isBad: boolean): JSX.Element => (
  <span class={isBad ? 'bad' : ''}>{text}</span>
);
