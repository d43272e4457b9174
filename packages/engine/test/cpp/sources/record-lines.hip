#include <hip/hip_runtime.h>
// launch: grid=1,block=256
// observed: p element=16 widest=4 bytes=4096
struct Particle {
  float x, y, z;
  float mass; // kg
};
extern "C" __global__ void k(float *out, const float *in) {
  __shared__ Particle p[256];
  p[threadIdx.x].x = in[threadIdx.x];
  p[threadIdx.x].mass = 1;
  __syncthreads();
  out[threadIdx.x] = p[255 - threadIdx.x].x;
}
