/** IREE's flow for swizzles: the attribute, the decision, the passes. */
import { timelinePicture, unitTable } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { useControls, usePart } from '../../controls/use-controls.ts';
import { tableOf } from '../../picture/table-of.ts';
import * as show from '../parts/show.tsx';
import { AddressFigures } from './address.tsx';
import { drainControls, drains } from './controls.ts';
import { drained, drainLines, drainText } from './drain.ts';
import './iree.css';
import { PassesFigure } from './passes.tsx';
import { RulesFigure } from './rules.tsx';
import { SweepFigure } from './sweep.tsx';
import { WhoFigure } from './who-figure.tsx';

function DrainFigure(): JSX.Element {
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
    show.columns(
      drains.map(({ value, label }) =>
        show.panel(label, [
          show.code(`The loop: ${label}`, drainLines(drainText(value, parameters)).join('\n')),
        ]),
      ),
      280,
    ),
    show.open(
      drainText(drain, parameters),
      { file: `${drain}.sched`, machine: 'gfx942', view: 'timeline' },
      'Open this schedule in the playground',
    ),
  ]);
}

show.page(
  'iree',
  [
    <AddressFigures />,
    show.text('The attribute', [
      '`#iree_codegen.xor_shuffle<row_width, access_width, row_stride, per_phase>` permutes the elements of a flat buffer in groups of `access_width`. The number of a group is XORed with the number of its row; elements inside a group stay together. `rotate_rows` adds the row number instead. All sizes are in elements: the attribute knows neither bytes nor banks.',
    ]),
    <RulesFigure />,
    <PassesFigure />,
    show.folded(
      'Why a tile goes through LDS',
      'The layout of a copy beside the fragments of a matrix instruction: which lane writes an element, and which lane reads it.',
      <WhoFigure />,
    ),
    show.folded(
      'Why equal conflicts can cost less time',
      'Three ways to read operands on the model of a compute unit: in pairs or one by one, with one wait or several.',
      <DrainFigure />,
    ),
    show.beside('talk', [
      <SweepFigure />,
      show.prose([
        "**Four phases of 16 lanes.** The talk counts every access of 64 lanes as four phases. On gfx942 that holds for 8 bytes per lane; 4 bytes take two phases of 32 lanes, 16 bytes eight phases of 8. The talk's own f32 counters require this.",
        '**Padding clears 55 of 110**, because rows of 132 f16 begin at multiples of 8 bytes: a 16-byte copy becomes two of 8 bytes, whose lanes are 16 bytes apart and conflict. Within a row of 64 f16 they do not. The read has no conflicts either way.',
        '**4.7 % of LDS** results if V has a hint as well. The public rules give it none, because it is written 8 elements per lane and read one by one. So the measured revision, which is not public, probably decided differently.',
        '**The remaining f32 conflicts are not a limit of the hardware.** Padding and swizzle leave the same count for different reasons: copies of 16 bytes cut in two, and reads of V that cross rows. `npm run validate -- attention` finds a layout without conflicts for every tile; most are not of the form `xor_shuffle`.',
        '**What IREE does not check.** The verifier accepts a number of groups that is not a power of two, and then two elements share a place. It accepts `per_phase` and `row_stride`, although constant offsets are reduced by a period that is correct only without them. And an access that does not begin at a group can touch two: run the passes on “Odd columns” as IREE pull request 23778.',
      ]),
    ]),
  ],
  [
    'The running example, the state flow, the rules of fallback and the evaluation on MI300X: the talk {talk}.',
    'The attributes, the passes and their order, padding, target constants: iree-org/iree @b48a5955. The decision and the changed resolver: iree-org/iree pull request 23778 @5515b1b0.',
    'The 110 shapes: nod-ai/iree-kernel-benchmark, attentionbench (llm_sweep).',
    'Phases and banks: nod-ai/amd-shark-ai, docs/empirical-lds and the other sources of the page [Phases](phases.html).',
  ],
);
