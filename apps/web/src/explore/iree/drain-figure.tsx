/** The same conflicts with less waiting: three ways to read operands, in time. */
import { timelinePicture, unitTable } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { useControls, usePart } from '../../controls/use-controls.ts';
import { tableOf } from '../../picture/table-of.ts';
import { CodeBlock } from '../parts/code-block.tsx';
import * as show from '../parts/show.tsx';
import { drainControls } from './controls.ts';
import { drained, drainLines, drains, drainText } from './drain.ts';

export function DrainFigure(): JSX.Element {
  const form = useControls(drainControls);
  const { drain } = form.state;
  const parameters = usePart(form.state, ['pairs', 'conflicts']);
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
  const table = tableOf('One wave and iteration, simulated for gfx942', all, [
    ['operand reads', (one) => drains.find(({ value }) => value === one.drain)?.label],
    ['LDS instructions', 'instructions'],
    ['conflict cycles', 'conflictCycles'],
    [
      'conflicts per instruction',
      ({ conflictCycles, instructions }) => (conflictCycles / instructions).toFixed(1),
      'numeric',
    ],
    ['cycles of waiting for LDS', ({ waiting }) => waiting.toFixed(1), 'numeric'],
    ['cycles', ({ cycles }) => cycles.toFixed(0), 'numeric'],
  ]);
  return show.figure('Same conflicts, less time', [
    picture === undefined || own === undefined
      ? undefined
      : show.view(picture, `iree-drain-${drain}`, () =>
          unitTable(own.loop.program, own.loop.timeline, range),
        ),
    show.fields(form),
    show.table(table, { marked: all.map((one) => one.drain === drain) }),
    show.prose(
      'In f32, padding and swizzle have the same conflicts, yet the swizzle is measured to be faster. The compiler joins reads of padded rows to pairs and waits for all of them. It cannot see through an XOR, so the swizzled reads stay single, and a matrix instruction starts when its own word has arrived. This is a sketch of both on the model of a compute unit, with 8 bytes per lane for the two words of `ds_read2_b32`; `docs/timing-attention.md` has whole kernels.',
    ),
    <div class="iree-traces">
      {drains.map(({ value, label }) =>
        show.panel('iree-panel', label, [
          <CodeBlock
            label={`The loop: ${label}`}
            text={drainLines(drainText(value, parameters)).join('\n')}
          />,
        ]),
      )}
    </div>,
    show.open(
      drainText(drain, parameters),
      { file: `${drain}.sched`, machine: 'gfx942', view: 'timeline' },
      'Open this schedule in the playground',
    ),
  ]);
}
