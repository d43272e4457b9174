// What kernel.s was compiled from: clang-22 -x hip --cuda-device-only -nogpulib -nogpuinc -O3 -S
// --offload-arch=gfx942 kernel.hip
#include "../../packages/amdgcn/test/tutorials/transpose.h"

using Swapped32 = Swapped<half, 32>;

TUTORIAL(transpose, half, Swapped32, AlongPacks)
