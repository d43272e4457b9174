// launch: grid=1,block=32x32
// observed: tile element=4 widest=4
__kernel __attribute__((reqd_work_group_size(32, 32, 1)))
void k(__global float *out, __global const float *in) {
  __local float tile[32][32];
  int x = get_local_id(0), y = get_local_id(1);
  tile[y][x] = in[y * 32 + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[y * 32 + x] = tile[x][y];
}
