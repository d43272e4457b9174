; gfx942, 128 threads: a histogram is read while atomics are in flight
  ds_add_u32 v2, v0
  s_barrier
  ds_read_b32 v4, v1                                 ; hazard/unfinished-write
  s_waitcnt lgkmcnt(0)
