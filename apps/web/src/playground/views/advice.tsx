/** The rules of CK Tile's documents, checked on a specification: what is violated first, the rest on demand. */
import { adviceBlocks } from '@ldscope/render';
import type { JSX } from 'preact';
import { DocumentView } from '../../picture/document.tsx';
import { report } from '../state.ts';
import { Empty } from './empty.tsx';

export function AdviceView(): JSX.Element {
  const advice = report.value?.advice;
  if (advice === undefined) return <Empty>Advice is available for CK Tile specifications.</Empty>;
  const violated = advice.filter(({ verdict }) => verdict === 'violated').length;
  const heading = `${violated} of ${advice.length} rules are violated`;
  return (
    <div class="view-body advice">
      <DocumentView
        id="advice"
        sections={[{ level: 2, heading, blocks: adviceBlocks(advice, 'folded') }]}
      />
    </div>
  );
}
