// observed: tile element=4 widest=4
constexpr int ROWS = 32, COLS = 64;
__global__ void rowsum(const float *in, float *out) {
  __shared__ alignas(16) float tile[ROWS][COLS];
  int t = threadIdx.x;
  for (int i = t; i < ROWS * COLS / 4; i += 128) {
    float4 v = reinterpret_cast<const float4 *>(in)[i];
    float *p = &tile[i / (COLS / 4)][(i % (COLS / 4)) * 4];
    p[0] = v.x; p[1] = v.y; p[2] = v.z; p[3] = v.w;
  }
  __syncthreads();
  float s = 0;
  for (int c = 0; c < COLS; ++c) s += tile[t % ROWS][c];
  out[t] = s;
}
