/** CK Tile's tutorials on bank conflicts: one tile through LDS, counted instruction by instruction. */
import './tutorials.css';
import { showExplorer, Text } from '../explorer-page.tsx';
import { TutorialFigures } from './figure.tsx';

showExplorer(
  {
    slug: 'tutorials',
    sources: [
      'The kernels, counters, instructions and times: the slides {slides}, part B and its summary.',
      'The sources, and counters of MI300X and MI355: ROCm/composable_kernel, example/ck_tile/99_toy_tutorial/tutorial_14_bank_conflict_scenarios @393ebc1.',
      'The same transposes as HIP kernels of this project, compiled by clang 22 for both chips and executed, have the instructions, addresses and conflicts of this page: see `docs/ck-tile.md`.',
    ],
  },
  <>
    <TutorialFigures />
    <Text
      title="What to take away"
      text={[
        '**The read distribution matters as much as the layout.** 04 and 08 have the same descriptor. Read down its columns it conflicts; read along its packs it does not, and one read replaces eight.',
        '**Fewer conflicts do not always mean less time.** The published bandwidth rises while the conflicts fall to less than half from 01 to 02, and hardly follows them after that: 05 and 10 have none, and are slower than 03.',
        '**Two halves of a word do not conflict.** Eight lanes on the eight halves of four words are counted as 0 on an MI300X.',
        '**A wide access is not four narrow ones.** If 16-byte accesses took four steps of half-waves, each would have 24 more cycles, also those of 08, which are counted as 0.',
        '**An XOR helps only if lanes have different keys.** The fp32 variants have the same counters with and without the XOR, because all lanes of a read have one key.',
      ]}
    />
  </>,
);
