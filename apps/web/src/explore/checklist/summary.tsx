/** Both sides: what the checklist says, what the engine counts, what counters have. */
import type { DataTable } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { TableOf } from '../../picture/data-table.tsx';
import type { Chip, Side, SideName, SideView } from './model.ts';
import type { Preset } from './presets.ts';

interface Props {
  readonly views: Readonly<Record<SideName, SideView>>;
  readonly read: Side;
  readonly write: Side;
  readonly preset: Preset | undefined;
  readonly chip: Chip;
}

export function Summary({ views, read, write, preset, chip }: Props): JSX.Element {
  const table = useMemo(() => summaryTable(views, { read, write }), [views, read, write]);
  const conflict =
    views.write.explanation.bankConflict * write.times +
    views.read.explanation.bankConflict * read.times;
  const zero = views.read.passes && views.write.passes;
  const counted = preset?.counted?.chip === chip ? preset.counted : undefined;
  return (
    <>
      <div class="view-scroll" tabIndex={0} role="region" aria-label={table.caption}>
        <TableOf table={table} />
      </div>
      <p class="verdict checklist-verdict">
        The checklist says {zero ? <strong>zero conflicts</strong> : <strong>conflicts</strong>}.
        The engine counts{' '}
        <strong class={conflict === 0 ? 'tag good' : 'tag conflict'}>{conflict}</strong> conflict
        cycles a wave: {write.times} x {views.write.explanation.bankConflict} for the write,{' '}
        {read.times} x {views.read.explanation.bankConflict} for the read.
        {counted === undefined ? '' : ` Counters have ${counted.conflict} (${counted.where}).`}
      </p>
    </>
  );
}

function summaryTable(views: Props['views'], times: Readonly<Record<SideName, Side>>): DataTable {
  return {
    caption: 'One instruction of each side',
    columns: [
      { title: 'side' },
      { title: 'instruction' },
      { title: 'a wave', numeric: true },
      { title: 'checklist' },
      { title: 'phases', numeric: true },
      { title: 'cycles', numeric: true },
      { title: 'conflict', numeric: true },
      { title: 'counted', numeric: true },
    ],
    rows: (['write', 'read'] as const).map((name) => {
      const { explanation, passes, worstWays, measured } = views[name];
      return [
        name,
        explanation.opcode,
        `${times[name].times} x`,
        passes ? 'passes' : `fails, ${worstWays} ways`,
        String(explanation.phases.length),
        String(explanation.idxActive),
        String(explanation.bankConflict),
        measured === undefined ? '-' : String(measured.conflict),
      ];
    }),
  };
}
