/** The instructions that touch shared memory, the most expensive first; a row is a way to its pictures. */
import type { ReportSite } from '@ldscope/core';
import type { JSX } from 'preact';
import { TableHead } from '../picture/data-table.tsx';
import { pickSite } from './actions.ts';
import { reveal } from './editor-pane.tsx';
import { comparedWith, report, site, view } from './state.ts';
import { count } from './words.ts';

export function SiteTable(): JSX.Element | null {
  const shown = report.value;
  if (shown === undefined || shown.sites.length === 0) return null;
  const other = comparedWith.value;
  const theirs = new Map(other?.report?.sites.map((one) => [one.id, one]));
  const chosen = site.value?.id;
  return (
    <div class="sites view-scroll" role="region" aria-label="Instructions" tabIndex={0}>
      <table class="data-table">
        <TableHead
          columns={[
            { title: 'place' },
            { title: 'instruction' },
            { title: 'buffer' },
            { title: 'ways', numeric: true },
            { title: 'cycles', numeric: true },
            { title: 'conflict', numeric: true },
            ...(other === undefined ? [] : [{ title: other.name, numeric: true }]),
          ]}
        />
        <tbody>
          {shown.sites.map((one) => (
            <Row
              key={one.id}
              site={one}
              chosen={one.id === chosen}
              other={theirs.get(one.id)}
              compared={other !== undefined}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps {
  readonly site: ReportSite;
  readonly chosen: boolean;
  readonly other: ReportSite | undefined;
  readonly compared: boolean;
}

function Row({ site: one, chosen, other, compared }: RowProps): JSX.Element {
  const { id, op, direction, buffer, worstWays, idxActive, bankConflict, location } = one;
  const open = (): void => {
    pickSite(id);
    if (view.value === 'global' || view.value === 'machine' || view.value === 'timeline') {
      view.value = 'banks';
    }
    if (location.line !== undefined) reveal(location.line);
  };
  return (
    <tr class={chosen ? 'chosen' : ''} onClick={open}>
      <td>
        <button type="button" class="place" aria-pressed={chosen} title={location.text ?? ''}>
          {id}
        </button>
      </td>
      <td>
        {op} <span class="soft">{direction}</span>
      </td>
      <td>{buffer}</td>
      <td class="numeric">
        <span class={`tag ${worstWays > 1 ? 'conflict' : 'good'}`}>{worstWays}</span>
      </td>
      <td class="numeric">{count(idxActive)}</td>
      <td class={`numeric ${bankConflict > 0 ? 'bad' : ''}`}>{count(bankConflict)}</td>
      {compared ? (
        <td class={`numeric ${(other?.bankConflict ?? 0) > 0 ? 'bad' : ''}`}>
          {other === undefined ? '-' : count(other.bankConflict)}
        </td>
      ) : undefined}
    </tr>
  );
}
