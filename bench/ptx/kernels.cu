// Kernels of `npm run bench`: a tiled matmul in f32, and a hash of integers. Compiled to kernels.ptx by
//   nvcc -ptx -arch=sm_90 -o bench/ptx/kernels.ptx bench/ptx/kernels.cu

// C (64 x 64 per block) = A (rows x depth) B (depth x 64): each of 256 threads has 4 x 4 elements of C.
extern "C" __global__ void __launch_bounds__(256) gemm(const float *a, const float *b, float *c, int depth) {
  __shared__ float tileA[16][65], tileB[16][64];
  const int thread = threadIdx.x, row = 4 * (thread / 16), column = 4 * (thread % 16);
  const float *rows = a + blockIdx.x * 64 * depth;
  float sum[4][4] = {};
  for (int k = 0; k < depth; k += 16) {
    for (int i = thread; i < 1024; i += 256) {
      tileA[i % 16][i / 16] = rows[(i / 16) * depth + k + i % 16];
      tileB[i / 64][i % 64] = b[(k + i / 64) * 64 + i % 64];
    }
    __syncthreads();
#pragma unroll
    for (int inner = 0; inner < 16; inner++)
      for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) sum[i][j] += tileA[inner][row + i] * tileB[inner][column + j];
    __syncthreads();
  }
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) c[(blockIdx.x * 64 + row + i) * 64 + column + j] = sum[i][j];
}

// Mixes a counter so many times: multiplications, rotations and exclusive ors of 32 bits.
extern "C" __global__ void __launch_bounds__(256) hash(unsigned *out, int rounds) {
  unsigned x = blockIdx.x * 256 + threadIdx.x;
  for (int i = 0; i < rounds; i++) {
    x *= 0xcc9e2d51u;
    x = (x << 15) | (x >> 17);
    x = x * 5 + 0xe6546b64u;
    x ^= x >> 13;
    x += i;
  }
  out[blockIdx.x * 256 + threadIdx.x] = x;
}
