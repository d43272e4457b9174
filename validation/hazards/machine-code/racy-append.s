; gfx942, 128 threads: a counter is read while ds_append is in flight
  s_mov_b32 m0, 0
  s_nop 0
  ds_append v4
  s_barrier
  v_mov_b32 v5, 0
  ds_read_b32 v6, v5                                 ; hazard/unfinished-write
  s_waitcnt lgkmcnt(0)
