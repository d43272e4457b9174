/** How the kernel is started: a specification or a launch file, with what is wrong with it beside it. */
import type { ReportDiagnostic } from '@ldscope/core';
import { computed } from '@preact/signals';
import type { JSX } from 'preact';
import { HintWords, namesOption } from './hint.tsx';
import { diagnostics, launch } from './state.ts';

const FIELD = 'launch';
const PROBLEM = 'launch-problem';

/** A diagnostic that is corrected in this field. */
export const isOfLaunch = ({ about, hint }: ReportDiagnostic): boolean =>
  about === 'launch' || about === 'iterations' || about === 'lanes' || namesOption(hint, 'launch');

const problem = computed(() =>
  diagnostics.value.find((one) => one.severity === 'error' && isOfLaunch(one)),
);

export const focusLaunch = (): void => document.getElementById(FIELD)?.focus();

/** A long launch file is cut in height, to leave room for the kernel. */
const MOST_ROWS = 3;

const rowsOf = (text: string): number => Math.min(MOST_ROWS, text.split('\n').length);

export function LaunchField(): JSX.Element {
  const wrong = problem.value;
  return (
    <div class="labelled launch">
      <label for={FIELD}>Launch</label>
      <textarea
        id={FIELD}
        class="field"
        rows={rowsOf(launch.value)}
        spellcheck={false}
        placeholder="grid=2x8,block=256"
        aria-invalid={wrong !== undefined}
        aria-describedby={PROBLEM}
        value={launch.value}
        onInput={({ currentTarget }) => {
          launch.value = currentTarget.value;
        }}
      />
      <p id={PROBLEM} class="launch-problem" hidden={wrong === undefined}>
        {wrong === undefined ? undefined : (
          <>
            {wrong.message}. <HintWords hint={wrong.hint} />
          </>
        )}
      </p>
    </div>
  );
}
