// Transposes a matrix of floats, 32 x 32 elements per block. Thirty-two threads read a column of the tile: in `plain` all
// of them are on one bank, in `padded` one unused word per row moves each row on by a bank.
template <int PITCH>
__device__ void transpose(const float *in, float *out, int n) {
  __shared__ float tile[32][PITCH];
  const int x = blockIdx.x * 32, y = blockIdx.y * 32;
  for (int row = threadIdx.y; row < 32; row += blockDim.y)
    tile[row][threadIdx.x] = in[(y + row) * n + x + threadIdx.x];
  __syncthreads();
  for (int row = threadIdx.y; row < 32; row += blockDim.y)
    out[(x + row) * n + y + threadIdx.x] = tile[threadIdx.x][row];
}

extern "C" __global__ void __launch_bounds__(256) plain(const float *in, float *out, int n) {
  transpose<32>(in, out, n);
}

extern "C" __global__ void __launch_bounds__(256) padded(const float *in, float *out, int n) {
  transpose<33>(in, out, n);
}
