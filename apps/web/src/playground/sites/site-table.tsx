/** The instructions that touch shared memory, the most expensive first; a row is a way to its pictures. */
import type { Report, ReportSite, Unserved } from '@ldscope/core';
import { termsFor, unservedCell, unservedWords } from '@ldscope/render';
import { useComputed } from '@preact/signals';
import type { JSX } from 'preact';
import { grouped } from '../../controls/words.ts';
import { pickSite } from '../actions.ts';
import { reveal } from '../editor-pane.tsx';
import { otherConflicts } from '../compare/other.ts';
import { analyzed, comparedWith, report, site, view } from '../state.ts';
import { percent } from '../words.ts';
import { instructionColumns, told } from './instruction-columns.tsx';
import { groupOf, isFiltered, keep } from './look.ts';
import { SiteFilter } from './site-filter.tsx';
import { SortedTable, type TableColumn } from './table.tsx';

export function SiteTable(): JSX.Element | null {
  const columns = useComputed(() => {
    const shown = report.value;
    const machine = analyzed.value?.machine;
    if (shown === undefined || machine === undefined) return [];
    return columnsOf(shown, termsFor(machine), comparedWith.value?.name);
  });
  const shown = report.value;
  if (shown === undefined || shown.sites.length === 0) return null;
  const { sites } = shown;
  const kept = keep.value === undefined ? sites.length : sites.filter(keep.value).length;
  return (
    <div class="sites">
      {isFiltered.value ? <SiteFilter kept={kept} all={sites.length} /> : undefined}
      <div class="view-scroll" role="region" aria-label="Instructions">
        <SortedTable<ReportSite>
          label="Instructions"
          items={sites}
          columns={columns.value}
          keyOf={({ id }) => id}
          chosen={site.value?.id}
          keep={keep.value}
          group={groupOf.value}
          onPick={({ id, location }) => {
            pickSite(id);
            if (view.value === 'global' || view.value === 'machine' || view.value === 'timeline') {
              view.value = 'banks';
            }
            if (location.line !== undefined) reveal(location.line);
          }}
        />
      </div>
    </div>
  );
}

function columnsOf(
  shown: Report,
  { cycles, memoryCycles }: ReturnType<typeof termsFor>,
  other: string | undefined,
): readonly TableColumn<ReportSite>[] {
  const theirs = otherConflicts.value;
  const longest = Math.max(1, ...shown.sites.map(({ idxActive }) => idxActive));
  const all = shown.totals.idxActive;
  const conflict = (value: number): JSX.Element => told(grouped(value), value > 0);
  return [
    ...instructionColumns(shown.sites),
    {
      key: 'ways',
      title: 'ways',
      hint: 'words that the most loaded bank serves one after another; 1 is conflict-free',
      numeric: true,
      value: ({ worstWays }) => worstWays,
      cell: ({ worstWays, unserved }) => (unserved === undefined ? ways(worstWays) : unknown('-')),
      total: 'most',
      totalCell: (value) => (value > 1 || shown.account.isCovered ? ways(value) : unknown('-')),
    },
    {
      key: 'cycles',
      title: cycles,
      numeric: true,
      value: ({ idxActive }) => idxActive,
      cell: (one) =>
        one.unserved === undefined ? grouped(one.idxActive) : unknown('not known', one.unserved),
      total: 'sum',
      totalCell: grouped,
    },
    {
      key: 'conflict',
      title: 'conflict',
      hint: `${cycles} that bank conflicts cost`,
      numeric: true,
      value: ({ bankConflict }) => bankConflict,
      cell: ({ bankConflict, unserved }) =>
        unserved === undefined ? conflict(bankConflict) : unknown(unservedCell(unserved), unserved),
      total: 'sum',
      totalCell: (value) =>
        value > 0 || shown.account.isCovered ? conflict(value) : unknown('not known'),
    },
    {
      key: 'share',
      title: 'share',
      hint: `of all ${memoryCycles}; red: conflicts`,
      numeric: true,
      value: ({ idxActive }) => idxActive,
      cell: (one) =>
        one.unserved === undefined ? (
          <Share part={one} all={all} longest={longest} />
        ) : (
          unknown('-')
        ),
      total: 'sum',
      totalCell: (value) => percent(value, all),
    },
    ...(other === undefined
      ? []
      : [
          {
            key: 'other',
            title: other,
            numeric: true,
            value: ({ id }: ReportSite) => {
              const value = theirs.get(id);
              return typeof value === 'number' ? value : -1;
            },
            cell: ({ id }: ReportSite) => {
              const value = theirs.get(id);
              return value === undefined
                ? '-'
                : typeof value === 'number'
                  ? conflict(value)
                  : unknown(value);
            },
          },
        ]),
  ];
}

/** An unknown cost is shown as neither good nor bad. */
const unknown = (text: string, why?: Unserved): JSX.Element => (
  <span class="soft" title={why === undefined ? undefined : unservedWords[why]}>
    {text}
  </span>
);

const ways = (value: number): JSX.Element => (
  <span class={`tag ${value > 1 ? 'conflict' : 'good'}`}>{value}</span>
);

/** The share of all cycles; the bar is as long as the longest's, with conflicts in their colour. */
function Share({
  part: { idxActive, bankConflict },
  all,
  longest,
}: {
  readonly part: Pick<ReportSite, 'idxActive' | 'bankConflict'>;
  readonly all: number;
  readonly longest: number;
}): JSX.Element {
  const width = (cycles: number): { width: string } => ({ width: `${(100 * cycles) / longest}%` });
  return (
    <>
      {percent(idxActive, all)}
      <span class="share-bar" aria-hidden="true">
        <span class="conflict-part" style={width(bankConflict)} />
        <span class="other-part" style={width(idxActive - bankConflict)} />
      </span>
    </>
  );
}
