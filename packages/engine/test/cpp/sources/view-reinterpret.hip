#include <hip/hip_runtime.h>
// launch: grid=1,block=32x32,lds=4096
// observed: t.data element=4 widest=4 bytes=4096
template <class T, int R, int C> struct Tile {
  T data[R][C];
  __device__ T &operator()(int r, int c) { return data[r][c]; }
};
extern "C" __global__ void k(float *out, const float *in) {
  extern __shared__ char raw[];
  auto &t = *reinterpret_cast<Tile<float, 32, 32> *>(raw);
  int x = threadIdx.x, y = threadIdx.y;
  t(y, x) = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = t(x, y);
}
