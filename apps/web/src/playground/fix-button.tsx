/**
 * From the red number to the cure, in one press: MLIR is rewritten to the recommended layout and proven; for other languages
 * the first layout of the search is shown with its code, not tried, and where the text does not state the shape of the tile a field opens for
 * it.
 */
import type { SuggestedLayout } from '@ldscope/core';
import { computed } from '@preact/signals';
import type { JSX } from 'preact';
import { counted, grouped } from '../controls/words.ts';
import { applyLayout } from './apply.ts';
import { buffers } from './focus.ts';
import { isCurrent } from './runs.ts';
import {
  analyzed,
  fixRun,
  report,
  suggestRun,
  terms,
  toAskTile,
  triedWords,
  view,
} from './state.ts';

/** The best layouts of the search for the buffers that conflict, in words; `undefined` while they are not known. */
const searched = computed(() => {
  const { status, result } = suggestRun.value;
  const { workgroup } = terms.value;
  if (status === 'running') return 'searching for a layout ...';
  if (result === undefined) return undefined;
  const better = buffers.value.flatMap(({ suggested: { now, front, isUntried } }) =>
    front[0] === undefined ? [] : [{ now, best: front[0], isUntried }],
  );
  const [first, ...others] = better;
  if (first === undefined) return needsTile.value ? 'state the shape of the tile' : undefined;
  const layout = others.length === 0 ? first.best.layout : counted(better.length, 'layout');
  const left = better.reduce((sum, { best }) => sum + cyclesOf(best), 0);
  const before = better.reduce((sum, { now }) => sum + cyclesOf(now), 0);
  // The number next to the button counts all of them.
  const { workgroups } = report.value?.kernel ?? {};
  const executed = workgroups === undefined ? '' : ` (${grouped(workgroups.executed)} executed)`;
  // Buffers without a better layout keep their conflicts and are not mentioned here.
  const limits = better.some(({ isUntried }) => isUntried === true) ? ', not tried' : '';
  return `${layout}: ${grouped(before)} → ${grouped(left)} per ${workgroup}${executed}${limits}`;
});

const needsTile = computed(() => analyzed.value?.abilities?.needsTile === true);

const cyclesOf = ({ conflicts }: SuggestedLayout): number => conflicts[0] ?? 0;

export function FixButton(): JSX.Element | null {
  const shown = report.value;
  if (shown === undefined || shown.totals.bankConflict === 0 || !isCurrent.value) return null;
  const isRunning = fixRun.value.status === 'running';
  return (
    <p class="cure">
      <button type="button" class="button primary" disabled={isRunning} onClick={fix}>
        {isRunning ? 'Fixing ...' : 'Fix'}
      </button>
      <span class="soft">{isRunning ? 'rewriting and proving' : searched.value}</span>
    </p>
  );
}

function fix(): void {
  view.value = 'mitigations';
  if (analyzed.value?.abilities?.fix === true) void applyLayout(undefined, undefined);
  else if (needsTile.value && buffers.value.length === 0) toAskTile.value = true;
  // The pictures show it too.
  else triedWords.value = buffers.value[0]?.suggested.front[0]?.layout;
}
