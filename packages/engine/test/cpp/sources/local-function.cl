// launch: grid=1,block=32x32
// observed: tile element=4 widest=4
void put(__local float (*t)[32], int r, int c, float v) { t[r][c] = v; }
kernel __attribute__((reqd_work_group_size(32, 32, 1)))
void k(global float *out, global const float *in) {
  local float tile[32][32];
  int x = get_local_id(0), y = get_local_id(1);
  put(tile, y, x, in[y * 32 + x]);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[y * 32 + x] = tile[x][y];
}
