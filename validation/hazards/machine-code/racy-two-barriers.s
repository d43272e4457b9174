; gfx942, 128 threads: two barriers are no wait
  ds_write_b32 v1, v0
  s_barrier
  s_barrier
  s_waitcnt lgkmcnt(0)
  ds_read_b32 v4, v2                                 ; hazard/unfinished-write
  s_waitcnt lgkmcnt(0)
