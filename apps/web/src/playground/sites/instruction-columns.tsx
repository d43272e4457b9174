/** The first columns of every table of instructions; empty columns are left out. */
import { authoredLine, type ReportSite } from '@ldscope/core';
import { framesText, linePlace } from '@ldscope/render';
import type { JSX } from 'preact';
import type { TableColumn } from './table.tsx';

export type Instruction = Pick<ReportSite, 'id' | 'op' | 'buffer' | 'location'> & {
  readonly direction: string;
};

/** The line of source that an instruction was compiled from, as its author thinks of it. */
const fromOf = ({ location }: Instruction): string | undefined => {
  const from = authoredLine(location.source ?? []);
  return from && linePlace(from);
};

export function instructionColumns<T extends Instruction>(
  sites: readonly T[],
): readonly TableColumn<T>[] {
  const hasSource = sites.some((site) => fromOf(site) !== undefined);
  const hasBuffer = sites.some(({ buffer }) => buffer !== '');
  return [
    {
      key: 'site',
      title: 'site',
      value: ({ location, id }) => location.line ?? id,
      cell: ({ id, location }) => <span title={location.text ?? ''}>{id}</span>,
    },
    ...(hasSource
      ? [
          {
            key: 'line',
            title: 'line',
            hint: 'the source line that it was compiled from',
            value: (site: T) => fromOf(site) ?? '',
            cell: (site: T) => <span title={framesText(site.location)}>{fromOf(site)}</span>,
          },
        ]
      : []),
    {
      key: 'instruction',
      title: 'instruction',
      value: ({ op, direction }) => `${op} ${direction}`,
      cell: ({ op, direction }) => (
        <>
          {op} <span class="soft">{direction}</span>
        </>
      ),
    },
    ...(hasBuffer
      ? [
          {
            key: 'buffer',
            title: 'buffer',
            value: ({ buffer }: T) => buffer,
            cell: ({ buffer }: T) => buffer,
          },
        ]
      : []),
  ];
}

/** A number that stands out where it is a cost. */
export const told = (text: string, isBad: boolean): JSX.Element => (
  <span class={isBad ? 'bad' : ''}>{text}</span>
);
