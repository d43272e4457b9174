/** What runs and how far it is, with a way to end it; it keeps its place when nothing runs. */
import type { JSX } from 'preact';
import { cancelAll, runAgain, running, wasCancelled } from './runs.ts';
import { analysisRun, comparisonRun, fixRun, stale, suggestRun, timelineRun } from './state.ts';
import { refusedLink } from './share-button.tsx';
import { tabs } from './views/tabs.tsx';

export function StatusLine(): JSX.Element {
  const now = running.value;
  const [first] = now;
  const fault = [analysisRun, comparisonRun, suggestRun, timelineRun, fixRun]
    .map(({ value }) => value.fault)
    .find((text) => text !== undefined);
  return (
    <div class="status" role="status" aria-live="polite">
      {first === undefined ? (
        <>
          <span class="idle">{message(fault)}</span>
          {wasCancelled.value ? (
            <button type="button" class="button" onClick={runAgain}>
              Run again
            </button>
          ) : undefined}
        </>
      ) : (
        <>
          <span>
            {first.what}
            {first.progress === undefined
              ? ' ...'
              : `: workgroup ${first.progress.done} of ${first.progress.all}`}
          </span>
          <progress
            aria-label={first.what}
            {...(first.progress === undefined
              ? {}
              : { value: first.progress.done, max: first.progress.all })}
          />
          <button type="button" class="button" onClick={cancelAll}>
            Cancel
          </button>
        </>
      )}
      <span class="keys">
        <kbd>Alt</kbd> <kbd>1</kbd> to <kbd>{tabs.value.length}</kbd> views, <kbd>←</kbd>{' '}
        <kbd>→</kbd> phases, <kbd>F8</kbd> next problem
      </span>
    </div>
  );
}

function message(fault: string | undefined): JSX.Element | string {
  if (fault !== undefined) {
    return <span class="tag conflict">a fault of ldscope itself: {fault}</span>;
  }
  if (wasCancelled.value) {
    return <span class="tag warn">Cancelled. What is shown is of before.</span>;
  }
  if (stale.value) {
    return (
      <span class="tag warn">
        What stands there now could not be analysed. Results are of the last version that could.
      </span>
    );
  }
  if (refusedLink.value !== undefined) {
    return <span class="tag warn">The link was not followed: {refusedLink.value}.</span>;
  }
  return '';
}
