/** Which sites the table shows: those with a word, those that conflict, reads or writes; and what groups them. */
import type { JSX } from 'preact';
import { Select } from '../../controls/fields.tsx';
import { grouped } from '../../controls/words.ts';
import {
  direction,
  directionsThere,
  filterText,
  grouping,
  groupings,
  groupingTitles,
  isConflictsOnly,
} from './look.ts';

const ALL = 'all';

export function SiteFilter({
  kept,
  all,
}: {
  readonly kept: number;
  readonly all: number;
}): JSX.Element {
  const there = directionsThere.value;
  return (
    <div class="site-filter" role="search" aria-label="Instructions">
      <input
        type="search"
        class="field"
        aria-label="Filter instructions"
        placeholder="Filter: ds_read, %tile, 22:5"
        value={filterText.value}
        onInput={({ currentTarget }) => {
          filterText.value = currentTarget.value;
        }}
      />
      <label>
        <input
          type="checkbox"
          checked={isConflictsOnly.value}
          onChange={({ currentTarget }) => {
            isConflictsOnly.value = currentTarget.checked;
          }}
        />
        conflicts only
      </label>
      {there.length < 2 ? undefined : (
        <Select
          label="Show"
          value={direction.value ?? ALL}
          options={[ALL, ...there.map((one) => ({ value: one, label: `${one}s` }))]}
          onChange={(chosen) => {
            direction.value = there.find((one) => one === chosen);
          }}
        />
      )}
      <Select
        label="Group by"
        value={groupings.value.includes(grouping.value) ? grouping.value : 'none'}
        options={groupings.value.map((value) => ({ value, label: groupingTitles[value] }))}
        onChange={(chosen) => {
          grouping.value = chosen;
        }}
      />
      <span class="count" role="status">
        {kept === all ? grouped(all) : `${grouped(kept)} of ${grouped(all)}`} instructions
      </span>
    </div>
  );
}
