
__kernel __attribute__((reqd_work_group_size(16, 8, 1))) void required(__global float *out, int n) {
  __local float tile[128];
  int x = get_local_id(0), y = get_local_id(1);
  tile[x + 16 * y] = n;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[x] = tile[8 * x + y];
}
