// The kernels of edges.hip for CUDA, and some that ask for what only NVIDIA's chips have: copies past registers whose edges are zeros,
// clusters, addresses of every memory. Each takes two buffers and up to three numbers; launches are in ptx-classes.ts.
//
//     nvcc -std=c++17 -O3 -arch=compute_90a -ptx edges.cu -o edges.ptx
#include <cooperative_groups.h>
#include <cuda_pipeline.h>

constexpr int TILE = 32;

// Tiles of a product at the edges of matrices that are not multiples of the tile.
extern "C" __global__ void __launch_bounds__(256) gemm_edges(float *c, const float *a, int m, int n, int k) {
  __shared__ float as[TILE][TILE], bs[TILE][TILE];
  int x = (int)threadIdx.x % TILE, y = (int)threadIdx.x / TILE;
  float sums[4] = {};
  for (int k0 = 0; k0 < k; k0 += TILE) {
    for (int i = y; i < TILE; i += 8) {
      int row = (int)blockIdx.y * TILE + i, column = (int)blockIdx.x * TILE + x;
      if (row < m && k0 + x < k) as[i][x] = a[row * k + k0 + x];
      if (k0 + i < k && column < n) bs[i][x] = a[(k0 + i) * n + column];
    }
    __syncthreads();
    for (int j = 0; j < TILE; j++)
      for (int i = 0; i < 4; i++) sums[i] += as[y + 8 * i][j] * bs[j][x];
    __syncthreads();
  }
  for (int i = 0; i < 4; i++) {
    int row = (int)blockIdx.y * TILE + y + 8 * i, column = (int)blockIdx.x * TILE + x;
    if (row < m && column < n) c[row * n + column] = sums[i];
  }
}

// Workgroups in groups of eight rows of tiles, by divisions: the order of Triton's tutorial.
extern "C" __global__ void __launch_bounds__(256) grouped_tiles(float *out, const float *in, int tilesM, int tilesN, int n) {
  __shared__ float tile[TILE][TILE];
  int perGroup = 8 * tilesN, group = (int)blockIdx.x / perGroup, first = group * 8;
  int size = tilesM - first < 8 ? tilesM - first : 8;
  int pm = first + ((int)blockIdx.x % perGroup) % size, pn = ((int)blockIdx.x % perGroup) / size;
  int x = (int)threadIdx.x % TILE, y = (int)threadIdx.x / TILE;
  for (int i = y; i < TILE; i += 8) tile[i][x] = in[(pm * TILE + i) * n + pn * TILE + x];
  __syncthreads();
  for (int i = y; i < TILE; i += 8) out[(pn * TILE + i) * n + pm * TILE + x] = tile[x][i];
}

// A transpose with edges.
extern "C" __global__ void __launch_bounds__(256) transpose_edges(float *out, const float *in, int rows, int columns) {
  __shared__ float tile[TILE][TILE + 1];
  int x = (int)threadIdx.x % TILE, y = (int)threadIdx.x / TILE;
  for (int i = y; i < TILE; i += 8) {
    int row = (int)blockIdx.y * TILE + i, column = (int)blockIdx.x * TILE + x;
    if (row < rows && column < columns) tile[i][x] = in[row * columns + column];
  }
  __syncthreads();
  for (int i = y; i < TILE; i += 8) {
    int row = (int)blockIdx.x * TILE + i, column = (int)blockIdx.y * TILE + x;
    if (row < columns && column < rows) out[row * rows + column] = tile[x][i];
  }
}

// A stencil whose halo is loaded by the first threads, and not beyond the field.
extern "C" __global__ void __launch_bounds__(256) stencil_edges(float *out, const float *in, int n) {
  __shared__ float line[258];
  int i = (int)blockIdx.x * 256 + (int)threadIdx.x;
  if (i < n) line[(int)threadIdx.x + 1] = in[i];
  if ((int)threadIdx.x == 0 && i > 0) line[0] = in[i - 1];
  if ((int)threadIdx.x == 255 && i + 1 < n) line[257] = in[i + 1];
  __syncthreads();
  if (i > 0 && i + 1 < n) out[i] = line[(int)threadIdx.x] + line[(int)threadIdx.x + 1] + line[(int)threadIdx.x + 2];
}

