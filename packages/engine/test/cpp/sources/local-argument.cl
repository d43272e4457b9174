// observed: tile element=4 widest=4 bytes=4096
#define N 32
__kernel void k(__global float *out, __global const float *in, __local float *tile) {
  int x = get_local_id(0), y = get_local_id(1);
  tile[y * N + x] = in[y * N + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[y * N + x] = tile[x * N + y];
}
