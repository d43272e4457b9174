#include <hip/hip_runtime.h>
// launch: grid=1,block=32x32
// observed: t.data element=4 widest=4
template <class T, int R, int C> struct Tile {
  T data[R * C];
  __device__ T &operator()(int r, int c) { return data[r * C + c]; }
};
extern "C" __global__ void k(float *out, const float *in) {
  __shared__ Tile<float, 32, 32> t;
  int x = threadIdx.x, y = threadIdx.y;
  t(y, x) = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = t(x, y);
}
