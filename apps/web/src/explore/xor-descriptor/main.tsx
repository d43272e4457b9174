/** The XOR descriptor of CK Tile in four steps. */
import './xor-descriptor.css';
import { showExplorer, Text } from '../explorer-page.tsx';
import { Folded } from '../parts/folded.tsx';
import { Prose } from '../parts/linked.tsx';
import { XorFigure } from './figure.tsx';

showExplorer(
  {
    slug: 'xor-descriptor',
    sources: [
      'The descriptor in four steps, for a tile of 64 x 32, packs of 8 and MLdsLayer 2: the slides {slides}, tutorial 08.',
      'The XOR and its modulus: ROCm/composable_kernel, include/ck_tile/core/algorithm/coordinate_transform.hpp @14c4a58.',
      'Which lanes are served together: the phase tables of `ldscope machine gfx942` and `gfx950`, with their measurements.',
    ],
  },
  <>
    <XorFigure />
    <Text
      title="What to take away"
      text={[
        '**Only the XOR permutes.** Reshape, unmerge and merge are divisions and remainders: they split one number into two, and cost nothing beyond the address. Two packs that share banks at step 1 leave step 2 in different places.',
        '**The key is the row group, not the row.** Rows of one group share a key and need no other: MLdsLayer rows together take one turn around the banks.',
        '**A must be a power of two.** Otherwise a XOR b leaves the row group, and two packs are stored in one place. CK does not check it; ldscope does.',
        '**The order of the steps.** A descriptor is written from memory up, as the steps above play it. An address is computed the other way: (m, k) is divided, the XOR is applied, and the strides of the base give the offset. The table of the followed element has that order.',
      ]}
    />
    <Folded
      title="For readers of the CDNA slides and of CK's page"
      summary="Two details in which the slides on tutorial 08 and the CK Tile documentation on index swapping differ from the code."
    >
      <Prose
        text={[
          "{ck} writes K0' = K0 ^ (M % A). That holds if M is the number of the row group, b = m / MLdsLayer.",
          '{slides} doubles the first length of the XOR on gfx950 (RowMul). No offset depends on that length. gfx950 needs the MLdsLayer for 64 banks.',
        ]}
      />
    </Folded>
  </>,
);
