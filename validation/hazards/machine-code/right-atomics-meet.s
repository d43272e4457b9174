; gfx90a, 128 threads: atomics of two waves are in no order, across a barrier too
  ds_add_u32 v1, v0
  s_barrier
  ds_add_rtn_u32 v4, v2, v0
  s_waitcnt lgkmcnt(0)
  s_barrier
  ds_read_b32 v5, v2
  s_waitcnt lgkmcnt(0)
