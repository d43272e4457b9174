// Kernels whose workgroups differ: tiles cut at edges, ragged rows, orders of tiles, workgroups without work. Each takes two
// buffers and up to three numbers; launches are in classes.ts.
#include "../../packages/amdgcn/test/emulate/hip/common.h"

#define BLOCK(SIZE) __attribute__((amdgpu_flat_work_group_size(SIZE, SIZE)))

DEVICE inline int blockX() { return __builtin_amdgcn_workgroup_id_x(); }
DEVICE inline int blockY() { return __builtin_amdgcn_workgroup_id_y(); }
DEVICE inline int blockZ() { return __builtin_amdgcn_workgroup_id_z(); }

constexpr int TILE = 32;

// Tiles of a product at the edges of matrices that are not multiples of the tile.
KERNEL BLOCK(256) gemm_edges(float *c, const float *a, int m, int n, int k) {
  SHARED float as[TILE][TILE], bs[TILE][TILE];
  int x = item() % TILE, y = item() / TILE;
  float sums[4] = {};
  for (int k0 = 0; k0 < k; k0 += TILE) {
    for (int i = y; i < TILE; i += 8) {
      int row = blockY() * TILE + i, column = blockX() * TILE + x;
      if (row < m && k0 + x < k) as[i][x] = a[row * k + k0 + x];
      if (k0 + i < k && column < n) bs[i][x] = a[(k0 + i) * n + column];
    }
    barrier();
    for (int j = 0; j < TILE; j++)
      for (int i = 0; i < 4; i++) sums[i] += as[y + 8 * i][j] * bs[j][x];
    barrier();
  }
  for (int i = 0; i < 4; i++) {
    int row = blockY() * TILE + y + 8 * i, column = blockX() * TILE + x;
    if (row < m && column < n) c[row * n + column] = sums[i];
  }
}

// Workgroups in groups of eight rows of tiles, by divisions: the order of Triton's tutorial.
KERNEL BLOCK(256) grouped_tiles(float *out, const float *in, int tilesM, int tilesN, int n) {
  SHARED float tile[TILE][TILE];
  int perGroup = 8 * tilesN, group = blockX() / perGroup, first = group * 8;
  int size = tilesM - first < 8 ? tilesM - first : 8;
  int pm = first + (blockX() % perGroup) % size, pn = (blockX() % perGroup) / size;
  int x = item() % TILE, y = item() / TILE;
  for (int i = y; i < TILE; i += 8) tile[i][x] = in[(pm * TILE + i) * n + pn * TILE + x];
  barrier();
  for (int i = y; i < TILE; i += 8) out[(pn * TILE + i) * n + pm * TILE + x] = tile[x][i];
}

// A transpose with edges.
KERNEL BLOCK(256) transpose_edges(float *out, const float *in, int rows, int columns) {
  SHARED float tile[TILE][TILE + 1];
  int x = item() % TILE, y = item() / TILE;
  for (int i = y; i < TILE; i += 8) {
    int row = blockY() * TILE + i, column = blockX() * TILE + x;
    if (row < rows && column < columns) tile[i][x] = in[row * columns + column];
  }
  barrier();
  for (int i = y; i < TILE; i += 8) {
    int row = blockX() * TILE + i, column = blockY() * TILE + x;
    if (row < columns && column < rows) out[row * rows + column] = tile[x][i];
  }
}

// A stencil whose halo is loaded by the first threads, and not beyond the field.
KERNEL BLOCK(256) stencil_edges(float *out, const float *in, int n) {
  SHARED float line[258];
  int i = blockX() * 256 + item();
  if (i < n) line[item() + 1] = in[i];
  if (item() == 0 && i > 0) line[0] = in[i - 1];
  if (item() == 255 && i + 1 < n) line[257] = in[i + 1];
  barrier();
  if (i > 0 && i + 1 < n) out[i] = line[item()] + line[item() + 1] + line[item() + 2];
}

// A sum per workgroup; the last one has fewer elements.
KERNEL BLOCK(256) reduction_tail(float *out, const float *in, int n) {
  SHARED float sums[256];
  int i = blockX() * 256 + item();
  sums[item()] = i < n ? in[i] : 0;
  barrier();
  for (int step = 128; step > 0; step /= 2) {
    if (item() < step) sums[item()] += sums[item() + step];
    barrier();
  }
  if (item() == 0) out[blockX()] = sums[0];
}

// Tiles above the diagonal have nothing to do; those on it are masked.
KERNEL BLOCK(256) causal(float *out, const float *in, int n) {
  SHARED float tile[TILE][TILE];
  if (blockX() > blockY()) return;
  int x = item() % TILE, y = item() / TILE;
  for (int i = y; i < TILE; i += 8) {
    int row = blockY() * TILE + i, column = blockX() * TILE + x;
    if (column <= row) tile[i][x] = in[row * n + column];
  }
  barrier();
  for (int i = y; i < TILE; i += 8) out[(blockX() * TILE + i) * n + blockY() * TILE + x] = tile[x][i];
}

// As many turns of the loop as the number of the workgroup asks for.
KERNEL BLOCK(64) triangle(float *out, const float *in, int n) {
  SHARED float line[64];
  float sum = 0;
  for (int j = 0; j <= (int)blockX() / 16; j++) {
    line[item()] = in[j * 64 + item()];
    barrier();
    sum += line[63 - item()];
    barrier();
  }
  out[blockX() * 64 + item()] = sum;
}

// Rows of different lengths, from a table.
KERNEL BLOCK(64) ragged(float *out, const int *lengths, int n) {
  SHARED float line[64];
  int length = lengths[blockX()] % 64;
  if (item() < length) line[item()] = item();
  barrier();
  if (item() < length) out[blockX() * 64 + item()] = line[length - 1 - item()];
}

// A tile that every second row of workgroups rotates: an address in LDS depends on the id.
KERNEL BLOCK(64) rotated(float *out, const float *in, int n) {
  SHARED float line[256];
  int shift = blockY() % 4;
  line[(item() * (1 + shift)) % 256] = in[blockX() * 64 + item()];
  barrier();
  out[blockX() * 64 + item()] = line[item() ^ shift];
}

// Split along k: the last part is shorter.
KERNEL BLOCK(64) split_k(float *out, const float *in, int k, int part) {
  SHARED float line[64];
  int begin = blockZ() * part, end = begin + part < k ? begin + part : k;
  float sum = 0;
  for (int j = begin; j < end; j += 64) {
    if (j + (int)item() < end) line[item()] = in[j + item()];
    barrier();
    for (int i = 0; i < 64 && j + i < end; i++) sum += line[i];
    barrier();
  }
  out[(blockZ() * 32 + blockX()) * 64 + item()] = sum;
}

// Counts of values: which bin a lane adds to is data, and not shown.
KERNEL BLOCK(64) bins(int *out, const int *in, int n) {
  SHARED int counts[64];
  counts[item()] = 0;
  barrier();
  int i = blockX() * 64 + item();
  if (i < n) __hip_atomic_fetch_add(&counts[in[i] & 63], 1, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);
  barrier();
  __hip_atomic_fetch_add(&out[item()], counts[item()], __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}
