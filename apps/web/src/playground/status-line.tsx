/** The running task and its progress, with a way to end it; it keeps its place when nothing runs. */
import type { JSX } from 'preact';
import { DialogButtons } from './palette/dialogs.tsx';
import { PaneToggles } from './panes/panes.tsx';
import { cancelAll, runAgain, running, wasCancelled } from './runs.ts';
import { analysisRun, comparisonRun, fixRun, stale, suggestRun, timelineRun } from './state.ts';
import { linkNote } from './share-button.tsx';

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
      <PaneToggles />
      <DialogButtons />
    </div>
  );
}

function message(fault: string | undefined): JSX.Element | string {
  if (fault !== undefined) {
    return <span class="tag conflict">a bug in ldscope: {fault}</span>;
  }
  if (wasCancelled.value) {
    return <span class="tag warn">Cancelled. Showing the previous results.</span>;
  }
  if (stale.value) {
    return (
      <span class="tag warn">
        This text can't be analyzed. Showing results for the last version that worked.
      </span>
    );
  }
  return linkNote.value ?? '';
}
