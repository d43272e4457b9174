/** The instructions that touch shared memory, the most expensive first; a row is a way to its pictures. */
import type { ReportSite } from '@ldscope/core';
import type { JSX } from 'preact';
import { PickTable, told } from './pick-table.tsx';
import { comparedWith, report, site, view } from './state.ts';
import { count } from './words.ts';

export function SiteTable(): JSX.Element | null {
  const shown = report.value;
  if (shown === undefined || shown.sites.length === 0) return null;
  const other = comparedWith.value;
  const theirs = new Map(other?.report?.sites.map((one) => [one.id, one.bankConflict]));
  const conflict = (cycles: number | undefined): JSX.Element =>
    told(cycles === undefined ? '-' : count(cycles), (cycles ?? 0) > 0);
  return (
    <div class="sites view-scroll" role="region" aria-label="Instructions" tabIndex={0}>
      <PickTable<ReportSite>
        sites={shown.sites}
        chosen={site.value?.id}
        onOpen={() => {
          if (view.value === 'global' || view.value === 'machine' || view.value === 'timeline') {
            view.value = 'banks';
          }
        }}
        columns={[
          {
            title: 'ways',
            numeric: true,
            cell: ({ worstWays }) => (
              <span class={`tag ${worstWays > 1 ? 'conflict' : 'good'}`}>{worstWays}</span>
            ),
          },
          { title: 'cycles', numeric: true, cell: ({ idxActive }) => count(idxActive) },
          { title: 'conflict', numeric: true, cell: (one) => conflict(one.bankConflict) },
          ...(other === undefined
            ? []
            : [
                {
                  title: other.name,
                  numeric: true,
                  cell: ({ id }: ReportSite) => conflict(theirs.get(id)),
                },
              ]),
        ]}
      />
    </div>
  );
}
