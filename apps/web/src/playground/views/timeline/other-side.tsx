/** The timeline of the other side of the comparison, below the present one and over the same cycles where that is zoomed. */
import { rangeOf, timelinePicture, unitTable } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { type Fact, Facts } from '../../../controls/facts.tsx';
import { grouped } from '../../../controls/words.ts';
import { View } from '../../../picture/view.tsx';
import { otherCaptionOf } from '../../caption.ts';
import { comparedWith, otherTimelineRun } from '../../state.ts';
import { type Range, within } from './range.ts';

interface OtherSideProps {
  /** Cycles that are shown of the present side; `undefined` for all. */
  readonly range: Range | undefined;
  /** Of the present side, in all. */
  readonly cycles: number;
  readonly width: number;
  readonly rows: 'all' | 'units' | 'waves';
}

export function OtherSide({ range, cycles, width, rows }: OtherSideProps): JSX.Element | null {
  const { name } = comparedWith.value ?? {};
  const { status, result } = otherTimelineRun.value;
  const { report, program, timeline } = result?.report === undefined ? {} : result;
  const [from, to] = (timeline && range && within(range, timeline.cycles)) ?? [
    0,
    timeline === undefined ? 0 : rangeOf(timeline, {})[1],
  ];
  const picture = useMemo(
    () =>
      program === undefined || timeline === undefined
        ? undefined
        : timelinePicture(program, timeline, { from, to, width, rows }),
    [program, timeline, from, to, width, rows],
  );
  if (name === undefined) return null;
  if (
    report === undefined ||
    program === undefined ||
    timeline === undefined ||
    picture === undefined
  ) {
    const why = result?.diagnostics.find(({ severity }) => severity === 'error')?.message;
    return (
      <p class="soft">
        Compared with {name}:{' '}
        {status === 'running' ? 'simulating ...' : (why ?? 'it has no timeline')}
      </p>
    );
  }
  return (
    <>
      <h3>
        {name} <span class="soft">one compute unit of {report.machine}</span>
      </h3>
      <Facts facts={factsOf(report.cycles, cycles)} />
      <View
        picture={picture}
        table={() => unitTable(program, timeline, { from, to })}
        name="timeline-other"
        caption={() =>
          otherCaptionOf(
            `one compute unit, cycles ${grouped(from)} to ${grouped(to)}`,
            report.machine,
            'timeline',
          )
        }
      />
    </>
  );
}

function factsOf(cycles: number, present: number): readonly Fact[] {
  const change = 100 * (present / cycles - 1);
  return [
    ['cycles', grouped(Math.round(cycles))],
    [
      'the present side takes',
      Math.abs(change) < 0.05
        ? 'as long'
        : `${Math.abs(change).toFixed(1)} % ${change < 0 ? 'less' : 'more'}`,
    ],
  ];
}
