/** Cache lines by lanes: what a wave fetches of global memory, and what of it is useful. */
import { globalLinesPicture, globalLinesTable } from '@ldscope/render';
import { useComputed } from '@preact/signals';
import type { JSX } from 'preact';
import { View } from '../../picture/view.tsx';
import { pick, point } from '../actions.ts';
import { PickTable, told } from '../pick-table.tsx';
import { globalExplanation, globalSite, report, selection } from '../state.ts';
import { count, percent } from '../words.ts';
import { Empty } from './empty.tsx';

export function GlobalView(): JSX.Element {
  const at = globalSite.value;
  const picture = useComputed(() => {
    const shown = globalExplanation.value;
    return shown && globalLinesPicture(shown, { selection: selection.value });
  });
  const shown = globalExplanation.value;
  const global = report.value?.global;
  if (
    at === undefined ||
    shown === undefined ||
    picture.value === undefined ||
    global === undefined
  ) {
    return <Empty>Nothing of global memory was analysed for this kernel.</Empty>;
  }
  return (
    <div class="view-body">
      <div class="view-head">
        <h2>
          {shown.instruction.name} <span class="soft">at {at.id}</span>
        </h2>
      </div>
      <View
        picture={picture.value}
        table={() => globalLinesTable(shown)}
        name="global-lines"
        onPoint={point}
        onPick={pick}
      />
      {at.assumedPitch === true ? (
        <p class="soft">
          The row pitch is assumed: rows of the matrix begin at a line and share none.
        </p>
      ) : undefined}
      <ul class="reasons">
        {shown.reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      <div class="view-scroll" tabIndex={0} role="region" aria-label="Accesses of global memory">
        <PickTable
          sites={global.sites}
          chosen={at.id}
          columns={[
            {
              title: `${global.unit}s`,
              numeric: true,
              cell: ({ transactions }) => count(transactions),
            },
            {
              title: 'ideal',
              numeric: true,
              cell: ({ idealTransactions }) => count(idealTransactions),
            },
            {
              title: 'useful',
              numeric: true,
              cell: ({ efficiency }) => told(percent(efficiency, 1), efficiency < 1),
            },
          ]}
        />
      </div>
    </div>
  );
}