// A sum per workgroup; the last one has fewer elements.
extern "C" __global__ void __launch_bounds__(256) reduction_tail(float *out, const float *in, int n) {
  __shared__ float sums[256];
  int i = (int)blockIdx.x * 256 + (int)threadIdx.x;
  sums[(int)threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  for (int step = 128; step > 0; step /= 2) {
    if ((int)threadIdx.x < step) sums[(int)threadIdx.x] += sums[(int)threadIdx.x + step];
    __syncthreads();
  }
  if ((int)threadIdx.x == 0) out[(int)blockIdx.x] = sums[0];
}

// Tiles above the diagonal have nothing to do; those on it are masked.
extern "C" __global__ void __launch_bounds__(256) causal(float *out, const float *in, int n) {
  __shared__ float tile[TILE][TILE];
  if ((int)blockIdx.x > (int)blockIdx.y) return;
  int x = (int)threadIdx.x % TILE, y = (int)threadIdx.x / TILE;
  for (int i = y; i < TILE; i += 8) {
    int row = (int)blockIdx.y * TILE + i, column = (int)blockIdx.x * TILE + x;
    if (column <= row) tile[i][x] = in[row * n + column];
  }
  __syncthreads();
  for (int i = y; i < TILE; i += 8) out[((int)blockIdx.x * TILE + i) * n + (int)blockIdx.y * TILE + x] = tile[x][i];
}

// As many turns of the loop as the number of the workgroup asks for.
extern "C" __global__ void __launch_bounds__(64) triangle(float *out, const float *in, int n) {
  __shared__ float line[64];
  float sum = 0;
  for (int j = 0; j <= (int)blockIdx.x / 16; j++) {
    line[(int)threadIdx.x] = in[j * 64 + (int)threadIdx.x];
    __syncthreads();
    sum += line[63 - (int)threadIdx.x];
    __syncthreads();
  }
  out[(int)blockIdx.x * 64 + (int)threadIdx.x] = sum;
}

// Rows of different lengths, from a table.
extern "C" __global__ void __launch_bounds__(64) ragged(float *out, const int *lengths, int n) {
  __shared__ float line[64];
  int length = lengths[(int)blockIdx.x] % 64;
  if ((int)threadIdx.x < length) line[(int)threadIdx.x] = (int)threadIdx.x;
  __syncthreads();
  if ((int)threadIdx.x < length) out[(int)blockIdx.x * 64 + (int)threadIdx.x] = line[length - 1 - (int)threadIdx.x];
}

// A tile that every second row of workgroups rotates: an address in LDS depends on the id.
extern "C" __global__ void __launch_bounds__(64) rotated(float *out, const float *in, int n) {
  __shared__ float line[256];
  int shift = (int)blockIdx.y % 4;
  line[((int)threadIdx.x * (1 + shift)) % 256] = in[(int)blockIdx.x * 64 + (int)threadIdx.x];
  __syncthreads();
  out[(int)blockIdx.x * 64 + (int)threadIdx.x] = line[(int)threadIdx.x ^ shift];
}

// Split along k: the last part is shorter.
extern "C" __global__ void __launch_bounds__(64) split_k(float *out, const float *in, int k, int part) {
  __shared__ float line[64];
  int begin = (int)blockIdx.z * part, end = begin + part < k ? begin + part : k;
  float sum = 0;
  for (int j = begin; j < end; j += 64) {
    if (j + (int)threadIdx.x < end) line[(int)threadIdx.x] = in[j + (int)threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64 && j + i < end; i++) sum += line[i];
    __syncthreads();
  }
  out[((int)blockIdx.z * 32 + (int)blockIdx.x) * 64 + (int)threadIdx.x] = sum;
}

// Counts of values: which bin a thread adds to is data, and not shown.
extern "C" __global__ void __launch_bounds__(64) bins(int *out, const int *in, int n) {
  __shared__ int counts[64];
  counts[threadIdx.x] = 0;
  __syncthreads();
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i < n) atomicAdd(&counts[in[i] & 63], 1);
  __syncthreads();
  atomicAdd(&out[threadIdx.x], counts[threadIdx.x]);
}

