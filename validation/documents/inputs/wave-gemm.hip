// The product of wave-gemm.mlir without its swizzle: tiles go straight to LDS, two of A and of B in turn. wave-gemm.s is made of it:
//
//     clang -x hip --cuda-device-only -nogpuinc -nogpulib --offload-arch=gfx950 -O3 -S -o wave-gemm.s wave-gemm.hip
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define LDS __attribute__((address_space(3)))
#define GLOBAL __attribute__((address_space(1)))
typedef _Float16 half;
typedef half half8 __attribute__((ext_vector_type(8)));
typedef float float4 __attribute__((ext_vector_type(4)));

constexpr unsigned DEPTH = 1024, COLUMNS = 256, STEP = 64;

__shared__ half tileA[2][64 * STEP];
__shared__ half tileB[2][32 * STEP];

struct Thread {
  unsigned x, y, wave, rowA, rowB;
};

// 16 bytes per lane of A, and twice 4 bytes of B; a wave's lanes follow each other in LDS.
__device__ void copy(const half *a, const half *b, const Thread &t, unsigned turn, unsigned k) {
  auto to = [](half *at) { return (LDS void *)(at); };
  auto from = [](const half *at) { return (GLOBAL void *)(at); };
  const half *left = a + (t.rowA + t.x / 8) * DEPTH + k + t.x % 8 * 8;
  const half *right = b + (t.rowB + t.x / 32) * DEPTH + k + t.x % 32 * 2;
  __builtin_amdgcn_global_load_lds(from(left), to(&tileA[turn][t.wave * 8 * STEP]), 16, 0, 0);
  __builtin_amdgcn_global_load_lds(from(right), to(&tileB[turn][t.wave * 2 * STEP]), 4, 0, 0);
  __builtin_amdgcn_global_load_lds(from(right + 16 * DEPTH), to(&tileB[turn][(t.wave * 2 + 16) * STEP]), 4, 0, 0);
}

__device__ float4 multiply(float4 sum, const Thread &t, unsigned turn) {
  const half *left = &tileA[turn][(t.wave % 4 * 16 + t.x % 16) * STEP + t.x % 64 / 16 * 8];
  const half *right = &tileB[turn][(t.y * 16 + t.x % 16) * STEP + t.x % 64 / 16 * 8];
  for (unsigned k = 0; k < STEP; k += 32)
    sum = __builtin_amdgcn_mfma_f32_16x16x32_f16(*(half8 *)(left + k), *(half8 *)(right + k), sum, 0, 0, 0);
  return sum;
}

__device__ void meet() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_waitcnt(0);
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}

extern "C" __global__ __attribute__((amdgpu_flat_work_group_size(512, 512))) void gemm(const half *a, const half *b, float *c) {
  Thread t;
  t.x = __builtin_amdgcn_workitem_id_x();
  t.y = __builtin_amdgcn_workitem_id_y();
  t.wave = __builtin_amdgcn_readfirstlane(t.x / 64 + t.y * 4);
  const unsigned row = __builtin_amdgcn_workgroup_id_x() * 64, column = __builtin_amdgcn_workgroup_id_y() * 32;
  t.rowA = row + t.y * 32;
  t.rowB = column + t.y * 8;
  float4 sum = {};
  copy(a, b, t, 0, 0);
#pragma clang loop unroll(disable)
  for (unsigned k = 0; k < DEPTH; k += 2 * STEP) {
    copy(a, b, t, 1, k + STEP);
    meet();
    sum = multiply(sum, t, 0);
    meet();
    if (k + 2 * STEP < DEPTH) copy(a, b, t, 0, k + 2 * STEP);
    sum = multiply(sum, t, 1);
    meet();
  }
  for (unsigned i = 0; i < 4; i++)
    c[(row + t.wave % 4 * 16 + t.x % 64 / 16 * 4 + i) * COLUMNS + column + t.y * 16 + t.x % 16] = sum[i];
}
