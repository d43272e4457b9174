/** Coalescing: sixty-four addresses, and the lines that they need. */
import { findMachine } from '@ldscope/core';
import { ScrolledTable } from '../../picture/data-table.tsx';
import { showExplorer } from '../explorer-page.tsx';
import { BesideDocument } from '../parts/folded.tsx';
import { Prose } from '../parts/linked.tsx';
import './coalescing.css';
import { CoalescingFigures } from './figure.tsx';
import { efficiencyOf, fetchOf, summary } from './model.ts';
import { percent, slidesTable } from './picture.ts';

const sourceOf = (chip: string): string =>
  findMachine(chip)?.coalescing[0].transactionBytes.source ?? '';

const gfx942 = fetchOf('gfx942');

showExplorer(
  {
    slug: 'coalescing',
    sources: [
      'The five steps and the seven scenarios: the slides {slides}.',
      `gfx90a, lines of 64 bytes: ${sourceOf('gfx90a')}.`,
      `gfx942 and gfx950, lines of 128 bytes: ${sourceOf('gfx942')}.`,
      `sm_90, sectors of 32 bytes: ${sourceOf('sm_90')}.`,
    ],
  },
  <>
    <CoalescingFigures />
    <BesideDocument document="slides">
      <Prose
        text={[
          `The slides count lines of 64 bytes on every chip. That is the line of the vector L1 cache up to gfx90a. Lines of gfx942 and gfx950 have 128 bytes, so a lane that uses 4 bytes of a line alone costs twice as much there: scenario 2 uses ${percent(efficiencyOf('strided-b32', 'deck'))} of what it fetches in lines of 64 bytes and ${percent(efficiencyOf('strided-b32', 'gfx942'))} on gfx942.`,
          'The slides also count a byte once for each lane that reads it, so their efficiency exceeds 100 % where lanes share bytes (try a stride of 0). ldscope counts each byte once. Both look at one instruction of a wave with cold caches.',
          'Scenario 7 is the global load of every tutorial kernel of the slides, scenario 6 the transposing read that LDS avoids.',
        ]}
      />
      <ScrolledTable table={slidesTable(summary(gfx942), gfx942)} />
    </BesideDocument>
  </>,
);
