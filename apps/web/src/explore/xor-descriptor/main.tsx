/** The XOR descriptor of CK Tile in four steps. */
import './xor-descriptor.css';
import { Figure, showExplorer } from '../explorer-page.tsx';
import { XorFigure } from './figure.tsx';

showExplorer(
  {
    slug: 'xor-descriptor',
    lead: (
      <>
        CK Tile keeps a tile in LDS free of conflicts without a byte of padding, by four transforms
        of its coordinates. Three of them only rename; one moves packs. Play the steps and follow an
        element.
      </>
    ),
    sources: [
      <>
        “LDS Bank Conflicts on CDNA”, part B, tutorial 08: the descriptor in four steps, for a tile
        of 64 x 32, packs of 8 and MLdsLayer 2.
      </>,
      <>
        ROCm/composable_kernel <code>include/ck_tile/core/algorithm/coordinate_transform.hpp</code>{' '}
        @14c4a58: the XOR and its modulus.
      </>,
      <>
        Which lanes meet in a phase: the phase tables of <code>ldscope machine gfx942</code> and{' '}
        <code>gfx950</code>, with their measurements.
      </>,
    ],
  },
  <>
    <XorFigure />
    <Figure title="What to see in it">
      <div class="prose">
        <p>
          <b>Only the XOR permutes.</b> Reshape, unmerge and merge are divisions and remainders:
          they say how a number is read as two, and cost no instruction of their own beside the
          address. Two packs that shared their banks at step 1 leave step 2 in different places.
        </p>
        <p>
          <b>The key is the row group, not the row.</b> CK's page on index swapping writes K0' = K0
          ^ (M % A). That holds with M as the number of the row group, b = m / MLdsLayer. Rows of
          one group share a key and need no other: MLdsLayer rows together take one turn around the
          banks.
        </p>
        <p>
          <b>A must be a power of two.</b> Otherwise a XOR b leaves the row group, and two packs
          land on one place. CK does not check it; this engine does.
        </p>
        <p>
          <b>RowMul changes nothing.</b> The slides double the first length of the XOR on gfx950.
          That length is descriptive: no offset depends on it. What gfx950 needs is MLdsLayer for 64
          banks.
        </p>
        <p>
          <b>The order of the steps.</b> The descriptor is written from memory up, as it is played
          here. An address goes the other way: (m, k) is divided, the XOR is applied, and the
          strides of the base make it an offset. The table under the figure is that way.
        </p>
      </div>
    </Figure>
  </>,
);
