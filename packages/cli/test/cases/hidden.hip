
#include <hip/hip_runtime.h>
extern "C" __global__ void hidden(unsigned long *out) {
  extern __shared__ int dynamic[];
  const char *p = (const char *)__builtin_amdgcn_implicitarg_ptr();
  dynamic[threadIdx.x] = 0;
  for (int i = 0; i < 3; i++) {
    out[i] = ((const unsigned *)p)[i];
    out[3 + i] = ((const unsigned short *)(p + 12))[i];
    out[6 + i] = ((const unsigned short *)(p + 18))[i];
    out[9 + i] = ((const unsigned long *)(p + 40))[i];
  }
  out[12] = *(const unsigned short *)(p + 64);
  for (int i = 0; i < 6; i++)
    out[13 + i] = ((const unsigned long *)(p + 72))[i];
  out[19] = *(const unsigned *)(p + 120);
}
extern "C" __global__ void sizes(unsigned *out) {
  out[0] = blockDim.x + 100 * blockDim.y + 10000 * blockDim.z;
  out[1] = gridDim.x + 100 * gridDim.y + 10000 * gridDim.z;
}
extern "C" __global__ void follows(const char *text, unsigned long *out) {
  const unsigned long *heap = *(const unsigned long **)((const char *)__builtin_amdgcn_implicitarg_ptr() + 96);
  out[0] = heap[1];
}
