#include <hip/hip_runtime.h>
// launch: grid=1,block=32x32
// observed: a element=4 widest=4 bytes=4096
template <class T> class View {
public:
  __device__ View(T *base, int pitch) : p(base), ld(pitch) {}
  __device__ T &operator()(int r, int c) const { return p[r * ld + c]; }
private:
  T *p;
  int ld;
};
extern "C" __global__ void k(float *out, const float *in) {
  __shared__ float smem[32 * 32];
  View<float> a(smem, 32);
  int x = threadIdx.x, y = threadIdx.y;
  a(y, x) = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = a(x, y);
}
