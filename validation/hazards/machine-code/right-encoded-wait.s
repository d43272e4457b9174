; gfx942, 128 threads: lgkmcnt(0), as a number
  ds_read_b32 v4, v2
  s_waitcnt 0xc07f
  s_barrier
  ds_write_b32 v1, v0
  s_waitcnt 0xc07f
