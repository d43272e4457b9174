// The tutorials that `core/src/layout/ck-tile/tutorials` has as descriptors, under the same numbers.
#include "transpose.h"

using Swapped32 = Swapped<half, 32>;
using SwappedAndPadded = Swapped<half, 32, TILE_K + 1>;
using SwappedByChip = Swapped<half, CHIP_BANKS>;
using SwappedF32 = Swapped<float, 32>;

TUTORIAL(tutorial_01, half, RowMajor<TILE_K>, ByColumns<half>)
TUTORIAL(tutorial_02, half, ColumnMajor, ByColumns<half>)
TUTORIAL(tutorial_03, half, RowMajor<TILE_K + 2>, ByColumns<half>)
TUTORIAL(tutorial_04, half, Swapped32, ByColumns<half>)
TUTORIAL(tutorial_05, half, SwappedAndPadded, ByColumns<half>)
TUTORIAL(tutorial_08, half, SwappedByChip, AlongPacks)
TUTORIAL(tutorial_10, half, SwappedByChip, AcrossPacks)
TUTORIAL(tutorial_01_fp32, float, RowMajor<TILE_K>, ByColumns<float>)
TUTORIAL(tutorial_04_fp32, float, SwappedF32, ByColumns<float>)
