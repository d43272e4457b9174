#include <hip/hip_runtime.h>
// launch: grid=1,block=32x32,lds=8192
// observed: a element=4 widest=4 bytes=8192
// observed: b element=4 widest=4 bytes=8192
constexpr int LD = 32;
template <class T> struct View {
  T *p;
  int ld;
  __device__ T &operator()(int r, int c) const { return p[r * ld + c]; }
};
extern "C" __global__ void k(float *out, const float *in) {
  extern __shared__ float smem[];
  View<float> a{smem, LD};
  View<float> b{smem + 32 * LD, LD};
  int x = threadIdx.x, y = threadIdx.y;
  a(y, x) = in[y * 32 + x];
  b(y, x) = in[x * 32 + y];
  __syncthreads();
  out[y * 32 + x] = a(x, y) + b(x, y);
}
void launch(float *out, const float *in) { k<<<1, dim3(32, 32), 2 * 32 * LD * sizeof(float)>>>(out, in); }
