/** Both sides: by the checklist, by the engine, and by hardware counters. */
import type { DataTable } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { ScrolledTable } from '../../picture/data-table.tsx';
import { tableOf } from '../../picture/table-of.ts';
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
      <ScrolledTable table={table} />
      <p class="verdict">
        The checklist predicts {zero ? <strong>no conflicts</strong> : <strong>conflicts</strong>}.
        ldscope counts{' '}
        <strong class={conflict === 0 ? 'tag good' : 'tag conflict'}>{conflict}</strong> conflict
        cycles per wave: {write.times} x {views.write.explanation.bankConflict} for the write,{' '}
        {read.times} x {views.read.explanation.bankConflict} for the read.
        {counted === undefined
          ? ''
          : ` Hardware counters show ${counted.conflict} (${counted.where}).`}
      </p>
    </>
  );
}

const summaryTable = (views: Props['views'], sides: Readonly<Record<SideName, Side>>): DataTable =>
  tableOf(
    'One instruction of each side',
    (['write', 'read'] as const).map((name) => ({ ...views[name], times: sides[name].times })),
    [
      ['side', ({ name }) => name],
      ['instruction', ({ explanation }) => explanation.opcode],
      ['per wave', ({ times }) => `${times} x`, 'numeric'],
      ['checklist', ({ passes, worstWays }) => (passes ? 'passes' : `fails, ${worstWays} ways`)],
      ['phases', ({ explanation }) => explanation.phases.length],
      ['cycles', ({ explanation }) => explanation.idxActive],
      ['conflict', ({ explanation }) => explanation.bankConflict],
      ['counted', ({ measured }) => measured?.conflict],
    ],
  );
