/** CK Tile's index swapping: XOR, unmerge, merge. */
import './ck-tile.css';
import { showExplorer, Text } from '../explorer-page.tsx';
import { BesideDocument } from '../parts/folded.tsx';
import { Prose } from '../parts/linked.tsx';
import { ClaimsFigure, ConfigTable, LayerFigure } from './claims-figure.tsx';
import { CoordinateFigure, Readings } from './figure.tsx';

showExplorer(
  {
    slug: 'ck-tile',
    sources: [
      'The three transforms, the configuration, the analyser and the use in a GEMM: {ck}, CK Tile documentation.',
      'What the transforms compute: ROCm/composable_kernel, include/ck_tile/core/algorithm/coordinate_transform.hpp and core/tensor/tensor_descriptor.hpp @14c4a58. The descriptors of ldscope were compared with these headers, compiled and executed.',
      'The reads 04, 08 and 10: CK `tutorial_14_bank_conflict_scenarios` @393ebc1; their counters are on the page [Six transposes](tutorials.html).',
    ],
  },
  <>
    <CoordinateFigure />
    <LayerFigure />
    <Text
      title="What to take away"
      text={[
        '**Descriptors are written from memory up, addresses are computed from the index down.** The diagram shows the latter: the merges are undone, then the unmerge, and the XOR comes last, before the strides.',
        '**Descriptors cost no memory, but addresses cost instructions.** Lengths and strides are compile-time constants. The index is not: a thread computes its row, its key and an XOR, once per key that its elements need.',
        '**A must be a power of two.** With 48 columns A is 12 for MLdsLayer 2, the XOR leaves the group, and elements share a place. CK does not check it.',
      ]}
    />
    <BesideDocument document="ck">
      <ClaimsFigure />
      <Readings />
      <ConfigTable />
      <Prose
        text={[
          "**The C++ of the page lacks the third step.** Its FinalDescriptor has four dimensions, L, M, K0 and K1, and no merge. The GEMM below it passes four indices and sets L to 0; the analyser passes two. Both cannot be right for one descriptor. CK's policies end in two merges, and then two indices are.",
          '**The analyser is not the hardware.** It assumes floats, 32 banks and 64 lanes at once, and counts lanes instead of words. It has no phases, vectors or broadcast. Where its number equals ours, that is chance.',
          '**“Zero overhead” is true of the descriptor only.** The instructions for the key are counted above.',
        ]}
      />
    </BesideDocument>
  </>,
);
