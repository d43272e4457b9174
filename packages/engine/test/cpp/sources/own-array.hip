#include <hip/hip_runtime.h>
// launch: grid=1,block=32x32
template <class T, int N> struct Array {
  T v[N];
  __device__ T &operator[](int i) { return v[i]; }
};
extern "C" __global__ void k(float *out, const float *in) {
  __shared__ Array<Array<float, 32>, 32> t;
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = t[x][y];
}
