; gfx942, 128 threads: the read is waited for before the barrier
  ds_read_b32 v4, v2
  s_waitcnt lgkmcnt(0)
  s_barrier
  ds_write_b32 v1, v0
  s_waitcnt lgkmcnt(0)
