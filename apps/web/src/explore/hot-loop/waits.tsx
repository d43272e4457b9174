/** The schedule line by line, each wait with its verdict and an editable value. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { toneOf } from '../../controls/facts.tsx';
import { useControls } from '../../controls/use-controls.ts';
import { grouped } from '../../controls/words.ts';
import { Scrolled } from '../../picture/data-table.tsx';
import * as show from '../parts/show.tsx';
import { waitControls } from './controls.ts';
import { withDeepestWaits, withMissingWaits, withWait } from './edit.ts';
import { countWaits, type HotLoop, judgements, type LineJudgement } from './model.ts';

interface WaitsProps {
  readonly loop: HotLoop;
  readonly chip: string;
  /** The schedule as it is edited, without conflicts. */
  readonly text: string;
  readonly original: string;
  readonly onText: (text: string) => void;
  readonly line: number | undefined;
  readonly onLine: (line: number | undefined) => void;
}

export function WaitsFigure({
  loop,
  chip,
  text,
  original,
  onText,
  line,
  onLine,
}: WaitsProps): JSX.Element {
  const judged = useMemo(() => judgements(loop), [loop]);
  const form = useControls(waitControls);
  const counts = countWaits(loop.waits);
  const cycles = loop.loop?.cyclesPerIteration;
  const edits = [
    ['Insert missing waits', counts.missing === 0, () => withMissingWaits(text, chip)],
    ['Loosen strict waits', counts.tooStrict === 0, () => withDeepestWaits(text, chip)],
    ['Undo all edits', text === original, () => original],
  ] as const;
  return show.figure('Waits', [
    <Scrolled label="The schedule with its waits" class="hot-listing">
      <table>
        <thead class="visually-hidden">
          <tr>
            {['line', 'verdict', 'operation', 'why'].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {text.split('\n').map((whole, number) => {
            const code = whole.replace(/ *\/\/.*$/, '');
            const isShown =
              form.state.shown === 'every line' || judged.has(number) || /barrier|:$/.test(code);
            return code.trim() === '' || !isShown ? undefined : (
              <Line
                key={number}
                code={code}
                number={number}
                judgements={judged.get(number) ?? []}
                chosen={number === line}
                onLine={onLine}
                onValue={(counter, value) => onText(withWait(text, number, counter, value))}
              />
            );
          })}
        </tbody>
      </table>
    </Scrolled>,
    show.facts([
      ['needed', counts.needed, 'good'],
      ['too strict', counts.tooStrict],
      ['never waits', counts.never],
      ['not needed', counts.notNeeded],
      counts.notJudged === 0 ? undefined : ['not judged', counts.notJudged],
      ['missing', counts.missing, toneOf(counts.missing)],
      ['hazards', counts.hazards, toneOf(counts.hazards)],
      ['cycles per iteration', cycles && grouped(Math.round(cycles))],
    ]),
    show.fields(form, undefined, {
      children: edits.map(([words, isIdle, edit]) =>
        show.button(words, isIdle, () => onText(edit())),
      ),
    }),
    show.prose(
      'ldscope follows the counters through every iteration, independent of timing. A wait is needed if a register or a barrier depends on it and a larger value would not do. Change a value: the verdicts, the cycles and the timeline above follow.',
    ),
  ]);
}

interface LineProps {
  readonly code: string;
  readonly number: number;
  readonly judgements: readonly LineJudgement[];
  readonly chosen: boolean;
  readonly onLine: (line: number | undefined) => void;
  readonly onValue: (counter: 'vmcnt' | 'lgkmcnt', value: number) => void;
}

function Line({ code, number, judgements, chosen, onLine, onValue }: LineProps): JSX.Element {
  const wait = /^(.*\b)(vmcnt|lgkmcnt)\((\d+)\)(.*)$/.exec(code);
  const counter = wait?.[2] === 'vmcnt' ? 'vmcnt' : 'lgkmcnt';
  return (
    <tr
      class={[chosen ? 'chosen' : '', judgements.length > 0 ? 'judged' : ''].join(' ').trim()}
      onPointerEnter={() => onLine(number)}
    >
      <td class="hot-number">{number + 1}</td>
      <td>
        {judgements.map(({ tag, tone }) => (
          <span key={tag} class={`tag ${tone === 'soft' ? '' : tone}`}>
            {tag}
          </span>
        ))}
      </td>
      <td class="hot-code">
        {wait === null ? (
          code
        ) : (
          <>
            {wait[1]}
            {counter}(
            <input
              class="field hot-value"
              type="number"
              min={0}
              max={counter === 'vmcnt' ? 63 : 15}
              value={wait[3]}
              aria-label={`${counter} of line ${number + 1}`}
              onInput={({ currentTarget }) => {
                const next = currentTarget.valueAsNumber;
                if (Number.isInteger(next) && next >= 0 && next <= 63) onValue(counter, next);
              }}
            />
            ){wait[4]}
          </>
        )}
      </td>
      <td class="hot-why">{judgements.map(({ words }) => words).join('; ')}</td>
    </tr>
  );
}
