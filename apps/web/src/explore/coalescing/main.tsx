/** Coalescing: sixty-four addresses, and the lines that they need. */
import { findMachine } from '@ldscope/core';
import { showExplorer } from '../explorer-page.tsx';
import './coalescing.css';
import { CoalescingFigures } from './figure.tsx';
import { efficiencyOf } from './model.ts';
import { percent } from './steps-picture.ts';

const sourceOf = (chip: string): string =>
  findMachine(chip)?.coalescing[0].transactionBytes.source ?? '';

showExplorer(
  {
    slug: 'coalescing',
    lead: 'A wave asks for 64 addresses at once. Global memory answers in whole lines, one for each different line that is touched: what lanes share is fetched once, what nobody wants is fetched too.',
    sources: [
      'LDS Bank Conflicts on CDNA (deck of 2026-04-21), part A: the five steps, the seven scenarios, lines of 64 bytes on every chip.',
      `gfx90a, lines of 64 bytes: ${sourceOf('gfx90a')}.`,
      `gfx942 and gfx950, lines of 128 bytes: ${sourceOf('gfx942')}.`,
      `sm_90, sectors of 32 bytes: ${sourceOf('sm_90')}.`,
    ],
  },
  <>
    <section class="prose">
      <p>
        The deck counts lines of 64 bytes on every chip. That is the line of the vector L1 cache up
        to gfx90a; gfx942 and gfx950 have lines of 128 bytes, so a 4-byte lane that stands alone
        costs twice as much there: of what scenario 2 fetches,{' '}
        {percent(efficiencyOf('strided-b32', 'deck'))} is useful in lines of 64 bytes and{' '}
        {percent(efficiencyOf('strided-b32', 'gfx942'))} on gfx942.
      </p>
      <p>
        The deck also counts a byte once for each lane that wants it, so its efficiency passes 100 %
        where lanes share bytes (try a stride of 0); the engine counts each byte once. Each
        instruction of a wave stands alone here, with cold caches.
      </p>
    </section>
    <CoalescingFigures />
  </>,
);
