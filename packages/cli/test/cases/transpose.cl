__kernel __attribute__((reqd_work_group_size(32, 8, 1)))
void transpose(__global float *out, __global const float *in, int n) {
  __local float tile[32][32];
  int x = get_local_id(0), y = get_local_id(1);
  for (int i = 0; i < 32; i += 8) tile[y + i][x] = in[(y + i) * n + get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < 32; i += 8) out[(y + i) * n + x] = sqrt(tile[x][y + i]) + min(x, y);
}
