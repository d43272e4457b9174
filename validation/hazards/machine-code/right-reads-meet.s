; gfx90a, 128 threads: reads of two waves, in flight at the barrier
  ds_read_b32 v4, v2
  s_barrier
  ds_read_b32 v5, v1
  s_waitcnt lgkmcnt(0)
