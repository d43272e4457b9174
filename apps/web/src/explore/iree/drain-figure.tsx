/** The same conflicts, and less waiting: three ways to fetch operands, in time. */
import { type DataTable, timelinePicture, unitTable } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Choice } from '../../controls/choice.tsx';
import { NumberField } from '../../controls/fields.tsx';
import { TableOf } from '../../picture/data-table.tsx';
import { View } from '../../picture/view.tsx';
import { OpenInPlayground } from '../../share/open-in-playground.tsx';
import { Figure } from '../explorer-page.tsx';
import { type Drain, drained, drainLines, drains, drainText } from './drain.ts';

const MOST_PAIRS = 7;

export function DrainFigure(): JSX.Element {
  const [parameters, setParameters] = useState({ pairs: 4, conflicts: 8 });
  const [drain, setDrain] = useState<Drain>('full');
  const all = useMemo(() => drains.map(({ value }) => drained(value, parameters)), [parameters]);
  const own = all.find((one) => one.drain === drain) ?? all[0];
  const longest = Math.max(...all.map(({ cycles }) => cycles));
  const start = own?.loop.starts[3] ?? 0;
  const range = { from: start, to: start + longest + 8 };
  const picture = useMemo(
    () =>
      own &&
      timelinePicture(own.loop.program, own.loop.timeline, { ...range, loops: own.loop.loops }),
    [own, longest],
  );
  const table: DataTable = {
    caption: 'A wave and iteration, simulated for gfx942',
    columns: [
      { title: 'how operands are fetched' },
      { title: 'LDS instructions', numeric: true },
      { title: 'conflict cycles', numeric: true },
      { title: 'conflicts per instruction', numeric: true },
      { title: 'waits for LDS, cycles', numeric: true },
      { title: 'cycles', numeric: true },
    ],
    rows: all.map(({ drain: name, instructions, conflictCycles, waiting, cycles }) => [
      drains.find(({ value }) => value === name)?.label ?? name,
      String(instructions),
      String(conflictCycles),
      (conflictCycles / instructions).toFixed(1),
      waiting.toFixed(1),
      cycles.toFixed(0),
    ]),
  };
  return (
    <Figure title="As many conflicts, and faster">
      <div class="prose">
        <p>
          In f32 padding and swizzle have the same conflicts, and the talk measures the swizzle as
          faster. Its two traces say why: the compiler joins reads of padded rows to pairs and waits
          for all; it cannot see through an exclusive or, so the swizzled reads stay single, and a
          matrix instruction begins when its own word is there. This is a sketch of both on the
          model of a compute unit, with 8 bytes a lane for the two words of{' '}
          <code>ds_read2_b32</code>; <code>docs/timing-attention.md</code> has whole kernels.
        </p>
      </div>
      <div class="figure-controls">
        <NumberField
          label="Pairs of words a lane"
          value={parameters.pairs}
          min={1}
          max={MOST_PAIRS}
          onChange={(pairs) => setParameters({ ...parameters, pairs })}
        />
        <NumberField
          label="Conflict cycles of a word"
          value={parameters.conflicts}
          min={0}
          max={31}
          onChange={(conflicts) => setParameters({ ...parameters, conflicts })}
        />
        <Choice label="In the picture" options={drains} value={drain} onChange={setDrain} />
      </div>
      <div class="view-scroll" tabIndex={0} role="region" aria-label={table.caption}>
        <TableOf table={table} marked={all.map((one) => one.drain === drain)} />
      </div>
      {picture === undefined || own === undefined ? undefined : (
        <div class="iree-timeline">
          <View
            picture={picture}
            table={() => unitTable(own.loop.program, own.loop.timeline, range)}
            name={`iree-drain-${drain}`}
          />
        </div>
      )}
      <div class="iree-traces">
        {drains.map(({ value, label }) => (
          <div class="iree-panel" key={value}>
            <h3>{label}</h3>
            <pre tabIndex={0} role="region" aria-label={`The loop: ${label}`}>
              {drainLines(drainText(value, parameters)).join('\n')}
            </pre>
          </div>
        ))}
      </div>
      <div class="figure-controls">
        <OpenInPlayground
          text={drainText(drain, parameters)}
          file={`${drain}.sched`}
          machine="gfx942"
          view="timeline"
        >
          Open this schedule in the playground
        </OpenInPlayground>
      </div>
    </Figure>
  );
}
