/** How the kernel is started: a specification or a launch file, with what is wrong with it beside it. */
import type { ReportDiagnostic } from '@ldscope/core';
import { computed } from '@preact/signals';
import type { JSX } from 'preact';
import { diagnostics, launch } from './state.ts';

const FIELD = 'launch';
const PROBLEM = 'launch-problem';

/** What only another launch mends, besides what a launch file says wrongly. */
const codes: ReadonlySet<string> = new Set([
  'launch/extent',
  'launch/grid-too-large',
  'launch/lds',
  'launch/no-block',
  'launch/part',
  'launch/scalar',
  'launch/too-large',
  'launch/waves',
]);

/** A diagnostic that is mended in this field. */
export const isOfLaunch = ({ code }: ReportDiagnostic): boolean =>
  codes.has(code) || code.startsWith('launch-file/');

const problem = computed(() =>
  diagnostics.value.find((one) => one.severity === 'error' && isOfLaunch(one)),
);

export const focusLaunch = (): void => document.getElementById(FIELD)?.focus();

export function LaunchField(): JSX.Element {
  const wrong = problem.value;
  return (
    <div class="labelled launch">
      <label for={FIELD}>Launch</label>
      <textarea
        id={FIELD}
        class="field"
        rows={1}
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
        {wrong?.message}. {wrong?.hint}
      </p>
    </div>
  );
}
