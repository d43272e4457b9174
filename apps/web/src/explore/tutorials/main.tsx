/** CK Tile's tutorials on bank conflicts: one tile through LDS, counted instruction by instruction. */
import './tutorials.css';
import { Figure, showExplorer } from '../explorer-page.tsx';
import { TutorialFigures } from './figure.tsx';
import { ReadingsFigure, TablesFigure } from './tables.tsx';

showExplorer(
  {
    slug: 'tutorials',
    lead: (
      <>
        A matrix is copied through LDS and comes out transposed, tile by tile. Six kernels do it,
        and a seventh that did not make the table. Their distributions and descriptors are all that
        is needed to know each instruction and each conflict.
      </>
    ),
    sources: [
      <>
        “LDS Bank Conflicts on CDNA” (2026-04-21), part B and its summary: the kernels, counters,
        instructions, times.
      </>,
      <>
        CK <code>example/ck_tile/99_toy_tutorial/tutorial_14_bank_conflict_scenarios</code>{' '}
        @393ebc1: the sources, and counters of MI300X and MI355 in <code>investigation</code>.
      </>,
      <>
        The same transposes as HIP kernels of our own, compiled by clang 22 for both chips and
        executed: instructions, addresses and conflicts are those of this page, see{' '}
        <code>docs/ck-tile.md</code>.
      </>,
    ],
  },
  <>
    <TutorialFigures />
    <TablesFigure />
    <ReadingsFigure />
    <Figure title="What to see in it">
      <div class="prose">
        <p>
          <b>The read distribution decides as much as the layout.</b> 04 and 08 have the same
          descriptor. Read down its columns it has conflicts, read along its packs it has none, and
          one load in place of eight.
        </p>
        <p>
          <b>Fewer conflicts are not less time by themselves.</b> The slides&apos; bandwidth rises
          as the conflicts fall to less than half from 01 to 02, and hardly follows them from there
          on: 05 and 10 have none, and are slower than 03.
        </p>
        <p>
          <b>Two halves of a word do not collide.</b> Rule R2 wants all lanes of a word on the same
          half. It gives more than twice of what is counted for 01, and 16 for 05, where nothing is
          counted. Eight lanes on the eight halves of four words are counted as 0 on an MI300X.
        </p>
        <p>
          <b>A wide access is not four narrow ones.</b> Rule R3 has 16-byte accesses in four steps
          of half-waves. That adds 24 cycles to every one of them, also to those of 08, which the
          slides count as 0.
        </p>
        <p>
          <b>The fp32 variants count alike with and without the XOR</b>, which was taken for a fault
          of the profiler. Their key is the same for all lanes of a load: the XOR moves them all
          alike.
        </p>
      </div>
    </Figure>
  </>,
);
