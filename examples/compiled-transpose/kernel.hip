// What kernel.s was compiled from: clang-22 -x hip --cuda-device-only -nogpulib -nogpuinc -O3 -S
// --offload-arch=gfx942 kernel.hip
#include "../../packages/amdgcn/test/tutorials/transpose.h"

TUTORIAL(transpose, half, RowMajor<TILE_K>, ByColumns<half>)
