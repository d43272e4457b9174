/** The checklist: a stride, a width, a chip, and the cycles of one instruction. */
import { showExplorer } from '../explorer-page.tsx';
import './checklist.css';
import { ChecklistFigure } from './figure.tsx';

showExplorer(
  {
    slug: 'checklist',
    lead: 'Four questions decide, it is taught, whether a write and a read of a tile are free of conflicts. Follow them, and the two steps that are missing: which lanes meet, and what that costs.',
    sources: [
      'LDS Bank Conflicts on CDNA (deck of 2026-04-21), the checklist with its worked example, the tutorials and their counters.',
      'MI300X, strides: nod-ai/amd-shark-ai, docs/empirical-lds/cdna3info.md. H200: validation/data.',
      'Phases: the sources that step 5 names, with how each is known.',
    ],
  },
  <>
    <ChecklistFigure />
    <section class="prose" aria-label="Where the checklist goes wrong">
      <h2>Where it goes wrong</h2>
      <p>
        It forbids the plain wide access: 16 bytes a lane, next to each other, fail Q3 at every
        step, also for the write that the deck calls fine. It asks about half-waves where hardware
        serves 8, 16 or 32 lanes, and about one number of banks for a chip where gfx950 has two. And
        it asks for one stride of lanes: what a compiler makes of a tile has often none, so the
        addresses have to come from the instruction, not from the layout.
      </p>
      <p>
        Its worked example shows how easily that is lost. The offsets that it puts on banks belong
        to eight instructions of one lane. Lanes of one instruction are 512 bytes apart: eight words
        on one bank, seven cycles more in each of two phases, the 14 that are counted.
      </p>
    </section>
  </>,
);
