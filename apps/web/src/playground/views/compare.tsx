/** The whole comparison, as `ldscope compare` words it: in all, by buffer, by instruction, and what explains it. */
import { withLayouts, type PresentLayout, type BufferSuggestion } from '@ldscope/engine';
import { sayComparison } from '@ldscope/render';
import { useComputed } from '@preact/signals';
import type { JSX } from 'preact';
import { DocumentView } from '../../picture/document.tsx';
import { comparison, otherBuffers } from '../compare/other.ts';
import { buffers } from '../focus.ts';
import { comparedWith, comparisonRun } from '../state.ts';
import { Empty } from './empty.tsx';

export function CompareView(): JSX.Element {
  const sections = useComputed(() => {
    const { name } = comparedWith.value ?? {};
    const found = comparison.value;
    if (found === undefined || name === undefined) return undefined;
    const whole = withLayouts(found, layoutsOf(otherBuffers.value), layoutsOf(buffers.value));
    const names = {
      before: name,
      after: name === 'pinned' ? 'present' : found.sides.after.machine,
    };
    return sayComparison(whole, { names });
  });
  const shown = sections.value;
  if (shown === undefined) {
    return (
      <Empty>
        {comparedWith.value === undefined
          ? 'Choose what to compare with, or pin this kernel and edit it or open another.'
          : comparisonRun.value.status === 'running'
            ? 'The other side is being analysed ...'
            : (comparedWith.value.why ?? 'The other side has no results.')}
      </Empty>
    );
  }
  return (
    <div class="view-body">
      <DocumentView id="compare" sections={shown} />
    </div>
  );
}

const layoutsOf = (all: readonly BufferSuggestion[]): PresentLayout[] =>
  all.flatMap(({ suggested: { names }, now, isNowKnown }) =>
    isNowKnown ? [{ names, layout: now }] : [],
  );
