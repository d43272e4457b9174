/** CK Tile's index swapping: XOR, unmerge, merge, and what its documentation says of it. */
import './ck-tile.css';
import { Figure, showExplorer } from '../explorer-page.tsx';
import { ClaimsFigure, LayerFigure } from './claims-figure.tsx';
import { CoordinateFigure } from './figure.tsx';

showExplorer(
  {
    slug: 'ck-tile',
    lead: (
      <>
        CK Tile builds a layout of LDS from transforms of coordinates. Index swapping has three: an
        XOR that moves packs, an unmerge and two merges that give them back the shape of a tile.
        Follow an index down to its bank.
      </>
    ),
    sources: [
      <>
        “Load Data Share Index Swapping”, CK Tile documentation,{' '}
        <code>docs/conceptual/ck_tile/lds_index_swapping.rst</code>: the three transforms, the
        configuration, the analyser, the use in a GEMM.
      </>,
      <>
        ROCm/composable_kernel <code>include/ck_tile/core/algorithm/coordinate_transform.hpp</code>{' '}
        and <code>core/tensor/tensor_descriptor.hpp</code> @14c4a58: what the transforms compute.
        The engine&apos;s descriptors were compared with these headers, compiled and executed.
      </>,
      <>
        CK tutorials <code>tutorial_14_bank_conflict_scenarios</code> @393ebc1: the reads 04, 08 and
        10; their counters are on the page Six transposes.
      </>,
    ],
  },
  <>
    <CoordinateFigure />
    <ClaimsFigure />
    <LayerFigure />
    <Figure title="What to know of the page">
      <div class="prose">
        <p>
          <b>The order is that of writing, not of computing.</b> The page goes from memory up: XOR,
          unmerge, merge. An address goes the other way, as the diagram above: the merges are
          undone, then the unmerge, and the XOR comes last, before the strides.
        </p>
        <p>
          <b>Its C++ ends before the third step.</b> FinalDescriptor has four dimensions, L, M, K0
          and K1, and no merge. The GEMM below it gives four indices and sets L to 0; the analyser
          gives two. Both cannot be right for one descriptor. CK&apos;s policies end in two merges,
          and then two indices are.
        </p>
        <p>
          <b>The analyser is not the hardware.</b> It takes floats, 32 banks and 64 lanes at once,
          and counts lanes, not words. It has no phases, no vectors and no broadcast. Its number is
          beside ours above; that they agree is chance.
        </p>
        <p>
          <b>“Zero overhead” is about the descriptor.</b> Lengths and strides are compile-time
          constants. The index is not: a thread computes its row, its key and an XOR, and where its
          elements have different keys, once for each. The count is above.
        </p>
        <p>
          <b>A that is not a power of two.</b> Take 48 columns: A is 12 with MLdsLayer 2, the XOR
          leaves the group, and elements share a place. The transform of CK has no check.
        </p>
      </div>
    </Figure>
  </>,
);
