; gfx90a, 128 threads: an atomic that returns is in flight when another wave stores
  ds_add_rtn_u32 v4, v2, v0
  s_barrier
  ds_write_b32 v1, v0                                ; hazard/unfinished-write
  s_waitcnt lgkmcnt(0)
