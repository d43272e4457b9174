#include <hip/hip_runtime.h>
// launch: grid=1,block=128
// observed: rows element=32 widest=4 bytes=4096
union Row {
  float key[8];
  int bits[8];
};
__global__ void k(float *out, const int *in) {
  __shared__ Row rows[128];
  for (int i = threadIdx.x; i < 1024; i += 128) rows[i / 8].bits[i % 8] = in[i];
  __syncthreads();
  float sum = 0;
  for (int c = 0; c < 8; c++) sum += rows[threadIdx.x].key[c];
  out[threadIdx.x] = sum;
}
