// launch: grid=1,block=32x32,lds=16384
// observed: a element=4 widest=4 pitch=128 bytes=16384
// observed: b element=4 widest=4 pitch=128 bytes=16384
template <int BM, int BK>
__global__ void k(float *out, const float *in, int ld) {
  extern __shared__ float smem[];
  float *a = smem;
  float *b = smem + BM * BK;
  int x = threadIdx.x, y = threadIdx.y;
  a[y * BK + x] = in[y * ld + x];
  b[y * BK + x] = in[y * ld + x];
  __syncthreads();
  out[y * ld + x] = a[x * BK + y] * b[x * BK + y];
}
void launch(float *out, const float *in) { k<64, 32><<<1, dim3(32, 32), 2 * 64 * 32 * sizeof(float)>>>(out, in, 32); }