// Tiles that are copied 16 bytes at a time; what is outside of the matrix is zeros.
extern "C" __global__ void __launch_bounds__(128) copied_edges(float *out, const float *in, int rows, int columns) {
  __shared__ alignas(16) float tile[2][TILE][TILE];
  int x = threadIdx.x % 8 * 4, y = threadIdx.x / 8;
  for (int half = 0; half < 2; half++) {
    for (int i = y; i < TILE; i += 16) {
      int row = blockIdx.y * TILE + i, column = (2 * blockIdx.x + half) * TILE + x;
      bool inside = row < rows && column < columns;
      __pipeline_memcpy_async(&tile[half][i][x], in + (inside ? row * columns + column : 0), 16, inside ? 0 : 16);
    }
    __pipeline_commit();
  }
  __pipeline_wait_prior(0);
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < TILE; i++) sum += tile[0][i][threadIdx.x % TILE] + tile[1][threadIdx.x % TILE][i];
  out[(blockIdx.y * gridDim.x + blockIdx.x) * 128 + threadIdx.x] = sum;
}

// Copies of 4 bytes through L1, whose cost depends on where their sources are.
extern "C" __global__ void __launch_bounds__(128) copied_words(float *out, const float *in, int pitch) {
  __shared__ float line[128];
  __pipeline_memcpy_async(&line[threadIdx.x], in + blockIdx.x * pitch + threadIdx.x, 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[blockIdx.x * 128 + threadIdx.x] = line[127 - threadIdx.x];
}

// A sum by shuffles, then by one warp; the last block has fewer elements.
extern "C" __global__ void __launch_bounds__(256) shuffled_tail(float *out, const float *in, int n) {
  __shared__ float sums[8];
  int i = blockIdx.x * 256 + threadIdx.x;
  unsigned some = __ballot_sync(~0u, i < n);
  if (some == 0) return;
  float sum = i < n ? in[i] : 0;
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(~0u, sum, step);
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x < __popc(some)) out[blockIdx.x * 256 + threadIdx.x] = sums[threadIdx.x % 8];
}

// A pointer that is to shared memory in some blocks and to global memory in others.
extern "C" __global__ void __launch_bounds__(64) either_memory(float *out, const float *in, int n) {
  __shared__ float line[64];
  line[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  const float *from = blockIdx.x % 3 == 0 ? in + blockIdx.x : line;
  out[blockIdx.x * 64 + threadIdx.x] = from[63 - threadIdx.x];
}

// Clusters of two blocks, of which one reads what the other stored; the last cluster stores less.
extern "C" __global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(64) paired(float *out, const float *in, int n) {
  __shared__ float line[64];
  auto cluster = cooperative_groups::this_cluster();
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i < n) line[threadIdx.x] = in[i];
  cluster.sync();
  float *other = cluster.map_shared_rank(line, cluster.block_rank() ^ 1);
  out[i] = other[63 - threadIdx.x] + line[threadIdx.x];
  cluster.sync();
}

// A kernel whose blocks take their numbers from a counter in memory: which one a block has is not shown.
extern "C" __global__ void __launch_bounds__(64) tickets(int *out, const int *in, int n) {
  __shared__ int line[64], ticket;
  if (threadIdx.x == 0) ticket = atomicAdd(out, 1);
  __syncthreads();
  if ((int)threadIdx.x <= ticket % 64) line[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[64 + blockIdx.x * 64 + threadIdx.x] = line[ticket % 64];
}

// Exchanges: what they give depends on which warp comes first, where they are does not.
extern "C" __global__ void __launch_bounds__(64) exchanged(int *out, const int *in, int n) {
  __shared__ int last[256];
  int i = blockIdx.x * 64 + threadIdx.x;
  for (int j = threadIdx.x; j < 256; j += 64) last[j] = -1;
  __syncthreads();
  if (i < n) out[i] = atomicExch(&last[threadIdx.x % 8 * 32], in[i]);
}
