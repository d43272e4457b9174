// observed: block element=4 widest=4 pitch=64 bytes=1088
// The padding of the declaration is not in the indices.
constexpr int ROWS = 16, COLUMNS = 16;
__global__ void k(float *out, const float *in) {
  __shared__ float block[ROWS * (COLUMNS + 1)];
  const int x = threadIdx.x, y = threadIdx.y;
  block[y * COLUMNS + x] = in[y * COLUMNS + x];
  __syncthreads();
  out[y * COLUMNS + x] = block[x * COLUMNS + y];
}
