// launch: grid=1,block=32x32
// observed: t element=4 widest=4 pitch=128 bytes=4096
constexpr int R = 32, C = 32;
__global__ void k(float *out, const float *in) {
  __shared__ float t[R * C];
  int x = threadIdx.x, y = threadIdx.y;
  t[y * C + x] = in[y * C + x];
  __syncthreads();
  out[y * C + x] = t[x * C + y];
}
