/** Cache lines by lanes: the bytes of global memory that a wave fetches, and which of them are useful. */
import type { GlobalReport, GlobalSite } from '@ldscope/core';
import { globalLinesPicture, globalLinesTable, globalReadout } from '@ldscope/render';
import { useComputed } from '@preact/signals';
import type { JSX } from 'preact';
import { grouped } from '../../controls/words.ts';
import { View } from '../../picture/view.tsx';
import { pick, pickSite, point, stepLane } from '../actions.ts';
import { captionOf, otherCaptionOf } from '../caption.ts';
import { otherGlobalExplanation, otherGlobalSite } from '../compare/other.ts';
import { reveal } from '../editor-pane.tsx';
import { instructionColumns, told } from '../sites/instruction-columns.tsx';
import { SortedTable, type TableColumn } from '../sites/table.tsx';
import { comparedWith, globalExplanation, globalSite, report, selection } from '../state.ts';
import { percent } from '../words.ts';
import { Empty } from './empty.tsx';
import { fitted } from './panel-width.ts';

export function GlobalView(): JSX.Element {
  const at = globalSite.value;
  const picture = useComputed(() => {
    const shown = globalExplanation.value;
    return shown && globalLinesPicture(shown, { selection: selection.value, ...fitted.value });
  });
  const columns = useComputed(() => {
    const all = report.value?.global;
    return all === undefined ? [] : columnsOf(all);
  });
  const shown = globalExplanation.value;
  const global = report.value?.global;
  if (
    at === undefined ||
    shown === undefined ||
    picture.value === undefined ||
    global === undefined
  ) {
    return <Empty>This kernel has no analyzed global memory access.</Empty>;
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
        caption={() =>
          captionOf(`${shown.instruction.name} at ${at.id}, global memory`, at.id, 'global')
        }
        onPoint={point}
        onPick={pick}
        readout={globalReadout(shown, selection.value)}
        onArrow={(key) => {
          if (key === 'ArrowLeft' || key === 'ArrowRight') return false;
          stepLane(key === 'ArrowDown' ? 1 : -1, shown.addressBytes);
          return true;
        }}
      />
      <OtherSide />
      {at.assumedPitch === true ? (
        <p class="soft">The row pitch is assumed: rows of the matrix start at a line boundary.</p>
      ) : undefined}
      <ul class="reasons">
        {shown.reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      <div class="view-scroll" role="region" aria-label="Global memory accesses">
        <SortedTable<GlobalSite>
          label="Global memory accesses"
          items={global.sites}
          columns={columns.value}
          keyOf={({ id }) => id}
          chosen={at.id}
          onPick={({ id, location }) => {
            pickSite(id);
            if (location.line !== undefined) reveal(location.line);
          }}
        />
      </div>
    </div>
  );
}

/** The same access on the other side of the comparison, below it, with lines at the same side. */
function OtherSide(): JSX.Element | null {
  const picture = useComputed(() => {
    const shown = otherGlobalExplanation.value;
    return shown && globalLinesPicture(shown, { selection: selection.value, ...fitted.value });
  });
  const { name = '', of } = comparedWith.value ?? {};
  const shown = otherGlobalExplanation.value;
  const at = otherGlobalSite.value;
  if (of === undefined) return null;
  if (shown === undefined || at === undefined || picture.value === undefined) {
    return <p class="soft">Compared with {name}: it has no such access.</p>;
  }
  return (
    <>
      <h3>
        {name} <span class="soft">{`${shown.instruction.name} at ${at.id}`}</span>
      </h3>
      <View
        picture={picture.value}
        table={() => globalLinesTable(shown)}
        name="global-lines-other"
        caption={() =>
          otherCaptionOf(`${shown.instruction.name} at ${at.id}, global memory`, at.id, 'global')
        }
        onPoint={point}
        onPick={pick}
        readout={globalReadout(shown, selection.value)}
      />
    </>
  );
}

const columnsOf = ({ sites, unit }: GlobalReport): readonly TableColumn<GlobalSite>[] => [
  ...instructionColumns(sites),
  {
    key: 'transactions',
    title: `${unit}s`,
    numeric: true,
    value: ({ transactions }) => transactions,
    cell: ({ transactions }) => grouped(transactions),
  },
  {
    key: 'ideal',
    title: 'ideal',
    hint: `${unit}s that the same bytes fill`,
    numeric: true,
    value: ({ idealTransactions }) => idealTransactions,
    cell: ({ idealTransactions }) => grouped(idealTransactions),
  },
  {
    key: 'useful',
    title: 'useful',
    hint: 'of the fetched bytes',
    numeric: true,
    value: ({ efficiency }) => efficiency,
    cell: ({ efficiency }) => told(percent(efficiency, 1), efficiency < 1),
  },
];
