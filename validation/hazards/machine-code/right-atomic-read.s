; gfx942, 128 threads: a histogram is read after its atomics
  ds_add_u32 v2, v0
  s_waitcnt lgkmcnt(0)
  s_barrier
  ds_read_b32 v4, v1
  s_waitcnt lgkmcnt(0)
