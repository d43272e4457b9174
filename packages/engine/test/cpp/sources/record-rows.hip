#include <hip/hip_runtime.h>
// launch: grid=1,block=128
// observed: rows.key element=4 widest=4 bytes=4608
struct Row {
  int id;
  float key[8];
};
__global__ void k(float *out, const float *in) {
  __shared__ Row rows[128];
  for (int i = threadIdx.x; i < 1024; i += 128) rows[i / 8].key[i % 8] = in[i];
  __syncthreads();
  float sum = 0;
  for (int c = 0; c < 8; c++) sum += rows[threadIdx.x].key[c];
  out[threadIdx.x] = sum;
}
