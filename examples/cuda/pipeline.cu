// C = A * B^T for Hopper: warp 4 copies tiles by tensor maps, warps 0 to 3 multiply them; mbarriers pass the stages on.
//
//     nvcc -ptx -O3 -arch=sm_90a pipeline.cu -o pipeline.ptx
//
// A is M x K, B is N x K, both of halves with rows of K; C is M x N of floats. A block makes 64 x 64 of C.
#include <cuda_fp16.h>
#include <cstdint>

struct alignas(64) TensorMap {
  char bytes[128];
};

constexpr int TILE = 64, DEPTH = 64, STAGES = 2;
constexpr int TILE_BYTES = TILE * DEPTH * 2;

__device__ uint32_t address(const void *p) { return static_cast<uint32_t>(__cvta_generic_to_shared(p)); }

__device__ void wait(uint32_t barrier, uint32_t parity) {
  asm volatile("{\n.reg .pred done;\nagain:\n"
               "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
               "@!done bra again;\n}" ::"r"(barrier), "r"(parity) : "memory");
}

__device__ void load(uint32_t tile, const TensorMap *map, int x, int y, uint32_t barrier) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];"
               ::"r"(tile), "l"(map), "r"(x), "r"(y), "r"(barrier) : "memory");
}

// A tile of 64 rows of 128 bytes, with the swizzle of 128 bytes: 8 rows are 1024 bytes.
__device__ uint64_t descriptor(uint32_t tile) {
  return (uint64_t{1} << 62) | (uint64_t{1024 >> 4} << 32) | (uint64_t{1} << 16) | (tile >> 4);
}

__device__ void multiply(float (&d)[32], uint64_t a, uint64_t b) {
  asm volatile(
      "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 "
      "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
      "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31}, %32, %33, 1, 1, 1, 0, 0;"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]), "+f"(d[8]),
        "+f"(d[9]), "+f"(d[10]), "+f"(d[11]), "+f"(d[12]), "+f"(d[13]), "+f"(d[14]), "+f"(d[15]), "+f"(d[16]),
        "+f"(d[17]), "+f"(d[18]), "+f"(d[19]), "+f"(d[20]), "+f"(d[21]), "+f"(d[22]), "+f"(d[23]), "+f"(d[24]),
        "+f"(d[25]), "+f"(d[26]), "+f"(d[27]), "+f"(d[28]), "+f"(d[29]), "+f"(d[30]), "+f"(d[31])
      : "l"(a), "l"(b));
}

extern "C" __global__ void __launch_bounds__(160) pipeline(const __grid_constant__ TensorMap a,
                                                           const __grid_constant__ TensorMap b, float *c, int n,
                                                           int k) {
  __shared__ alignas(1024) char tiles[STAGES][2][TILE_BYTES];
  __shared__ alignas(8) uint64_t full[STAGES], empty[STAGES];
  const int row = blockIdx.y * TILE, column = blockIdx.x * TILE;
  if (threadIdx.x == 0) {
    for (int stage = 0; stage < STAGES; stage++) {
      asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(address(&full[stage])));
      asm volatile("mbarrier.init.shared::cta.b64 [%0], 128;" ::"r"(address(&empty[stage])));
    }
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __syncthreads();
  if (threadIdx.x >= 128) {
    if (threadIdx.x != 128) return;
    for (int i = 0; i < k / DEPTH; i++) {
      const int stage = i % STAGES;
      wait(address(&empty[stage]), (i / STAGES + 1) & 1);
      const uint32_t barrier = address(&full[stage]);
      asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(2 * TILE_BYTES));
      load(address(tiles[stage][0]), &a, i * DEPTH, row, barrier);
      load(address(tiles[stage][1]), &b, i * DEPTH, column, barrier);
    }
    return;
  }
  float d[32] = {};
  for (int i = 0; i < k / DEPTH; i++) {
    const int stage = i % STAGES;
    wait(address(&full[stage]), (i / STAGES) & 1);
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    for (int part = 0; part < DEPTH / 16; part++)
      multiply(d, descriptor(address(tiles[stage][0]) + 32 * part), descriptor(address(tiles[stage][1]) + 32 * part));
    asm volatile("wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;" ::: "memory");
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(address(&empty[stage])) : "memory");
  }
  const int lane = threadIdx.x % 32;
  for (int i = 0; i < 32; i++) {
    const int y = row + 16 * (threadIdx.x / 32) + lane / 4 + 8 * (i / 2 % 2);
    c[y * n + column + 8 * (i / 4) + 2 * (lane % 4) + i % 2] = d[i];
  }
}
